"""The paper's method (method §3 to §5): entropic transport over all units, and its 66 features."""

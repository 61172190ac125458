"""Costs, overlaps and summaries of the paper's method (method §2, §3, §5)."""

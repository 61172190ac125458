"""Statistics of the protocol (method §7): correlation, screening, and their bootstrap."""

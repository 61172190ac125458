"""Entropic transport of a pair (method §4): balanced, partial and unbalanced, one pair at once or eight."""

"""Couples, flow and plans of the extended method (method §10)."""

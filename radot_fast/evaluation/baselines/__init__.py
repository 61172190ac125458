"""Baselines (method §7), one kind a file."""

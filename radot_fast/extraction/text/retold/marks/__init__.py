"""Marks between what is told: dashes, brackets, colons."""

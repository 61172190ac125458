"""Risks as a reward for training a report generator."""

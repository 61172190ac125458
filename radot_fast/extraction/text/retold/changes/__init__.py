"""Turns of phrase that tell what has changed, and what was there before."""

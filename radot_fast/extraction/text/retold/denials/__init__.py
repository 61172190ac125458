"""Turns of phrase that deny, or that read as if they did."""

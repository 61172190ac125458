"""Turns of phrase for what a shorter one or another name tells."""

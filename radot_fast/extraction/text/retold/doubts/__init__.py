"""Turns of phrase that tell how sure something is."""

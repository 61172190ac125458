"""Turns of phrase that tell one side beside the other."""

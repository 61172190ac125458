"""Sentences told in other words of the same length, before they are cut into words: a room for each turn of phrase."""

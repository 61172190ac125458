"""Strings, words and sets of codes: from the bytes of texts to arrays."""

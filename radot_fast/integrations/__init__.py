"""Adapters to other packages, one a file; each imports its package when it is used."""

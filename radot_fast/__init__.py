"""Auditable evaluation of generated radiology reports by optimal transport over clinical units."""

__version__ = "0.1.0"

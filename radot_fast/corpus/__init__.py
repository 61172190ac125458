"""Distinct reports and their units as arrays: from tables of words to the codes that kernels work on."""

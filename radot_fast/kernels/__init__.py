"""Compiled kernels, one algorithm a file: arrays in, arrays out."""

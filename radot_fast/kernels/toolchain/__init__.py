"""Decorators, threads and vector types that the kernels are built with."""

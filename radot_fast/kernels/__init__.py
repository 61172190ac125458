"""Compiled arithmetic on plain arrays: one algorithm a file, no strings, RNG, I/O or exceptions.

A scalar kernel works on one pair; its driver runs over the pairs and is the only place with threads.
``jit`` holds the decorators and the disk cache.
"""

from radot_fast.runtime.process import check_thread_variables

check_thread_variables()  # before Numba is imported: of a number that is none it only warns, in many lines

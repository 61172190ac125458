"""Python's garbage collector out of the way of work that makes many objects which stay."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Keep the garbage collector from looking through ever more new objects, none of which is garbage.

    It takes half of the time to load the lexicon where Numba is loaded, and a twelfth of a compilation.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

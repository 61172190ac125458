"""Python's garbage collector out of the way of work that makes many objects which stay."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Switch the garbage collector off for work that makes many objects, none of them garbage.

    It takes half of the time to load the lexicon where Numba is loaded, and a twelfth of a compilation.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()

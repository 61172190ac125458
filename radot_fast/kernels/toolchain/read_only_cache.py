"""Machine code from a folder that cannot be written, such as that of a read-only container image.

Numba asks to write wherever it reads: without that it compiles anew in every process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.caching import FunctionCache

_numbas: Any = FunctionCache._impl_class


class _Locator(_numbas._locator_classes[0]):  # the one of ``CACHE_DIR``; its name has changed
    """Looks in the folder of ``numba.config.CACHE_DIR``, and does not ask whether it can be written."""

    def ensure_cache_path(self) -> None:
        """Take the folder as it is."""


class _Files(_numbas):
    _locator_classes = (_Locator,)


class ReadOnlyCache(FunctionCache):
    """What others have compiled of a function; nothing is added."""

    _impl_class = _Files

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep nothing."""


def loads_from_cache(dispatcher: Any, function: Callable[..., Any]) -> Any:
    """Let a dispatcher load what ``numba.config.CACHE_DIR`` holds of its function; return it."""
    dispatcher._cache = ReadOnlyCache(function)
    return dispatcher

"""How far long work is: told to whoever watches this process, and next to free where nobody does."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

Watcher = Callable[[str, int, int], None]
"""Takes what is done, how many are done, and how many there are."""

_watcher: Watcher | None = None


@contextlib.contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell a watcher of all progress in this process, from any of its threads."""
    global _watcher
    before, _watcher = _watcher, watcher
    try:
        yield
    finally:
        _watcher = before


@contextlib.contextmanager
def steps_hidden() -> Iterator[Watcher]:
    """Hide the steps of each part of a longer work; what it yields tells of the whole."""
    outer = _watcher
    with watched(_ignored):
        yield outer or _ignored


def _ignored(what: str, done: int, total: int) -> None:
    """Tell nobody."""


class Progress:
    """One piece of work that is done in steps.

    Parameters
    ----------
    what
        What is done, as a user would say it: ``reading reports``.
    total
        How many there are.
    """

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total = what, total
        self._done = 0
        self._lock = threading.Lock()
        self._tell()

    def advance(self, n: int) -> None:
        """Count n more as done; may be called from several threads."""
        with self._lock:
            self._done += n
        self._tell()

    def _tell(self) -> None:
        watcher = _watcher
        if watcher is not None and self.total > 0:
            watcher(self.what, self._done, self.total)

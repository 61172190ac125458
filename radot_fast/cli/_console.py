"""The terminal of the commands."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console(stderr: bool = False) -> Console:
    """Console without markup or emoji codes in texts; wide enough to be read when piped."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError(errno.EPIPE, "the reader went away")  # Rich would end with exit code 1

    out = Plain(stderr=stderr, markup=False, emoji=False, highlight=False)
    if not out.is_terminal:
        out.width = 120
    return out

"""A process that works for later runs: started by a short run, it goes on when that has ended, and ends by itself."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path


def python(code: str, *arguments: str, outlives: bool = False) -> subprocess.Popen[bytes] | None:
    """Start a Python process with this one's import path and none of its streams; None where that cannot be.

    Parameters
    ----------
    code
        What it runs. ``sys.argv[1:]`` are the arguments, then the entries of the import path.
    outlives
        Whether it goes on when this process has ended. Else its standard input ends with this process.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        return None
    command: Sequence[str] = [sys.executable, "-c", code, *arguments, *sys.path]
    nowhere = subprocess.DEVNULL
    with contextlib.suppress(OSError, ValueError):
        return subprocess.Popen(
            command,
            stdin=nowhere if outlives else subprocess.PIPE,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=outlives,
        )
    return None


def low_priority() -> None:
    """Leave nine tenths of a core to a process of the usual priority; at the lowest one, busy machines never finish."""
    if hasattr(os, "nice"):
        os.nice(10)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold a lock for the time of a block: whether nobody else held it. It goes with the process, however it ends.

    Where the platform has no such locks (Windows) nobody ever holds one.
    """
    if sys.platform == "win32":
        yield True
        return
    import fcntl

    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def wait_for(path: Path, seconds: float) -> None:
    """Wait until nobody holds a lock, or for some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with locked(path) as free:
            if free:
                return
        time.sleep(0.05)

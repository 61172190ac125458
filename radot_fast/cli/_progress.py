"""Progress of a command on stderr: a spinner with count and rest time on a terminal, else a line every ten seconds."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

import click

EVERY = 10.0
"""Seconds between two lines where there is no terminal."""
LEAST_SECONDS = 1.0
"""Seconds after which a rest time is told: before, it would jump."""


class Told:
    """State of the work; ``str`` gives the line to show.

    Parameters
    ----------
    text
        What the command does.
    clock
        Seconds, from any start.
    """

    def __init__(self, text: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._text, self._clock = text, clock
        self._began = clock()
        self._step: tuple[str, int, int, float] | None = None

    def say(self, text: str) -> None:
        """Another thing is done now."""
        self._text, self._step = text, None

    def count(self, what: str, done: int, total: int) -> None:
        """A step of the work: how many of how many."""
        began = self._clock() if self._step is None or self._step[0] != what else self._step[3]
        self._step = (what, done, total, began)

    def __str__(self) -> str:
        now = self._clock()
        if self._step is None or self._step[1] >= self._step[2]:  # between two steps that are counted
            return f"{self._text}, {now - self._began:.0f} s"
        what, done, total, began = self._step
        line = f"{what}: {done:,} of {total:,}"
        if done > 0 and now - began >= LEAST_SECONDS:
            line += f", about {_duration((now - began) / done * (total - done))} left"
        return line


def _duration(seconds: float) -> str:
    """Seconds, or minutes from two on."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


@contextlib.contextmanager
def working(text: str) -> Iterator[Callable[[str], None]]:
    """Show progress on stderr while the block runs; it yields a function that names the present step."""
    from radot_fast.cli._console import console
    from radot_fast.runtime.progress import watched

    told = Told(text)
    err = console(stderr=True)
    stop = threading.Event()
    with contextlib.ExitStack() as stack:
        if err.is_terminal:
            status = stack.enter_context(err.status(text))
            show: Callable[[str], None] = status.update
            every = 0.2
        else:
            show, every = _line, EVERY
        thread = threading.Thread(target=_keep_showing, args=(told, show, every, stop), daemon=True)
        thread.start()
        stack.callback(thread.join)
        stack.callback(stop.set)
        stack.enter_context(watched(told.count))
        yield told.say


def _keep_showing(told: Told, show: Callable[[str], object], every: float, stop: threading.Event) -> None:
    """Show the state until the work ends."""
    while not stop.wait(every):
        with contextlib.suppress(OSError, ValueError):  # a stream that was closed stops no work
            show(str(told))


def _line(text: str) -> None:
    click.echo(f"radot: {text}", err=True)

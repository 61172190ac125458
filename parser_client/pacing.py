"""How many requests are under way at once, and the clock of a run."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Timing:
    """Clock, sleep and jitter of a run; tests inject their own."""

    clock: Clock = time.monotonic
    wall: Clock = time.time
    sleep: Sleep = asyncio.sleep
    rng: random.Random = field(default_factory=random.Random)


class AdaptiveLimit:
    """Number of requests under way: halves when the endpoint pushes back, and grows while it does not.

    Growth is one an answer until the first pushback, then one a full round.
    A pushback within the round trip of the last one counts once, and a ``Retry-After`` holds everybody.
    """

    def __init__(self, most: int, timing: Timing, start: int = 8):
        self._most = most
        self._timing = timing
        self._limit = float(min(most, start))
        self._active = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._not_before = 0.0
        self._last_cut = float("-inf")
        self.pushbacks = 0

    @property
    def limit(self) -> int:
        """Requests allowed at once, at this moment."""
        return max(1, int(self._limit))

    async def acquire(self) -> None:
        """Wait for a place, then for the end of a pause."""
        while self._active >= self.limit:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            try:
                await waiter
            finally:
                if waiter in self._waiting:
                    self._waiting.remove(waiter)
        self._active += 1
        try:
            while (pause := self._not_before - self._timing.clock()) > 0:
                await self._timing.sleep(pause)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Give the place back."""
        self._active -= 1
        self._wake()

    def succeeded(self) -> None:
        """Allow a little more."""
        step = 1.0 / self._limit if self.pushbacks else 1.0
        self._limit = min(float(self._most), self._limit + step)
        self._wake()

    def pushed_back(self, wait: float | None, started: float) -> None:
        """Allow half as many; everybody waits for as long as the endpoint asked.

        Parameters
        ----------
        wait
            Seconds of ``Retry-After``, or None.
        started
            When the request that was refused was sent: one sent before the last cut says nothing new.
        """
        self.pushbacks += 1
        now = self._timing.clock()
        if wait is not None:
            self._not_before = max(self._not_before, now + wait)
        if started >= self._last_cut:
            self._limit = max(1.0, self._limit / 2)
            self._last_cut = now

    def _wake(self) -> None:
        free = self.limit - self._active
        while free > 0 and self._waiting:
            waiter = self._waiting.pop(0)
            if not waiter.done():
                waiter.set_result(None)
                free -= 1

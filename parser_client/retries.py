"""Which requests are sent again, how often, and how long to wait before each try."""

from __future__ import annotations

import email.utils
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from parser_client.config import Limits
from parser_client.pacing import Timing

RETRIED_STATUS = frozenset({408, 409, 425, 429}) | frozenset(range(500, 600))
"""Statuses worth another try; 400, 401 and 404 never change by asking again."""

T = TypeVar("T")


async def with_retries(
    attempt: Callable[[], Awaitable[tuple[T, float | None]]], limits: Limits, timing: Timing
) -> tuple[T, int]:
    """Make an attempt until another cannot help, or as often as allowed.

    Parameters
    ----------
    attempt
        Its outcome, and the least seconds to wait before another; None where another cannot help.
    limits
        How many tries, and the waits between them.
    timing
        Clock, sleep and jitter.

    Returns
    -------
    tuple
        Outcome of the last attempt, and how many there were.
    """
    tries = 0
    while True:
        tries += 1
        outcome, wait = await attempt()
        if wait is None or tries >= limits.tries:
            return outcome, tries
        await timing.sleep(max(backoff(tries, limits.backoff, limits.longest_wait, timing.rng), wait))


def retry_after(value: str | None, wall: float) -> float | None:
    """Seconds that a ``Retry-After`` header asks for (number or date), or None."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(value).timestamp() - wall
        except (ValueError, TypeError, OverflowError):
            return None
    return max(0.0, seconds) if seconds == seconds and seconds < float("inf") else None


def backoff(tries: int, first: float, longest: float, rng: random.Random) -> float:
    """Wait before try number ``tries`` + 1: doubled each time, with full jitter over the upper half."""
    ceiling = min(longest, first * 2.0 ** (tries - 1))
    return ceiling * (0.5 + 0.5 * rng.random())

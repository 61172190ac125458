"""Room on Python's stack of calls, so that no hot loop runs across the edge of one of its pieces.

CPython keeps the frames of calls in pieces of 16 KiB, about a hundred calls deep. Where a loop happens to stand at the
end of a piece, each call of it maps a new one and each return unmaps it, 8 µs a time (CPython's issue 142183, mended in
late releases of 3.13 and 3.14). Which depth that is depends on the caller: one pair took 4.6 ms from most depths and 6
to 7 ms from one in ten, and a module of Numba .21 s to import where our own modules stood at that depth (.01 s).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

SLOTS = 17_000
"""Words of the frame that is put below a function. A piece for it holds 2¹⁵, so as many again are left for calls: five
hundred deep. Only what is used of it takes memory; to map it takes 9 µs."""

P = ParamSpec("P")
R = TypeVar("R")


def with_room_to_call(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function, and all that it calls, run within one piece of the stack.

    For entries to work in Python that takes longer than 0.1 ms; results, errors and signature stay.
    """

    def roomy(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=SLOTS)
    return functools.wraps(function)(roomy)

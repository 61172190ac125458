"""Run a kernel over pairs: serially, or over ranges of pairs in threads.

Results never depend on the way: a pair is computed by the same code on its own cells either way.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import numba

from radot_fast.kernels.jit import COMPILED

MIN_PARALLEL = 2_000
"""Pairs below which threads do not pay: compiling the parallel driver and waking the threads costs more."""
CHUNKS_PER_THREAD = 8
"""Ranges a thread gets, so that a range of large pairs does not keep the others waiting."""

_one_at_a_time = threading.Lock()
_threads_of: int | None = None


def run(
    parallel: Callable[..., None],
    serial: Callable[..., None],
    n: int,
    inputs: tuple[Any, ...],
    *out: Any,
    pairs: int | None = None,
) -> None:
    """Call ``serial(*inputs, 0, n, *out)``, or ``parallel(*inputs, n_chunks, *out)`` where threads pay and are safe.

    Serial with one thread (``NUMBA_NUM_THREADS=1``), interpreted, for few pairs, and in a process forked from one
    whose OpenMP threads had started: entering OpenMP there would end the process. ``pairs`` is how many there are
    where the kernel counts something else.
    """
    global _threads_of
    if (
        not COMPILED
        or (n if pairs is None else pairs) < MIN_PARALLEL
        or numba.get_num_threads() == 1
        or _threads_of not in (None, os.getpid())
    ):
        serial(*inputs, 0, n, *out)
        return
    # The workqueue layer aborts when two Python threads enter it; the lock costs nothing beside the work.
    with _one_at_a_time:
        _threads_of = os.getpid()
        parallel(*inputs, CHUNKS_PER_THREAD * numba.get_num_threads(), *out)


def _forget_lock() -> None:
    """Give a forked child a lock of its own: another thread may have held the parent's."""
    global _one_at_a_time
    _one_at_a_time = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_lock)

"""Run a kernel over pairs: at once, or over ranges of pairs in threads.

Kernels release the interpreter, so Python's own threads do: Numba's ``parallel=True`` compiled every kernel twice, 13 s
of the first run of a large batch, and its OpenMP threads must not be entered after a fork.

Results never depend on the way: a pair is computed by the same code on its own cells either way.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any

import numba

from radot_fast.kernels.toolchain.first_run import is_interpreting
from radot_fast.kernels.toolchain.jit import COMPILED

MIN_PARALLEL = 500
"""Pairs below which threads do not pay."""
CHUNKS_PER_THREAD = 8
"""Ranges a thread gets, so that a range of large pairs does not keep the others waiting."""

_limit: ContextVar[int | None] = ContextVar("radot_fast_threads", default=None)


def thread_count() -> int:
    """Threads that kernels run in: ``NUMBA_NUM_THREADS``, by default one a core, and no more than a caller's limit."""
    most: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    return most if (limit := _limit.get()) is None else min(limit, most)


@contextlib.contextmanager
def at_most(threads: int | None) -> Iterator[None]:
    """Limit the threads of kernels called within the block; None leaves the limit as it is."""
    token = _limit.set(threads if threads is not None else _limit.get())
    try:
        yield
    finally:
        _limit.reset(token)


def run(kernel: Callable[..., None], n: int, inputs: tuple[Any, ...], *out: Any, pairs: int | None = None) -> None:
    """Call ``kernel(*inputs, 0, n, *out)``, or on ranges that make up ``0:n`` in threads where they pay.

    One range with one thread, interpreted, and for few pairs. ``pairs`` is how many there are where the kernel counts
    something else.
    """
    threads = thread_count()
    if not COMPILED or is_interpreting() or (n if pairs is None else pairs) < MIN_PARALLEL or threads == 1:
        kernel(*inputs, 0, n, *out)
        return
    kernel(*inputs, 0, 0, *out)  # compiles before the threads start: they would wait for one of them to do it
    n_ranges = min(n, CHUNKS_PER_THREAD * threads)
    bounds = [k * n // n_ranges for k in range(n_ranges + 1)]
    _in_threads(threads, [partial(kernel, *inputs, *bounds[k : k + 2], *out) for k in range(n_ranges)])


def for_each(work: Callable[[int], None], starts: Sequence[int]) -> None:
    """Call ``work`` for every start, in threads where there are several: less waiting than threads in every kernel.

    The kernels that ``work`` calls then stay in its thread.
    """
    threads = thread_count()
    if not COMPILED or len(starts) < 2 or threads == 1:
        for start in starts:
            work(start)
        return

    def alone(start: int) -> None:
        with at_most(1):
            work(start)

    alone(starts[0])  # compiles before the threads start
    _in_threads(threads, [partial(alone, start) for start in starts[1:]])


def _in_threads(threads: int, tasks: list[Callable[[], None]]) -> None:
    """Do the tasks in threads; the first that fails ends it."""
    pool = ThreadPoolExecutor(threads)
    try:
        for done in [pool.submit(task) for task in tasks]:
            done.result()
    finally:
        pool.shutdown(cancel_futures=True)  # at once after Ctrl-C, but for what is being computed

"""What a process must have for work with Polars and Numba: live threads after a fork, and numbers of threads.

Polars computes in threads of its own, which a fork does not copy: a child of a process that has used Polars waits for
them forever. This module is told of every fork, so that such a child gets an error instead. A child of a process that
has imported Polars but not used it is fine, and so are the start methods ``spawn`` and ``forkserver``.
"""

from __future__ import annotations

import os
import sys
from enum import Enum

from radot_fast.errors import ConfigError, ForkError, InputError

THREAD_VARIABLES = ("NUMBA_NUM_THREADS", "POLARS_MAX_THREADS")
"""Environment variables that Numba and Polars read when they are imported or first used."""
PATIENCE = 10.0
"""Seconds to wait for Polars where it is unknown whether its threads are alive; they answer within milliseconds."""


class _Threads(Enum):
    """State of Polars' threads in this process."""

    UNUSED = "not started by us"
    UNKNOWN = "Polars was imported before a fork, or before this package: somebody may have started them"
    ALIVE = "used in this process"
    DEAD = "used before a fork"


_threads = _Threads.UNKNOWN if "polars" in sys.modules else _Threads.UNUSED


def check_fork() -> None:
    """Make sure that Polars works in this process; to be called before work with it.

    Raises
    ------
    ForkError
        The process was forked after Polars had been used: its threads are missing here.
    """
    global _threads
    if _threads is _Threads.UNKNOWN and not _polars_answers():
        _threads = _Threads.DEAD
    if _threads is _Threads.DEAD:
        raise ForkError(
            "this process was forked after Polars had been used, and a fork does not copy its threads: start workers "
            "by 'spawn' or 'forkserver' (multiprocessing.set_start_method), or fork before the first use"
        )
    _threads = _Threads.ALIVE


def check_thread_variables() -> None:
    """Make sure that the numbers of threads in the environment are numbers; Numba and Polars fail in other ways.

    Raises
    ------
    ConfigError
        One of ``THREAD_VARIABLES`` is set, and not to a whole number from 1.
    """
    for name in THREAD_VARIABLES:
        value = os.environ.get(name, "").strip()
        if value and not (value.isascii() and value.isdigit() and value.strip("0")):
            raise ConfigError(f"{name}={value} is not a whole number from 1: unset it to use all cores")


def check_working_folder() -> None:
    """Make sure that the working folder is there: Numba and every relative path need it.

    Raises
    ------
    InputError
        It was removed, or may not be read.
    """
    try:
        os.getcwd()
    except OSError as error:
        raise InputError(f"the working folder cannot be used ({error.strerror}): change to another one") from None


def _polars_answers() -> bool:
    """Whether Polars does a small task in time, in a thread that may be left waiting."""
    import threading

    import polars as pl

    def task() -> None:
        pl.DataFrame({"a": [2, 1, 2]}).lazy().group_by("a").agg(pl.len()).sort("a").collect()

    thread = threading.Thread(target=task, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return not thread.is_alive()


def _after_fork_in_child() -> None:
    global _threads
    if _threads in (_Threads.ALIVE, _Threads.DEAD):
        _threads = _Threads.DEAD
    else:
        _threads = _Threads.UNKNOWN if "polars" in sys.modules else _Threads.UNUSED


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)

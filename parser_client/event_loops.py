"""Running asynchronous work to its end from a plain call, also where an event loop runs already: in a notebook."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Event, Thread
from typing import Any, TypeVar

T = TypeVar("T")

START_SECONDS = 1.0
"""Seconds that a thread may take to begin where the caller is interrupted as it starts it."""


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Result of asynchronous work.

    Where the calling thread runs an event loop already the work gets a loop in a thread of its own: ``asyncio.run``
    refuses such a thread. An interruption of the caller cancels the work and waits until it has tidied up.

    Raises
    ------
    Exception
        What the work raises.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    return _run_in_a_thread(work)


def _run_in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """Result of asynchronous work in a loop of its own, in a thread of its own."""
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[T]]] = Future()
    done: Future[T] = Future()
    entered = Event()

    async def watched() -> T:
        task = asyncio.ensure_future(work)
        begun.set_result((asyncio.get_running_loop(), task))
        return await task

    def run() -> None:
        entered.set()
        try:
            done.set_result(asyncio.run(watched()))
        except BaseException as error:
            done.set_exception(error)

    thread = Thread(target=run, name="radot-parse")
    try:
        thread.start()
        return done.result()
    except KeyboardInterrupt:
        if entered.wait(START_SECONDS):
            loop, task = begun.result()
            loop.call_soon_threadsafe(task.cancel)
        raise
    finally:
        if entered.is_set():
            thread.join()

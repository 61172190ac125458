"""Shards in several processes of one machine; a process that dies is replaced, and its shard done again."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from radot_fast.errors import RadotError
from radot_fast.streaming.jobs import Job
from radot_fast.streaming.shard_files import Folders, shard_path, write_shard
from radot_fast.streaming.sources import Shard

MOST_LOSSES = 3
"""Times in a row that workers may die without one shard done in between: then it is the shard that kills them."""


def written_by_processes(
    job: Job, missing: Sequence[Shard], shards: Sequence[Shard], folders: Folders, workers: int
) -> Iterator[int]:
    """Numbers of shards, as they are written by ``workers`` processes.

    Raises
    ------
    RadotError
        Workers die again and again.
    """
    left = {shard.number: shard for shard in missing}
    losses = 0
    while left:
        before = len(left)
        try:
            for number in _round(job, list(left.values()), shards, folders, workers):
                del left[number]
                yield number
        except BrokenProcessPool:
            for number in [k for k in left if shard_path(folders, job.name, k).exists()]:
                del left[number]  # written, but its process died before it could say so
                yield number
            losses = 0 if len(left) < before else losses + 1
            if losses == MOST_LOSSES:
                raise RadotError(
                    f"workers were killed {MOST_LOSSES} times without one shard done (out of memory?): "
                    "give fewer workers; what is done stays"
                ) from None


def _round(job: Job, todo: Sequence[Shard], shards: Sequence[Shard], folders: Folders, workers: int) -> Iterator[int]:
    """Shards that one pool writes, until all are done or one of its processes dies."""
    waiting = iter(todo)
    with ProcessPoolExecutor(min(workers, len(todo)), multiprocessing.get_context("spawn")) as pool:
        running: set[Future[int]] = set()
        try:
            while True:
                while len(running) < 2 * workers and (shard := next(waiting, None)) is not None:
                    running.add(pool.submit(_write, job, shard, shards, folders))
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _write(job: Job, shard: Shard, shards: Sequence[Shard], folders: Folders) -> int:
    """Write a shard in this process."""
    write_shard(job, shard, shards, folders)
    return shard.number

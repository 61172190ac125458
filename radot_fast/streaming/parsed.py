"""Reports of any number to units by language models: ``radot parse REPORTS -o FOLDER``, over one or many endpoints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event
from typing import Any, NamedTuple

import polars as pl

from radot_fast.errors import ConfigError
from radot_fast.streaming.jobs import Batch, Job
from radot_fast.streaming.resumable_run import Written
from radot_fast.streaming.shard_files import Folders, write_shard
from radot_fast.streaming.sources import Shard, shards_of
from radot_fast.streaming.units import keyed_tables, require_unique_ids
from radot_fast.units.schema import FORMAT_KEY, UNIT_FORMAT

SHARD_ROWS = 2_000
"""Reports of a shard: at a hundred a second some twenty seconds of an endpoint's time."""


class Parsed(NamedTuple):
    """Units of some reports, what made them, and counts (whole numbers, nested by kind)."""

    units: pl.DataFrame
    signature: dict[str, Any]
    counts: dict[str, Any]


@dataclass(frozen=True)
class ParseJob:
    """Reports to units by endpoints that serve one model.

    Attributes
    ----------
    read
        Units of some reports (``report_id, text``) by the endpoint of that number.
    signature
        What makes the units; every endpoint must have the same.
    endpoints
        How many there are. A shard always goes to the same one, so that its store has the answers of a broken run.
    report_id, text
        Names of the columns.
    """

    read: Callable[[int, pl.DataFrame], Parsed]
    signature: dict[str, Any]
    endpoints: int = 1
    report_id: str = "report_id"
    text: str = "text"

    name = "units"

    def settings(self) -> dict[str, Any]:
        """Columns, and what makes the units."""
        return {"columns": [self.report_id, self.text], **self.notes()}

    def notes(self) -> dict[str, Any]:
        """Metadata that is written with a unit table."""
        return {**self.signature, FORMAT_KEY: UNIT_FORMAT}

    def cut(self, files: Sequence[str], rows: int) -> list[Shard]:
        """Shards of about ``rows`` reports."""
        return shards_of(files, rows)

    def check(self, shards: Sequence[Shard]) -> None:
        """Raise ``InputError`` where a report id stands twice."""
        require_unique_ids(shards, self.report_id)

    def batches(self, shard: Shard, shards: Sequence[Shard]) -> Iterator[Batch]:
        """Units of a shard, all at once: an endpoint is asked with as many requests in flight as it takes.

        Raises
        ------
        ConfigError
            The endpoint serves another model, or answers in another dialect, than the first.
        """
        reports = pl.concat(keyed_tables(shard, self.report_id, self.text)).select("report_id", "text")
        number = shard.number % self.endpoints
        parsed = self.read(number, reports)
        if parsed.signature != self.signature:
            raise ConfigError(f"endpoint {number + 1} serves another model or dialect than the first: parse apart")
        yield Batch({self.name: parsed.units}, {"rows": reports.height, "counts": parsed.counts})

    def merged(self, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Sums of all counts."""
        total: dict[str, Any] = {"rows": 0, "counts": {}}
        for summary in summaries:
            total = added(total, summary)
        return total


def added(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Nested counts of both."""
    total = dict(one)
    for key, value in other.items():
        total[key] = added(total.get(key, {}), value) if isinstance(value, dict) else total.get(key, 0) + value
    return total


def counts_in(metadata: dict[str, Any]) -> dict[str, Any]:
    """The whole numbers of a run's metadata, nested as they are."""
    counts: dict[str, Any] = {}
    for key, value in metadata.items():
        if isinstance(value, dict):
            counts[key] = counts_in(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            counts[key] = value
    return counts


def by_endpoint(endpoints: int) -> Written:
    """Make a way to write shards by several endpoints: each works on shards of its own, in a thread of its own."""

    def written(job: Job, missing: Sequence[Shard], shards: Sequence[Shard], folders: Folders) -> Iterator[int]:
        told: SimpleQueue[int | Future[None]] = SimpleQueue()
        stop = Event()

        def work(number: int) -> None:
            for shard in missing:
                if shard.number % endpoints == number and not stop.is_set():
                    write_shard(job, shard, shards, folders)
                    told.put(shard.number)

        with ThreadPoolExecutor(endpoints) as pool:
            for number in range(endpoints):
                pool.submit(work, number).add_done_callback(told.put)
            yield from _until_all_end(told, endpoints, stop)

    return written


def _until_all_end(told: SimpleQueue[int | Future[None]], threads: int, stop: Event) -> Iterator[int]:
    """Numbers as threads tell them; the first error stops the others after the shard that they are at."""
    try:
        while threads:
            item = told.get()
            if isinstance(item, Future):
                item.result()
                threads -= 1
            else:
                yield item
    finally:
        stop.set()

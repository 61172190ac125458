"""Shards on a cluster by Ray Data (extra ``ray``): tasks that are tried again where a worker or a node is lost.

Each task reads its own rows and writes its own files, so that the folders must be reachable under the same paths from
every node, and the driver moves nothing but numbers. A task that is run twice writes the same file twice.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


from radot_fast.errors import ConfigError
from radot_fast.streaming.jobs import Job
from radot_fast.streaming.shard_files import Folders, write_shard
from radot_fast.streaming.sources import Shard


class _Task:
    """Writes the shards whose numbers are in a table; returns the table."""

    def __init__(self, job: Job, shards: Sequence[Shard], folders: Folders) -> None:
        self.job, self.shards, self.folders = job, tuple(shards), dict(folders)

    def __call__(self, table: pa.Table) -> pa.Table:
        for number in table["shard"].to_pylist():
            write_shard(self.job, self.shards[number], self.shards, self.folders)
        return table


def written_by_ray(job: Job, missing: Sequence[Shard], shards: Sequence[Shard], folders: Folders) -> Iterator[int]:
    """Numbers of shards, as tasks of Ray Data write them.

    A Ray that runs already is used; otherwise one is started on this machine, which listens on it alone.

    Raises
    ------
    ConfigError
        Ray is not installed.
    """
    if not missing:
        return
    try:
        ray: Any = importlib.import_module("ray")
        importlib.import_module("ray.data")
    except ImportError:
        raise ConfigError("engine 'ray' needs Ray: pip install 'radot-fast[ray]'") from None
    if not ray.is_initialized():
        ray.init(include_dashboard=False, logging_level=logging.WARNING, _node_ip_address="127.0.0.1")
    ray.data.DataContext.get_current().enable_progress_bars = False
    import pyarrow as pa

    numbers = ray.data.from_arrow([pa.table({"shard": pa.array([s.number], pa.int64())}) for s in missing])
    task = _Task(job, shards, folders)

    def write(table: pa.Table) -> pa.Table:
        return task(table)

    done = numbers.map_batches(write, batch_size=1, batch_format="pyarrow", zero_copy_batch=True)
    for batch in done.iter_batches(batch_size=1, batch_format="pyarrow", prefetch_batches=0):
        yield from batch["shard"].to_pylist()

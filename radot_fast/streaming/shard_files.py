"""Shards on the disk: written beside and renamed, the main table last, so that a file that stands there is whole."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from radot_fast.errors import InputError
from radot_fast.io.whole_files import written_beside
from radot_fast.streaming.jobs import Job
from radot_fast.streaming.sources import Shard

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

NOTES, SUMMARY = b"radot", b"radot_summary"
"""Metadata of a shard: the signature, as in every table of ours, and what it adds to the last line."""

TABLE_ROWS = "table_rows"
"""Key of a kept summary: rows of the file that it stands in."""

Folders = Mapping[str, str]
"""Folder of each table, by name."""


def shard_path(folders: Folders, name: str, number: int) -> Path:
    """File of a table of a shard."""
    return Path(folders[name]) / f"{name}-{number:05d}.parquet"


def arrow_of(table: pl.DataFrame) -> pa.Table:
    """Arrow table with the types that every engine knows: 32-bit offsets in strings and lists."""
    import pyarrow as pa

    arrow = table.to_arrow(compat_level=pl.CompatLevel.oldest())
    return arrow.cast(pa.schema([pa.field(f.name, _common(f.type)) for f in arrow.schema]))


def _common(kind: pa.DataType) -> pa.DataType:
    """Type with 32-bit offsets."""
    import pyarrow as pa

    if pa.types.is_large_string(kind):
        return pa.string()
    if pa.types.is_large_list(kind):
        return pa.list_(_common(kind.value_type))
    return kind


def write_shard(job: Job, shard: Shard, shards: Sequence[Shard], folders: Folders) -> dict[str, Any]:
    """Do a job on a shard and write its tables; return its summary."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    notes = {NOTES: json.dumps(job.notes(), sort_keys=True).encode()}
    rows: list[pa.Table] = []
    summaries: list[dict[str, Any]] = []
    with contextlib.ExitStack() as stack:
        # The last that is entered is renamed first: the main table, entered first, stands when all others do.
        main = stack.enter_context(written_beside(shard_path(folders, job.name, shard.number)))
        others = {name: _Growing(name, folders, shard, notes, stack) for name in folders if name != job.name}
        for tables, summary in job.batches(shard, shards):
            rows.append(arrow_of(tables[job.name]))
            summaries += [] if summary is None else [summary]
            for name, growing in others.items():
                growing.add(tables[name])
        total = job.merged(summaries)
        table = pa.concat_tables(rows)
        kept = {**notes, SUMMARY: json.dumps({**total, TABLE_ROWS: table.num_rows}).encode()}
        pq.write_table(table.replace_schema_metadata(kept), main)
        for growing in others.values():
            growing.close()
    return total


class _Growing:
    """A table of a shard that is written batch by batch."""

    def __init__(
        self, name: str, folders: Folders, shard: Shard, notes: dict[bytes, bytes], stack: contextlib.ExitStack
    ) -> None:
        self._path = stack.enter_context(written_beside(shard_path(folders, name, shard.number)))
        self._stack, self._notes = stack, notes
        self._writer: pq.ParquetWriter | None = None

    def add(self, table: pl.DataFrame) -> None:
        """Append rows."""
        import pyarrow.parquet as pq

        arrow = arrow_of(table).replace_schema_metadata(self._notes)
        if self._writer is None:
            self._writer = self._stack.enter_context(pq.ParquetWriter(self._path, arrow.schema))
        self._writer.write_table(arrow)

    def close(self) -> None:
        """Write the end of the file; it is renamed later."""
        if self._writer is not None:
            self._writer.close()


def summary_of(path: Path, rows: int) -> dict[str, Any]:
    """Summary kept with the main table of a shard.

    Raises
    ------
    InputError
        The file cannot be read, or is of another number of rows of the input.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        meta = pq.read_metadata(path)
        kept: dict[str, Any] = json.loads(meta.metadata[SUMMARY])
    except (pa.ArrowException, OSError, KeyError, TypeError, ValueError):
        raise InputError(f"{path}: not a shard of this run: remove it and start the run again") from None
    if kept["rows"] != rows or meta.num_rows != kept.pop(TABLE_ROWS, None):
        raise InputError(f"{path}: is not of {rows} rows of the input: remove it and start the run again")
    return kept

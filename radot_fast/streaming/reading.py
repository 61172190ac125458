"""Rows of a shard, batch by batch, numbered as rows of the whole input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.io.files import format_of
from radot_fast.io.joining import PAIR_ID, Layout
from radot_fast.io.pairs import checked_pairs
from radot_fast.streaming.cuts import read_piece
from radot_fast.streaming.sources import Piece, Shard

BATCH_ROWS = 4_000
"""Rows that are scored at a time. Of a batch everything is in memory, 20 kB a pair; larger ones are hardly faster."""


class Columns(NamedTuple):
    """Columns that are read of each row.

    Attributes
    ----------
    layout
        Names of the columns of texts and ids.
    keep
        Columns that are carried into the scores; out of text files they are text.
    """

    layout: Layout
    keep: tuple[str, ...] = ()

    @property
    def strings(self) -> tuple[str, ...]:
        """Columns that stay text when a text file is read."""
        return (*self.layout[:2], self.layout.id_name, "system", *self.keep)


def tables(piece: Piece, strings: tuple[str, ...], delimiter: str | None = None) -> Iterator[pl.DataFrame]:
    """Rows of a piece, at most ``BATCH_ROWS`` at a time; of a Parquet file only the columns named in ``strings``."""
    if format_of(piece.path) == "parquet":
        yield from parquet_tables(piece, strings, BATCH_ROWS)
        return
    table = read_piece(piece.path, piece.start, piece.stop, strings, delimiter)
    if table.height != piece.rows:
        raise InputError(f"{piece.path}: has other rows than at the start of the run: leave the file alone meanwhile")
    yield from table.iter_slices(BATCH_ROWS)


def parquet_tables(piece: Piece, strings: tuple[str, ...], size: int = BATCH_ROWS) -> Iterator[pl.DataFrame]:
    """Rows of a Parquet file from some row on, ``size`` at a time, without holding a row group."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # Buffered ahead, whole groups of rows are held as they are stored: 15 MB of an archive of unit tables.
        with pq.ParquetFile(piece.path, buffer_size=1 << 20, pre_buffer=False) as file:
            meta, names = file.metadata, file.schema_arrow.names
            ends = np.cumsum([meta.row_group(k).num_rows for k in range(meta.num_row_groups)])
            groups = range(int(np.searchsorted(ends, piece.start, "right")), int(np.searchsorted(ends, piece.stop)) + 1)
            at = int(ends[groups[0] - 1]) if groups[0] else 0
            kept = [name for name in dict.fromkeys(names) if name in strings] or names[:1]
            for batch in file.iter_batches(size, row_groups=list(groups), columns=kept, use_threads=False):
                low, high = max(piece.start - at, 0), min(piece.stop - at, len(batch))
                at += len(batch)
                if low < high:
                    table = pl.from_arrow(pa.Table.from_batches([batch.slice(low, high - low)]))
                    assert isinstance(table, pl.DataFrame)
                    yield table
                if at >= piece.stop:
                    return
    except (pa.ArrowException, OSError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(f"{piece.path}: not a readable parquet file ({reason})") from None


def pair_tables(shard: Shard, columns: Columns, shards: Sequence[Shard]) -> Iterator[pl.DataFrame]:
    """Pair tables of a shard (``io.pairs``), as they would be rows of one table of the whole input.

    Parameters
    ----------
    shard
        The shard.
    columns
        Names of the columns.
    shards
        All shards: a row without an id takes its number unless that is another row's id.
    """
    first, layout = shard.first, columns.layout
    for piece in shard.pieces:
        for raw in tables(piece, columns.strings, layout.delimiter):
            pairs = checked_pairs(raw, piece.path, layout, columns.keep)
            rows = np.arange(first, first + raw.height)
            ids = pl.Series(PAIR_ID, rows).cast(pl.String)
            if layout.id_name in raw.columns:
                ids = _ids(raw[layout.id_name], pairs[PAIR_ID], rows, columns, shards)
            yield pairs.with_columns(pl.Series("row", rows), ids)
            first += raw.height


def _ids(
    given: pl.Series, checked: pl.Series, rows: NDArray[np.int64], columns: Columns, shards: Sequence[Shard]
) -> pl.Series:
    """Ids of a batch; a row without one takes its number, ``row 7`` where 7 is the id of another (``io.columns``)."""
    absent = given.is_null().to_numpy()
    if not absent.any():
        return checked
    taken = _taken(columns, shards)
    ids = checked.to_list()
    for k in np.flatnonzero(absent).tolist():
        name = row = int(rows[k])
        ids[k] = f"row row {row}" if all(t[row] for t in taken) else f"row {row}" if taken[0][row] else str(name)
    return pl.Series(PAIR_ID, ids, dtype=pl.String)


_taken_of: dict[tuple[object, ...], tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}


def _taken(columns: Columns, shards: Sequence[Shard]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether some row's id is ``k``, and whether it is ``row k``, for every row number k; bool, shape (n_rows,)."""
    key = (columns, tuple(shards))
    if key in _taken_of:
        return _taken_of[key]
    n, name = shards[-1].first + shards[-1].rows, columns.layout.id_name
    plain, second = np.zeros(n, bool), np.zeros(n, bool)
    for shard in shards:
        for piece in shard.pieces:
            for table in tables(piece, (name,), columns.layout.delimiter):
                if name not in table.columns:
                    continue
                ids = table[name].cast(pl.String).drop_nulls()
                for taken, prefix in ((plain, ""), (second, "row ")):
                    text = ids.filter(ids.str.contains(f"^{prefix}(0|[1-9][0-9]*)$"))
                    numbers = text.str.strip_prefix(prefix).cast(pl.Int64, strict=False).drop_nulls().to_numpy()
                    taken[numbers[numbers < n]] = True
    _taken_of.clear()
    _taken_of[key] = (plain, second)
    return plain, second

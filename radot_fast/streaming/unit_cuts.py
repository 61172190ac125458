"""Two streams of unit tables side by side: the same reports in the same order, cut between reports.

Unit tables of archives are written in the order of the reports (``radot extract``, ``radot parse``), so that they are
merged like two sorted lists and nothing but the reports of a shard is held. Tables in other orders are refused, for
they would need a sort that holds them whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.io.files import format_of
from radot_fast.streaming.reading import parquet_tables
from radot_fast.streaming.sources import Piece, Shard, Source, files_of, parquet_rows

KEY = "report_id"
ROWS = 1 << 16
"""Ids that are read at a time while shards are cut."""


class Heads(NamedTuple):
    """First rows of consecutive reports. ``ids``: String; ``file``, ``row``: int64, where each report begins."""

    ids: pl.Series
    file: NDArray[np.int64]
    row: NDArray[np.int64]


def unit_shards(references: Sequence[str], candidates: Sequence[str], rows: int) -> list[Shard]:
    """Shards of ``rows`` reports that stand in both sides, in the order of both.

    Raises
    ------
    InputError
        A file is no Parquet unit table, or the two sides differ in their reports or in their order.
    """
    sizes = [[parquet_rows(path) for path in side] for side in (references, candidates)]
    shards: list[Shard] = []
    first = 0
    for reference, candidate in zip(_parts(references, rows), _parts(candidates, rows), strict=True):
        _require_equal(reference.ids, candidate.ids, first)
        if not len(reference.ids):
            break
        shards.append(Shard(len(shards), first, _begin(references, reference), _begin(candidates, candidate)))
        first += len(reference.ids)
    if not shards:
        raise InputError(f"{references[0]}: the unit table has no rows")
    left = _ended([s.pieces for s in shards], references, sizes[0])
    right = _ended([s.candidates for s in shards], candidates, sizes[1])
    return [s._replace(pieces=a, candidates=b) for s, a, b in zip(shards, left, right, strict=True)]


def unit_files(source: Source) -> list[str]:
    """Files of unit tables.

    Raises
    ------
    InputError
        Nothing is there, or a file is no Parquet file.
    """
    files = files_of(source)
    for path in files:
        if format_of(path) != "parquet":
            raise InputError(f"{path}: unit tables are read in parts from Parquet only (radot extract -o FOLDER)")
    return files


def _parts(files: Sequence[str], rows: int) -> Iterator[Heads]:
    """Reports of some files, ``rows`` at a time; an empty part at the end, for the other side may go on."""
    waiting: list[Heads] = []
    held = 0
    for heads in _heads(files):
        waiting.append(heads)
        held += len(heads.ids)
        while held >= rows:
            every = _joined(waiting)
            yield Heads(every.ids[:rows], every.file[:rows], every.row[:rows])
            waiting = [Heads(every.ids[rows:], every.file[rows:], every.row[rows:])]
            held -= rows
    yield _joined(waiting)
    yield _joined([])


def _joined(parts: list[Heads]) -> Heads:
    """One of several."""
    none = np.zeros(0, np.int64)
    ids = pl.concat([pl.Series(KEY, [], dtype=pl.String), *(p.ids for p in parts)])
    return Heads(ids, np.concatenate([none, *(p.file for p in parts)]), np.concatenate([none, *(p.row for p in parts)]))


def _heads(files: Sequence[str]) -> Iterator[Heads]:
    """Where reports begin, batch by batch; rows of one report stand together in one file."""
    last: str | None = None
    for number, path in enumerate(files):
        row = 0
        for table in parquet_tables(Piece(path, 0, n := parquet_rows(path), n), (KEY,), ROWS):
            ids = _ids(table, path)
            new = ids.ne_missing(ids.shift(fill_value=last)).to_numpy()
            if row == 0 and last is not None and not new[0]:
                raise InputError(f"{path}: begins in the middle of a report: keep the rows of a report in one file")
            places = np.flatnonzero(new)
            yield Heads(ids.gather(places), np.full(len(places), number), places + row)
            row, last = row + len(ids), ids[-1]


def _ids(table: pl.DataFrame, path: str) -> pl.Series:
    """Ids of unit rows as text."""
    if KEY not in table.columns:
        raise InputError(f"{path}: column {KEY!r} is missing: a unit table is keyed by it")
    ids = table[KEY].cast(pl.String)
    if ids.null_count():
        raise InputError(f"{path}: a {KEY} is null; every unit belongs to a report")
    return ids


def _require_equal(reference: pl.Series, candidate: pl.Series, first: int) -> None:
    """Raise ``InputError`` for the first report in which the two sides differ."""
    n = min(len(reference), len(candidate))
    differs = (reference[:n] != candidate[:n]).to_numpy()
    if len(reference) == len(candidate) and not differs.any():
        return
    at = int(differs.argmax()) if differs.any() else n
    # By number: an id may be words of a report.
    ended = next((side for side, ids in (("reference", reference), ("candidate", candidate)) if at >= len(ids)), None)
    what = f"the {ended} units end before report {first + at}" if ended else f"report {first + at} differs by its id"
    raise InputError(
        f"{what}: unit tables in parts must hold the same reports in the same order (sort both by report_id, keep null "
        "rows)"
    )


def _begin(files: Sequence[str], heads: Heads) -> tuple[Piece, ...]:
    """Pieces of a shard by the places where they begin, with their reports; where they end is not known yet."""
    number, places, counts = np.unique(heads.file, return_index=True, return_counts=True)
    return tuple(Piece(files[f], int(heads.row[k]), -1, int(n)) for f, k, n in zip(number, places, counts, strict=True))


def _ended(sides: list[tuple[Piece, ...]], files: Sequence[str], sizes: list[int]) -> list[tuple[Piece, ...]]:
    """The same pieces with their ends: where the next one of the same file begins, or the file ends."""
    end = dict(zip(files, sizes, strict=True))
    reports: list[tuple[Piece, ...]] = []
    for pieces in reversed(sides):
        ended = []
        for piece in reversed(pieces):
            ended.append(piece._replace(stop=end[piece.path]))
            end[piece.path] = piece.start
        reports.append(tuple(reversed(ended)))
    return reports[::-1]


def report_tables(pieces: Sequence[Piece], columns: tuple[str, ...], reports: int) -> Iterator[pl.DataFrame]:
    """Unit rows of whole reports, ``reports`` of them at a time; the rows of all pieces are held."""
    rows = pl.concat((t for piece in pieces for t in parquet_tables(piece, columns, ROWS)), how="diagonal_relaxed")
    starts = np.flatnonzero(rows[KEY].ne_missing(rows[KEY].shift()).to_numpy())
    for start, stop in zip(starts[::reports], [*starts[reports::reports], rows.height], strict=True):
        yield rows[start:stop]

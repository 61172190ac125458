"""Units of sentences as rows of one store, and units of reports as numbers of such rows.

A report's units are a gather from the store, made into a table only when somebody asks for one: scores need numbers,
and of a sentence that has been read before every number is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.extraction.lexicon.model import READING
from radot_fast.extraction.sentence import SentenceUnit
from radot_fast.units.schema import UNIT_SCHEMA, column_values

NO_UNIT = 0
"""Row of a store in which all is null: what a report without units has."""

FALLBACK = "fallback"
"""``source`` of a unit that is a whole sentence of a report in which nothing was read."""

MAX_CHUNKS = 32
"""Pieces of the store's frame before they are joined: one call a report would make as many pieces."""

FEW_ROWS = 0.25
"""Share of the frame's rows up to which they are gathered from its pieces: from one piece it is ten times as fast."""

FEW_UNITS = 64
"""Rows up to which list columns are built from Python lists."""

MANY_NEW = 1 << 15
"""Rows that wait for a table as Python lists, which take twice its memory; to make it takes 2 µs a row."""

Numbering = Callable[[Mapping[str, Sequence[Any]]], Mapping[str, NDArray[Any]]]
"""Units by column, as Python values, to columns of numbers."""

_SCHEMA = pl.Schema({k: UNIT_SCHEMA[k] for k in SentenceUnit._fields})
_SOURCE = SentenceUnit._fields.index("source")


class UnitStore:
    """Units of sentences, in rows that never change. Threads that add rows or make tables hold ``READING``."""

    def __init__(self) -> None:
        self.height = 1
        self._fallback = GrowingColumns()
        self._fallback.add({"is": np.zeros(1, bool)})
        self._numbers: dict[str, GrowingColumns] = {}
        self._new: list[list[Any]] = [[() if isinstance(d, pl.List) else None] for d in _SCHEMA.values()]
        self._frame = pl.DataFrame(schema=_SCHEMA)

    def add(self, columns: Sequence[Sequence[Any]]) -> int:
        """Add rows, in the order of the fields of ``SentenceUnit``; return the number of the first."""
        first = self.height
        for column, more in zip(self._new, columns, strict=True):
            column += more
        self._fallback.add({"is": np.array([source == FALLBACK for source in columns[_SOURCE]], bool)})
        self.height += len(columns[0])
        return first

    def are_fallbacks(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of these rows are whole sentences of reports in which nothing was read."""
        return self._fallback.of("is", rows)

    def table(self, rows: NDArray[np.int64]) -> pl.DataFrame:
        """Units at these rows."""
        with READING:
            frame = self._grown()
            pieces = frame.n_chunks()
            if pieces > MAX_CHUNKS or (pieces > 1 and len(rows) > FEW_ROWS * self.height):
                self._frame = frame = frame.rechunk()
            return frame[rows]

    def numbers(self, key: str, make: Numbering, rows: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Numbers of the units at these rows; made once for each row of the store.

        Parameters
        ----------
        key
            Names ``make`` and all that it depends on.
        make
            Units to columns of numbers, row by row: those of a unit depend on no other one.
        rows
            Rows of the store.
        """
        with READING:
            known = self._numbers.setdefault(key, GrowingColumns())
            if known.height < self.height:
                known.add(make(self._columns_from(known.height)))
            if len(self._new[0]) > MANY_NEW:
                self._grown()
            return known.at(rows)

    def _columns_from(self, first: int) -> Mapping[str, Sequence[Any]]:
        """Columns of the rows from ``first`` on, as they were added if no table holds them yet."""
        if first < self._frame.height:
            return column_values(self._grown()[first:], SentenceUnit._fields)
        waiting = first - self._frame.height
        return {name: column[waiting:] for name, column in zip(SentenceUnit._fields, self._new, strict=True)}

    def _grown(self) -> pl.DataFrame:
        """Frame of all rows."""
        if self._new[0]:
            self._frame = self._frame.vstack(_frame_of(dict(zip(SentenceUnit._fields, self._new, strict=True))))
            self._new = [[] for _ in SentenceUnit._fields]
        return self._frame


class GrowingColumns:
    """Columns of numbers that grow; they have room for as many rows again, so that a row is copied twice at most."""

    def __init__(self) -> None:
        self.height = 0
        self._columns: dict[str, NDArray[Any]] = {}

    def add(self, more: Mapping[str, NDArray[Any]]) -> int:
        """Add rows; return the number of the first."""
        first = self.height
        height = first + len(next(iter(more.values())))
        for name, values in more.items():
            column = self._columns.get(name, values[:0])
            if len(column) < height:
                grown = np.empty((2 * height, *values.shape[1:]), values.dtype)
                grown[:first] = column[:first]
                self._columns[name] = column = grown
            column[first:height] = values
        self.height = height
        return first

    def at(self, rows: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Numbers at these rows."""
        return {name: column[rows] for name, column in self._columns.items()}

    def of(self, name: str, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Numbers of one column at these rows."""
        return self._columns[name][rows]


class RowsOfStore(NamedTuple):
    """Units of consecutive reports; arrays of shape (n_units,)."""

    store: UnitStore
    row: NDArray[np.int64]
    """Row of the store."""
    report: NDArray[np.int64]
    """Number of the report, ascending."""
    offset: NDArray[np.int64]
    """First character of the sentence in the report."""

    def taken(self, kept: NDArray[np.bool_]) -> RowsOfStore:
        """Some of the rows."""
        return RowsOfStore(self.store, self.row[kept], self.report[kept], self.offset[kept])


@dataclass(frozen=True)
class ReportUnits:
    """Units of reports that were read by the rules.

    Attributes
    ----------
    parts
        Their rows, by report and then by sentence. A store holds a bounded number of sentences, so that the reports of
        a long call lie in several.
    report_ids
        Ids of the reports, by their numbers.
    """

    parts: tuple[RowsOfStore, ...]
    report_ids: Sequence[str]

    def __len__(self) -> int:
        return sum(len(part.row) for part in self.parts)

    @property
    def report(self) -> NDArray[np.int64]:
        """Number of the report of each unit: int64, shape (n_units,), 0-based."""
        return _concatenated([part.report for part in self.parts])

    @property
    def offset(self) -> NDArray[np.int64]:
        """First character of the sentence of each unit in its report: int64, shape (n_units,), ≥ 0."""
        return _concatenated([part.offset for part in self.parts])

    @property
    def is_fallback(self) -> NDArray[np.bool_]:
        """Whether a unit is a whole sentence of a report in which nothing was read: bool, shape (n_units,)."""
        return _concatenated([part.store.are_fallbacks(part.row) for part in self.parts])

    def without_null_rows(self) -> ReportUnits:
        """Return the units alone: reports without any have no row."""
        return replace(self, parts=tuple(part.taken(part.row != NO_UNIT) for part in self.parts))

    def of_reports(self, kept: NDArray[np.bool_]) -> ReportUnits:
        """Units of some of the reports.

        Parameters
        ----------
        kept
            bool, shape (n_reports,): the reports whose units are wanted.
        """
        return replace(self, parts=tuple(part.taken(kept[part.report]) for part in self.parts))

    @cached_property
    def table(self) -> pl.DataFrame:
        """The units as a table in ``UNIT_SCHEMA``."""
        return pl.concat([self._table_of(part) for part in self.parts])

    def numbers(self, key: str, make: Numbering) -> dict[str, NDArray[Any]]:
        """Numbers of the units (see ``UnitStore.numbers``), in the order of the table; places are in the sentence."""
        parts = [part.store.numbers(key, make, part.row) for part in self.parts]
        if len(parts) == 1:
            return parts[0]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def _table_of(self, part: RowsOfStore) -> pl.DataFrame:
        units = part.store.table(part.row)
        ids = pl.Series("report_id", self.report_ids, dtype=pl.String)
        place = np.arange(len(part.row)) - np.searchsorted(part.report, part.report)
        index = pl.Series("unit_index", place, dtype=pl.Int64)
        stated = part.row != NO_UNIT
        if not stated.all():
            index = index.zip_with(pl.Series(stated), pl.Series([None], dtype=pl.Int64))
        shift = pl.Series(part.offset)
        # Column by column: an expression is made and run in ten times as long.
        moved = [units.get_column(name) + shift for name in ("span_start", "span_end")]
        others = [units.get_column(name) for name in list(UNIT_SCHEMA)[5:]]
        return pl.DataFrame([ids[part.report], index, units.get_column("span_text"), *moved, *others])


def _concatenated(columns: list[NDArray[Any]]) -> NDArray[Any]:
    """Columns of parts as one; most calls have one part."""
    return columns[0] if len(columns) == 1 else np.concatenate(columns)


def stacked(units: Sequence[ReportUnits]) -> ReportUnits:
    """Units of several lists of reports, one after another, numbered on."""
    parts: list[RowsOfStore] = []
    ids: list[str] = []
    for some in units:
        parts += [part._replace(report=part.report + len(ids)) for part in some.parts]
        ids += some.report_ids
    return ReportUnits(tuple(parts), ids)


def _frame_of(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """Frame of sentence units by column.

    Many lists are joined and split again by Polars: building a list column from Python lists takes four times as long.
    For a few, building them takes a tenth of what an expression takes.
    """
    if len(columns["source"]) <= FEW_UNITS:
        return pl.DataFrame(columns, schema=_SCHEMA)
    lists = [k for k, d in _SCHEMA.items() if isinstance(d, pl.List)]
    flat = {k: list(map("\x1f".join, v)) if k in lists else v for k, v in columns.items()}
    frame = pl.DataFrame(flat, schema={k: pl.String() if k in lists else d for k, d in _SCHEMA.items()})
    empty = pl.lit([], dtype=pl.List(pl.String))
    split = [pl.when(pl.col(k) == "").then(empty).otherwise(pl.col(k).str.split("\x1f")).alias(k) for k in lists]
    return frame.with_columns_seq(split)  # one after the other: threads cost more than they spare here

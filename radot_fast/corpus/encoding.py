"""Unit table to arrays of codes (method §1 to §3): the only place where strings become numbers.

Every column is numbered by a kernel in the memory of Polars: equal strings share a number. What costs more, the words
of texts and the normal form of labels, is done for the distinct ones only. No Python loop runs over units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Strings, UnitArrays, starts_of
from radot_fast.corpus.strings import Numbered, lists_of, numbered, strings_of
from radot_fast.corpus.tokens import plain_texts, split
from radot_fast.errors import InputError
from radot_fast.extraction.match.segments import ranges
from radot_fast.kernels.text.sets import union_rows
from radot_fast.units.schema import CLOSED_LISTS, MISSING, MISSING_LABEL, normalized

TEXTS = ("span_text", "canonical_finding", "surface_finding")
LABELS = ("canonical_finding", "polarity", "comparison", "uncertainty", "device")
LABEL_LISTS = ("anatomy", "modifiers")
SEVERITY_SCALE = {"none": 0.0, "normal": 0.0, "mild": 0.33, "moderate": 0.66, "severe": 1.0, "marked": 1.0}
OTHER_SEVERITY = 0.5
WORDS = sorted({*MISSING_LABEL, *SEVERITY_SCALE, *(word for words in CLOSED_LISTS.values() for word in words)})
"""Labels that the method names; tables by label have a row for each, one for all others, and one for null."""

_OTHER = len(WORDS)
_KEPT = {c: np.array([*(word in words for word in WORDS), False, False]) for c, words in CLOSED_LISTS.items()}
_NAMED = np.array([*(word not in MISSING_LABEL for word in WORDS), True, False])
_SEVERITY = np.array(
    [*(0.0 if word in MISSING else SEVERITY_SCALE.get(word, OTHER_SEVERITY) for word in WORDS), OTHER_SEVERITY, 0.0]
)

_Rows = tuple[NDArray[np.int64], NDArray[np.int32]]


class _Lists(NamedTuple):
    """Where the lists of a column lie."""

    begin: NDArray[np.int64]
    """Where each row of the table begins in the column of all labels."""
    end: NDArray[np.int64]
    start: NDArray[np.int64]
    """Numbers ``start[u]:start[u + 1]`` of the column are the labels of unit u."""


_NO_LISTS = _Lists(np.empty(0, np.int64), np.empty(0, np.int64), np.zeros(1, np.int64))


class _Column(NamedTuple):
    """A column of strings, and their numbers at the rows of the units; a column of lists has its labels so."""

    values: pl.Series
    strings: Strings
    distinct: Numbered
    lists: _Lists


def encode_units(units: pl.DataFrame, report_ids: pl.Series | None = None) -> UnitArrays:
    """Encode a unit table with one vocabulary for all its reports.

    Parameters
    ----------
    units
        Table in ``UNIT_SCHEMA``; stack the reference and candidate tables before the call.
    report_ids
        Reports to encode, in this order and without repeats; others are left out, and one that the table does
        not hold is a report without units. Default: the table's, in order of first appearance.

    Returns
    -------
    UnitArrays
        A report without units, or without a token in any of them, has the null unit.

    Raises
    ------
    InputError
        ``report_ids`` holds an id twice or a null.
    """
    position, n_reports = _report_rows(units, report_ids)
    rows, report, unit_index = _sorted_units(position, units["unit_index"])
    columns = {c: _column(units[c], rows) for c in dict.fromkeys((*TEXTS, *LABELS, "severity"))}
    lists = {c: _list_column(units[c], rows) for c in LABEL_LISTS}
    labels = _normal_labels(lists | {c: columns[c] for c in (*LABELS, "severity")})
    token_start, tokens, span_end = _token_sets(columns, labels["canonical_finding"])
    layout = _layout(report, np.diff(token_start) > 0, n_reports)
    codes = np.empty((len(layout.order), len(LABELS)), np.int32)
    for k, c in enumerate(LABELS):
        codes[:, k] = layout.of(_kept(c, labels[c])[columns[c].distinct.codes], -1)
    severity = np.append(_SEVERITY[np.minimum(labels["severity"], _OTHER)], 0.0)
    lengths, span_lengths = np.diff(token_start), span_end - token_start[:-1]
    token_start = starts_of(layout.of(lengths, 0))
    return UnitArrays(
        layout.unit_start,
        layout.unit_count,
        layout.of(unit_index, -1),
        codes,
        layout.of(severity[columns["severity"].distinct.codes], 0.0),
        token_start,
        tokens,
        token_start[:-1] + layout.of(span_lengths, 0),
        *_label_sets(lists["anatomy"], _kept("anatomy", labels["anatomy"]), layout),
        *_label_sets(lists["modifiers"], _kept("modifiers", labels["modifiers"]), layout),
    )


class _Layout(NamedTuple):
    """Units of the reports: rows that have been sorted, and the null units."""

    unit_start: NDArray[np.int64]
    unit_count: NDArray[np.int64]
    order: NDArray[np.int64]
    """The sorted row of each unit; −1 for a null unit."""
    all_rows: bool
    """Whether the units are the sorted rows as they are."""

    def of(self, values: NDArray[Any], missing: float) -> NDArray[Any]:
        """Values in the order of the units, from values of the sorted rows; ``missing`` for a null unit."""
        return values if self.all_rows else np.append(values, values.dtype.type(missing))[self.order]


def _report_rows(units: pl.DataFrame, report_ids: pl.Series | None) -> tuple[NDArray[np.int32], int]:
    """Position of each row's report among those to encode, −1 where it is not, and how many there are."""
    if report_ids is None:
        distinct = numbered(strings_of(units["report_id"]))
        return distinct.codes, len(distinct.first)
    ids, n = report_ids.cast(pl.String), len(report_ids)
    both = pl.concat([ids.rename("id"), units["report_id"].cast(pl.String).rename("id")])
    codes = numbered(strings_of(both)).codes
    if n and (codes[:n] != np.arange(n)).any():
        repeated = ids.filter(ids.is_duplicated())
        fault = "an id twice" if len(repeated) else "a null"
        raise InputError(f"report_ids holds {fault}; give each report once and let the pairs name it again")
    return np.where(codes[n:] < n, codes[n:], -1), n


def _sorted_units(
    position: NDArray[np.int32], unit_index: pl.Series
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Rows of the table that are units of these reports, sorted by report and position; and both of each."""
    is_unit = position >= 0
    if unit_index.null_count():
        is_unit &= unit_index.is_not_null().to_numpy()
    rows = np.flatnonzero(is_unit)
    report, index = position[rows].astype(np.int64), unit_index.cast(pl.Int64).fill_null(-1).to_numpy()[rows]
    step = np.diff(report)
    if ((step < 0) | ((step == 0) & (np.diff(index) < 0))).any():
        order = np.lexsort((index, report))
        return rows[order], report[order], index[order]
    return rows, report, index


def _column(values: pl.Series, rows: NDArray[np.int64]) -> _Column:
    """Column of texts or labels at these rows."""
    if values.null_count() == len(values):
        values, codes = values.clear(), np.full(len(rows), -1, np.int32)
        strings = strings_of(values)
        return _Column(values, strings, numbered(strings)._replace(codes=codes), _NO_LISTS)
    strings = strings_of(values)
    return _Column(values, strings, numbered(strings, rows.astype(np.uint64)), _NO_LISTS)


def _list_column(values: pl.Series, rows: NDArray[np.int64]) -> _Column:
    """Column of label lists at these rows."""
    begin, end, strings = lists_of(values)
    first, last = begin[rows], end[rows]
    start, (_, members) = starts_of(last - first), ranges(first, last)
    return _Column(values, strings, numbered(strings, members.astype(np.uint64)), _Lists(begin, end, start))


def _normal_labels(columns: Mapping[str, _Column]) -> dict[str, NDArray[np.int32]]:
    """Number of the normal form of each distinct value, −1 for a null: those of ``WORDS``, then by first appearance."""
    labels = [pl.Series("label", WORDS), *(_distinct_values(column).rename("label") for column in columns.values())]
    normal = pl.concat(labels).to_frame().select(normalized(pl.col("label"))).to_series()
    codes = numbered(strings_of(normal)).codes
    parts = np.split(codes, np.cumsum([len(values) for values in labels]))
    return dict(zip(columns, parts[1:], strict=False))


def _distinct_values(column: _Column) -> pl.Series:
    """Distinct strings of a column by number."""
    first = column.distinct.first.astype(np.int64)
    if not isinstance(column.values.dtype, pl.List):
        return column.values[first].cast(pl.String)
    begin, end, _ = column.lists
    row = np.searchsorted(begin, first, side="right") - 1
    before = starts_of((end - begin)[row])[:-1]
    return column.values[row].explode()[before + first - begin[row]].cast(pl.String)


def _kept(column: str, labels: NDArray[np.int32]) -> NDArray[np.int32]:
    """Labels of a column, −1 for one that is missing or outside the closed list, and once more at the end."""
    admitted = _KEPT.get(column, _NAMED)[np.minimum(labels, _OTHER)]
    return np.append(np.where(admitted, labels, np.int32(-1)), np.int32(-1))


def _token_sets(
    columns: Mapping[str, _Column], findings: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """Sets of token codes of the units, and where the tokens of the span end; the other texts follow in their order."""
    texts = [columns[c] for c in TEXTS]
    start, codes, vocabulary = split(plain_texts(text.values, text.strings, text.distinct) for text in texts)
    no_text = len(start) - 1
    members = np.empty((len(texts[0].distinct.codes), len(TEXTS)), np.int64)
    n = 0
    for k, (name, text) in enumerate(zip(TEXTS, texts, strict=True)):
        numbers = np.append(np.arange(n, n + len(text.distinct.first)), no_text)
        if name == "canonical_finding":
            numbers[_kept(name, findings) < 0] = no_text
        members[:, k] = numbers[text.distinct.codes]
        n += len(text.distinct.first)
    return union_rows(members, np.append(start, start[-1]), codes, int(vocabulary.counts[0]))


def _layout(report: NDArray[np.int64], has_token: NDArray[np.bool_], n_reports: int) -> _Layout:
    """Units of each report in place of its rows: one null unit where none of them has a token."""
    spoken = np.zeros(n_reports, bool)
    spoken[report[has_token]] = True
    count = np.where(spoken, np.bincount(report, minlength=n_reports), 0)
    per_report = np.maximum(count, 1)
    order = np.full(per_report.sum(), -1)
    order[np.repeat(spoken, per_report)] = np.flatnonzero(spoken[report])
    return _Layout(starts_of(per_report), count, order, bool(spoken.all()))


def _label_sets(column: _Column, labels: NDArray[np.int32], layout: _Layout) -> _Rows:
    """Sets of label codes of the units."""
    start = column.lists.start
    no_labels = len(start) - 1
    members = np.where(layout.order < 0, no_labels, layout.order)[:, None]
    codes = labels[column.distinct.codes]
    set_start, codes, _ = union_rows(members, np.append(start, start[-1]), codes, int(labels.max()) + 1)
    return set_start, codes

"""Texts and ids as they come in: columns of a table, or lists in Python.

What is wrong with them is said in one line that quotes no report: even the name of a column can be one, in a file
without a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np
import polars as pl

from radot_fast.errors import InputError
from radot_fast.runtime.process import check_fork

NOT_TEXT = "not_text"
"""Column of a pair table, where some row has it: half a surrogate pair stands in its texts or ids."""
_HALF_PAIR = re.compile("[\ud800-\udfff]")

TEXT_TYPES = (pl.String, pl.Null, pl.Categorical, pl.Enum)
MOST_NAMES = 20
"""Columns that an error names."""
MISSING_TYPES = ("NAType", "NaTType")
"""Types of what pandas puts in place of a missing text, beside None and NaN."""
OTHER_NAMES = {
    "reference": (
        "ref", "refs", "references", "reference_report", "gt", "ground_truth", "groundtruth", "gold", "target", "label",
        "truth", "radiologist", "original", "findings", "impression", "report", "text",
    ),
    "candidate": (
        "pred", "preds", "prediction", "predictions", "predicted", "generated", "generated_report", "generation", "hyp",
        "hyps", "hypothesis", "candidates", "candidate_report", "output", "completion", "response", "model_output",
    ),
    "pair_id": ("id", "uid", "study_id", "report_id", "image_id", "case_id", "dicom_id", "accession"),
}  # fmt: skip
"""What the columns are called elsewhere, the likeliest first: a guess for the error where one is missing."""


def column_names(names_of_table: Iterable[str]) -> str:
    """Names of the columns to show in an error. Long ones are left out: without a header they are report text."""
    columns = list(names_of_table)
    names = [c for c in columns if re.fullmatch(r"[A-Za-z_]\w{0,39}", c)]
    shown, others = names[:MOST_NAMES], len(columns) - len(names)
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return ", ".join([*shown, *more, *([f"{others} that are no column names"] if others else [])]) or "none"


def missing_column(name: str, column: str, columns_there: Iterable[str], remedy: str) -> InputError:
    """Error for a column that a table lacks; the remedy is another one where the header is split by something else."""
    columns = list(columns_there)
    between = next((m for m in (";", "\t", "|") if len(columns) == 1 and m in columns[0]), None)
    if between is not None:
        remedy = (
            f"its columns seem to be separated by {between!r}: write it with commas, or tabs as .tsv, "
            "or give --delimiter where the command has it"
        )
    elif any(len(c.split()) > 2 or c.endswith(".") for c in columns):
        remedy = "the first line must be a header with the names of the columns"
    elif (guess := likely_column(column, columns)) is not None:
        remedy = f"is it {guess!r}? {remedy}"
    return InputError(f"{name}: column {column!r} is missing (found: {column_names(columns)}); {remedy}")


def likely_column(column: str, columns_there: Iterable[str]) -> str | None:
    """Column that is likely meant by one of the names in ``OTHER_NAMES``; None where there is no guess."""
    columns = {c.lower(): c for c in columns_there}
    return next((columns[name] for name in (column, *OTHER_NAMES.get(column, ())) if name in columns), None)


def text_column(table: pl.DataFrame, column: str, name: str, remedy: str) -> pl.Series:
    """Column of texts as strings; null where a row has no text.

    Raises
    ------
    InputError
        It is missing (``remedy`` says what to do), stands twice, or holds something other than texts.
    """
    if column not in table.columns:
        raise missing_column(name, column, table.columns, remedy)
    if f"{column}_duplicated_0" in table.columns:
        raise InputError(f"{name}: column {column!r} stands twice; leave one, or rename the other")
    dtype = table.schema[column]
    if dtype not in TEXT_TYPES:
        raise InputError(f"{name}: column {column!r} has type {dtype}, not string: reports are texts")
    return table[column].cast(pl.String)


def label_column(table: pl.DataFrame, column: str, name: str) -> pl.Series:
    """Column of ids or names as strings; ``InputError`` for other types."""
    dtype = table.schema[column]
    if dtype.is_nested() or dtype in (pl.Binary, pl.Object):
        raise InputError(f"{name}: column {column!r} has type {dtype}: give strings, whole numbers or dates")
    return table[column].cast(pl.String)


def id_column(table: pl.DataFrame, column: str, name: str) -> pl.Series:
    """Column of ids as strings, row numbers if there is no such column; ``InputError`` for values that are no ids.

    A row without an id in a column that has ids is ``row 7`` where ``7`` is the id of another one.
    """
    row = pl.Series(column, np.arange(table.height)).cast(pl.String)
    if column not in table.columns:
        return row
    ids = label_column(table, column, name)
    if not ids.null_count():
        return ids.rename(column)
    taken = ids.drop_nulls().implode()
    while (collides := row.is_in(taken) & ids.is_null()).any():
        row = pl.select(pl.when(collides).then(pl.format("row {}", row)).otherwise(row)).to_series()
    return pl.select(pl.coalesce(ids, row)).to_series().rename(column)


def without_half_pairs(texts: Iterable[str | None]) -> list[str | None]:
    """Texts in which U+FFFD stands for each half of a surrogate pair, which no file or table can hold; same offsets."""
    return [text if text is None or text.isascii() else _HALF_PAIR.sub("\ufffd", text) for text in texts]


def keyed_reports(table: pl.DataFrame, name: str, id_name: str, text_name: str) -> pl.DataFrame:
    """``report_id, text`` of a table of reports: ids are unique, the row numbers where there is no such column.

    Raises
    ------
    InputError
        There are no rows, the texts are missing or no texts, a report has no id or shares it.
    """
    check_fork()
    texts = text_column(table, text_name, name, "name it with --text-column")
    if not table.height:
        raise InputError(f"{name}: the table has no rows")
    if id_name in table.columns and (lost := table[id_name].null_count()):
        raise InputError(f"{name}: {lost} rows have no {id_name!r}: give every report an id")
    ids = id_column(table, id_name, name)
    if (rows := twice(ids)) is not None:
        raise InputError(f"{name}: rows {rows} have one {id_name}: a unit table is keyed by it, make it unique")
    return pl.DataFrame({"report_id": ids, "text": texts})


def twice(ids: pl.Series) -> str | None:
    """Rows (0-based) of the first id that stands more than once, at most three; None where each stands once.

    An id may be a report where the columns were mixed up, so errors give its rows.
    """
    repeated = ids.is_duplicated()
    if not repeated.any():
        return None
    rows = (ids == ids[int(repeated.arg_max() or 0)]).arg_true()
    return ", ".join(map(str, rows.head(3))) + (" …" if len(rows) > 3 else "")


def listed_texts(values: Any, name: str) -> list[str | None]:
    """Texts of a list, tuple, array, Series or generator; None for a missing one (None, NaN, pandas.NA).

    Raises
    ------
    InputError
        One text alone, a table, a mapping, a set, or an entry that is neither text nor missing.
    """
    texts = _listed(values, name, "text")
    if set(map(type, texts)) <= {str, type(None)}:
        return texts
    texts = [None if _is_missing(v) else v for v in texts]
    wrong = next((i for i, v in enumerate(texts) if v is not None and not isinstance(v, str)), None)
    if wrong is not None:
        kind = type(texts[wrong]).__name__
        raise InputError(f"{name} {wrong} is of type {kind}, not a string: pass texts, or None for a missing report")
    # A subclass of str may compare and hash as it likes, and so stand for another report: its characters are taken.
    return [None if v is None else str.__str__(v) for v in texts]


def listed_ids(values: Any, name: str) -> list[str | None]:
    """Ids of a list, tuple, array, Series or generator as strings; None for a missing one.

    Raises
    ------
    InputError
        One id alone, a table, a mapping, a set, or something that holds no ids.
    """
    ids = _listed(values, name, "id")
    if set(map(type, ids)) == {str}:
        return ids
    return [None if _is_missing(v) else str.__str__(str(v)) for v in ids]


def _listed(values: Any, name: str, what: str) -> list[Any]:
    """Entries of something in one dimension and in order."""
    check_fork()
    if isinstance(values, (str, bytes)):
        raise InputError(f"{name} is one {what} alone: give a list with one entry a report")
    unordered = isinstance(values, (Mapping, Set)) or hasattr(values, "columns")
    if unordered or not hasattr(values, "__iter__") or getattr(values, "ndim", 1) != 1:
        raise InputError(f"{name} is of type {type(values).__name__}: give a list with one {what} a report")
    return list(values)


def _is_missing(value: Any) -> bool:
    """Whether it stands for a missing text: None, NaN, or what pandas has for it."""
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ in MISSING_TYPES

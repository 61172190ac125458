"""The clinical unit table (method §1): schema, validation, files.

One row is one atomic clinical statement of one report. The table is flat, keyed by ``report_id``; a report
without units keeps one row whose ``unit_index`` is null, so that no report is lost.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from radot_fast.errors import UnitTableError
from radot_fast.io.columns import column_names
from radot_fast.io.files import read_signature, read_table, write_table
from radot_fast.io.strict_json import require_format
from radot_fast.runtime.process import check_fork

UNIT_FORMAT = "radot-units/1"
FORMAT_KEY = "unit_format"
"""Format of a unit table, and its key in the signature that is written with one."""

UNIT_SCHEMA = pl.Schema(
    {
        "report_id": pl.String(),
        "unit_index": pl.Int64(),
        "span_text": pl.String(),
        "span_start": pl.Int64(),
        "span_end": pl.Int64(),
        "canonical_finding": pl.String(),
        "surface_finding": pl.String(),
        "polarity": pl.String(),
        "uncertainty": pl.String(),
        "comparison": pl.String(),
        "device": pl.String(),
        "severity": pl.String(),
        "anatomy": pl.List(pl.String),
        "anatomy_surface": pl.List(pl.String),
        "modifiers": pl.List(pl.String),
        "modifiers_surface": pl.List(pl.String),
        "confidence": pl.Float64(),
        "source": pl.String(),
        "unread": pl.String(),
    }
)
"""Columns and dtypes of a unit table, in order.

``unread``: words of the unit's sentence that tell something and were not read, null without any, or if nobody knows.
"""

CLOSED_LISTS: dict[str, tuple[str, ...]] = {
    "polarity": ("present", "absent", "uncertain"),
    "uncertainty": ("definite", "probable", "possible"),
    "comparison": ("none", "new", "stable", "improved", "worsened", "resolved"),
    "source": ("llm", "rules", "fallback"),
}
"""Values that the closed columns admit; anything else becomes null and is counted."""

SIDES = ("left", "right", "bilateral")
"""Labels of anatomy that are sides of the body."""

MISSING = frozenset({"", "null", "n/a", "unknown"})
"""Normalized values that mean *missing* in every column."""

MISSING_LABEL = MISSING | {"none"}
"""The same for finding, device, anatomy and modifier labels, where ``none`` says that there is none."""

PARSE_STATUS = "parse_status"
"""Optional column of a parser's table, kept by every check: ``extraction_failed`` marks a report without an answer."""

MODEL_SCHEMA = pl.Schema(
    {
        "model_finding": pl.String(),
        "model_device": pl.String(),
        "model_polarity": pl.String(),
        "model_uncertainty": pl.String(),
        "model_comparison": pl.String(),
        "model_severity": pl.String(),
        "repairs": pl.List(pl.String),
        "conflict": pl.String(),
    }
)
"""Optional columns of a language model's table, kept by every check: what the model said where the table has no
surface column for it, the rules that changed the row, and what contradicted its polarity (``name`` or ``span``)."""

REQUIRED = ("report_id", "span_text")
LABEL_COLUMNS = ("canonical_finding", "device")
LIST_COLUMNS = tuple(c for c, d in UNIT_SCHEMA.items() if isinstance(d, pl.List))
LABEL_LIST_COLUMNS = ("anatomy", "modifiers")


@dataclass(frozen=True)
class UnitCheck:
    """A unit table in the schema, and what had to be set to null on the way.

    Attributes
    ----------
    table
        The table: ``UNIT_SCHEMA``, then one ``<column>_raw`` for each closed column that lost a value, and
        ``parse_status`` and the columns of ``MODEL_SCHEMA`` where the table has them.
    rejected
        Number of values outside the closed list, by column.
    """

    table: pl.DataFrame
    rejected: dict[str, int] = field(default_factory=dict)


def normalized(column: pl.Expr) -> pl.Expr:
    """Label normalization of method §1: NFKC, strip, lower case."""
    return column.str.normalize("NFKC").str.strip_chars().str.to_lowercase()


def empty_units() -> pl.DataFrame:
    """Unit table without rows."""
    return pl.DataFrame(schema=UNIT_SCHEMA)


def column_values(units: pl.DataFrame, names: Iterable[str]) -> dict[str, list[Any]]:
    """Columns of unit rows as Python values; labels of a list are a tuple, an empty one for a null."""
    values = {name: units[name].to_list() for name in names}
    return {name: [tuple(x or ()) for x in v] if name in LIST_COLUMNS else v for name, v in values.items()}


def check_units(table: pl.DataFrame, *, name: str = "unit table") -> UnitCheck:
    """Bring a table to the unit schema and check it.

    Missing optional columns are added as nulls; integer ids become strings; labels are normalized; label
    lists that arrive as one delimited string are split, stripped and deduplicated; values outside a closed
    list become null, are counted and kept in ``<column>_raw``. Rows keep their order.

    Parameters
    ----------
    table
        Table with at least ``report_id`` and ``span_text``.
    name
        What the errors call the table.

    Raises
    ------
    UnitTableError
        A required column is missing, a column has a type that cannot be read as the schema's, or a row
        breaks it (confidence outside [0, 1], a unit index twice in a report, half an offset pair): the
        message names column, row (0-based), value and remedy.
    """
    check_fork()
    missing = [c for c in REQUIRED if c not in table.columns]
    if missing:
        raise UnitTableError(
            f"{name}: column {missing[0]!r} is missing (found: {column_names(table.columns)}); "
            f"a unit table needs at least {' and '.join(REQUIRED)}"
        )
    raw = [c for c in (*(f"{c}_raw" for c in CLOSED_LISTS), PARSE_STATUS, *MODEL_SCHEMA) if c in table.columns]
    if "repairs" in raw:
        table, raw = _with_model_words(table), [*raw, *(c for c in MODEL_SCHEMA if c not in raw)]
    out = table.select(*(_as_schema(table, c, d, name) for c, d in UNIT_SCHEMA.items()), *raw)
    if "unit_index" not in table.columns:
        out = out.with_columns(unit_index=pl.int_range(pl.len(), dtype=pl.Int64).over("report_id"))
    out, rejected = _close_lists(out, table)
    _check_rows(out, name)
    return UnitCheck(out, rejected)


def _with_model_words(table: pl.DataFrame) -> pl.DataFrame:
    """All columns of ``MODEL_SCHEMA`` in their types; the list of repairs may come as CSV keeps it."""
    if table.schema["repairs"] == pl.String:
        table = table.with_columns(pl.col("repairs").str.split("|").list.filter(pl.element() != ""))
    return table.with_columns(
        (pl.col(c) if c in table.columns else pl.lit(None)).cast(d, strict=False).alias(c)
        for c, d in MODEL_SCHEMA.items()
    )


def _as_schema(table: pl.DataFrame, column: str, dtype: pl.DataType, name: str) -> pl.Expr:
    """One column of the schema from the table's, with labels normalized."""
    if column not in table.columns:
        return pl.lit([] if column in LIST_COLUMNS else None, dtype=dtype).alias(column)
    dtype_there = table.schema[column]
    if column in LIST_COLUMNS:
        return _label_list(table[column], name)
    text = dtype_there in (pl.String, pl.Null, pl.Categorical, pl.Enum)
    if dtype == pl.String and not (text or dtype_there.is_integer()):
        raise UnitTableError(f"{name}: column {column!r} has type {dtype_there}, not string: cast it")
    if dtype.is_numeric() and not (
        dtype_there.is_numeric() or dtype_there == pl.Null or _reads_as(table[column], dtype)
    ):
        raise UnitTableError(f"{name}: column {column!r} has type {dtype_there}, not a number: cast it to {dtype}")
    if dtype.is_integer() and not _holds_integers(table[column]):
        raise UnitTableError(f"{name}: column {column!r} holds numbers that are no 64-bit integers: round them")
    value = pl.col(column).cast(dtype, strict=False)
    if column in (*LABEL_COLUMNS, *CLOSED_LISTS, "severity") and not _are_normalized(table[column]):
        value = normalized(value)
    if column in LABEL_COLUMNS:
        return pl.when(~value.is_in(MISSING_LABEL)).then(value).alias(column)
    if column in CLOSED_LISTS or column == "severity":
        return pl.when(~value.is_in(MISSING)).then(value).alias(column)
    return value.alias(column)


def _are_normalized(labels: pl.Series) -> bool:
    """Whether normalization changes no label: it takes longer than all else here, and written tables need none.

    Its distinct ones are looked at: a handful among tens of thousands.
    """
    if labels.dtype != pl.String:
        return labels.dtype == pl.Null
    distinct = labels.unique()
    return distinct.equals(distinct.to_frame().select(normalized(pl.col(labels.name))).to_series())


def _reads_as(values: pl.Series, dtype: pl.DataType) -> bool:
    """Whether every text of a column is a number of that type (a CSV column of blanks is text)."""
    return values.dtype == pl.String and values.cast(dtype, strict=False).null_count() == values.null_count()


def _holds_integers(values: pl.Series) -> bool:
    """Whether every number of a column is a 64-bit integer (NaN counts as missing, as pandas writes it)."""
    if values.dtype.is_float():
        values = values.fill_nan(None).drop_nulls()
        return bool((values.is_finite() & (values == values.floor())).all()) and _reads_back(values)
    return not values.dtype.is_numeric() or _reads_back(values)


def _reads_back(values: pl.Series) -> bool:
    """Whether a cast to 64-bit integers loses no value."""
    return values.cast(pl.Int64, strict=False).null_count() == values.null_count()


def _label_list(labels: pl.Series, name: str) -> pl.Expr:
    """Label list from a list column or from one string delimited by ``|``, ``;`` or ``,``."""
    column, dtype = labels.name, labels.dtype
    value = pl.col(column)
    if dtype == pl.Null:
        return pl.lit([], dtype=pl.List(pl.String)).alias(column)
    if dtype == pl.String:
        # Words may hold a comma: beside ``|`` it does not separate them. Canonical labels never do.
        words = pl.lit(column not in LABEL_LIST_COLUMNS) & value.str.contains("|", literal=True)
        value = pl.when(words).then(value).otherwise(value.str.replace_all(r"[;,]", "|")).str.split("|")
    elif not (isinstance(dtype, pl.List) and dtype.inner in (pl.String, pl.Null)):
        raise UnitTableError(f"{name}: column {column!r} has type {dtype}, not a list of strings or a delimited string")
    value = value.cast(pl.List(pl.String)).fill_null(pl.lit([], dtype=pl.List(pl.String)))
    element = pl.element()
    if dtype == pl.List(pl.String) and _are_clean(labels, column in LABEL_LIST_COLUMNS):
        kept = value
    elif column in LABEL_LIST_COLUMNS:
        clean = normalized(element)
        kept = value.list.eval(clean.filter(clean.is_not_null() & ~clean.is_in(MISSING_LABEL)))
    else:
        clean = element.str.strip_chars()
        kept = value.list.eval(clean.filter(clean.is_not_null() & (clean != "")))
    return kept.list.unique(maintain_order=True).alias(column)


def _are_clean(labels: pl.Series, canonical: bool) -> bool:
    """Whether the elements of label lists stay as they are: normalized or stripped, none blank, missing or null."""
    elements = labels.explode().drop_nulls()  # and the one that an empty list becomes
    if len(elements) < labels.list.len().sum():
        return False
    distinct = elements.unique()
    if canonical:
        return _are_normalized(distinct) and not distinct.is_in(MISSING_LABEL).any()
    return bool((distinct == distinct.str.strip_chars()).all() and (distinct != "").all())


def _close_lists(table: pl.DataFrame, given: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, int]]:
    """Null the values outside the closed lists; keep them as given in ``<column>_raw`` and count them."""
    rejected = {}
    for column, admitted in CLOSED_LISTS.items():
        outside = pl.col(column).is_not_null() & ~pl.col(column).is_in(admitted)
        n = int(table.select(outside.sum()).item())
        if n:
            rejected[column] = n
            table = table.with_columns(
                pl.when(outside)
                .then(given[column].cast(pl.String))
                .otherwise(_kept_raw(table, column))
                .alias(f"{column}_raw"),
                pl.when(~outside).then(pl.col(column)).alias(column),
            )
    return table, rejected


def _kept_raw(table: pl.DataFrame, column: str) -> pl.Expr:
    """Raw values that an earlier check kept."""
    return pl.col(f"{column}_raw") if f"{column}_raw" in table.columns else pl.lit(None, dtype=pl.String)


def _check_rows(table: pl.DataFrame, name: str) -> None:
    """Raise for the first row that breaks a rule."""
    start, end = pl.col("span_start"), pl.col("span_end")
    unit = pl.col("unit_index").is_not_null()
    rules: tuple[tuple[str, pl.Expr, str], ...] = (
        ("report_id", pl.col("report_id").is_null(), "is null; every unit belongs to a report"),
        (
            "span_text",
            unit & pl.col("span_text").is_null(),
            "is null; a unit keeps the words that support it",
        ),
        (
            "unit_index",
            ~unit & (pl.col("span_text").fill_null("").str.strip_chars() != ""),
            "is null beside a span; number the units of a report from 0, or leave the column out",
        ),
        ("unit_index", (pl.col("unit_index") < 0).fill_null(False), "is negative; positions are 0-based"),
        ("confidence", (~pl.col("confidence").is_between(0, 1)).fill_null(False), "is outside [0, 1]"),
        (
            "span_start",
            (start.is_null() != end.is_null()) | ((start < 0) | (end < start)).fill_null(False),
            "and span_end are not a half-open range of characters; give both or neither",
        ),
        (
            "unit_index",
            pl.struct("report_id", "unit_index").is_duplicated(),
            "stands twice in its report; number the units of a report from 0, one null row if it has none",
        ),
    )
    for column, broken, remedy in rules:
        rows = table.select(pl.arg_where(broken)).to_series()
        if len(rows):
            row = int(rows[0])
            value = "" if column == "span_text" else f" {table[column][row]!r}"
            raise UnitTableError(f"{name}: row {row}, column {column!r}:{value} {remedy} ({len(rows)} rows)")


def read_units(path: str | os.PathLike[str]) -> UnitCheck:
    """Read a unit table from Parquet, CSV, TSV, JSONL or JSON and check it.

    Raises
    ------
    InputError
        The file cannot be read, or is of another format; ``UnitTableError`` where the table breaks the schema.
    """
    texts = tuple(c for c, d in UNIT_SCHEMA.items() if not d.is_numeric())
    note = read_signature(path) if str(path) != "-" and os.path.isfile(path) else None
    if note is not None and FORMAT_KEY in note:  # a table of another making has none
        require_format(note[FORMAT_KEY], UNIT_FORMAT, path, "extract or parse the reports again")
    return check_units(read_table(path, strings=texts), name=str(path))


def write_units(units: pl.DataFrame, path: str | os.PathLike[str], signature: dict[str, Any] | None = None) -> None:
    """Write a unit table in the format that the ending names; lists are joined by ``|`` in CSV and TSV."""
    write_table(units, path, {**(signature or {}), FORMAT_KEY: UNIT_FORMAT})

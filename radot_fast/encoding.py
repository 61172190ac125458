"""Unit table to arrays of codes (method §2): the only place where strings become numbers.

Each distinct text is tokenized once, in Polars; a unit's sets are unions of rows of codes. No Python loop runs
over units.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import UnitArrays
from radot_fast.errors import InputError
from radot_fast.kernels.sets import union_rows
from radot_fast.units import CLOSED_LISTS, MISSING, MISSING_LABEL, normalized

TOKEN = r"[\p{L}\p{N}]+"
UNKNOWN_WORD = "<unk>"
MASK = "xxxx"
TEXTS = ("span_text", "canonical_finding", "surface_finding")
LABELS = ("canonical_finding", "polarity", "comparison", "uncertainty", "device")
LABEL_LISTS = ("anatomy", "modifiers")
SEVERITY_SCALE = {"none": 0.0, "normal": 0.0, "mild": 0.33, "moderate": 0.66, "severe": 1.0, "marked": 1.0}
OTHER_SEVERITY = 0.5

_Rows = tuple[NDArray[np.int64], NDArray[np.int32]]


def tokenize(texts: pl.Series) -> pl.Series:
    """Tokens tau(x) of method §2 of each text, in order, with repeats: a list of strings a text.

    NFKC, lower case, ``<unk>`` dropped, maximal runs of letters or digits, the mask ``xxxx`` dropped.
    """
    text = pl.col("text")
    # NFKC changes no ASCII text, and to skip it there halves the time of tokenizing.
    beyond_ascii = pl.when(text.str.len_bytes() != text.str.len_chars()).then(text)
    folded = pl.coalesce(beyond_ascii.str.normalize("NFKC"), text).str.to_lowercase()
    words = folded.str.replace_all(UNKNOWN_WORD, " ", literal=True).str.extract_all(TOKEN)
    tokens = words.list.eval(pl.element().filter(pl.element() != MASK))
    return texts.alias("text").to_frame().select(tokens).to_series()


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
    reports = _reports(units, report_ids)
    rows = units.with_columns(report=_positions(units["report_id"], reports))
    rows = rows.filter(pl.col("report").is_not_null() & pl.col("unit_index").is_not_null())
    text_ids, (token_start, tokens) = _encode_texts(rows)
    rows = rows.with_columns(pl.Series(f"text_{k}", text_ids[:, k]) for k in range(len(TEXTS)))
    rows = _with_null_units(rows, np.diff(token_start), len(reports))

    text_ids = rows.select(f"text_{k}" for k in range(len(TEXTS))).to_numpy()
    unit_tokens, span_end = _union(text_ids, token_start, tokens)
    per_report = np.bincount(rows["report"].to_numpy(), minlength=len(reports))
    unit_index = _owned(rows["unit_index"].fill_null(-1), np.int64)
    unit_start = _starts(per_report)
    return UnitArrays(
        unit_start,
        np.where(unit_index[unit_start[:-1]] < 0, 0, per_report).astype(np.int64),
        unit_index,
        np.ascontiguousarray(np.column_stack([_encode_labels(rows[c]) for c in LABELS]).astype(np.int32)),
        _encode_severity(rows["severity"]),
        *unit_tokens,
        span_end,
        *_encode_label_lists(rows["anatomy"]),
        *_encode_label_lists(rows["modifiers"]),
    )


def _reports(units: pl.DataFrame, report_ids: pl.Series | None) -> pl.Series:
    """Ids of the reports to encode, checked."""
    if report_ids is None:
        return units["report_id"].unique(maintain_order=True)
    ids = report_ids.cast(pl.String)
    if ids.null_count() or ids.n_unique() != len(ids):
        repeated = ids.filter(ids.is_duplicated())
        found = f"{repeated[0]!r} twice" if len(repeated) else "a null"
        raise InputError(f"report_ids holds {found}; give each report once and let the pairs name it again")
    return ids


def _positions(values: pl.Series, distinct: pl.Series) -> pl.Series:
    """Position of each value among the distinct ones, null where it is not there."""
    return values.cast(pl.String).cast(pl.Enum(distinct), strict=False).to_physical().cast(pl.Int64)


def _distinct(values: pl.Series) -> tuple[pl.Series, NDArray[np.int64]]:
    """Return the distinct values, and each value's position there; a null has the position past the end."""
    distinct = values.drop_nulls().unique(maintain_order=True)
    return distinct, _owned(_positions(values, distinct).fill_null(len(distinct)), np.int64)


def _encode_texts(rows: pl.DataFrame) -> tuple[NDArray[np.int64], _Rows]:
    """Text numbers, shape (n_units, 3), and the token codes of each text; the last text is the missing one."""
    label = pl.col("canonical_finding")
    columns = rows.with_columns(pl.when(~normalized(label).is_in(MISSING_LABEL)).then(label))
    stacked = pl.concat([columns[c].alias("text") for c in TEXTS])
    texts, ids = _distinct(stacked)
    tokens = tokenize(texts)
    lengths = np.append(tokens.list.len().fill_null(0).to_numpy(), 0)
    words = tokens.explode().drop_nulls()
    _, codes = _distinct(words)
    return np.ascontiguousarray(ids.reshape(len(TEXTS), -1).T), (_starts(lengths), codes.astype(np.int32))


def _with_null_units(rows: pl.DataFrame, text_lengths: NDArray[np.int64], n_reports: int) -> pl.DataFrame:
    """Units sorted by report and position, one null unit for each report without a token."""
    no_text = len(text_lengths) - 1
    ids = rows.select(f"text_{k}" for k in range(len(TEXTS))).to_numpy()
    has_token = text_lengths[ids].sum(axis=1) > 0
    report = rows["report"].to_numpy()
    spoken = np.bincount(report, weights=has_token, minlength=n_reports) > 0
    silent = pl.DataFrame({"report": np.flatnonzero(~spoken)}, schema={"report": pl.Int64}).with_columns(
        pl.lit(no_text, pl.Int64).alias(f"text_{k}") for k in range(len(TEXTS))
    )
    kept = rows.filter(pl.Series(spoken[report], dtype=pl.Boolean))
    return pl.concat([kept, silent], how="diagonal").sort("report", "unit_index", maintain_order=True)


def _encode_labels(values: pl.Series) -> NDArray[np.int64]:
    """Codes of a label column: equal labels share one, -1 is missing or outside the closed list."""
    distinct, ids = _distinct(values)
    label = normalized(pl.col(values.name))
    if values.name in CLOSED_LISTS:
        kept = label.is_in(CLOSED_LISTS[values.name])
    else:
        kept = ~label.is_in(MISSING_LABEL)
    labels = distinct.to_frame().select(pl.when(kept).then(label)).to_series()
    known, codes = _distinct(labels)
    codes = np.append(np.where(codes == len(known), -1, codes), -1)
    return codes[ids]


def _encode_label_lists(values: pl.Series) -> _Rows:
    """Sets of label codes of a list column."""
    lengths = values.list.len().fill_null(0).to_numpy()
    flat = values.filter(pl.Series(lengths > 0)).explode()
    codes = _encode_labels(flat).astype(np.int32)
    sets, _ = _union(np.arange(len(values))[:, None], _starts(lengths), codes)
    return sets


def _encode_severity(values: pl.Series) -> NDArray[np.float64]:
    """Severity on the scale of method §3: missing is 0, an unknown word 0.5."""
    distinct, ids = _distinct(values)
    words = distinct.to_frame().select(normalized(pl.col(values.name))).to_series().to_list()
    scale = [0.0 if w in MISSING else SEVERITY_SCALE.get(w, OTHER_SEVERITY) for w in words]
    return np.array([*scale, 0.0])[ids]


def _union(
    members: NDArray[np.int64], start: NDArray[np.int64], codes: NDArray[np.int32]
) -> tuple[_Rows, NDArray[np.int64]]:
    """Sets of codes from rows of codes, and where each set's first row ends in it."""
    n_codes = int(codes.max(initial=-1)) + 1
    set_start, set_codes, first_end = union_rows(np.ascontiguousarray(members), start, codes, n_codes)
    return (set_start, set_codes), first_end


def _starts(lengths: NDArray[Any]) -> NDArray[np.int64]:
    """Offsets of rows of these lengths."""
    start = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=start[1:])
    return start


def _owned(values: pl.Series, dtype: type) -> NDArray[Any]:
    """Return a writable copy: kernels compile anew for read-only arrays, and Polars hands out such views."""
    return np.array(values.to_numpy(), dtype=dtype)

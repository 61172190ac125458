"""Report pairs: what comes in from a file, a stream or two lists.

A pair table has ``row`` (0-based input position), ``pair_id`` (string), ``system`` (if given), ``reference``,
``candidate`` (strings, nullable) and the columns that the caller keeps. Every input row is a row here; one whose text
or id holds half a surrogate pair is marked in a column ``not_text``.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from radot_fast.errors import InputError
from radot_fast.io.columns import (
    NOT_TEXT,
    id_column,
    label_column,
    listed_ids,
    listed_texts,
    missing_column,
    text_column,
    without_half_pairs,
)
from radot_fast.io.files import FORMATS, format_of, read_lines, read_text
from radot_fast.io.joining import PAIR_ID, PLAIN, Layout, joined_tables, side_of

FEW_PAIRS = 1_024
"""Pairs of lists up to which their numbers are kept: to make them takes a twentieth of the time of one pair."""

REPORT_IDS = ("reference_id", "candidate_id")
"""Optional columns of a pair table: reports of unit tables; without them both are the ``pair_id``."""


def pairs_from_lists(
    refs: Sequence[str | None],
    hyps: Sequence[str | None],
    pair_ids: Sequence[object] | None = None,
    systems: Sequence[str] | None = None,
) -> pl.DataFrame:
    """Pair table from texts in Python.

    Raises
    ------
    InputError
        The lists differ in length, or an entry is neither text nor None.
    """
    columns = {"reference": listed_texts(refs, "reference"), "candidate": listed_texts(hyps, "candidate")}
    if pair_ids is not None:
        columns["pair_id"] = listed_ids(pair_ids, "pair_ids")
    if systems is not None:
        columns["system"] = listed_texts(systems, "system")
    sizes = {name: len(values) for name, values in columns.items()}
    if len(set(sizes.values())) > 1:
        counts = ", ".join(f"{n} {name}s" for name, n in sizes.items())
        raise InputError(f"lists of different lengths ({counts}): give one entry a pair in each")
    try:
        made = [pl.Series(name, values, dtype=pl.String) for name, values in columns.items()]
    except UnicodeEncodeError:
        return _with_half_pairs(columns)
    if pair_ids is not None or systems is not None:
        return _normal_form(pl.DataFrame(made), ())
    n = sizes["reference"]
    return (_numbered(n) if n <= FEW_PAIRS else _numbered.__wrapped__(n)).hstack(made)


@functools.lru_cache(maxsize=8)
def _numbered(n: int) -> pl.DataFrame:
    """Rows and ids of n pairs; kept for few, as rewards of one size are asked for again and again."""
    row = pl.int_range(n, eager=True).rename("row")
    return row.to_frame().hstack([row.cast(pl.String).rename(PAIR_ID)])


def _with_half_pairs(columns: dict[str, list[str | None]]) -> pl.DataFrame:
    """Pair table of lists in which some entry cannot be written as text: its row is marked, and fails alone."""
    broken = [False] * len(columns["reference"])
    readable: dict[str, list[str | None]] = {}
    for name, values in columns.items():
        readable[name] = without_half_pairs(values)
        broken = [b or v != r for b, v, r in zip(broken, values, readable[name], strict=True)]
    table = pl.DataFrame(readable, schema=dict.fromkeys(columns, pl.String))
    return _normal_form(table.with_columns(pl.Series(NOT_TEXT, broken)), (NOT_TEXT,))


def read_pairs(
    paths: Sequence[str],
    layout: Layout = PLAIN,
    *,
    keep: Sequence[str] = (),
    texts: bool = True,
) -> pl.DataFrame:
    """Pair table from a file, from stdin (``-``), or from two files or folders: references and candidates.

    Parameters
    ----------
    paths
        One Parquet, CSV, TSV, JSONL or JSON file, ``-`` for stdin (its format is recognized); two of them, one with
        the references and one with the candidates, joined by their ids (``radot_fast.io.joining``); two text files with
        one report a line; or two folders with one report a file, paired by their names.
    layout
        Names of the columns, and what separates them.
    keep
        Further columns to carry along.
    texts
        False where units are stored: a missing text column is null, and the columns of ``REPORT_IDS`` are kept.

    Raises
    ------
    InputError
        A file cannot be read, a column is missing or of the wrong type, two files cannot be matched.
    """
    if len(paths) == 2:
        table = _two_inputs(paths[0], paths[1], layout)
        layout = PLAIN
    elif len(paths) == 1:
        table = layout.read(paths[0])
    else:
        raise InputError(f"{len(paths)} inputs: give one table of pairs, two tables, two text files or two folders")
    name = "stdin" if paths[0] == "-" else str(paths[0])
    if not texts:
        absent = [c for c in (layout.reference, layout.candidate) if c not in table.columns]
        table = table.with_columns(pl.lit(None, dtype=pl.String).alias(c) for c in absent)
        ids = [c for c in REPORT_IDS if c in table.columns]
        table, keep = table.with_columns(pl.col(ids).cast(pl.String)), (*keep, *ids)
    return checked_pairs(table, name, layout, keep)


def _two_inputs(first: str, second: str, layout: Layout) -> pl.DataFrame:
    """Raw table of the references in one file or folder and the candidates in another."""
    if os.path.isdir(first) and os.path.isdir(second):
        return _two_folders(first, second)
    if all(Path(path).suffix.lower() in FORMATS for path in (first, second)):
        sides = [
            side_of(layout.read(path), path, side, layout)
            for path, side in ((first, "reference"), (second, "candidate"))
        ]
        return joined_tables(*sides)
    return _two_text_files(first, second)


def checked_pairs(table: pl.DataFrame, name: str, layout: Layout, keep: Sequence[str]) -> pl.DataFrame:
    """Pair table of a raw table, after a check of its columns.

    Raises
    ------
    InputError
        There are no rows; a column is missing, has the wrong type or the name of one of ours.
    """
    texts = {
        side: text_column(table, layout.column(side), name, f"name it with --{side}-column").rename(side)
        for side in ("reference", "candidate")
    }
    for column in keep:
        if column in ("row", NOT_TEXT):
            raise InputError(f"{name}: column {column!r} cannot be carried along, its name is taken: rename it")
        if column not in table.columns:
            raise missing_column(name, column, table.columns, "an option names it: correct the name")
    if table.height == 0:
        raise InputError(f"{name}: the table has no rows")
    kept = [table[c] for c in dict.fromkeys(keep) if c not in ("reference", "candidate", PAIR_ID, "system")]
    system = [label_column(table, "system", name)] if "system" in table.columns else []
    ids = id_column(table, layout.id_name, name).rename(PAIR_ID)
    return _normal_form(pl.DataFrame([ids, *system, *kept, *texts.values()]), keep)


def _normal_form(table: pl.DataFrame, keep: Sequence[str]) -> pl.DataFrame:
    """Add ``row`` and fill ``pair_id`` with the row number where it is missing."""
    system = ["system"] if "system" in table.columns else []
    made = [pl.Series("row", np.arange(table.height)), id_column(table, PAIR_ID, "pairs")]
    taken = ("row", PAIR_ID, *system, "reference", "candidate")
    kept = [c for c in dict.fromkeys(keep) if c in table.columns and c not in taken]
    return pl.DataFrame([*made, *(table[c] for c in (*system, *kept, "reference", "candidate"))])


def _two_text_files(first: str, second: str) -> pl.DataFrame:
    """Pairs of lines; an empty line is an empty report."""
    for path in (first, second):
        if Path(path).suffix.lower() in FORMATS:
            raise InputError(
                f"{path}: one of two inputs is a {format_of(path)} table: give two tables, or two text files with one "
                "report a line"
            )
    a, b = read_lines(first), read_lines(second)
    if len(a) != len(b):
        raise InputError(f"{first} has {len(a)} lines, {second} has {len(b)}: one report a line, the same number")
    return pl.DataFrame({"reference": a, "candidate": b}, schema={"reference": pl.String, "candidate": pl.String})


def _two_folders(first: str, second: str) -> pl.DataFrame:
    """Pairs of ``.txt`` files of the same name, in the order of the names; one that a folder lacks is no report."""
    files = [{p.stem: p for p in Path(folder).glob("*.txt")} for folder in (first, second)]
    if not files[0].keys() & files[1].keys():
        counts = f"{len(files[0])} and {len(files[1])} files *.txt"
        raise InputError(
            f"{first}, {second}: no name is in both folders ({counts}); give the two reports of a pair one name"
        )
    names = sorted(files[0].keys() | files[1].keys())
    texts = [[read_text(side[name]) if name in side else None for name in names] for side in files]
    return pl.DataFrame(
        {"pair_id": names, "reference": texts[0], "candidate": texts[1]},
        schema=dict.fromkeys(("pair_id", "reference", "candidate"), pl.String),
    )


def duplicate_ids(pairs: pl.DataFrame) -> int:
    """Rows that share their ``pair_id`` (and system) with an earlier row."""
    keys = ["pair_id", *(["system"] if "system" in pairs.columns else [])]
    return pairs.height - pairs.select(keys).n_unique()

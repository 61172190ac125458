"""Annotated report pairs: what every loader returns, and the loader for a table of one's own."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from radot_fast.config import REPORTS, TARGETS
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.columns import label_column, missing_column, twice
from radot_fast.io.joining import Layout
from radot_fast.io.pairs import REPORT_IDS, read_pairs

MOST_ERRORS = 1e6
"""Errors of one pair: a number beyond is a slip, and its square could overflow in a fit."""

AGGREGATES = ("mean", "sum")
"""How the raters of a pair become one count (method §8.1)."""

ERROR_CATEGORIES = {
    1: "false prediction of finding",
    2: "omission of finding",
    3: "incorrect location or position of finding",
    4: "incorrect severity of finding",
    5: "mention of comparison not in the reference",
    6: "omission of comparison",
}
"""ReXVal's categories of errors, which later sets have taken over."""

CATEGORY_SCHEMA = {"pair_id": pl.String, "category": pl.String, "severity": pl.String, "count": pl.Float64}


@dataclass(frozen=True)
class AnnotatedPairs:
    """Report pairs with error counts.

    Attributes
    ----------
    name
        Name of the data set.
    pairs
        ``pair_id`` (unique), ``group`` (study or patient), ``reference``, ``candidate``, and the error counts of the
        set: a subset of ``total``, ``significant``, ``insignificant`` (float64, >= 0).
    categories
        ``pair_id, category, severity, count``: counts by error type, one row each; may have no rows.
    metrics
        ``pair_id`` and published scores of other metrics, as published; may have no columns but the id.
    inputs
        SHA-256 of each file that was read, by file name.
    notes
        What the loader had to decide (blank cells, pairs left out), in plain words.
    ratings
        ``pair_id, group, rater`` and what each rater counted, one row a pair and rater; None where there is only one
        count a pair.
    aggregate
        One of ``AGGREGATES``: how ``ratings`` became the counts of ``pairs``.
    """

    name: str
    pairs: pl.DataFrame
    categories: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=CATEGORY_SCHEMA))
    metrics: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema={"pair_id": pl.String}))
    inputs: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ratings: pl.DataFrame | None = None
    aggregate: str = "mean"

    @property
    def targets(self) -> tuple[str, ...]:
        """Error counts that the set has, in the order of the paper's tables."""
        return tuple(t for t in TARGETS if t in self.pairs.columns)

    @property
    def reports(self) -> pl.DataFrame:
        """``pair_id, reference, candidate`` and, where the set names them, the reports of unit tables."""
        return self.pairs.select("pair_id", "reference", "candidate", *(c for c in REPORT_IDS if c in self.pairs))

    @property
    def has_texts(self) -> bool:
        """Whether some report's text is known: where units are stored there may be none."""
        return self.pairs["reference"].count() > 0 or self.pairs["candidate"].count() > 0

    @property
    def texts(self) -> tuple[list[str], list[str]]:
        """References and candidates; a missing text is empty."""
        references, candidates = (self.pairs[c].fill_null("").to_list() for c in REPORTS)
        return references, candidates


def counts_by(ratings: pl.DataFrame, aggregate: str) -> pl.DataFrame:
    """``pair_id`` and the counts of each pair, in the order of the ratings: mean or sum over its raters.

    Raises
    ------
    ConfigError
        The aggregate is not one of ``AGGREGATES``.
    """
    if aggregate not in AGGREGATES:
        raise ConfigError(f"aggregate {aggregate!r} is not one of {', '.join(AGGREGATES)}")
    counts = [c for c in TARGETS if c in ratings.columns]
    if aggregate == "sum":  # a rater without a count makes the sum unknown; a mean is over those who counted
        wanted = [pl.when(pl.col(c).null_count() == 0).then(pl.col(c).sum()).alias(c) for c in counts]
    else:
        wanted = [pl.col(counts).mean()]
    return ratings.group_by("pair_id", maintain_order=True).agg(wanted)


def count_digests(data: AnnotatedPairs) -> dict[str, str]:
    """SHA-256 over the ids and counts of each target: tells that two sets are the same pairs, and nothing of them."""
    digests = {}
    for target in data.targets:
        rows = sorted(f"{pair}={count:.12g}" for pair, count in data.pairs.select("pair_id", target).iter_rows())
        digests[target] = hashlib.sha256("\n".join(rows).encode("utf-8", "replace")).hexdigest()
    return digests


def sha256(path: str | os.PathLike[str]) -> str:
    """SHA-256 (hex) of a file's bytes."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def data_file(folder: str | os.PathLike[str], *names: str) -> Path:
    """First of the named files that the folder holds; ``InputError`` where it holds none."""
    path = next((Path(folder) / name for name in names if os.path.isfile(Path(folder) / name)), None)
    if path is None:
        raise InputError(f"{folder}: no file {' or '.join(names)}; give the folder that holds the published files")
    return path


def require_columns(table: pl.DataFrame, columns: Sequence[str], path: str | os.PathLike[str]) -> None:
    """Raise ``InputError`` for the first column that a file lacks."""
    missing = [c for c in columns if c not in table.columns]
    if missing:
        raise missing_column(str(path), missing[0], table.columns, "restore the published header")


def require_filled(table: pl.DataFrame, column: str, path: str | os.PathLike[str]) -> None:
    """Raise ``InputError`` where a file has no rows, or a text column a blank cell."""
    if not table.height:
        raise InputError(f"{path}: the file has a header and no rows; restore the published file")
    blank = (table[column].str.strip_chars() == "").fill_null(True)
    if blank.any():
        row = int(blank.arg_max() or 0)
        raise InputError(
            f"{path}: row {row}, column {column!r} is blank ({int(blank.sum())} such rows); restore the published file"
        )


def require_varied(data: AnnotatedPairs) -> None:
    """Raise ``InputError`` where nothing can be ranked: one group only, or a target with one count in every pair."""
    n = data.pairs.height
    if data.pairs["group"].n_unique() < 2:
        raise InputError(f"{data.name}: all {n} pairs are of one group; folds and intervals need at least 2 groups")
    for target in data.targets:
        if data.pairs[target].n_unique() < 2:
            count = f"{data.pairs[target][0]:g}"
            raise InputError(
                f"{data.name}: the count of target {target!r} is {count} in all {n} pairs; nothing can be "
                "ranked by it: leave the target out"
            )


def count_column(table: pl.DataFrame, column: str, path: str | os.PathLike[str]) -> pl.Series:
    """A column of counts as float64; null where the cell is blank.

    Raises
    ------
    InputError
        A cell that is neither blank nor a number in [0, ``MOST_ERRORS``].
    """
    raw = table[column].cast(pl.String).str.strip_chars()
    raw = raw.set(raw == "", None)
    counts = raw.cast(pl.Float64, strict=False)
    wrong = (counts.is_null() & raw.is_not_null()) | ~counts.is_between(0, MOST_ERRORS).fill_null(True)
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise InputError(
            f"{path}: row {row}, column {column!r} is not a count (from 0 to {MOST_ERRORS:g}); correct the cell"
        )
    return counts.alias(column)


def annotated_pairs(
    paths: Sequence[str],
    targets: Mapping[str, str],
    *,
    group: str | None = None,
    reference_column: str = "reference",
    candidate_column: str = "candidate",
    name: str | None = None,
    texts: bool = True,
) -> AnnotatedPairs:
    """Annotated pairs from a table of one's own.

    Parameters
    ----------
    paths
        As for ``read_pairs``: one table with the texts, the counts and the group.
    targets
        Column of the table by target: ``{"total": "n_total"}``.
    group
        Column whose rows belong together (study, patient); None makes each pair its own group.
    reference_column, candidate_column
        Columns of the two texts.
    name
        Name of the set; the file's by default.
    texts
        Whether the two texts are needed. Where units are stored they may be missing, and the table may name the
        reports of the unit tables in ``reference_id`` and ``candidate_id``; without them both are the ``pair_id``.

    Raises
    ------
    InputError
        A column is missing, a count is not a number, a pair id or a target stands twice.
    """
    unknown = [t for t in targets if t not in TARGETS]
    if unknown or not targets:
        raise InputError(f"target {unknown[0] if unknown else ''!r} is not one of {', '.join(TARGETS)}")
    kept = list(dict.fromkeys([*targets.values(), *([group] if group else [])]))
    table = read_pairs(paths, Layout(reference_column, candidate_column), keep=kept, texts=texts)
    counts = [count_column(table, column, paths[0]).alias(target) for target, column in targets.items()]
    for target, values in zip(targets, counts, strict=True):
        if values.null_count():
            row = int(values.is_null().arg_max() or 0)
            raise InputError(
                f"{paths[0]}: row {row}, column {targets[target]!r} is blank; give a count or drop the row"
            )
    groups = table["pair_id"] if group is None else label_column(table, group, paths[0])
    if groups.null_count():
        row = int(groups.is_null().arg_max() or 0)
        raise InputError(f"{paths[0]}: row {row}, column {group!r} is blank; every pair belongs to a group")
    named = [c for c in REPORT_IDS if c in table.columns and not texts]
    pairs = table.select("pair_id", "reference", "candidate", *named).with_columns(groups.alias("group"), *counts)
    checked = unique_pairs(pairs, paths[0])
    inputs = {} if paths[0] == "-" else {Path(p).name: sha256(p) for p in paths}
    return AnnotatedPairs(name or Path(paths[0]).stem, checked, inputs=inputs)


def unique_pairs(pairs: pl.DataFrame, path: str | os.PathLike[str]) -> pl.DataFrame:
    """Pairs in the order of ``AnnotatedPairs.pairs``; ``InputError`` where a pair id stands twice."""
    if (rows := twice(pairs["pair_id"])) is not None:
        shared = int(pairs["pair_id"].is_duplicated().sum())
        raise InputError(f"{path}: rows {rows} have one pair_id ({shared} rows share an id); make the ids unique")
    kept = (c for c in (*REPORT_IDS, *TARGETS) if c in pairs.columns)
    return pairs.select("pair_id", "group", "reference", "candidate", *kept)

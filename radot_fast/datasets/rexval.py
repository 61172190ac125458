"""ReXVal: 200 pairs, 50 studies with four retrieved candidates each, annotated by six radiologists (method §8)."""

from __future__ import annotations

import os
from pathlib import Path

import polars as pl

from radot_fast.config import TARGETS
from radot_fast.datasets.annotated import (
    AGGREGATES,
    ERROR_CATEGORIES,
    AnnotatedPairs,
    count_column,
    counts_by,
    data_file,
    require_columns,
    require_filled,
    sha256,
    unique_pairs,
)
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.files import read_table

SAMPLES = "50_samples_gt_and_candidates.csv"
RATINGS = "6_valid_raters_per_rater_error_categories.csv"
CANDIDATES = ("radgraph", "bertscore", "s_emb", "bleu")
"""Columns of the candidates: each is named after the metric that retrieved it."""

KEYS = ["study_number", "candidate_type"]


def load_rexval(folder: str | os.PathLike[str], *, aggregate: str = "mean") -> AnnotatedPairs:
    """ReXVal from the folder that holds its two published CSV files.

    Parameters
    ----------
    folder
        Folder with ``50_samples_gt_and_candidates.csv`` and ``6_valid_raters_per_rater_error_categories.csv``.
    aggregate
        Each rater's errors are summed over the categories, then ``mean`` (the method's choice) or ``sum`` over raters.

    Raises
    ------
    InputError
        A file or a column is missing, a text is blank, a cell is not a count, a rating stands twice or belongs to no
        candidate, a candidate has no rating or fewer raters than another.
    ConfigError
        ``aggregate`` is not one of ``AGGREGATES``.
    """
    if aggregate not in AGGREGATES:
        raise ConfigError(f"aggregate {aggregate!r} is not one of {', '.join(AGGREGATES)}")
    samples_path, ratings_path = data_file(folder, SAMPLES), data_file(folder, RATINGS)
    pairs, ratings = _pairs(samples_path), _ratings(ratings_path)
    _check_ratings(pairs, ratings, ratings_path)
    per_rater = _per_rater(pairs, ratings)
    counts = counts_by(per_rater, aggregate)
    table = pairs.join(counts, on="pair_id", how="left", maintain_order="left")
    inputs = {path.name: sha256(path) for path in (samples_path, ratings_path)}
    note = f"targets: sum over categories for each rater, {aggregate} over raters"
    checked = unique_pairs(table, samples_path)
    categories = _categories(pairs, ratings, aggregate)
    return AnnotatedPairs(
        "ReXVal", checked, categories, inputs=inputs, notes=(note,), ratings=per_rater, aggregate=aggregate
    )


def _pairs(path: Path) -> pl.DataFrame:
    """Pairs of the samples file, four a row: ``KEYS, pair_id, group, reference, candidate``."""
    texts = ("study_id", "gt_report", *CANDIDATES)
    samples = read_table(path, strings=texts)
    require_columns(samples, texts, path)
    for column in texts:
        require_filled(samples, column, path)
    long = samples.with_row_index("study_number").with_columns(pl.col("study_number").cast(pl.Int64))
    return (
        long.unpivot(CANDIDATES, index=["study_number", "study_id", "gt_report"], variable_name="candidate_type")
        .sort("study_number", maintain_order=True)
        .select(
            *KEYS,
            pair_id=pl.format("{}-{}", *KEYS),
            group=pl.col("study_id"),
            reference=pl.col("gt_report"),
            candidate=pl.col("value"),
        )
    )


def _per_rater(pairs: pl.DataFrame, ratings: pl.DataFrame) -> pl.DataFrame:
    """``pair_id, group, rater`` and each rater's counts: sums over the categories."""
    errors = pl.col("num_errors")
    sums = ratings.group_by(*KEYS, "rater_index", maintain_order=True).agg(
        total=errors.sum(),
        significant=errors.filter("significant").sum(),
        insignificant=errors.filter(~pl.col("significant")).sum(),
    )
    keyed = pairs.select(*KEYS, "pair_id", "group").join(sums, on=KEYS, how="inner", maintain_order="left_right")
    return keyed.select("pair_id", "group", pl.col("rater_index").cast(pl.String).alias("rater"), *TARGETS)


def _categories(pairs: pl.DataFrame, ratings: pl.DataFrame, aggregate: str) -> pl.DataFrame:
    """Counts by category and severity, one row each; as the targets, aggregated over raters."""
    by_rater = ratings.group_by(*KEYS, "error_category", "significant", maintain_order=True)
    by_type = by_rater.agg(count=getattr(pl.col("num_errors"), aggregate)())
    return (
        pairs.select(*KEYS, "pair_id")
        .join(by_type, on=KEYS, maintain_order="left_right")
        .select(
            "pair_id",
            category=pl.col("error_category").replace_strict(ERROR_CATEGORIES, return_dtype=pl.String),
            severity=pl.when("significant").then(pl.lit("significant")).otherwise(pl.lit("insignificant")),
            count=pl.col("count").cast(pl.Float64),
        )
    )


def _ratings(path: Path) -> pl.DataFrame:
    """Ratings: ``study_number, candidate_type, error_category, rater_index, significant, num_errors``."""
    raw = read_table(path, strings=("candidate_type", "clinically_significant"))
    numeric = ("study_number", "error_category", "rater_index", "num_errors")
    require_columns(raw, (*numeric, "candidate_type", "clinically_significant"), path)
    numbers = {c: count_column(raw, c, path) for c in numeric}
    flags = {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}
    flag = raw["clinically_significant"].str.strip_chars().str.to_lowercase()
    table = raw.select(pl.col("candidate_type").str.strip_chars()).with_columns(
        flag.replace_strict(flags, default=None, return_dtype=pl.Boolean).alias("significant"),
        *(numbers[c].cast(pl.Int64) for c in numeric[:3]),
        numbers["num_errors"],
    )
    for column in table.columns:
        published = "clinically_significant" if column == "significant" else column
        if table[column].null_count():
            row = int(table[column].is_null().arg_max() or 0)
            raise InputError(
                f"{path}: row {row}, column {published!r} is blank or unreadable; restore the published cell"
            )
    outside = ~table["error_category"].is_in(list(ERROR_CATEGORIES))
    if outside.any():
        row = int(outside.arg_max() or 0)
        label = table["error_category"][row]
        raise InputError(
            f"{path}: row {row}, column 'error_category': {label} is outside 1–6; restore the published file"
        )
    return table


def _check_ratings(pairs: pl.DataFrame, ratings: pl.DataFrame, path: Path) -> None:
    """Raise where ratings and candidates do not belong together, raters are missing, or a rating stands twice."""
    stray = ratings.join(pairs, on=KEYS, how="anti")
    if stray.height:
        first = stray.row(0, named=True)
        raise InputError(
            f"{path}: study_number {first['study_number']}, candidate_type {first['candidate_type']!r} is not a "
            f"candidate of {SAMPLES} ({pairs.height // len(CANDIDATES)} rows; {', '.join(CANDIDATES)}); "
            "use files of one release"
        )
    repeated = ratings.select(*KEYS, "error_category", "rater_index", "significant").is_duplicated()
    if repeated.any():
        row = int(repeated.arg_max() or 0)
        raise InputError(
            f"{path}: row {row}, column 'error_category': the rating of one rater, category and significance stands "
            f"more than once ({int(repeated.sum())} such rows); restore the published file"
        )
    n_raters = ratings["rater_index"].n_unique()
    raters = ratings.group_by(KEYS).agg(raters=pl.col("rater_index").n_unique())
    rated = pairs.join(raters, on=KEYS, how="left", maintain_order="left").filter(
        pl.col("raters").fill_null(0) < n_raters
    )
    if rated.height:
        raise InputError(
            f"{path}: pair {rated['pair_id'][0]} has {rated['raters'][0] or 0} of {n_raters} raters "
            f"({rated.height} such pairs), column 'rater_index'; restore the published file"
        )

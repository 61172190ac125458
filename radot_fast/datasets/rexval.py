"""ReXVal: 200 pairs, 50 studies with four retrieved candidates each, annotated by six radiologists (method §8)."""

from __future__ import annotations

import os

import polars as pl

from radot_fast.datasets.annotated import (
    AnnotatedPairs,
    count_column,
    data_file,
    require_columns,
    sha256,
    unique_pairs,
)
from radot_fast.errors import ConfigError, InputError
from radot_fast.files import read_table

SAMPLES = "50_samples_gt_and_candidates.csv"
RATINGS = "6_valid_raters_per_rater_error_categories.csv"
CANDIDATES = ("radgraph", "bertscore", "s_emb", "bleu")
"""Columns of the candidates: each is named after the metric that retrieved it."""

ERROR_CATEGORIES = {
    1: "false prediction of finding",
    2: "omission of finding",
    3: "incorrect location or position of finding",
    4: "incorrect severity of finding",
    5: "mention of comparison not in the reference",
    6: "omission of comparison",
}
AGGREGATES = ("mean", "sum")


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
        A file or a column is missing, a cell is not a count, a rating belongs to no candidate, a candidate has no
        rating or fewer raters than another.
    """
    if aggregate not in AGGREGATES:
        raise ConfigError(f"aggregate {aggregate!r} is not one of {', '.join(AGGREGATES)}")
    samples_path, ratings_path = data_file(folder, SAMPLES), data_file(folder, RATINGS)
    samples = read_table(samples_path, strings=("study_id", "gt_report", *CANDIDATES))
    require_columns(samples, ("study_id", "gt_report", *CANDIDATES), samples_path)
    pairs = (
        samples.with_row_index("study_number")
        .with_columns(pl.col("study_number").cast(pl.Int64))
        .unpivot(CANDIDATES, index=["study_number", "study_id", "gt_report"], variable_name="candidate_type")
        .sort("study_number", maintain_order=True)
        .select(
            "study_number",
            "candidate_type",
            pair_id=pl.format("{}-{}", "study_number", "candidate_type"),
            group=pl.col("study_id"),
            reference=pl.col("gt_report"),
            candidate=pl.col("value"),
        )
    )
    ratings = _ratings(ratings_path)
    combine = pl.col("num_errors").mean() if aggregate == "mean" else pl.col("num_errors").sum()
    keys = ["study_number", "candidate_type"]
    _check_ratings(pairs, ratings, ratings_path)
    per_rater = ratings.group_by(*keys, "rater_index", maintain_order=True).agg(
        total=pl.col("num_errors").sum(),
        significant=pl.col("num_errors").filter("significant").sum(),
        insignificant=pl.col("num_errors").filter(~pl.col("significant")).sum(),
    )
    targets = ("total", "significant", "insignificant")
    counts = per_rater.group_by(keys).agg(
        (pl.col(t).mean() if aggregate == "mean" else pl.col(t).sum()) for t in targets
    )
    by_type = ratings.group_by(*keys, "error_category", "significant", maintain_order=True).agg(count=combine)
    categories = (
        pairs.select(*keys, "pair_id")
        .join(by_type, on=keys, maintain_order="left_right")
        .select(
            "pair_id",
            category=pl.col("error_category").replace_strict(ERROR_CATEGORIES, return_dtype=pl.String),
            severity=pl.when("significant").then(pl.lit("significant")).otherwise(pl.lit("insignificant")),
            count=pl.col("count").cast(pl.Float64),
        )
    )
    table = pairs.join(counts, on=keys, how="left", maintain_order="left")
    inputs = {path.name: sha256(path) for path in (samples_path, ratings_path)}
    note = f"targets: sum over categories for each rater, {aggregate} over raters"
    return AnnotatedPairs("ReXVal", unique_pairs(table, samples_path), categories, inputs=inputs, notes=(note,))


def _ratings(path: os.PathLike[str]) -> pl.DataFrame:
    """Ratings: ``study_number, candidate_type, error_category, rater_index, significant, num_errors``."""
    raw = read_table(path, strings=("candidate_type", "clinically_significant"))
    columns = (
        "study_number",
        "candidate_type",
        "error_category",
        "rater_index",
        "clinically_significant",
        "num_errors",
    )
    require_columns(raw, columns, path)
    flag = raw["clinically_significant"].str.strip_chars().str.to_lowercase()
    significant = flag.replace_strict(
        {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False},
        default=None,
        return_dtype=pl.Boolean,
    )
    numbers = {c: count_column(raw, c, path) for c in ("study_number", "error_category", "rater_index", "num_errors")}
    table = raw.select(pl.col("candidate_type").str.strip_chars()).with_columns(
        significant.alias("significant"),
        *(numbers[c].cast(pl.Int64) for c in ("study_number", "error_category", "rater_index")),
        numbers["num_errors"],
    )
    for column in table.columns:
        if table[column].null_count():
            row = int(table[column].is_null().arg_max() or 0)
            published = "clinically_significant" if column == "significant" else column
            raise InputError(
                f"{path}: row {row}, column {published!r} is blank or unreadable; restore the published cell"
            )
    outside = ~table["error_category"].is_in(list(ERROR_CATEGORIES))
    if outside.any():
        row = int(outside.arg_max() or 0)
        found = table["error_category"][row]
        raise InputError(
            f"{path}: row {row}, column 'error_category': {found} is outside 1–6; restore the published file"
        )
    return table


def _check_ratings(pairs: pl.DataFrame, ratings: pl.DataFrame, path: os.PathLike[str]) -> None:
    """Raise where ratings and candidates do not belong together, or raters are missing for some pairs."""
    keys = ["study_number", "candidate_type"]
    stray = ratings.join(pairs, on=keys, how="anti")
    if stray.height:
        first = stray.row(0, named=True)
        raise InputError(
            f"{path}: study_number {first['study_number']}, candidate_type {first['candidate_type']!r} is not a "
            f"candidate of {SAMPLES} ({pairs.height // len(CANDIDATES)} rows; {', '.join(CANDIDATES)}); "
            "use files of one release"
        )
    n_raters = ratings["rater_index"].n_unique()
    rated = pairs.join(
        ratings.group_by(keys).agg(raters=pl.col("rater_index").n_unique()), on=keys, how="left", maintain_order="left"
    ).filter(pl.col("raters").fill_null(0) < n_raters)
    if rated.height:
        raise InputError(
            f"{path}: pair {rated['pair_id'][0]} has {rated['raters'][0] or 0} of {n_raters} raters "
            f"({rated.height} such pairs), column 'rater_index'; restore the published file"
        )

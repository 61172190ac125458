"""RadPref: report pairs with the errors that three radiologists counted; the open stand-in for a source set."""

from __future__ import annotations

import os
from pathlib import Path

import polars as pl

from radot_fast.datasets.annotated import (
    AnnotatedPairs,
    count_column,
    counts_by,
    data_file,
    require_columns,
    sha256,
    unique_pairs,
)
from radot_fast.errors import InputError
from radot_fast.io.files import read_table

PAIRS = ("radpref_pairs.parquet", "radpref_pairs.csv", "radpref_pairs.jsonl")
RATINGS = ("radpref_rater_counts.parquet", "radpref_rater_counts.csv", "radpref_rater_counts.jsonl")
TARGET_COLUMNS = {"total": "n_total", "significant": "n_sig", "insignificant": "n_insig"}
SEVERITIES = {"_sig": "significant", "_insig": "insignificant"}


def load_radpref(folder: str | os.PathLike[str], *, aggregate: str = "mean") -> AnnotatedPairs:
    """RadPref from the folder that holds its pair table and its rater counts; grouped by patient.

    Parameters
    ----------
    folder
        Folder with ``radpref_pairs`` (``pair_id, patient_id, reference, candidate``) and ``radpref_rater_counts``
        (``pair_id, rater, n_total, n_sig, n_insig`` and one column a type ending in ``_sig`` or ``_insig``), each as
        Parquet, CSV or JSONL.
    aggregate
        A target is the ``mean`` or the ``sum`` over raters.

    Raises
    ------
    InputError
        A file or a column is missing, a cell is not a count, a pair has no rating.
    """
    pairs_path, ratings_path = data_file(folder, *PAIRS), data_file(folder, *RATINGS)
    ids = ("pair_id", "patient_id")
    pairs = read_table(pairs_path, strings=(*ids, "reference", "candidate"))
    require_columns(pairs, (*ids, "reference", "candidate"), pairs_path)
    ratings = read_table(ratings_path, strings=("pair_id",))
    require_columns(ratings, ("pair_id", "rater", *TARGET_COLUMNS.values()), ratings_path)
    typed = [c for c in ratings.columns if c.endswith(tuple(SEVERITIES)) and c not in TARGET_COLUMNS.values()]
    counted = [count_column(ratings, c, ratings_path) for c in (*TARGET_COLUMNS.values(), *typed)]
    named = {column: target for target, column in TARGET_COLUMNS.items()}
    rater = pl.col("rater").cast(pl.String)
    per_rater = ratings.select("pair_id", rater).with_columns(counted).rename(named)
    counts = counts_by(per_rater, aggregate)
    by_type = per_rater.group_by("pair_id", maintain_order=True).agg(getattr(pl.col(typed), aggregate)())
    table = pairs.select(*ids, "reference", "candidate").join(counts, on="pair_id", how="left", maintain_order="left")
    _check_counted(table, ratings_path)
    inputs = {path.name: sha256(path) for path in (pairs_path, ratings_path)}
    checked = unique_pairs(table.rename({"patient_id": "group"}), pairs_path)
    note = f"targets: {aggregate} over raters"
    return AnnotatedPairs(
        "RadPref",
        checked,
        _categories(by_type, typed),
        inputs=inputs,
        notes=(note,),
        ratings=per_rater.select("pair_id", "rater", *TARGET_COLUMNS).join(
            checked.select("pair_id", "group"), on="pair_id"
        ),
        aggregate=aggregate,
    )


def _check_counted(table: pl.DataFrame, path: Path) -> None:
    """Raise ``InputError`` for a pair without a count."""
    for target, column in TARGET_COLUMNS.items():
        if table[target].null_count():
            pair = table["pair_id"][int(table[target].is_null().arg_max() or 0)]
            raise InputError(f"{path}: column {column!r}: pair {pair!r} has no count; add its ratings or drop it")


def _categories(by_type: pl.DataFrame, typed: list[str]) -> pl.DataFrame:
    """``pair_id, category, severity, count`` from one column a type and severity."""
    return by_type.unpivot(typed, index="pair_id", variable_name="column", value_name="count").select(
        "pair_id",
        category=pl.col("column").str.replace("_(in)?sig$", "").str.replace_all("_", " "),
        severity=pl.when(pl.col("column").str.ends_with("_insig"))
        .then(pl.lit("insignificant"))
        .otherwise(pl.lit("significant")),
        count=pl.col("count"),
    )

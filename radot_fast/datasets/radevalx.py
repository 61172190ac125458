"""RadEvalX: 100 pairs of IU X-ray references and generated candidates with expert error counts (method §8)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from radot_fast.datasets.annotated import (
    AnnotatedPairs,
    count_column,
    data_file,
    require_columns,
    require_filled,
    sha256,
    unique_pairs,
)
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.columns import twice
from radot_fast.io.files import read_table

COUNTS = {
    "significant": "RadEval_clinically_significant_errors.csv",
    "insignificant": "RadEval-clinically_insignificant_errors.csv",
}
"""The two files, by severity; the published names differ in ``_`` and ``-``."""

METRICS = "metrcis_scores_m2tr.csv"
"""Published so."""

ERROR_CATEGORIES = {
    "1": "false prediction of finding",
    "2": "omission of finding",
    "3": "incorrect location or position of finding",
    "4": "incorrect severity of finding",
    "5": "unsupported mention of comparison",
    "6": "omission of comparison with previous study",
    "7": "unsupported mention of uncertainty",
    "8": "omission of uncertainty present in reference",
}
METRIC_NAMES = {
    "bleu4": "BLEU-4",
    "bleu_2": "BLEU-2",
    "bertscore": "BERTScore",
    "CheXbert": "CheXbert",
    "radgraph_f1": "RadGraph-F1",
    "radcliq": "RadCliQ",
}
BLANKS = ("zero", "missing")


def load_radevalx(folder: str | os.PathLike[str], *, blank: str = "zero") -> AnnotatedPairs:
    """RadEvalX from the folder that holds its published CSV files.

    Parameters
    ----------
    folder
        Folder with the two count files and, optionally, ``metrcis_scores_m2tr.csv``.
    blank
        What a blank cell means, which the publication does not say: ``zero`` (the method's choice) reads it as no
        error of that category, or a score of 0; ``missing`` leaves out every pair that has a blank count, and a pair
        whose score is blank for that metric.

    Raises
    ------
    InputError
        A file or column is missing, a cell is not a count or a number, the files hold different reports, a report has
        no row in the metrics file, or ``missing`` leaves no pair.
    ConfigError
        ``blank`` is not one of ``BLANKS``.
    """
    if blank not in BLANKS:
        raise ConfigError(f"blank {blank!r} is not one of {', '.join(BLANKS)}")
    paths = {severity: data_file(folder, name) for severity, name in COUNTS.items()}
    tables = {severity: _counts(path) for severity, path in paths.items()}
    _check_same_reports(tables, paths["insignificant"])
    tables, note = _blanks_read(tables, blank, paths["significant"])
    sums = {
        severity: table.select("pair_id", pl.sum_horizontal(*ERROR_CATEGORIES).alias(severity))
        for severity, table in tables.items()
    }
    pairs = tables["significant"].select("pair_id", "reference", "candidate", group=pl.col("pair_id"))
    for column in sums.values():
        pairs = pairs.join(column, on="pair_id", how="left", maintain_order="left", validate="1:1")
    pairs = pairs.with_columns(total=pl.col("significant") + pl.col("insignificant"))
    metrics, inputs, told = _metrics(folder, pairs, blank)
    inputs = {path.name: sha256(path) for path in paths.values()} | inputs
    pairs = unique_pairs(pairs, paths["significant"])
    return AnnotatedPairs("RadEvalX", pairs, _categories(tables), metrics, inputs, (note, *told))


def _check_same_reports(tables: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Raise where a report stands in one count file only."""
    first, second = (t["pair_id"] for t in tables.values())
    lost = sorted(set(first.to_list()) ^ set(second.to_list()))
    if lost:
        raise InputError(
            f"{path}: {len(lost)} values of column 'report_id' stand in one count file only; use files of one release"
        )


def _blanks_read(tables: Mapping[str, pl.DataFrame], blank: str, path: Path) -> tuple[dict[str, pl.DataFrame], str]:
    """Tables without blank counts, and how many there were."""
    cells = list(ERROR_CATEGORIES)
    lacking = [t.filter(pl.any_horizontal(pl.col(cells).is_null()))["pair_id"] for t in tables.values()]
    with_blank = pl.concat(lacking).unique()
    n_blank = sum(sum(t.select(cells).null_count().row(0)) for t in tables.values())
    if blank == "missing":
        tables = {s: t.filter(~pl.col("pair_id").is_in(with_blank.implode())) for s, t in tables.items()}
        if not tables["significant"].height:
            raise InputError(
                f"{path}: columns 1–8: every pair has a blank cell; blank='zero' (--blank zero) reads it as 0"
            )
    filled = {s: t.with_columns(pl.col(cells).fill_null(0.0)) for s, t in tables.items()}
    return filled, f"{n_blank} blank cells in {len(with_blank)} pairs, read as {blank}"


def _counts(path: Path) -> pl.DataFrame:
    """One count file: ``pair_id, reference, candidate`` and the eight categories, null where a cell is blank."""
    raw = read_table(path, strings=("report_id", "ground_truth", "M2Tr-Generation"))
    require_columns(raw, ("report_id", "ground_truth", "M2Tr-Generation", *ERROR_CATEGORIES), path)
    for column in ("report_id", "ground_truth"):
        require_filled(raw, column, path)
    counts = [count_column(raw, column, path) for column in ERROR_CATEGORIES]
    table = raw.select(
        pair_id=pl.col("report_id").str.strip_chars(),
        reference=pl.col("ground_truth"),
        candidate=pl.col("M2Tr-Generation"),
    ).with_columns(counts)
    if (rows := twice(table["pair_id"])) is not None:
        raise InputError(f"{path}: rows {rows} have one 'report_id'; restore the published file")
    return table


def _categories(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """Counts by category and severity, one row each."""
    return pl.concat(
        table.unpivot(list(ERROR_CATEGORIES), index="pair_id", variable_name="category", value_name="count").select(
            "pair_id",
            pl.col("category").replace_strict(ERROR_CATEGORIES, return_dtype=pl.String),
            pl.lit(severity).alias("severity"),
            "count",
        )
        for severity, table in tables.items()
    )


def _metrics(
    folder: str | os.PathLike[str], pairs: pl.DataFrame, blank: str
) -> tuple[pl.DataFrame, dict[str, str], tuple[str, ...]]:
    """Published scores of the annotated pairs, the file's hash, and a note on blanks; no columns without the file."""
    try:
        path = data_file(folder, METRICS)
    except InputError:
        return pl.DataFrame({"pair_id": pairs["pair_id"]}), {}, ()
    raw = read_table(path, strings=("report_id", "id"))
    require_columns(raw, ("report_id", *METRIC_NAMES), path)
    ids = raw["report_id"].str.strip_chars().alias("pair_id")
    scores = pl.DataFrame([ids, *(_score_column(raw, c, path).alias(name) for c, name in METRIC_NAMES.items())])
    scores = scores.unique(maintain_order=True)
    if n := int(scores["pair_id"].is_duplicated().sum()):
        raise InputError(f"{path}: {n} rows share a 'report_id' and have other scores; restore the published file")
    wanted = pairs.select("pair_id").join(scores, on="pair_id", how="left", maintain_order="left")
    lost = pairs.filter(~pl.col("pair_id").is_in(scores["pair_id"].implode()))
    if lost.height:
        raise InputError(
            f"{path}: column 'report_id': {lost.height} of {pairs.height} reports have no row; "
            "restore the published file"
        )
    n_blank = sum(wanted.select(METRIC_NAMES.values()).null_count().row(0))
    if blank == "zero":
        wanted = wanted.with_columns(pl.col(list(METRIC_NAMES.values())).fill_null(0.0))
    note = f"{n_blank} blank scores of the pairs, read as {blank}"
    return wanted, {path.name: sha256(path)}, (note,) if n_blank else ()


def _score_column(table: pl.DataFrame, column: str, path: Path) -> pl.Series:
    """A column of scores as float64; null where the cell is blank."""
    text = table[column].cast(pl.String).str.strip_chars()
    text = text.set(text == "", None)
    scores = text.cast(pl.Float64, strict=False)
    wrong = (scores.is_null() & text.is_not_null()) | ~scores.is_finite().fill_null(True)
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise InputError(f"{path}: row {row}, column {column!r} is not a number; restore the published cell")
    return scores

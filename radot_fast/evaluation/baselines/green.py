"""GREEN's result file, as GREEN writes it or with ids (method §7): the scalar score as a risk, and the native count."""

from __future__ import annotations

import os

import numpy as np
import polars as pl

from radot_fast.datasets.annotated import AnnotatedPairs, count_column
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.systems import SystemRisks, same_for_all
from radot_fast.io.columns import missing_column, twice
from radot_fast.io.files import read_table

GREEN_CATEGORIES = ("(a)", "(b)", "(c)", "(d)", "(e)", "(f)")
"""Beginnings of the six columns of clinically significant errors."""

SCORES = ("green_score", "green")
"""Column of the score, by the version of GREEN that wrote it."""

CANDIDATES = ("predictions", "prediction", "candidate")
"""Column of the candidate's text, the same way."""

NATIVE, RISK = "GREEN native count", "GREEN risk"


def green(data: AnnotatedPairs, path: str | os.PathLike[str] | None) -> list[SystemRisks]:
    """Rows of GREEN's output: risk = 1 − score, and the sum of its six significant categories.

    Parameters
    ----------
    data
        The pairs.
    path
        The file that GREEN writes (``reference, predictions, green_analysis, green_score``, one column a category, a
        row a pair, found by its two texts), or a table with ``pair_id`` and ``green_score``; None: rows that say so.

    Returns
    -------
    The native count (``total`` and ``significant``; it does not run without the six columns) and the risk. A pair that
    GREEN gave no score is left out and told.

    Raises
    ------
    InputError
        A column is missing, a pair has no row, or pairs and rows cannot be told apart.
    """
    if path is None:
        return [SystemRisks(n, "LLM", {}, "not run: no GREEN output file was given") for n in (NATIVE, RISK)]
    table = read_table(path, strings=("pair_id", "reference", *CANDIDATES))
    score = next((c for c in SCORES if c in table.columns), None)
    if score is None:
        raise missing_column(str(path), SCORES[0], table.columns, "give the file that GREEN wrote")
    kept = _by_id(data, table, path) if "pair_id" in table.columns else _by_text(data, table, path)
    values = _scores(kept, score, path)
    lost = int(np.isnan(values).sum())
    if lost == kept.height:
        raise InputError(f"{path}: column {score!r}: no pair has a score; give the file that GREEN wrote")
    note = f"GREEN gave no score for {lost} of {kept.height} pairs" if lost else ""
    risk = same_for_all(RISK, "LLM", 1 - values, note)
    columns = [c for c in table.columns if c.lstrip().startswith(GREEN_CATEGORIES)]
    if len(columns) != len(GREEN_CATEGORIES):
        absent = f"not run: {path} has {len(columns)} of the six category columns"
        return [SystemRisks(NATIVE, "LLM", {}, absent), risk]
    counts = np.sum([count_column(kept, c, path).fill_null(0.0).to_numpy() for c in columns], axis=0)
    native = {t: counts.astype(np.float64) for t in ("total", "significant")}
    return [SystemRisks(NATIVE, "LLM", native), risk]


def _by_id(data: AnnotatedPairs, table: pl.DataFrame, path: str | os.PathLike[str]) -> pl.DataFrame:
    """Row of each pair by ``pair_id``."""
    if (rows := twice(table["pair_id"])) is not None:
        raise InputError(f"{path}: rows {rows} have one pair_id; give one row a pair")
    lost = data.pairs.filter(~pl.col("pair_id").is_in(table["pair_id"].implode())).height
    if lost:
        raise InputError(f"{path}: column 'pair_id': {lost} of {data.pairs.height} pairs have no row; add them")
    return data.pairs.select("pair_id").join(table, on="pair_id", how="left", maintain_order="left")


def _by_text(data: AnnotatedPairs, table: pl.DataFrame, path: str | os.PathLike[str]) -> pl.DataFrame:
    """Row of each pair by its two texts, blanks aside; equal pairs share the first of their rows."""
    candidate = next((c for c in CANDIDATES if c in table.columns), None)
    if candidate is None or "reference" not in table.columns:
        raise InputError(
            f"{path}: neither column 'pair_id' nor the texts 'reference' and 'predictions': rows cannot be told apart"
        )
    keys = [_words("reference").alias("r"), _words(candidate).alias("c")]
    rows = table.with_columns(keys).unique(["r", "c"], keep="first", maintain_order=True)
    wanted = data.pairs.select("pair_id", _words("reference").alias("r"), _words("candidate").alias("c"))
    kept = wanted.join(rows.with_columns(found=True), on=["r", "c"], how="left", maintain_order="left")
    lost = kept["found"].null_count()
    if lost:
        raise InputError(
            f"{path}: the texts of {lost} of {kept.height} pairs stand in no row; give GREEN the texts of this data "
            "set, or add a column 'pair_id'"
        )
    return kept


def _words(column: str) -> pl.Expr:
    """A text with single blanks."""
    return pl.col(column).fill_null("").str.replace_all(r"\s+", " ").str.strip_chars()


def _scores(kept: pl.DataFrame, column: str, path: str | os.PathLike[str]) -> np.ndarray:
    """Scores in [0, 1], float64; NaN where GREEN gave none (a blank cell)."""
    text = kept[column].cast(pl.String).str.strip_chars()
    text = text.set(text.is_in(["", "None", "nan"]), None)
    scores = text.cast(pl.Float64, strict=False)
    wrong = (scores.is_null() & text.is_not_null()) | ~scores.is_between(0, 1).fill_null(True)
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise InputError(f"{path}: column {column!r}: the score of pair {row} is no number from 0 to 1; correct it")
    return scores.fill_null(float("nan")).to_numpy()

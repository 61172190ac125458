"""chest2error-bench: 50 chest CT reports with four candidates each, errors counted by a thoracic radiologist.

Published as ``chest2vec/chest2error-bench`` on the Hugging Face hub under CC BY-NC 4.0; its references are of CT-RATE.
It is of **CT**: the embedded lexicon reads chest radiographs, so figures here say how far the method carries, not how
good it is. Nothing of it is in this project: the loader is written against the published layout and tested on made-up
rows (method §8.5).
"""

from __future__ import annotations

import json
import os

import polars as pl

from radot_fast.datasets.annotated import (
    CATEGORY_SCHEMA,
    ERROR_CATEGORIES,
    AnnotatedPairs,
    count_column,
    data_file,
    require_columns,
    require_filled,
    sha256,
    unique_pairs,
)
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.files import read_table

FILES = ("gold_pairs.parquet", "gold_pairs.csv", "gold_pairs.jsonl")
STYLES = ("GT-U", "GT-S")
"""References in free text, and the same by section under headings."""

TEXTS = ("anchor_id", "reference_style", "variant_id", "reference_report", "candidate_report")
COUNTS = {"total": "rad_error_count", "significant": "rad_critical_count", "insignificant": "rad_minor_count"}
ERRORS = "rad_errors"
"""JSON list of ``category`` (1 to 6), ``criticality`` (Critical, Minor) and ``section``."""

SEVERITY = {"critical": "significant", "minor": "insignificant"}
TERMS = "CC BY-NC 4.0; chest CT, which the embedded lexicon is not made for; one radiologist"


def load_chest2error(folder: str | os.PathLike[str], *, style: str = "GT-U") -> AnnotatedPairs:
    """chest2error-bench from the folder that holds ``gold_pairs.parquet``; grouped by reference report.

    Parameters
    ----------
    folder
        Folder with ``gold_pairs``: one row a candidate and style of the reference.
    style
        One of ``STYLES``. The two hold the same reports twice: one of them is taken.

    Returns
    -------
    AnnotatedPairs
        ``significant`` are critical errors, ``insignificant`` minor ones.

    Raises
    ------
    InputError
        A file or column is missing, a text is blank, a cell is not a count, the two parts are not the total, or an
        error list cannot be read.
    """
    if style not in STYLES:
        raise ConfigError(f"style {style!r} is not one of {', '.join(STYLES)}")
    path = data_file(folder, *FILES)
    table = read_table(path, strings=(*TEXTS, ERRORS))
    require_columns(table, (*TEXTS, *COUNTS.values()), path)
    for column in TEXTS:
        require_filled(table, column, path)
    counts = [count_column(table, column, path).alias(target) for target, column in COUNTS.items()]
    table = table.with_columns(counts).with_columns(pair_id=pl.format("{}-{}", "anchor_id", "variant_id"))
    _check_sums(table, path)
    table = table.filter(pl.col("reference_style") == style)
    if not table.height:
        raise InputError(f"{path}: column 'reference_style': no row is {style}; restore the published file")
    named = table.rename({"anchor_id": "group", "reference_report": "reference", "candidate_report": "candidate"})
    pairs = unique_pairs(named, path)
    categories = _categories(table, path) if ERRORS in table.columns else pl.DataFrame(schema=CATEGORY_SCHEMA)
    notes = (f"references of style {style}", TERMS)
    return AnnotatedPairs("chest2error-bench", pairs, categories, inputs={path.name: sha256(path)}, notes=notes)


def _check_sums(table: pl.DataFrame, path: str | os.PathLike[str]) -> None:
    """Raise where a count is blank, or critical and minor errors are not the total."""
    for target, column in COUNTS.items():
        if table[target].null_count():
            row = int(table[target].is_null().arg_max() or 0)
            raise InputError(f"{path}: row {row}, column {column!r} is blank; restore the published cell")
    wrong = table["significant"] + table["insignificant"] != table["total"]
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise InputError(
            f"{path}: row {row}: {COUNTS['significant']} and {COUNTS['insignificant']} do not add up to "
            f"{COUNTS['total']} ({int(wrong.sum())} such rows); restore the published file"
        )


def _categories(table: pl.DataFrame, path: str | os.PathLike[str]) -> pl.DataFrame:
    """Counts by category and severity, one row each where there is an error."""
    counts: dict[tuple[str, str, str], int] = {}
    for row, (pair, listed) in enumerate(table.select("pair_id", ERRORS).iter_rows()):
        try:
            for error in json.loads(listed or "[]"):
                category, severity = ERROR_CATEGORIES[int(error["category"])], SEVERITY[error["criticality"].lower()]
                counts[pair, category, severity] = counts.get((pair, category, severity), 0) + 1
        except (ValueError, TypeError, KeyError, AttributeError):
            raise InputError(
                f"{path}: row {row} of the style, column {ERRORS!r} is no list of errors with a category from 1 to 6 "
                "and a criticality; restore the published cell"
            ) from None
    rows = [(*key, float(n)) for key, n in counts.items()]
    return pl.DataFrame(rows, schema=CATEGORY_SCHEMA, orient="row")

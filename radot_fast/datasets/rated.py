"""Pairs that several raters annotated: one row a pair and rater, as the page of ``radot annotate`` saves them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from radot_fast.datasets.annotated import AnnotatedPairs, count_column, sha256, unique_pairs
from radot_fast.errors import InputError
from radot_fast.io.columns import label_column
from radot_fast.io.joining import Layout
from radot_fast.io.pairs import read_pairs

DISCREPANCIES = "discrepancies"
"""Optional column: a JSON array of objects with ``kind``, ``finding`` and ``significance``."""


def rated_pairs(
    paths: Sequence[str],
    targets: Mapping[str, str],
    *,
    rater: str,
    group: str | None = None,
    layout: Layout | None = None,
) -> AnnotatedPairs:
    """Annotated pairs whose counts are the mean over their raters.

    Parameters
    ----------
    paths
        Tables with one row a pair and rater; several tables are put under one another.
    targets
        Column of the table by target: ``{"total": "n_total"}``.
    rater
        Column that names the rater.
    group
        Column whose rows belong together (study, patient); None makes each pair its own group.
    layout
        Names of the columns of texts and ids.

    Returns
    -------
    Pairs in the order of their first row, with ``ratings``: ``pair_id, group, rater``, the targets and, where every
    table has it, ``discrepancies``.

    Raises
    ------
    InputError
        A column is missing, a count is blank or no number, a rater has a pair twice, or the rows of a pair differ in
        their texts or group.
    """
    rows = pl.concat([_ratings(path, targets, rater, group, layout or Layout()) for path in paths])
    twice = rows.select("pair_id", "rater").is_duplicated()
    if twice.any():
        row = rows.row(int(twice.arg_max() or 0), named=True)
        raise InputError(f"rater {row['rater']!r} has pair {row['pair_id']!r} twice: leave one row a pair and rater")
    for column in ("reference", "candidate", "group"):
        differing = (
            rows.group_by("pair_id", maintain_order=True).agg(pl.col(column).n_unique()).filter(pl.col(column) > 1)
        )
        if differing.height:
            raise InputError(f"pair {differing['pair_id'][0]!r} has more than one {column}: ids of two sets were mixed")
    pairs = rows.group_by("pair_id", maintain_order=True).agg(
        pl.col("group", "reference", "candidate").first(), pl.col(list(targets)).mean()
    )
    inputs = {path: sha256(path) for path in paths if path != "-"}
    named = [c for c in rows.columns if c not in ("reference", "candidate")]
    data = AnnotatedPairs(paths[0], unique_pairs(pairs, paths[0]), inputs=inputs)
    return replace(data, ratings=rows.select(named))


def _ratings(path: str, targets: Mapping[str, str], rater: str, group: str | None, layout: Layout) -> pl.DataFrame:
    """Rows of one table."""
    kept = dict.fromkeys([*targets.values(), rater, *([group] if group else [])])
    table = read_pairs([path], layout, keep=list(kept))
    raw = layout.read(path)
    discrepancies = [raw[DISCREPANCIES].cast(pl.String)] if DISCREPANCIES in raw.columns else []
    counts = [count_column(table, column, path).alias(target) for target, column in targets.items()]
    names = {"rater": label_column(table, rater, path)}
    names["group"] = table["pair_id"] if group is None else label_column(table, group, path)
    for name, values in [*zip(targets.values(), counts, strict=True), *names.items()]:
        if values.null_count():
            row = int(values.is_null().arg_max() or 0)
            raise InputError(f"{path}: row {row}, column {name!r} is blank; fill it or drop the row")
    columns = [values.cast(pl.String).alias(name) for name, values in names.items()]
    return table.select("pair_id", "reference", "candidate").with_columns(*columns, *counts, *discrepancies)


def listed_discrepancies(cell: str | None) -> list[tuple[str, str, str]]:
    """Kind, finding and significance of each discrepancy of a cell, in the spelling that raters are compared by.

    Raises
    ------
    InputError
        The cell is no JSON array of such objects.
    """
    if cell is None or not cell.strip():
        return []
    try:
        entries: Any = json.loads(cell)
        return [tuple(_plain(entry[k]) for k in ("kind", "finding", "significance")) for entry in entries]  # type: ignore[misc]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(
            f"a cell of column {DISCREPANCIES!r} is no JSON array of objects with kind, finding and significance; "
            "leave the column as the page of radot annotate wrote it"
        ) from None


def _plain(text: str) -> str:
    """Lower case, one space between words."""
    return " ".join(text.lower().replace("_", " ").split())

"""Self-check on RadEvalX: the published correlations of its metrics again, under each reading of a blank cell.

No unit, transport or readout is in it: what differs from the printed figures here differs by the data or their reading.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.datasets.radevalx import load_radevalx
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.systems import published
from radot_fast.evaluation.protocol import paper_values as paper
from radot_fast.evaluation.tables import ReportTable
from radot_fast.statistics.correlation import kendall, pearson, spearman

Float = NDArray[np.float64]
HALF_DIGIT = 0.0005 + 1e-9
"""Two figures are the same if they round to the same third digit."""

RULES = ("zero", "missing")
"""Readings of a blank cell, as ``load_radevalx`` has them."""

STATISTICS: Mapping[str, Callable[[Float, Float], float]] = MappingProxyType(
    {"spearman": spearman, "kendall": kendall, "pearson": pearson}
)
"""Statistics that a publication may have used; the paper's is Spearman."""


def self_check(folder: str | os.PathLike[str]) -> ReportTable:
    """Correlation of each published metric with each target, by blank rule and statistic, beside the paper's figure.

    Parameters
    ----------
    folder
        Folder of RadEvalX with its metrics file.

    Returns
    -------
    ReportTable
        ``metric, target, paper``, one column ``<rule>_<statistic>`` each, and ``reproduced_by``: the columns that
        round to the paper's third digit. Its note counts them by column.

    Raises
    ------
    InputError
        The metrics file is missing, or a file of the set cannot be read.
    """
    sets = _by_rule(folder)
    rows = []
    for name in paper.OFFICIAL:
        for target, printed in zip(paper.TARGETS, paper.MAIN[name], strict=True):
            assert isinstance(printed, float)
            correlations = {
                f"{rule}_{statistic}": _correlation(data, name, target, f)
                for rule, data in sets.items()
                for statistic, f in STATISTICS.items()
            }
            same = [column for column, value in correlations.items() if abs(value - printed) <= HALF_DIGIT]
            rows.append(
                {
                    "metric": name,
                    "target": target,
                    "paper": printed,
                    **correlations,
                    "reproduced_by": ", ".join(same) or None,
                }
            )
    names = [f"{rule}_{statistic}" for rule in sets for statistic in STATISTICS]
    schema = {"metric": pl.String, "target": pl.String, **dict.fromkeys(["paper", *names], pl.Float64)}
    table = pl.DataFrame(rows, schema={**schema, "reproduced_by": pl.String}).with_columns(
        pl.col(pl.Float64).fill_nan(None)
    )
    title = "RadEvalX: correlations of the published metrics again, by reading of a blank cell (paper: Spearman)"
    return ReportTable("self_check", title, table, note=_note(table, names, sets))


def _by_rule(folder: str | os.PathLike[str]) -> dict[str, AnnotatedPairs]:
    """The set under each rule that leaves pairs."""
    sets = {"zero": load_radevalx(folder, blank="zero")}
    if sets["zero"].metrics.width < 2:
        raise InputError(f"{folder}: no metrics file; the self-check recomputes the correlations of its scores")
    try:
        sets["missing"] = load_radevalx(folder, blank="missing")
    except InputError:  # every pair has a blank cell: the rule leaves nothing, and the note says so
        return sets
    return sets


def _correlation(data: AnnotatedPairs, metric: str, target: str, statistic: Callable[[Float, Float], float]) -> float:
    """Correlation of a metric's risk with a target over the pairs that have a score; NaN where undefined."""
    risk = next(s.risks[target] for s in published(data) if s.system == metric)
    scored = np.isfinite(risk)
    if scored.sum() < 3:
        return float("nan")
    return statistic(risk[scored], data.pairs[target].to_numpy()[scored])


def _note(table: pl.DataFrame, names: list[str], sets: Mapping[str, AnnotatedPairs]) -> str:
    """Note under the table: number of the paper's values that each column gives, and pairs that each rule leaves."""
    told = table["reproduced_by"].fill_null("").str.split(", ")
    counts = {name: int(told.list.contains(name).sum()) for name in names}
    best = max(counts.values())
    winners = [name for name, n in counts.items() if n == best]
    which = f"most by {' and '.join(winners)} ({best} of {table.height})" if best else "none by any column"
    pairs = ", ".join(f"{rule} {data.pairs.height} pairs" for rule, data in sets.items())
    absent = "" if len(sets) == len(RULES) else "; under missing no pair is left: every one has a blank cell"
    by_target = "; ".join(
        f"{target}: "
        + (
            ", ".join(
                f"{name} {n}"
                for name in names
                if (n := int(told.filter(table["target"] == target).list.contains(name).sum()))
            )
            or "none"
        )
        for target in paper.TARGETS
    )
    return (
        f"The paper's figures to the third digit: {which}. By target: {by_target}. Pairs: {pairs}{absent}. "
        "Similarities are read as 1 - score, RadCliQ as a risk. The data set's own table is not kept in this project: "
        "compare it with the columns."
    )

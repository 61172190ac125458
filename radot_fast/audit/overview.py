"""What the head of a page says about a whole batch: means, distributions, statuses, kinds of discrepancies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from radot_fast.config import TARGETS
from radot_fast.result.denominators import Denominators
from radot_fast.statistics.mean_interval import Interval, mean_interval

if TYPE_CHECKING:
    from radot_fast.result.result import Result

BINS = 32


class Distribution(NamedTuple):
    """One risk over the scored pairs.

    Attributes
    ----------
    target
        Which risk.
    mean
        Mean with its 95% interval.
    expected
        Mean expected error count, or None without a calibration.
    low, high
        Least and greatest risk.
    counts
        Pairs in each of ``BINS`` equal bins from ``low`` to ``high``.
    """

    target: str
    mean: Interval
    expected: float | None
    low: float
    high: float
    counts: list[int]


class Overview(NamedTuple):
    """A batch at a glance.

    Attributes
    ----------
    n_pairs
        Rows of the input.
    statuses
        Rows by status, the most frequent first.
    distributions
        One a risk that some pair has.
    categories
        (category, discrepancies, pairs that have one), the most frequent first.
    denominators
        Recall, precision, denials addressed and shares unread: what the means are read with.
    """

    n_pairs: int
    statuses: list[tuple[str, int]]
    distributions: list[Distribution]
    categories: list[tuple[str, int, int]]
    denominators: Denominators


def overview_of(result: Result) -> Overview:
    """Gather the overview of a result."""
    scores = result.scores
    statuses = scores.group_by("status", maintain_order=True).len().sort("len", descending=True, maintain_order=True)
    categories = (
        result.discrepancies.group_by("category", maintain_order=True)
        .agg(pl.len(), pl.col("row").n_unique().alias("pairs"))
        .sort("len", descending=True, maintain_order=True)
    )
    distributions = [_distribution(scores, target) for target in TARGETS]
    return Overview(
        scores.height,
        list(statuses.iter_rows()),
        [d for d in distributions if d is not None],
        list(categories.iter_rows()),
        result.denominators,
    )


def _distribution(scores: pl.DataFrame, target: str) -> Distribution | None:
    """One risk; None where no pair has it."""
    values = scores[f"risk_{target}"].drop_nulls().to_numpy()
    if not len(values):
        return None
    expected = scores[f"expected_{target}"].mean() if f"expected_{target}" in scores.columns else None
    low, high = float(values.min()), float(values.max())
    counts, _ = np.histogram(values, bins=BINS, range=(low, high if high > low else low + 1.0))
    return Distribution(target, mean_interval(values), expected, low, high, counts.tolist())  # type: ignore[arg-type]

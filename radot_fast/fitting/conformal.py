"""Intervals of expected counts: conformal, by group (method §10.9).

How far a count lies from its expectation is taken out of fold, in units of √(expectation + offset), since larger counts
scatter more. The interval is the expectation ± a quantile of these distances. Pairs of one patient or study are alike,
so each group has the same weight however many pairs it has, and one group more is counted at infinity: over new groups
the interval covers its share of the counts on average.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

COVERAGE = 0.9
OFFSET = 0.25
"""Added to the expectation: a pair in which nothing was found still has a spread."""

Float = NDArray[np.float64]


def interval_width(expected: Float, counts: Float, groups: NDArray[np.generic]) -> float:
    """Quantile q of the scaled distances: the interval is expected ± q · √(expected + ``OFFSET``).

    Parameters
    ----------
    expected
        float64, shape (n,), ≥ 0: expected counts out of fold.
    counts
        float64, shape (n,), ≥ 0.
    groups
        Shape (n,): patient or study of each pair.
    """
    distance = np.abs(counts - expected) / np.sqrt(expected + OFFSET)
    _, group, size = np.unique(groups, return_inverse=True, return_counts=True)
    weight = 1.0 / size[group] / (len(size) + 1)
    order = np.argsort(distance, kind="stable")
    at = int(np.searchsorted(np.cumsum(weight[order]), COVERAGE - 1e-12))
    return float(distance[order][min(at, len(distance) - 1)])


def interval_of(expected: Float, width: float, offset: float) -> tuple[Float, Float]:
    """Ends of the intervals, ≥ 0; shape as ``expected``."""
    spread = width * np.sqrt(expected + offset)
    return np.maximum(expected - spread, 0.0), expected + spread


def coverage_out_of_fold(
    expected: Float, counts: Float, groups: NDArray[np.generic], folds: NDArray[np.int64]
) -> tuple[float, float]:
    """Share of the counts that lie in the interval made without their fold, and the mean width of the intervals."""
    low, high = np.zeros(len(counts)), np.zeros(len(counts))
    for k in np.unique(folds):
        here = folds == k
        width = interval_width(expected[~here], counts[~here], groups[~here])
        low[here], high[here] = interval_of(expected[here], width, OFFSET)
    inside = (low - 1e-9 <= counts) & (counts <= high + 1e-9)
    return float(inside.mean()), float((high - low).mean())

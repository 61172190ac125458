"""Intervals of expected counts: conformal, by group (method §10.9).

How far a count lies from its expectation is taken out of fold, in units of √(expectation + offset), since larger counts
scatter more. The interval is the expectation ± a quantile of these distances. Pairs of one patient or study are alike,
so each group has the same weight however many pairs it has, and one group more is counted at infinity: over new groups
the interval covers its share of the counts on average.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.fitting.cross_validation import Rows, out_of_fold
from radot_fast.readout.model import interval_of

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


def coverage_out_of_fold(
    expected: Float, counts: Float, groups: NDArray[np.generic], folds: NDArray[np.int64]
) -> tuple[float, float]:
    """Share of the counts that lie in the interval made without their fold, and the mean width of the intervals."""

    def predict(fit: Rows, held: Rows) -> Float:
        width = interval_width(expected[fit], counts[fit], groups[fit])
        return np.stack(interval_of(expected[held], width, OFFSET), axis=1)

    low, high = out_of_fold(folds, predict).T
    inside = (low - 1e-9 <= counts) & (counts <= high + 1e-9)
    return float(inside.mean()), float((high - low).mean())

"""Calibration of risks to expected error counts: a monotone map fitted out of fold, and its error (method §10).

What is calibrated is the excess of a risk over that of a report against itself, so that the folds of a
cross-validation, whose intercepts differ, share one scale. A report against itself has no errors by definition:
the map starts there at 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.fitting.cross_validation import out_of_fold
from radot_fast.runtime.extras import require

Float = NDArray[np.float64]


class Knots(NamedTuple):
    """A monotone map, linear between its knots and constant beyond them."""

    risk: list[float]
    """Excess over the least risk, ascending, from 0."""
    expected: list[float]
    """Expected count, ascending, from 0."""


def fit_knots(excess: Float, counts: Float) -> Knots:
    """Isotonic map from excess risks to expected counts: the centres of the pooled blocks, from (0, 0).

    Parameters
    ----------
    excess
        float64, shape (n,), ≥ 0.
    counts
        float64, shape (n,), ≥ 0.
    """
    require("scipy", "fit", "calibrating a readout")
    from scipy.optimize import isotonic_regression

    if len(excess) < 2:
        raise InputError(f"{len(excess)} pairs: a calibration needs at least 2")
    order = np.argsort(excess, kind="stable")
    x, y = excess[order], counts[order]
    values, first, number = np.unique(x, return_index=True, return_counts=True)
    means = np.add.reduceat(y, first) / number
    fitted = isotonic_regression(means, weights=number.astype(np.float64)).x
    risk, count = [0.0], [0.0]
    for level in np.unique(fitted):
        block = fitted == level
        centre = float(np.average(values[block], weights=number[block]))
        if centre > risk[-1] and level > count[-1]:
            risk.append(float(f"{centre:.6g}"))
            count.append(float(f"{level:.6g}"))
    return Knots(risk, count)


def expected_counts(knots: Knots, excess: Float) -> Float:
    """Expected counts of excess risks: float64, shape as ``excess``, ≥ 0."""
    return np.interp(excess, knots.risk, knots.expected)


def calibrated_out_of_fold(excess: Float, counts: Float, folds: NDArray[np.int64]) -> Float:
    """Expected count of every pair by the map fitted without its fold: what a calibration error is taken on."""
    return out_of_fold(folds, lambda fit, held: expected_counts(fit_knots(excess[fit], counts[fit]), excess[held]))


class Bin(NamedTuple):
    """One point of a reliability plot."""

    n: int
    expected: float
    """Mean expected count."""
    observed: float
    """Mean count."""


def reliability(expected: Float, counts: Float, n_bins: int = 10) -> list[Bin]:
    """Bins of about equal size by expected count; equal expectations share a bin.

    Parameters
    ----------
    expected, counts
        float64, shape (n,).
    n_bins
        At most so many bins.
    """
    order = np.argsort(expected, kind="stable")
    edges = np.quantile(expected, np.linspace(0, 1, n_bins + 1)[1:-1])
    of = np.searchsorted(np.unique(edges), expected[order], side="right")
    return [
        Bin(int((of == k).sum()), float(expected[order][of == k].mean()), float(counts[order][of == k].mean()))
        for k in np.unique(of)
    ]


def calibration_error(expected: Float, counts: Float, n_bins: int = 10) -> float:
    """Mean distance of observed from expected counts over the bins of ``reliability``, by size: in errors a pair."""
    bins = reliability(expected, counts, n_bins)
    return sum(b.n * abs(b.observed - b.expected) for b in bins) / len(expected)

"""Calibration of risks to expected error counts: a monotone map fitted out of fold, and its error (method §10).

What is calibrated is the excess of a risk over that of a report against itself, so that the folds of a
cross-validation, whose intercepts differ, share one scale. A report against itself has no errors by definition:
the map starts there at 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.fitting import Recipe
from radot_fast.readout import TARGETS, fit_readout

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


def excess_out_of_fold(
    features: pl.DataFrame,
    targets: pl.DataFrame,
    folds: NDArray[np.int64],
    recipes: Mapping[str, Recipe] | None = None,
) -> dict[str, Float]:
    """Excess risk of every pair under the readout fitted without its fold, by target.

    Parameters
    ----------
    features
        ``pair_id`` and numeric features that are 0 for a report against itself.
    targets
        ``pair_id`` and the target columns.
    folds
        int64, shape (targets.height,).
    recipes
        As in ``fit_readout``.
    """
    wanted = [t for t in TARGETS if t in targets.columns]
    names = [c for c, d in features.schema.items() if d.is_numeric()]
    joined = targets.select("pair_id").join(features, on="pair_id", how="left", maintain_order="left")
    values = joined.select(names).to_numpy().astype(np.float64)
    out = {t: np.zeros(targets.height) for t in wanted}
    for k in np.unique(folds):
        inside = folds == k
        readout = fit_readout(features, targets.filter(~inside).select("pair_id", *wanted), recipes=recipes)
        excess = readout.apply(values[inside]) - readout.apply(np.zeros((1, len(names))))
        for t, target in enumerate(wanted):
            out[target][inside] = excess[:, t]
    return out


def calibrated_out_of_fold(excess: Float, counts: Float, folds: NDArray[np.int64]) -> Float:
    """Expected count of every pair by the map fitted without its fold: what a calibration error is taken on."""
    out = np.zeros(len(excess))
    for k in np.unique(folds):
        inside = folds == k
        out[inside] = expected_counts(fit_knots(excess[~inside], counts[~inside]), excess[inside])
    return out


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

"""Held-out risks in plain arrays: the same scaler and readout as ``fit_readout`` (method §6), without its tables.

A grid of 30 configurations × 5 folds × 3 targets on 200 pairs is 450 fits: tables and joins would cost more than they.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.readout.model import DEFAULT_RIDGE, monotone_least_squares


def varied(values: NDArray[np.float64]) -> bool:
    """Whether some feature differs between the pairs: without one every pair has the same risk, and none is ranked."""
    return bool(values.size) and bool(np.ptp(values, axis=0).any())


def held_out_risks(
    values: NDArray[np.float64], counts: NDArray[np.float64], folds: NDArray[np.int64], ridge: float = DEFAULT_RIDGE
) -> NDArray[np.float64]:
    """Risk of each pair from the scaler and readout fitted without its fold.

    Parameters
    ----------
    values
        float64, shape (n_pairs, n_features).
    counts
        float64, shape (n_pairs, n_targets): error counts.
    folds
        int64, shape (n_pairs,).
    ridge
        As in ``fit_readout``.

    Returns
    -------
    float64, shape (n_pairs, n_targets).
    """
    risks = np.full(counts.shape, np.nan)
    for fold in np.unique(folds):
        inside = folds == fold
        risks[inside] = fit_and_apply(values[~inside], counts[~inside], values[inside], ridge)
    return risks


def fit_and_apply(
    values: NDArray[np.float64], counts: NDArray[np.float64], others: NDArray[np.float64], ridge: float = DEFAULT_RIDGE
) -> NDArray[np.float64]:
    """Risks of other pairs from the scaler and monotone readout fitted on some (method §6), in plain arrays.

    Parameters
    ----------
    values, others
        float64, shape (n_pairs, n_features): features of the fit set and of the pairs to score.
    counts
        float64, shape (n_pairs, n_targets): error counts of the fit set.
    ridge
        As in ``fit_readout``.

    Returns
    -------
    float64, shape (n_others, n_targets).
    """
    low, width = values.min(axis=0), np.ptp(values, axis=0)
    seen = width > 0

    def scaled(v: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.clip((v[:, seen] - low[seen]) / width[seen], 0.0, 1.0)

    fits = [monotone_least_squares(scaled(values), counts[:, t], ridge) for t in range(counts.shape[1])]
    return np.column_stack([intercept + scaled(others) @ beta for beta, intercept in fits])

"""Grouped cross-validation: folds that keep a patient's pairs together, and what is predicted without a pair's fold."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.fitting.least_squares import DEFAULT_RIDGE, monotone_least_squares

Float = NDArray[np.float64]
Rows = NDArray[np.bool_]

N_FOLDS = 5


def group_folds(groups: NDArray[np.generic], n_folds: int = N_FOLDS) -> NDArray[np.int64]:
    """Fold of each row; rows of one group share a fold.

    The largest group goes first, each to the fold with the fewest rows so far (ties: the first fold; of groups of
    equal size the last in sorted order first), as scikit-learn's ``GroupKFold`` without shuffling.

    Parameters
    ----------
    groups
        Shape (n,), any sortable labels.
    n_folds
        Number of folds, at most the number of groups.

    Returns
    -------
    int64, shape (n,), in [0, n_folds)

    Raises
    ------
    InputError
        There are fewer groups than folds.
    """
    names, group, size = np.unique(groups, return_inverse=True, return_counts=True)
    if len(names) < n_folds:
        raise InputError(f"{len(names)} groups cannot fill {n_folds} folds: give more pairs or a finer group")
    order = np.argsort(size, kind="stable")[::-1]  # scikit-learn's order, ties included
    fold_size = np.zeros(n_folds, dtype=np.int64)
    fold_of_group = np.zeros(len(names), dtype=np.int64)
    for g in order:
        lightest = int(np.argmin(fold_size))
        fold_of_group[g] = lightest
        fold_size[lightest] += size[g]
    return fold_of_group[group]


def out_of_fold(folds: NDArray[np.int64], predict: Callable[[Rows, Rows], Float]) -> Float:
    """Predict every row by a model that was fitted without the row's fold.

    Parameters
    ----------
    folds
        int64, shape (n,): fold of each row; rows of a negative fold are in no fit set and get NaN.
    predict
        Called once a fold with two masks of shape (n,), the rows to fit on and the rows to predict; it returns float64,
        shape (n_predicted,) or (n_predicted, n_targets).

    Returns
    -------
    float64, shape (n,) or (n, n_targets).
    """
    used = folds >= 0
    numbers = np.unique(folds[used])
    parts = [predict(used & (folds != k), folds == k) for k in numbers]
    out = np.full((len(folds), *parts[0].shape[1:]), np.nan)
    for k, part in zip(numbers, parts, strict=True):
        out[folds == k] = part
    return out


def varied(values: Float) -> bool:
    """Whether some feature differs between the pairs: without one every pair has the same risk, and none is ranked.

    Parameters
    ----------
    values
        float64, shape (n_pairs, n_features), finite.
    """
    return bool(values.size) and bool(np.ptp(values, axis=0).any())


def held_out_risks(values: Float, counts: Float, folds: NDArray[np.int64], ridge: float = DEFAULT_RIDGE) -> Float:
    """Risk of each pair from the scaler and readout fitted without its fold (method §7).

    Parameters
    ----------
    values
        float64, shape (n_pairs, n_features), finite.
    counts
        float64, shape (n_pairs, n_targets), ≥ 0: error counts.
    folds
        int64, shape (n_pairs,), 0-based.
    ridge
        As in ``fit_readout``.

    Returns
    -------
    float64, shape (n_pairs, n_targets), any number: higher is worse.
    """
    return out_of_fold(folds, lambda fit, held: fit_and_apply(values[fit], counts[fit], values[held], ridge))


def fit_and_apply(values: Float, counts: Float, others: Float, ridge: float = DEFAULT_RIDGE) -> Float:
    """Risks of other pairs by the scaler and readout of ``fit_readout`` (method §6), in plain arrays.

    A grid of 30 configurations × 5 folds × 3 targets on 200 pairs is 450 fits: tables and joins would cost more.

    Parameters
    ----------
    values, others
        float64, shape (n_pairs, n_features), finite: features of the fit set and of the pairs to score.
    counts
        float64, shape (n_pairs, n_targets), ≥ 0: error counts of the fit set.
    ridge
        As in ``fit_readout``.

    Returns
    -------
    float64, shape (n_others, n_targets), any number: higher is worse.
    """
    low, width = values.min(axis=0), np.ptp(values, axis=0)
    seen = width > 0

    def scaled(v: Float) -> Float:
        return np.clip((v[:, seen] - low[seen]) / width[seen], 0.0, 1.0)

    fits = [monotone_least_squares(scaled(values), counts[:, t], ridge) for t in range(counts.shape[1])]
    return np.column_stack([intercept + scaled(others) @ beta for beta, intercept in fits])

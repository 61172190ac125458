"""Grouped cross-validation of the readout: scaler and readout are fitted inside each fold (method §7)."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.readout.model import DEFAULT_RIDGE, TARGETS, fit_readout
from radot_fast.statistics.correlation import spearman

N_FOLDS = 5


def group_folds(groups: NDArray[np.generic], n_folds: int = N_FOLDS) -> NDArray[np.int64]:
    """Fold of each row; rows of one group share a fold.

    The largest group goes first, each to the fold with the fewest rows so far (ties: the first fold; of groups of
    equal size the last in sorted order first), as scikit-learn's ``GroupKFold`` without shuffling.

    Parameters
    ----------
    groups
        Shape (n,): any sortable labels.
    n_folds
        Number of folds, at most the number of groups.

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


def out_of_fold_risks(
    features: pl.DataFrame, targets: pl.DataFrame, folds: NDArray[np.int64], ridge: float = DEFAULT_RIDGE
) -> pl.DataFrame:
    """Risk of every pair from the readout fitted without its fold.

    Parameters
    ----------
    features
        ``pair_id`` and numeric features, one row a pair of ``targets`` (joined by ``pair_id``).
    targets
        ``pair_id`` and the target columns.
    folds
        int64, shape (targets.height,).
    ridge
        As in ``fit_readout``.

    Returns
    -------
    ``pair_id`` and one column a target, rows as in ``targets``.
    """
    wanted = [t for t in TARGETS if t in targets.columns]
    names = [c for c, d in features.schema.items() if d.is_numeric()]
    X = targets.select("pair_id").join(features, on="pair_id", how="left", maintain_order="left")
    values = X.select(names).to_numpy().astype(np.float64)
    risks = np.full((targets.height, len(wanted)), np.nan)
    for k in np.unique(folds):
        inside = folds == k
        readout = fit_readout(features, targets.filter(~inside).select("pair_id", *wanted), ridge=ridge)
        risks[inside] = readout.apply(values[inside])
    return pl.DataFrame(risks, schema=wanted, orient="row").insert_column(0, targets["pair_id"])


def out_of_fold_spearman(
    features: pl.DataFrame, targets: pl.DataFrame, ridge: float = DEFAULT_RIDGE
) -> dict[str, float | None]:
    """Spearman of pooled out-of-fold risks with each target; None where it is not defined.

    Parameters
    ----------
    features
        ``pair_id`` and numeric features.
    targets
        ``pair_id``, ``group`` and the target columns.
    """
    folds = group_folds(targets["group"].to_numpy())
    risks = out_of_fold_risks(features, targets, folds, ridge)
    rho = {t: spearman(risks[t].to_numpy(), targets[t].to_numpy()) for t in risks.columns[1:]}
    return {t: r if np.isfinite(r) else None for t, r in rho.items()}

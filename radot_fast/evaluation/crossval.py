"""Grouped cross-validation of the readout: scaler and readout are fitted inside each fold (method §7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.evaluation.correlation import spearman
from radot_fast.fitting import RECIPES, Recipe
from radot_fast.readout import DEFAULT_RIDGE, TARGETS, fit_readout

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
    features: pl.DataFrame,
    targets: pl.DataFrame,
    folds: NDArray[np.int64],
    ridge: float = DEFAULT_RIDGE,
    recipes: Mapping[str, Recipe] | None = None,
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
    ridge, recipes
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
        readout = fit_readout(
            features, targets.filter(~inside).select("pair_id", *wanted), ridge=ridge, recipes=recipes
        )
        risks[inside] = readout.apply(values[inside])
    return pl.DataFrame(risks, schema=wanted, orient="row").insert_column(0, targets["pair_id"])


def out_of_fold_spearman(
    features: pl.DataFrame,
    targets: pl.DataFrame,
    ridge: float = DEFAULT_RIDGE,
    recipes: Mapping[str, Recipe] | None = None,
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
    risks = out_of_fold_risks(features, targets, folds, ridge, recipes)
    rho = {t: spearman(risks[t].to_numpy(), targets[t].to_numpy()) for t in risks.columns[1:]}
    return {t: r if np.isfinite(r) else None for t, r in rho.items()}


def choose_recipes(
    features: pl.DataFrame, targets: pl.DataFrame, candidates: Sequence[Recipe] = RECIPES
) -> dict[str, Recipe]:
    """Recipe of each target with the highest out-of-fold Spearman; ties go to the first of the candidates.

    Choose inside the fit set only: a score of the chosen recipe on the same pairs is not a test score.

    Parameters
    ----------
    features
        ``pair_id`` and numeric features.
    targets
        ``pair_id``, ``group`` and the target columns.
    candidates
        What to choose from.
    """
    wanted = [t for t in TARGETS if t in targets.columns]
    best: dict[str, tuple[float, Recipe]] = {}
    for recipe in candidates:
        found = out_of_fold_spearman(features, targets, recipes=dict.fromkeys(wanted, recipe))
        for target, value in found.items():
            score = -np.inf if value is None else value
            if target not in best or score > best[target][0]:
                best[target] = score, recipe
    return {target: recipe for target, (_, recipe) in best.items()}


def nested_risks(features: pl.DataFrame, targets: pl.DataFrame, folds: NDArray[np.int64]) -> pl.DataFrame:
    """Risk of every pair from a readout whose recipe was chosen, and which was fitted, without its fold.

    Parameters
    ----------
    features
        ``pair_id`` and numeric features.
    targets
        ``pair_id``, ``group`` and the target columns.
    folds
        int64, shape (targets.height,).

    Returns
    -------
    ``pair_id`` and one column a target, rows as in ``targets``.
    """
    parts = []
    for k in np.unique(folds):
        outside = targets.filter(folds != k)
        recipes = choose_recipes(features, outside)
        readout = fit_readout(features, outside.drop("group"), recipes=recipes)
        inside = targets.filter(folds == k).select("pair_id")
        rows = inside.join(features, on="pair_id", how="left", maintain_order="left")
        risks = readout.apply(rows.select(readout.features).to_numpy().astype(np.float64))
        parts.append(inside.with_columns(pl.Series(t, risks[:, j]) for j, t in enumerate(readout.targets)))
    return targets.select("pair_id").join(pl.concat(parts), on="pair_id", how="left", maintain_order="left")


def nested_spearman(features: pl.DataFrame, targets: pl.DataFrame) -> dict[str, float | None]:
    """Spearman of ``nested_risks`` with each target; None where it is not defined. Parameters as there."""
    risks = nested_risks(features, targets, group_folds(targets["group"].to_numpy()))
    rho = {t: spearman(risks[t].to_numpy(), targets[t].to_numpy()) for t in risks.columns[1:]}
    return {t: r if np.isfinite(r) else None for t, r in rho.items()}

"""Which recipe to fit with: chosen by grouped cross-validation inside the fit set, and tested outside it.

For features that count errors (method §10.9). The paper's features have one way to be fitted (method §6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.fitting.cross_validation import N_FOLDS, Rows, group_folds, out_of_fold
from radot_fast.fitting.fit_set import FitSet
from radot_fast.fitting.recipes import RECIPES, Recipe, Source, fit_recipe
from radot_fast.statistics.correlation import spearman

NEAR = 0.003
"""Difference of Spearman below which two recipes are as good: folds drawn anew change it by more."""

Float = NDArray[np.float64]


def excess_out_of_fold(data: FitSet, folds: NDArray[np.int64], recipes: Mapping[str, Recipe]) -> Float:
    """Excess risk of every pair, fitted without its fold (method §10.9).

    Parameters
    ----------
    data
        Annotated pairs.
    folds
        int64, shape (n_pairs,), 0-based.
    recipes
        Recipe of each target.

    Returns
    -------
    float64, shape (n_pairs, n_targets), ≥ 0
    """
    return out_of_fold(folds, lambda fit, held: data.risks(fit, held, recipes))


def choose_recipes(
    data: FitSet, rows: NDArray[np.bool_] | None = None, candidates: Sequence[Recipe] = RECIPES
) -> dict[str, Recipe]:
    """Recipe of each target: the first of the candidates whose out-of-fold Spearman is ``NEAR`` the highest.

    With a further source it is the mean over the two sources.

    Parameters
    ----------
    data
        Annotated pairs.
    rows
        bool, shape (n_pairs,): the fit set; all by default. What it leaves out has no say.
    candidates
        What to choose from.
    """
    kept = np.ones(len(data.counts), bool) if rows is None else rows
    n_folds = min(N_FOLDS, len(np.unique(data.groups[kept])))
    if n_folds < 2:
        raise InputError(f"{n_folds} group: choosing how to fit needs at least 2")
    folds = np.full(len(kept), -1)
    folds[kept] = group_folds(data.groups[kept], n_folds)
    scores: dict[str, list[float]] = {target: [] for target in data.targets}
    for recipe in candidates:
        risks = excess_out_of_fold(data, folds, dict.fromkeys(data.targets, recipe))
        for t, target in enumerate(data.targets):
            rho = [spearman(risks[kept, t], data.counts[kept, t]), *_further_spearman(data, kept, t, recipe)]
            scores[target].append(-np.inf if np.isnan(rho).any() else float(np.mean(rho)))
    return {
        target: next(r for r, x in zip(candidates, mine, strict=True) if x >= max(mine) - NEAR)
        for target, mine in scores.items()
    }


def _further_spearman(data: FitSet, rows: NDArray[np.bool_], t: int, recipe: Recipe) -> list[float]:
    """Out-of-fold Spearman on the further source of a target, fitted on both; nothing without its groups."""
    target = data.targets[t]
    source = data.further.get(target)
    if source is None or source.groups is None:
        return []
    folds = group_folds(source.groups, min(N_FOLDS, len(np.unique(source.groups))))

    def predict(fit: Rows, held: Rows) -> Float:
        part = Source(source.values[fit], source.counts[fit])
        beta, _ = fit_recipe(data.values[rows], data.counts[rows, t], data.names, target, recipe, part)
        return source.values[held] @ beta

    return [float(spearman(out_of_fold(folds, predict), source.counts))]


def nested_risks(data: FitSet, folds: NDArray[np.int64], candidates: Sequence[Recipe] = RECIPES) -> Float:
    """Excess risk of every pair, its recipe chosen and its readout fitted without its fold.

    Parameters
    ----------
    data
        Annotated pairs.
    folds
        int64, shape (n_pairs,), 0-based.
    candidates
        Recipes to choose from.

    Returns
    -------
    float64, shape (n_pairs, n_targets), ≥ 0
    """
    return out_of_fold(folds, lambda fit, held: data.risks(fit, held, choose_recipes(data, fit, candidates)))

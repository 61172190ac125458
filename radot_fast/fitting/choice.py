"""Which recipe to fit with: chosen by grouped cross-validation inside the fit set, and tested outside it.

For features that count errors (method §10). ``crossval`` is the paper's way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.errors import InputError
from radot_fast.fitting.crossval import N_FOLDS, group_folds
from radot_fast.readout.model import TARGETS
from radot_fast.readout.recipes import RECIPES, Recipe, Source, fit_recipe
from radot_fast.statistics.correlation import spearman

NEAR = 0.003
"""Difference of Spearman below which two recipes are as good: folds drawn anew change it by more."""

Float = NDArray[np.float64]


class Annotated:
    """Features and error counts of pairs as matrices.

    Parameters
    ----------
    features
        ``pair_id`` and numeric features, ≥ 0.
    targets
        ``pair_id``, ``group`` and the target columns; its rows and their order are kept.
    further
        A further source to fit on, by target. Where its groups are known it has a say in the choice of the recipe;
        its pairs have no risks here.

    Raises
    ------
    InputError
        A pair has no features.
    """

    def __init__(
        self, features: pl.DataFrame, targets: pl.DataFrame, further: Mapping[str, Source] | None = None
    ) -> None:
        self.features, self.error_counts = features, targets.drop("group")
        self.further = further or {}
        self.targets = tuple(t for t in TARGETS if t in targets.columns)
        self.names = tuple(c for c, d in features.schema.items() if d.is_numeric())
        rows = targets.select("pair_id").join(features, on="pair_id", how="left", maintain_order="left")
        self.values: Float = rows.select(self.names).to_numpy().astype(np.float64)
        broken = ~np.isfinite(self.values.sum(axis=1))
        if broken.any():
            raise InputError(
                f"{int(broken.sum())} of {rows.height} annotated pairs have no features (first: row "
                f"{int(np.argmax(broken))}): radot score gives their status; mend their reports or leave them out"
            )
        self.counts: Float = targets.select(self.targets).to_numpy().astype(np.float64)
        self.groups = targets["group"].to_numpy()

    def risks(self, fit: NDArray[np.bool_], others: NDArray[np.bool_], recipes: Mapping[str, Recipe]) -> Float:
        """Excess risks of some pairs over a report against itself, fitted on others: shape (n_others, n_targets).

        The intercept is left out, so that risks of different folds share one scale.
        """
        return np.column_stack([self.values[others] @ beta for beta, _ in self.fits(fit, recipes)])

    def fits(self, rows: NDArray[np.bool_], recipes: Mapping[str, Recipe]) -> list[tuple[Float, float]]:
        """Coefficients and intercept of each target, fitted on some pairs and the further sources."""
        return [
            fit_recipe(self.values[rows], self.counts[rows, t], self.names, name, recipes[name], self.further.get(name))
            for t, name in enumerate(self.targets)
        ]


def excess_out_of_fold(data: Annotated, folds: NDArray[np.int64], recipes: Mapping[str, Recipe]) -> Float:
    """Excess risk of every pair, fitted without its fold: float64, shape (n_pairs, n_targets), ≥ 0."""
    out = np.zeros_like(data.counts)
    for k in np.unique(folds):
        out[folds == k] = data.risks(folds != k, folds == k, recipes)
    return out


def choose_recipes(
    data: Annotated, rows: NDArray[np.bool_] | None = None, candidates: Sequence[Recipe] = RECIPES
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
        risks = np.zeros_like(data.counts)
        for k in range(folds.max() + 1):
            fit = (folds >= 0) & (folds != k)
            risks[folds == k] = data.risks(fit, folds == k, dict.fromkeys(data.targets, recipe))
        for t, target in enumerate(data.targets):
            rho = [spearman(risks[kept, t], data.counts[kept, t]), *_further_spearman(data, kept, t, recipe)]
            scores[target].append(-np.inf if np.isnan(rho).any() else float(np.mean(rho)))
    return {
        target: next(r for r, x in zip(candidates, mine, strict=True) if x >= max(mine) - NEAR)
        for target, mine in scores.items()
    }


def _further_spearman(data: Annotated, rows: NDArray[np.bool_], t: int, recipe: Recipe) -> list[float]:
    """Out-of-fold Spearman on the further source of a target, fitted on both; nothing without its groups."""
    target = data.targets[t]
    source = data.further.get(target)
    if source is None or source.groups is None:
        return []
    folds = group_folds(source.groups, min(N_FOLDS, len(np.unique(source.groups))))
    risks = np.zeros(len(source.counts))
    for k in np.unique(folds):
        kept = Source(source.values[folds != k], source.counts[folds != k])
        beta, _ = fit_recipe(data.values[rows], data.counts[rows, t], data.names, target, recipe, kept)
        risks[folds == k] = source.values[folds == k] @ beta
    return [float(spearman(risks, source.counts))]


def nested_risks(data: Annotated, folds: NDArray[np.int64], candidates: Sequence[Recipe] = RECIPES) -> Float:
    """Excess risk of every pair, its recipe chosen and its readout fitted without its fold.

    Parameters
    ----------
    data
        Annotated pairs.
    folds
        int64, shape (n_pairs,).
    candidates
        Recipes to choose from.

    Returns
    -------
    float64, shape (n_pairs, n_targets)
    """
    out = np.zeros_like(data.counts)
    for k in np.unique(folds):
        out[folds == k] = data.risks(folds != k, folds == k, choose_recipes(data, folds != k, candidates))
    return out

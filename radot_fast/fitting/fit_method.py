"""The one way from annotated pairs to a readout: recipe, floor, second source, calibration, intervals.

The readouts that ship, ``radot fit``, ``radot select`` and ``radot reproduce`` are all fitted here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.fitting.calibration import calibrated_out_of_fold, calibration_error, fit_knots
from radot_fast.fitting.choose_recipe import choose_recipes, excess_out_of_fold, nested_risks
from radot_fast.fitting.conformal_intervals import OFFSET, coverage_out_of_fold, interval_width
from radot_fast.fitting.cross_validation import group_folds, held_out_risks
from radot_fast.fitting.fit_readout import fit_by_recipes, fit_readout
from radot_fast.fitting.fit_set import FitSet
from radot_fast.fitting.least_squares import DEFAULT_RIDGE
from radot_fast.fitting.recipes import RECIPES, Recipe, Source
from radot_fast.method import Method
from radot_fast.readout.model import Readout
from radot_fast.statistics.correlation import spearman

Float = NDArray[np.float64]

FLOOR = 0.05
"""Share of an error that every discrepancy is worth at least, so that each raises the total risk."""
FLOORED = tuple(recipe._replace(floor=FLOOR) for recipe in RECIPES)
"""Ways to fit features that count errors, in the order that breaks ties."""


@dataclass(frozen=True)
class FitOptions:
    """How a readout is fitted, and what is kept with it.

    Attributes
    ----------
    also
        A further source to fit on, by target (methods whose features count errors).
    folds
        int64, shape (n_pairs,), 0-based: folds of ``held_out`` and of the calibration; five by group by default.
    candidates
        Recipes to choose from (methods whose features count errors).
    ridge
        lambda of method §6, for the others.
    made_by
        Name and hash of the extractor and lexicon.
    note
        Provenance.
    """

    also: Mapping[str, Source] | None = None
    folds: NDArray[np.int64] | None = None
    candidates: Sequence[Recipe] = FLOORED
    ridge: float = DEFAULT_RIDGE
    made_by: Mapping[str, str] | None = None
    note: Mapping[str, Any] = field(default_factory=dict)


class Fitted(NamedTuple):
    """A readout and what it is worth out of fold."""

    readout: Readout
    held_out: Float
    """Shape (n_pairs, n_targets): risk of each pair by a readout fitted, and a recipe chosen, without its fold."""
    spearman: dict[str, float | None]
    """Of ``held_out`` with each target; None where it is not defined."""


def fit_method(
    features: pl.DataFrame,
    targets: pl.DataFrame,
    method: Method,
    options: FitOptions | None = None,
) -> Fitted:
    """Fit a method's readout on annotated pairs (method §6, §10.9).

    Parameters
    ----------
    features
        ``pair_id`` and the method's features.
    targets
        ``pair_id``, ``group`` and one column of error counts a target.
    method
        The method that the features were computed by.
    options
        How it is fitted; the defaults of ``FitOptions`` without.
    """
    options = options or FitOptions()
    data = FitSet(features, targets, options.also if method.counts_errors else None)
    folds = group_folds(data.groups) if options.folds is None else options.folds
    about: dict[str, Any] = {
        "extractor": None if options.made_by is None else method.units_identity(options.made_by),
        "provenance": dict(options.note),
    }
    if method.counts_errors:
        return _fitted_by_recipes(data, folds, options.candidates, method, about)
    return _fitted_by_ridge(data, folds, options.ridge, method, about)


def _fitted_by_ridge(
    data: FitSet, folds: NDArray[np.int64], ridge: float, method: Method, about: Mapping[str, Any]
) -> Fitted:
    """Readout of method §6: ridge on features that need not count errors."""
    held_out = held_out_risks(data.values, data.counts, folds, ridge)
    readout = fit_readout(data.features, data.error_counts, ridge=ridge, profile=method.name, **about)
    readout = replace(readout, transport=dict(method.settings()))
    return Fitted(readout, held_out, _spearman(held_out, data))


def _fitted_by_recipes(
    data: FitSet, folds: NDArray[np.int64], candidates: Sequence[Recipe], method: Method, about: Mapping[str, Any]
) -> Fitted:
    """Readout of features that count errors (method §10.9): the recipe chosen, calibrated, with intervals."""
    recipes = choose_recipes(data, candidates=candidates)
    excess = excess_out_of_fold(data, folds, recipes)
    chosen = {"recipe": {t: str(r) for t, r in recipes.items()}, **_errors(excess, data, folds)}
    about = {**about, "provenance": {**about["provenance"], **chosen}}
    readout = fit_by_recipes(data, recipes, method, **about)
    readout = replace(readout, calibration=_calibration(readout, excess, data, folds))
    held_out = nested_risks(data, folds, candidates)
    return Fitted(readout, held_out, _spearman(held_out, data))


def _spearman(risks: Float, data: FitSet) -> dict[str, float | None]:
    rho = {t: float(spearman(risks[:, k], data.counts[:, k])) for k, t in enumerate(data.targets)}
    return {t: r if np.isfinite(r) else None for t, r in rho.items()}


def _errors(excess: Float, data: FitSet, folds: NDArray[np.int64]) -> dict[str, dict[str, float]]:
    """Calibration error and coverage of the intervals by target, out of fold."""
    error, coverage = {}, {}
    for k, target in enumerate(data.targets):
        expected, counts = calibrated_out_of_fold(excess[:, k], data.counts[:, k], folds), data.counts[:, k]
        error[target] = float(f"{calibration_error(expected, counts):.4g}")
        covered, _ = coverage_out_of_fold(expected, counts, data.groups, folds)
        coverage[target] = float(f"{covered:.4g}")
    return {"calibration_error": error, "interval_coverage": coverage}


def _calibration(
    readout: Readout, excess: Float, data: FitSet, folds: NDArray[np.int64]
) -> dict[str, dict[str, list[float]]]:
    """Knots and interval of each target on the scale of the readout's risks."""
    out = {}
    for k, target in enumerate(data.targets):
        counts = data.counts[:, k]
        knots = fit_knots(excess[:, k], counts)
        base = float(readout.intercepts[k])
        expected = calibrated_out_of_fold(excess[:, k], counts, folds)
        out[target] = {
            "risk": [float(f"{base + x:.12g}") for x in knots.risk],
            "count": knots.expected,
            "interval": [float(f"{interval_width(expected, counts, data.groups):.6g}"), OFFSET],
        }
    return out

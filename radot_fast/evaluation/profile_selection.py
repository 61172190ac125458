"""Source-only selection among feature profiles: what profile ``extended`` adds to the paper's grid (method §10).

Counts and sums (``extended``, ``evidence``) have no transport: their options are ways to fit. The profiles with a
transport (``abnormal``, ``paper``) are fitted as in method §6, under every prior and epsilon.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.evaluation.crossval import group_folds
from radot_fast.evaluation.heldout import varied
from radot_fast.evaluation.measurements import PairMeasurements
from radot_fast.evaluation.recipes import Annotated, choose_recipes, excess_out_of_fold, nested_risks
from radot_fast.evaluation.selection import (
    TRANSPORT_COLUMNS,
    Rating,
    Selection,
    held_out_macro,
    macro_spearman,
    paper_grid,
    ranked,
)
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.fitting import RECIPES, Recipe
from radot_fast.measure import Measured, measure
from radot_fast.profiles import profile_of
from radot_fast.readout import DEFAULT_RIDGE, TARGETS, Readout, fit_readout
from radot_fast.scorer import units_identity

COLUMNS = {"profile": pl.String, "features": pl.Int64, "fit": pl.String, **TRANSPORT_COLUMNS}
"""Columns of the result table that describe an option."""

Float = NDArray[np.float64]

FLOOR = 0.05
"""Share of an error that every discrepancy is worth at least, as in the readout that ships."""

FLOORED = tuple(recipe._replace(floor=FLOOR) for recipe in RECIPES)
"""Ways to fit counts and sums, in the order that breaks ties."""


@dataclass(frozen=True)
class Option:
    """A profile, its transport, and how its readout is fitted.

    Attributes
    ----------
    profile
        Name of the feature profile.
    config
        Transport; the default one where the profile has none.
    recipes
        One way to fit counts and sums, several to choose from for each target (inside each fold), or none: the way
        of method §6.
    """

    profile: str
    config: TransportConfig = field(default_factory=TransportConfig)
    recipes: tuple[Recipe, ...] = ()

    @property
    def fit(self) -> str:
        """How it is fitted, in words."""
        if len(self.recipes) > 1:
            return "chosen by target"
        return str(self.recipes[0]) if self.recipes else "method §6"


def extended_grid(method: str = "balanced") -> tuple[Option, ...]:
    """Options of every profile, in the order that breaks ties; ``method`` is that of the transports."""
    sums = [
        Option(profile, recipes=recipes)
        for profile in ("extended", "evidence")
        for recipes in (FLOORED, *((recipe,) for recipe in FLOORED))
    ]
    return (*sums, *(Option(profile, config) for profile in ("abnormal", "paper") for config in paper_grid(method)))


class ProfileMeasurements:
    """Features of the same pairs under any profile and transport.

    Parameters
    ----------
    measured
        Measurements of all units of the pairs.
    knowledge
        Significance, relations and costs of findings.
    """

    def __init__(self, measured: PairMeasurements, knowledge: Knowledge) -> None:
        self.measured = measured
        self.knowledge = knowledge

    @cached_property
    def _evidence(self) -> Measured:
        """All evidence sums of the pairs."""
        return measure(
            self.measured.paired, TransportConfig(), profile=profile_of("evidence"), knowledge=self.knowledge
        )

    @cached_property
    def _abnormal(self) -> PairMeasurements:
        """Measurements of the abnormal evidence alone."""
        paired, evidence = self.measured.paired, self._evidence.evidence
        kept = replace(paired.corpus, units=paired.corpus.units[evidence.first_unit], offsets=evidence.start)
        return PairMeasurements(replace(paired, corpus=kept))

    def values(self, option: Option) -> tuple[Float, NDArray[np.bool_]]:
        """Features of the option's profile, shape (n_pairs, n_features), and which pairs could not be measured."""
        profile, parts = profile_of(option.profile), []
        broken = np.zeros(len(self.measured.pair_ids), dtype=bool)
        if profile.transport is not None:
            source = self.measured if profile.transport == "all" else self._abnormal
            parts.append(source.values(option.config, strict=False))
            broken |= source.broken(option.config)
        if profile.columns:
            parts.append(self._evidence.features[:, list(profile.columns)])
        values = np.concatenate(parts, axis=1)
        return values, broken | ~np.isfinite(values).all(axis=1)

    def table(self, option: Option) -> pl.DataFrame:
        """``pair_id`` and the features of the option's profile."""
        names = list(profile_of(option.profile).names)
        table = pl.DataFrame(self.values(option)[0], schema=names, orient="row")
        return table.insert_column(0, self.measured.pair_ids)


def select_profile(
    measured: PairMeasurements,
    annotations: pl.DataFrame,
    *,
    grid: Iterable[Option] | None = None,
    knowledge: Knowledge | None = None,
    ridge: float = DEFAULT_RIDGE,
    note: Mapping[str, Any] | None = None,
) -> Selection:
    """Choose the profile and its option with the best macro held-out Spearman, and refit it on the whole source set.

    Parameters
    ----------
    measured
        Measurements of the source pairs.
    annotations
        ``pair_id, group`` and the targets, rows as in ``measured``.
    grid
        Options, in the order that breaks ties; ``extended_grid()`` by default.
    knowledge
        Significance, relations and costs of findings; what ships by default.
    ridge
        lambda of method §6, for the profiles with a transport.
    note
        Provenance to keep with the readout; ``extractor`` in it, the lexicon's identity, becomes the readout's.
    """
    pairs = ProfileMeasurements(measured, knowledge or load_knowledge())
    options = list(extended_grid() if grid is None else grid)
    targets = [t for t in TARGETS if t in annotations.columns]

    def rate(option: Option) -> Rating:
        values, broken = pairs.values(option)
        return Rating(
            (option.profile, values.shape[1], option.fit, *_transport_row(option)),
            int(broken.sum()),
            lambda: _held_out_macro(option, values, pairs, annotations, ridge),
        )

    table, best = ranked([rate(option) for option in options], COLUMNS, targets)
    chosen = options[best]
    return Selection(table, chosen.config, _refit(chosen, pairs, annotations, ridge, dict(note or {})))


def _transport_row(option: Option) -> tuple[str | float | None, ...]:
    """Prior, epsilon, method, mass and marginal penalty; nulls for counts and sums."""
    c = option.config
    return (None,) * 5 if option.recipes else (c.prior, c.epsilon, c.method, c.mass, c.marginal_penalty)


def _held_out_macro(
    option: Option, values: Float, pairs: ProfileMeasurements, annotations: pl.DataFrame, ridge: float
) -> tuple[float, list[float]]:
    """Macro held-out Spearman of an option, and each target's."""
    folds = group_folds(annotations["group"].to_numpy())
    if not option.recipes:
        counts = annotations.select(t for t in TARGETS if t in annotations.columns).to_numpy().astype(np.float64)
        return held_out_macro(values, counts, folds, ridge)
    data = Annotated(pairs.table(option), annotations)
    if not varied(values):
        return math.nan, [math.nan] * len(data.targets)
    if len(option.recipes) > 1:
        risks = nested_risks(data, folds, option.recipes)
    else:
        risks = excess_out_of_fold(data, folds, dict.fromkeys(data.targets, option.recipes[0]))
    return macro_spearman(risks, data.counts)


def _refit(
    option: Option, pairs: ProfileMeasurements, annotations: pl.DataFrame, ridge: float, note: dict[str, Any]
) -> Readout:
    """Readout of an option on the whole source set."""
    features, profile = pairs.table(option), profile_of(option.profile)
    recipes = None
    if option.recipes:
        recipes = choose_recipes(Annotated(features, annotations), candidates=option.recipes)
        note["recipe"] = {t: str(r) for t, r in recipes.items()}
    made = note.pop("extractor", None)
    return fit_readout(
        features,
        annotations.drop("group"),
        transport=option.config,
        ridge=ridge,
        profile=option.profile,
        extractor=None if made is None else units_identity(made, profile, pairs.knowledge),
        provenance=note,
        recipes=recipes,
    )

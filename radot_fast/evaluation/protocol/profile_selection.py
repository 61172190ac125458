"""Source-only selection among methods: what profile ``extended`` adds to the paper's grid (method §10.10).

The features of ``extended`` count errors: its options are ways to fit. ``paper`` is fitted as in method §6, under every
prior and epsilon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.evaluation.protocol.measurements import PairMeasurements
from radot_fast.evaluation.protocol.selection import (
    TRANSPORT_COLUMNS,
    Rating,
    Selection,
    SourceCounts,
    paper_grid,
    ranked,
    transport_row,
)
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.fitting.choose_recipe import excess_out_of_fold, nested_risks
from radot_fast.fitting.fit_method import FLOORED, FitOptions, fit_method
from radot_fast.fitting.fit_set import FitSet
from radot_fast.fitting.least_squares import DEFAULT_RIDGE
from radot_fast.fitting.recipes import Recipe
from radot_fast.measure import Measured, measure
from radot_fast.method import Method, feature_names_of
from radot_fast.method_registry import method_of

COLUMNS = {"profile": pl.String, "features": pl.Int64, "fit": pl.String, **TRANSPORT_COLUMNS}
"""Columns of the result table that describe an option."""

Float = NDArray[np.float64]


@dataclass(frozen=True)
class Option:
    """A method, its transport, and how its readout is fitted.

    Attributes
    ----------
    profile
        Name of the method.
    config
        Transport of ``paper``.
    recipes
        One way to fit features that count errors, several to choose from for each target (inside each fold), or none:
        the way of method §6.
    """

    profile: str
    config: TransportConfig = field(default_factory=TransportConfig)
    recipes: tuple[Recipe, ...] = ()

    @property
    def fit(self) -> str:
        """Name of the way of fitting, for tables."""
        if len(self.recipes) > 1:
            return "chosen by target"
        return str(self.recipes[0]) if self.recipes else "method §6"

    def method(self, knowledge: Knowledge) -> Method:
        """Return the method under the option's settings."""
        return method_of(self.profile, transport=None if self.recipes else self.config, knowledge=knowledge)


def extended_grid(method: str = "balanced") -> tuple[Option, ...]:
    """Options of both methods, in the order that breaks ties; ``method``: formulation of the paper's transport."""
    sums = [Option("extended", recipes=recipes) for recipes in (FLOORED, *((recipe,) for recipe in FLOORED))]
    return (*sums, *(Option("paper", config) for config in paper_grid(method)))


class ProfileMeasurements:
    """Features of the same pairs under any option.

    Parameters
    ----------
    measured
        Measurements of the pairs by the paper's method.
    knowledge
        Significance, relations, costs and prices of findings.
    """

    def __init__(self, measured: PairMeasurements, knowledge: Knowledge) -> None:
        self.measured = measured
        self.knowledge = knowledge

    @cached_property
    def _extended(self) -> Measured:
        return measure(self.measured.paired, method_of("extended", knowledge=self.knowledge))

    def values(self, option: Option) -> tuple[Float, NDArray[np.bool_]]:
        """Features of the option, shape (n_pairs, n_features), and which pairs could not be measured."""
        if option.recipes:
            values = self._extended.features
            return values, np.isnan(values.sum(axis=1))
        return self.measured.values(option.config, strict=False), self.measured.broken(option.config)

    def table(self, option: Option) -> pl.DataFrame:
        """``pair_id`` and the features of the option."""
        names = list(feature_names_of(option.method(self.knowledge)))
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
    """Choose the method and its option with the best macro held-out Spearman, and refit it on the whole source set.

    Parameters
    ----------
    measured
        Measurements of the source pairs.
    annotations
        ``pair_id, group`` and the targets, rows as in ``measured``.
    grid
        Options, in the order that breaks ties; ``extended_grid()`` by default.
    knowledge
        Significance, relations, costs and prices of findings; what ships by default.
    ridge
        lambda of method §6, for ``paper``.
    note
        Provenance to keep with the readout; ``extractor`` in it, the lexicon's identity, becomes the readout's.
    """
    pairs = ProfileMeasurements(measured, knowledge or load_knowledge())
    source = SourceCounts.of(annotations)
    options = list(extended_grid() if grid is None else grid)

    def rate(option: Option) -> Rating:
        values, broken = pairs.values(option)
        # Nulls where there is no entropic transport.
        described = (None,) * len(TRANSPORT_COLUMNS) if option.recipes else transport_row(option.config)
        by_recipes = partial(_held_out_risks, option, pairs, annotations, source.folds)
        held_out = (
            partial(source.held_out, by_recipes, values)
            if option.recipes
            else partial(source.held_out_by_ridge, values, ridge)
        )
        return Rating((option.profile, values.shape[1], option.fit, *described), int(broken.sum()), held_out)

    table, best = ranked([rate(option) for option in options], COLUMNS, source.targets)
    chosen, provenance = options[best], dict(note or {})
    fitted = fit_method(
        pairs.table(chosen),
        annotations,
        chosen.method(pairs.knowledge),
        FitOptions(
            candidates=chosen.recipes or FLOORED,
            ridge=ridge,
            made_by=provenance.pop("extractor", None),
            note=provenance,
        ),
    )
    return Selection(table, chosen.config, fitted.readout)


def _held_out_risks(
    option: Option, pairs: ProfileMeasurements, annotations: pl.DataFrame, folds: NDArray[np.int64]
) -> Float:
    """Held-out risks of an option whose features count errors: its recipe, or the best of several by target."""
    data = FitSet(pairs.table(option), annotations)
    if len(option.recipes) > 1:
        return nested_risks(data, folds, option.recipes)
    return excess_out_of_fold(data, folds, dict.fromkeys(data.targets, option.recipes[0]))

"""What a readout is fitted on: features and error counts of annotated pairs as matrices, and further sources."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TARGETS
from radot_fast.errors import InputError
from radot_fast.fitting.recipes import Recipe, Source, fit_recipe

Float = NDArray[np.float64]


class FitSet:
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
        """Excess risks of some pairs over a report against itself, fitted on others (method §10.9).

        The intercept is left out, so that risks of different folds share one scale.

        Parameters
        ----------
        fit, others
            bool, shape (n_pairs,): the pairs to fit on, and those whose risks are wanted.
        recipes
            Recipe of each target.

        Returns
        -------
        float64, shape (n_others, n_targets), ≥ 0
        """
        return np.column_stack([self.values[others] @ beta for beta, _ in self.fits(fit, recipes)])

    def fits(self, rows: NDArray[np.bool_], recipes: Mapping[str, Recipe]) -> list[tuple[Float, float]]:
        """Coefficients and intercept of each target, fitted on some pairs and the further sources.

        Parameters
        ----------
        rows
            bool, shape (n_pairs,): the pairs to fit on.
        recipes
            Recipe of each target.
        """
        return [
            fit_recipe(self.values[rows], self.counts[rows, t], self.names, name, recipes[name], self.further.get(name))
            for t, name in enumerate(self.targets)
        ]

"""Source-only selection (method §7): prior and epsilon by grouped cross-validation, then one refit, frozen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import PRIORS, TARGETS, TransportConfig, content_hash
from radot_fast.errors import InputError
from radot_fast.evaluation.protocol.measurements import PairMeasurements
from radot_fast.fitting.cross_validation import group_folds, held_out_risks, varied
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.fitting.least_squares import DEFAULT_RIDGE
from radot_fast.readout.model import Readout
from radot_fast.statistics.correlation import spearman

EPSILONS = (0.05, 0.10, 0.20)
"""Regularizations of the grid: the three that the paper prints results for (method §7)."""

MASSES = (0.80, 0.90, 0.95)
"""tau of partial transport (method §4)."""

MARGINAL_PENALTIES = (0.1, 0.5, 1.0, 5.0)
"""lambda_m of unbalanced transport (method §4)."""

TRANSPORT_COLUMNS = {
    "prior": pl.String,
    "epsilon": pl.Float64,
    "method": pl.String,
    "mass": pl.Float64,
    "marginal_penalty": pl.Float64,
}
"""Columns of a result table that describe a transport."""

Float = NDArray[np.float64]


@dataclass(frozen=True)
class Selection:
    """Result table of a selection, and its winner.

    Attributes
    ----------
    table
        One row a configuration, in the order of the grid: ``prior, epsilon, method, mass, marginal_penalty,
        n_unconverged`` (pairs), ``macro`` and the targets' held-out Spearman; ``rank`` (1 is the winner). A
        selection among profiles has ``profile``, ``features`` (their number) and ``fit`` before them.
    config
        The winning configuration.
    readout
        The readout refitted on the whole source set under it: frozen.
    """

    table: pl.DataFrame
    config: TransportConfig
    readout: Readout

    @property
    def hash(self) -> str:
        """SHA-256 over the winning configuration and the content of its readout."""
        return content_hash({"transport": self.config.key(), "readout": self.readout.hash})


def paper_grid(method: str = "balanced") -> tuple[TransportConfig, ...]:
    """Ten priors × three epsilons, times the formulation's own options; in the order that breaks ties."""
    options: Sequence[Mapping[str, Any]] = {
        "partial": [{"mass": m} for m in MASSES],
        "unbalanced": [{"marginal_penalty": p} for p in MARGINAL_PENALTIES],
    }.get(method, [{}])
    return tuple(
        TransportConfig(weights=weights, epsilon=epsilon, method=method, **option)
        for weights in PRIORS.values()
        for epsilon in EPSILONS
        for option in options
    )


def macro_spearman(risks: Float, counts: Float) -> tuple[float, list[float]]:
    """Mean over the targets of Spearman on pooled risks, and each; NaN where a target's risks are constant."""
    each = [spearman(risks[:, t], counts[:, t]) for t in range(counts.shape[1])]
    return float(np.mean(each)), each


class SourceCounts(NamedTuple):
    """Error counts of the source pairs, and the folds of their cross-validation."""

    targets: list[str]
    """Those of ``TARGETS`` that are annotated."""
    counts: Float
    """Shape (n_pairs, n_targets), ≥ 0."""
    folds: NDArray[np.int64]
    """Shape (n_pairs,), 0-based: a group stays whole."""

    @classmethod
    def of(cls, annotations: pl.DataFrame) -> SourceCounts:
        """Counts and folds of a table with ``group`` and the targets."""
        targets = [t for t in TARGETS if t in annotations.columns]
        counts = annotations.select(targets).to_numpy().astype(np.float64)
        return cls(targets, counts, group_folds(annotations["group"].to_numpy()))

    def held_out(self, risks: Callable[[], Float], values: Float) -> tuple[float, list[float]]:
        """``macro_spearman`` of held-out risks; NaN where no feature differs between the pairs.

        The means of the folds would rank pairs whose features are equal.

        Parameters
        ----------
        risks
            Computes the held-out risks, shape (n_pairs, n_targets); asked for only where they rank something.
        values
            float64, shape (n_pairs, n_features), finite.
        """
        if not varied(values):
            return math.nan, [math.nan] * len(self.targets)
        return macro_spearman(risks(), self.counts)

    def held_out_by_ridge(self, values: Float, ridge: float) -> tuple[float, list[float]]:
        """``held_out`` of the readout of method §6."""
        return self.held_out(lambda: held_out_risks(values, self.counts, self.folds, ridge), values)


def transport_row(config: TransportConfig) -> tuple[str | float | None, ...]:
    """Values of ``TRANSPORT_COLUMNS``."""
    return config.prior, config.epsilon, config.method, config.mass, config.marginal_penalty


def select(
    measured: PairMeasurements,
    annotations: pl.DataFrame,
    *,
    grid: Iterable[TransportConfig] | None = None,
    without: Iterable[str] = (),
    ridge: float = DEFAULT_RIDGE,
    note: Mapping[str, Any] | None = None,
) -> Selection:
    """Choose the configuration with the best macro held-out Spearman, and refit it on the whole source set.

    Parameters
    ----------
    measured
        Measurements of the source pairs.
    annotations
        ``pair_id, group`` and the targets, rows as in ``measured``.
    grid
        Configurations, in the order that breaks ties; ``paper_grid()`` by default.
    without
        Feature families to leave out of the readout.
    ridge
        As in ``fit_readout``.
    note
        Provenance (data, hashes) to keep with the readout; ``extractor`` in it becomes the readout's.
    """
    source = SourceCounts.of(annotations)
    configs = list(paper_grid() if grid is None else grid)

    def rate(config: TransportConfig) -> Rating:
        n_broken = int(measured.broken(config, without).sum())
        return Rating(
            transport_row(config),
            n_broken,
            lambda: source.held_out_by_ridge(measured.values(config, without), ridge),
        )

    table, first = ranked([rate(config) for config in configs], TRANSPORT_COLUMNS, source.targets)
    best = configs[first]
    return Selection(table, best, refit(measured, annotations, best, without=without, ridge=ridge, note=note))


class Rating(NamedTuple):
    """One row of a selection's table."""

    described: tuple[Any, ...]
    """What the option is: a value a column."""
    n_broken: int
    """Pairs that cannot be measured under it."""
    held_out: Callable[[], tuple[float, list[float]]]
    """Macro held-out Spearman and each target's; asked for only where every pair can be measured."""


def ranked(ratings: Sequence[Rating], described: Mapping[str, Any], targets: Sequence[str]) -> tuple[pl.DataFrame, int]:
    """Result table with the ``rank`` by macro correlation, and the number of the best.

    Of equal rows the first is the better; an undefined macro ranks last. An option that cannot measure every pair is
    no candidate: it stays in the table and ranks last.
    """
    undefined = (math.nan, [math.nan] * len(targets))
    scores = [undefined if r.n_broken else r.held_out() for r in ratings]
    macros = [macro for macro, _ in scores]
    schema = {**described, "n_unconverged": pl.Int64, "macro": pl.Float64, **dict.fromkeys(targets, pl.Float64)}
    values = [(*r.described, r.n_broken, macro, *each) for r, (macro, each) in zip(ratings, scores, strict=True)]
    rows = pl.DataFrame(values, schema=schema, orient="row")
    order = sorted(range(len(macros)), key=lambda k: (math.isnan(macros[k]), -macros[k]))
    if math.isnan(macros[order[0]]):
        raise InputError(
            "no configuration has a defined held-out correlation: the counts, the features or the held-out risks are "
            "constant; give pairs whose reports differ in their findings"
        )
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(1, len(order) + 1)
    return rows.with_columns(pl.col(pl.Float64).fill_nan(None), rank=pl.Series(rank)), order[0]


def refit(
    measured: PairMeasurements,
    annotations: pl.DataFrame,
    config: TransportConfig,
    *,
    without: Iterable[str] = (),
    ridge: float = DEFAULT_RIDGE,
    note: Mapping[str, Any] | None = None,
) -> Readout:
    """Readout of a configuration on the whole source set."""
    provenance = dict(note or {})
    extractor = provenance.pop("extractor", None)
    return fit_readout(
        measured.features(config, without),
        annotations.drop("group"),
        transport=config,
        ridge=ridge,
        extractor=extractor,
        provenance=provenance,
    )

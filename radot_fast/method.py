"""What a scoring method is: the one seam between a corpus of units and the features of its pairs.

Two methods stand behind it, ``paper`` (``radot_fast.paper``) and ``extended`` (``radot_fast.extended``). Each has one
plan a pair; features, edges and ``transport_cost`` are read from it. No other room asks which method it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

if TYPE_CHECKING:
    from radot_fast.corpus.reports import Corpus

FINDING_COUNTS = (
    "n_ref_findings",
    "n_cand_findings",
    "n_matched_findings",
    "n_ref_denials",
    "n_addressed_denials",
)
"""Counts of the findings and denials of a pair (method §10.7); null under a method that has none."""


class Feature(NamedTuple):
    """A feature and its family."""

    name: str
    family: str


class Piece(NamedTuple):
    """Measurements of some pairs."""

    features: NDArray[np.float64]
    """Shape (n_pairs, n_features); NaN where a pair has no plan."""
    transport_cost: NDArray[np.float64]
    """Shape (n_pairs,): mean price of the plan's mass, in [0, 1]; NaN where there is no mass."""
    converged: NDArray[np.bool_]
    """Shape (n_pairs,)."""
    measurable: NDArray[np.bool_]
    """Shape (n_pairs,): whether the plan and the features are finite."""
    counts: NDArray[np.int64] | None
    """Shape (n_pairs, 5), in the order of ``FINDING_COUNTS``."""


class Edges(NamedTuple):
    """Rows of the plans of some pairs: what two reports say of the same thing, and what stays alone."""

    pair: NDArray[np.int64]
    """Position of the pair, ascending."""
    rows: NDArray[np.int64]
    """Shape (n, 2): unit rows of the reference and of the candidate; −1 where a side has none."""
    mass: NDArray[np.float64]
    align_cost: NDArray[np.float64]
    """In [0, 1]."""
    side_cost: NDArray[np.float64]
    components: NDArray[np.float64]
    """Shape (n, 9), in the order of ``CHANNELS``."""
    risk: NDArray[np.float64]
    """Mass-weighted risk."""
    matched: NDArray[np.bool_] | None
    """Whether both say the same thing; None where the method does not tell."""


class Prepared(Protocol):
    """A corpus as a method sees it: encoded once, measured as often as is asked."""

    def pieces(self, pairs: NDArray[np.int64]) -> Sequence[slice]:
        """Slices of the pairs that are measured at a time: memory stays flat in their number."""

    def measure(self, pairs: NDArray[np.int64]) -> Piece:
        """Measure the pairs of one piece."""

    def edges(self, pairs: NDArray[np.int64]) -> Iterator[Edges]:
        """Rows of the plans, in the order of the pairs; ``pair`` is the position in ``pairs``."""

    def discrepancies(self, pairs: NDArray[np.int64]) -> pl.DataFrame:
        """Typed discrepancies (``extended.discrepancy_table.OWN_SCHEMA``); ``pair`` is the position in ``pairs``."""

    def lone_statements(self, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
        """Statements of the candidates without support (``extended.plans.lone_statements``): shape (n_pairs, 3)."""

    def couples(self, pairs: NDArray[np.int64]) -> pl.DataFrame:
        """Rows of the plans in words (``extended.couple_table.OWN_SCHEMA``); ``pair`` as above."""


class Method(Protocol):
    """A scoring method: measures pairs, and holds all settings that change the numbers.

    Attributes
    ----------
    name
        As in ``--profile``.
    features
        Names and families, in the order of the feature table.
    few_pairs
        Pairs that interpreted kernels measure in less time than compiling them takes, to the same bits; 0 where their
        bits may differ.
    counts_errors
        Whether the features count errors, so that a readout is fitted by a recipe (``fitting``); else by method §6.
    """

    name: str
    features: tuple[Feature, ...]
    few_pairs: int
    counts_errors: bool

    @property
    def tier_weights(self) -> Mapping[str, float]:
        """Share of an error on a finding of each tier that counts as significant, in [0, 1]."""

    def settings(self) -> Mapping[str, Any]:
        """Settings that a readout is fitted under. It must not be used under other settings."""

    def identity(self) -> Mapping[str, str]:
        """Everything besides readout and units that the risks depend on, for the signature."""

    def units_identity(self, extractor: Mapping[str, str]) -> dict[str, str]:
        """Identity of the maker of the features, as a readout keeps it: extractor and knowledge of findings."""

    def prepare(self, corpus: Corpus) -> Prepared:
        """Encode a corpus."""

    @property
    def kernels(self) -> tuple[str, ...]:
        """Kernels that it needs, by name: compiled where all are in the cache."""

    def compile_first(self) -> None:
        """Compile one share of the kernels; the two shares are disjoint and about as large."""

    def compile_second(self) -> None:
        """Compile the other share."""


def feature_names_of(method: Method) -> tuple[str, ...]:
    """Names of a method's features, in order."""
    return tuple(f.name for f in method.features)

"""The paper's method behind the protocol of ``radot_fast.method``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.method import Edges, Piece
from radot_fast.paper.features import FEATURES, compute_features, edge_arrays, feature_names
from radot_fast.transport import align, bounded_pieces, solve_transport, unaligned

if TYPE_CHECKING:
    from radot_fast.arrays import UnitArrays
    from radot_fast.corpus.reports import Corpus

PIECE = 4_096
"""Pairs that a thread measures at a time: two take .53 of the time of one; with threads in each kernel it was .73."""
COST = feature_names().index("transport_expected")


class PaperMethod:
    """Entropic transport between all units of two reports, summarized by 66 features."""

    name = "paper"
    features = FEATURES
    few_pairs = 0  # exponentials, whose last bits may differ
    counts_errors = False

    def __init__(self, transport: TransportConfig | None = None, knowledge: Knowledge | None = None) -> None:
        self.transport = transport or TransportConfig()
        self.knowledge = knowledge or load_knowledge()

    @property
    def tier_weights(self) -> Mapping[str, float]:
        """Share of an error on a finding of each tier that counts as significant, in [0, 1]."""
        return self.knowledge.weights

    @property
    def kernels(self) -> tuple[str, ...]:
        """Solver, costs, features."""
        return ("range_groups", "fill_costs", "fill_features")

    def compile_first(self) -> None:
        """Compile encoding, costs and features."""
        from radot_fast.corpus.warm_up_pairs import example

        paired = example()
        bare = unaligned(self.prepare(paired.corpus).arrays, paired.pairs)
        ground = bare.costs[:, 0].copy()
        compute_features(bare._replace(ground=ground, plan=np.full_like(ground, 1.0 / len(ground))))

    def compile_second(self) -> None:
        """Compile balanced transport: about as much as all the rest."""
        solve_transport([np.array([[0.0, 1.0], [0.6, 0.2]])])

    def settings(self) -> Mapping[str, Any]:
        """Weights, epsilon and formulation of the transport."""
        return self.transport.key()

    def identity(self) -> Mapping[str, str]:
        """Settings, solver and tolerance as text."""
        t = self.transport
        values = {
            "prior": t.prior,
            "weights": ",".join(f"{w:g}" for w in t.weights),
            "epsilon": f"{t.epsilon:g}",
            "method": t.method,
            "mass": None if t.mass is None else f"{t.mass:g}",
            "marginal_penalty": None if t.marginal_penalty is None else f"{t.marginal_penalty:g}",
            "solver": t.solver,
            "tol": f"{t.tol:g}",
        }
        return {k: v for k, v in values.items() if v is not None}

    def units_identity(self, extractor: Mapping[str, str]) -> dict[str, str]:
        """Return the extractor alone: nothing else is known of findings."""
        return dict(extractor)

    def prepare(self, corpus: Corpus) -> PaperPrepared:
        """Encode all units of the corpus."""
        return PaperPrepared(corpus, self)


class PaperPrepared:
    """A corpus as the paper's method sees it."""

    def __init__(self, corpus: Corpus, method: PaperMethod) -> None:
        self.corpus = corpus
        self.transport = method.transport
        self.knowledge = method.knowledge

    @cached_property
    def arrays(self) -> UnitArrays:
        """Encoded units, one vocabulary."""
        return encode_units(self.corpus.units, self.corpus.report_ids)

    def pieces(self, pairs: NDArray[np.int64]) -> Sequence[slice]:
        """Slices with a bounded number of cells."""
        sizes = np.diff(self.arrays.unit_start)[pairs]
        return bounded_pieces(sizes[:, 0] * sizes[:, 1], PIECE)

    def measure(self, pairs: NDArray[np.int64]) -> Piece:
        """Align the pairs and summarize their plans."""
        alignment = align(self.arrays, pairs, self.transport)
        values = compute_features(alignment)
        measurable = np.isfinite(values.sum(axis=1))
        return Piece(values, values[:, COST], alignment.converged, measurable, None)

    def edges(self, pairs: NDArray[np.int64]) -> Iterator[Edges]:
        """Edges of method §5, row-major within a pair."""
        for piece in self.pieces(pairs):
            arrays = edge_arrays(align(self.arrays, pairs[piece], self.transport))
            pair = arrays.pair + piece.start
            units = np.stack([arrays.ref_unit, arrays.cand_unit], axis=1)
            real = self.arrays.unit_count[pairs[pair]] > 0
            rows = np.where(real, self.corpus.offsets[pairs[pair]] + units, -1)
            yield Edges(
                pair, rows, arrays.mass, arrays.align_cost, arrays.side_cost, arrays.components, arrays.mw_risk, None
            )

    def discrepancies(self, pairs: NDArray[np.int64]) -> pl.DataFrame:
        """Discrepancies of the extended method's plan: the paper defines none. They do not change the paper's risks."""
        from radot_fast.extended.method import ExtendedMethod

        return ExtendedMethod(self.knowledge).prepare(self.corpus).discrepancies(pairs)

    def lone_statements(self, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
        """As ``ExtendedPrepared`` gives them: the paper defines none."""
        from radot_fast.extended.method import ExtendedMethod

        return ExtendedMethod(self.knowledge).prepare(self.corpus).lone_statements(pairs)

    def couples(self, pairs: NDArray[np.int64]) -> pl.DataFrame:
        """As ``ExtendedPrepared`` gives them: the paper defines none."""
        from radot_fast.extended.method import ExtendedMethod

        return ExtendedMethod(self.knowledge).prepare(self.corpus).couples(pairs)

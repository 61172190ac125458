"""The extended method behind the protocol of ``radot_fast.method`` (method §10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.tokens import tokenize
from radot_fast.extended.couple_table import OWN_SCHEMA as COUPLE_SCHEMA
from radot_fast.extended.couple_table import couple_table
from radot_fast.extended.discrepancy_table import OWN_SCHEMA, discrepancy_table
from radot_fast.extended.edges import plan_edges
from radot_fast.extended.features import FEATURES, plan_features
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.extended.nodes import compile_nodes, nodes_of
from radot_fast.extended.plans import (
    Plans,
    compile_plans,
    compile_readings,
    lone_statements,
    node_counts,
    solve_plans,
)
from radot_fast.method import FINDING_COUNTS, Edges, Piece

if TYPE_CHECKING:
    from radot_fast.corpus.reports import Corpus
    from radot_fast.extended.nodes import Nodes

PIECE = 8_192
"""Pairs that a thread measures at a time."""


class ExtendedMethod:
    """Exact partial transport between the findings, denials and remarks of two reports."""

    name = "extended"
    features = FEATURES
    few_pairs = 2_000
    counts_errors = True

    def __init__(self, knowledge: Knowledge | None = None) -> None:
        self.knowledge = knowledge or load_knowledge()

    @property
    def tier_weights(self) -> Mapping[str, float]:
        """Share of an error on a finding of each tier that counts as significant, in [0, 1]."""
        return self.knowledge.weights

    @property
    def kernels(self) -> tuple[str, ...]:
        """Plans, the making of nodes, and what tells words apart."""
        return ("fill_plans", "fill_readings", "fill_contradictions", "fill_nodes", "split_words", "number_strings")

    def compile_first(self) -> None:
        """Read the lexicon; compile the plans and the making of nodes."""
        from radot_fast.corpus.warm_up_pairs import example

        example()
        compile_plans(self.knowledge)
        compile_nodes(self.knowledge)

    def compile_second(self) -> None:
        """Compile what is read under a plan, and what tells words apart: as much again."""
        compile_readings(self.knowledge)
        tokenize(pl.Series(["word"]))

    def settings(self) -> Mapping[str, Any]:
        """Empty: costs and prices are part of the knowledge of findings."""
        return {}

    def identity(self) -> Mapping[str, str]:
        """Hash of the knowledge of findings: significance, relations, costs, prices."""
        return {"significance": self.knowledge.hash[:12]}

    def units_identity(self, extractor: Mapping[str, str]) -> dict[str, str]:
        """Return the extractor's identity and the hash of the knowledge of findings."""
        return {**extractor, "significance": self.knowledge.hash}

    def prepare(self, corpus: Corpus) -> ExtendedPrepared:
        """Encode the nodes of the corpus."""
        return ExtendedPrepared(corpus, self.knowledge)


class ExtendedPrepared:
    """A corpus as the extended method sees it."""

    def __init__(self, corpus: Corpus, knowledge: Knowledge) -> None:
        self.corpus = corpus
        self.knowledge = knowledge
        self._latest: tuple[NDArray[np.int64], Plans] | None = None

    @cached_property
    def nodes(self) -> Nodes:
        """Findings, denials and remarks of every report."""
        return nodes_of(self.corpus, self.knowledge)

    def plans(self, pairs: NDArray[np.int64]) -> Plans:
        """Plan of every pair. The latest are kept: what a reward asks after the scores, it asks of the same pairs."""
        latest = self._latest
        if latest is None or not np.array_equal(latest[0], pairs):
            self._latest = latest = pairs.copy(), solve_plans(self.nodes, pairs, self.knowledge)
        return latest[1]

    def pieces(self, pairs: NDArray[np.int64]) -> Sequence[slice]:
        """Slices of a bounded number of pairs."""
        return [slice(start, min(start + PIECE, len(pairs))) for start in range(0, len(pairs), PIECE)]

    def measure(self, pairs: NDArray[np.int64]) -> Piece:
        """Solve the plans and sum them up."""
        plans = self.plans(pairs)
        counts = node_counts(self.nodes, pairs, plans)
        every = np.ones(len(pairs), bool)
        return Piece(
            plan_features(self.nodes, pairs, plans),
            plans.transport_cost(),
            every,
            every,
            np.stack([counts[name] for name in FINDING_COUNTS], axis=1),
        )

    def edges(self, pairs: NDArray[np.int64]) -> Iterator[Edges]:
        """Rows of the plans: couples and what stays alone, a row a mention."""
        for piece in self.pieces(pairs):
            yield plan_edges(self.nodes, self.plans(pairs[piece]), piece.start)

    def discrepancies(self, pairs: NDArray[np.int64]) -> pl.DataFrame:
        """Typed discrepancies, read from the plans."""
        corpus, tables = self.corpus, []
        for piece in self.pieces(pairs):
            some = pairs[piece]
            table = discrepancy_table(self.nodes, some, self.plans(some), corpus.units, self.knowledge, corpus.texts)
            tables.append(table.with_columns(pl.col("pair") + piece.start))
        return pl.concat(tables) if tables else pl.DataFrame(schema=OWN_SCHEMA)

    def lone_statements(self, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
        """Statements of the candidates without support (``plans.lone_statements``)."""
        out = np.zeros((len(pairs), 3))
        for piece in self.pieces(pairs):
            out[piece] = lone_statements(self.nodes, self.plans(pairs[piece]))
        return out

    def couples(self, pairs: NDArray[np.int64]) -> pl.DataFrame:
        """Rows of the plans in words."""
        tables = []
        for piece in self.pieces(pairs):
            table = couple_table(self.nodes, self.plans(pairs[piece]), self.corpus.units, self.knowledge)
            tables.append(table.with_columns(pl.col("pair") + piece.start))
        return pl.concat(tables) if tables else pl.DataFrame(schema=COUPLE_SCHEMA)

"""From a corpus of pairs to features: a method's measurements piece by piece, with a status for every pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.reports import PairedCorpus
from radot_fast.kernels.toolchain.parallel import at_most, for_each
from radot_fast.method import FINDING_COUNTS, Method, Prepared, feature_names_of
from radot_fast.pair_status import is_failed, status_of
from radot_fast.runtime.progress import Progress


@dataclass(frozen=True)
class Measured:
    """Features of pairs, and what it takes to look at their plans again.

    Attributes
    ----------
    paired
        Corpus and pairs.
    method
        How they were measured.
    prepared
        The corpus as the method sees it.
    threads
        Threads across pairs, or None.
    features
        float64, shape (n_pairs, n_features); rows of failed pairs are null features (NaN inside, null in tables).
    transport_cost
        float64, shape (n_pairs,): mean cost of the plan's mass, in [0, 1]; NaN where failed, or nothing to compare.
    status
        int8, shape (n_pairs,): index into ``STATUSES``.
    converged
        bool, shape (n_pairs,).
    counts
        int64, shape (n_pairs, 5): ``FINDING_COUNTS``; −1 under a method without findings, and where failed.
    """

    paired: PairedCorpus
    method: Method
    prepared: Prepared
    threads: int | None
    features: NDArray[np.float64]
    transport_cost: NDArray[np.float64]
    status: NDArray[np.int8]
    converged: NDArray[np.bool_]
    counts: NDArray[np.int64]

    @property
    def scored(self) -> NDArray[np.int64]:
        """Rows of the pairs that could be measured: int64, shape (n_scored,), in [0, n_pairs), ascending."""
        return np.flatnonzero(~is_failed(self.status))

    def feature_table(self) -> pl.DataFrame:
        """``pair_id`` and the features in registry order, null where a pair could not be measured."""
        values = pl.DataFrame(self.features, schema=list(feature_names_of(self.method)), orient="row")
        return values.with_columns(pl.all().fill_nan(None)).insert_column(0, self.paired.table["pair_id"])


def measure(paired: PairedCorpus, method: Method, threads: int | None = None) -> Measured:
    """Encode, align and summarize pairs: everything before the readout."""
    pairs, n = paired.pairs, len(paired.pairs)
    prepared = method.prepare(paired.corpus)
    features = np.full((n, len(method.features)), np.nan)
    cost, counts = np.full(n, np.nan), np.full((n, len(FINDING_COUNTS)), -1, np.int64)
    converged, measurable = np.zeros(n, bool), np.zeros(n, bool)
    pieces = prepared.pieces(pairs)
    progress = Progress("aligning pairs", n)

    def fill(at: int) -> None:
        rows = pieces[at]
        piece = prepared.measure(pairs[rows])
        features[rows], cost[rows], converged[rows] = piece.features, piece.transport_cost, piece.converged
        measurable[rows] = piece.measurable
        if piece.counts is not None:
            counts[rows] = piece.counts
        progress.advance(len(pairs[rows]))

    with at_most(threads):
        for_each(partial(fill), range(len(pieces)))
    status = status_of(paired, measurable, converged)
    failed = is_failed(status)
    features[failed], cost[failed], counts[failed] = np.nan, np.nan, -1
    return Measured(paired, method, prepared, threads, features, cost, status, converged, counts)

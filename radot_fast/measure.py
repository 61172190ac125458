"""From a corpus of pairs to features: encode, align, summarize, with a status for every pair.

Pairs are aligned in bounded pieces. A pair's bits do not depend on its batch, so plans can be looked at again
later (edges) instead of being kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.corpus import Corpus, PairedCorpus, corpus_from_texts
from radot_fast.encoding import encode_units
from radot_fast.extended.evidence import encode_evidence
from radot_fast.extended.features import evidence_sums
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.features import N_FEATURES, compute_features, feature_names
from radot_fast.kernels.parallel import at_most
from radot_fast.profiles import PROFILES, Profile, profile_of
from radot_fast.transport import align_pieces, each_alignment

if TYPE_CHECKING:
    from radot_fast.arrays import Alignment, Evidence, UnitArrays
    from radot_fast.extraction import Lexicon

CHUNK = 16_384
"""Pairs whose alignments are looked at again at a time: memory stays flat in their number (60 MB at 6 units a side)."""
PIECE = 4_096
"""Pairs that a thread measures at a time: two take .53 of the time of one; with threads in each kernel it was .73."""

STATUSES = (
    "ok",
    "empty_reference",
    "empty_candidate",
    "empty_both",
    "unread_candidate",
    "unread_reference",
    "extraction_failed",
    "not_converged",
    "numerical_error",
)
FAILED_STATUSES = STATUSES[5:]
"""Statuses whose risks are null."""


@dataclass(frozen=True)
class Measured:
    """Features of pairs, and what it takes to look at their plans again.

    Attributes
    ----------
    paired
        Corpus and pairs.
    arrays
        Encoded units, one vocabulary.
    transport
        Configuration.
    threads
        Threads across pairs, or None.
    profile
        Which features.
    knowledge
        Significance, relations and costs of findings.
    features
        float64, shape (n_pairs, n_features); rows of failed pairs are null features (NaN inside, null in tables).
    transport_cost
        float64, shape (n_pairs,): mean ground cost under the plan over all units, in [0, 1]; NaN where failed.
    status
        int8, shape (n_pairs,): index into ``STATUSES``.
    converged
        bool, shape (n_pairs,).
    """

    paired: PairedCorpus
    arrays: UnitArrays
    transport: TransportConfig
    threads: int | None
    profile: Profile
    knowledge: Knowledge
    features: NDArray[np.float64]
    transport_cost: NDArray[np.float64]
    status: NDArray[np.int8]
    converged: NDArray[np.bool_]

    def alignments(self) -> Iterator[tuple[int, Alignment]]:
        """First pair and alignment of each piece of the batch."""
        with at_most(self.threads):
            yield from align_pieces(self.arrays, self.paired.pairs, self.transport, CHUNK)

    @cached_property
    def evidence(self) -> Evidence:
        """Evidence for findings in every report (method §10)."""
        corpus = self.paired.corpus
        return encode_evidence(corpus.units, corpus.offsets, self.knowledge)

    @property
    def scored(self) -> NDArray[np.int64]:
        """Pairs that could be measured."""
        return np.flatnonzero(~np.isnan(self.transport_cost))

    def feature_table(self) -> pl.DataFrame:
        """``pair_id`` and the features in registry order, null where a pair could not be measured."""
        values = pl.DataFrame(self.features, schema=list(self.profile.names), orient="row")
        return values.with_columns(pl.all().fill_nan(None)).insert_column(0, self.paired.table["pair_id"])


def measure(
    paired: PairedCorpus,
    transport: TransportConfig,
    threads: int | None = None,
    profile: Profile = PROFILES["paper"],
    knowledge: Knowledge | None = None,
) -> Measured:
    """Encode, align and summarize pairs: everything before the readout."""
    corpus, pairs = paired.corpus, paired.pairs
    knowledge = knowledge or load_knowledge()
    arrays = encode_units(corpus.units, corpus.report_ids)
    if profile.transport == "all":
        summaries, converged = _over_pieces(arrays, pairs, transport, threads, compute_features, N_FEATURES)
        cost = summaries[:, feature_names().index("transport_expected")]
    else:  # the kernel of the summaries alone is a seventh of the first run's compilation
        summaries = np.empty((len(pairs), 0))
        cost, converged = _over_pieces(arrays, pairs, transport, threads, mean_ground_cost)
    finite = np.isfinite(cost) & np.isfinite(summaries).all(axis=1)
    status = _status(corpus, arrays, pairs, finite, converged)
    failed = np.isin(status, [STATUSES.index(s) for s in FAILED_STATUSES])
    cost = np.where(failed, np.nan, cost)
    blank = np.empty((len(pairs), 0))
    measured = Measured(paired, arrays, transport, threads, profile, knowledge, blank, cost, status, converged)
    features = _profile_features(measured, summaries)
    features[failed] = np.nan
    return replace(measured, features=features)


def _over_pieces(
    arrays: UnitArrays,
    pairs: NDArray[np.int64],
    transport: TransportConfig,
    threads: int | None,
    of: Callable[[Alignment], NDArray[np.float64]],
    *shape: int,
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """What ``of`` makes of each pair's alignment, of this shape a pair, and whether its plan converged."""
    values = np.full((len(pairs), *shape), np.nan)
    converged = np.zeros(len(pairs), dtype=bool)

    def use(start: int, alignment: Alignment) -> None:
        piece = slice(start, start + len(alignment.pairs))
        values[piece] = of(alignment)
        converged[piece] = alignment.converged

    with at_most(threads):
        each_alignment(arrays, pairs, transport, PIECE, use)
    return values, converged


def mean_ground_cost(alignment: Alignment) -> NDArray[np.float64]:
    """Mean ground cost under the plan, E[D] = sum P·D, of each pair; NaN for a pair whose plan has no mass.

    The feature ``transport_expected`` to within rounding. Sums run over the cells of a pair in their order, so the
    batch changes no bit.
    """
    n = len(alignment.pairs)
    pair = np.repeat(np.arange(n), np.diff(alignment.offsets))
    mass = np.bincount(pair, alignment.plan, n)
    with np.errstate(invalid="ignore"):
        return np.bincount(pair, alignment.plan * alignment.ground, n) / mass


def _profile_features(measured: Measured, summaries: NDArray[np.float64]) -> NDArray[np.float64]:
    """Features of the profile; the paper's are the summaries of all units as they are."""
    profile, pairs = measured.profile, measured.paired.pairs
    parts = [summaries]
    if profile.transport == "abnormal":
        corpus = measured.paired.corpus
        arrays = encode_units(corpus.units[measured.evidence.first_unit], corpus.report_ids)
        found = _over_pieces(arrays, pairs, measured.transport, measured.threads, compute_features, N_FEATURES)
        parts.append(found[0])
    if profile.columns:
        with at_most(measured.threads):
            sums = evidence_sums(measured.evidence, pairs, measured.knowledge.costs)
        parts.append(sums[:, profile.columns])
    return np.ascontiguousarray(np.concatenate(parts, axis=1))


def _status(
    corpus: Corpus,
    arrays: UnitArrays,
    pairs: NDArray[np.int64],
    finite: NDArray[np.bool_],
    converged: NDArray[np.bool_],
) -> NDArray[np.int8]:
    """Status of each pair: what is missing, overruled by what was not read, then by what went wrong."""
    empty = arrays.unit_count[pairs] == 0
    status = (empty[:, 0] + 2 * empty[:, 1]).astype(np.int8)
    unread = corpus.unread[pairs]
    status[unread[:, 1]] = STATUSES.index("unread_candidate")
    status[unread[:, 0]] = STATUSES.index("unread_reference")
    status[~converged] = STATUSES.index("not_converged")
    status[~finite] = STATUSES.index("numerical_error")
    status[corpus.failed[pairs].any(axis=1)] = STATUSES.index("extraction_failed")
    return status


def measure_pairs(
    pairs: pl.DataFrame,
    *,
    transport: TransportConfig | None = None,
    lexicon: Lexicon | str | os.PathLike[str] | None = None,
    threads: int | None = None,
    profile: str = "paper",
    knowledge: Knowledge | None = None,
) -> tuple[pl.DataFrame, TransportConfig]:
    """Features of pairs without a readout: what a readout is fitted on.

    Parameters
    ----------
    pairs
        ``pair_id``, ``reference``, ``candidate``.
    transport
        Configuration; the paper's by default.
    lexicon
        A ``Lexicon``, or the path of a TOML file that is merged over the shipped one.
    threads
        Threads across pairs.
    profile
        Name of the feature profile.
    knowledge
        Significance, relations and costs of findings; what ships by default.

    Returns
    -------
    Table with ``pair_id`` and the features in registry order (null where a pair could not be measured), and the
    configuration it was computed under.
    """
    from radot_fast.extraction import Lexicon, load_lexicon

    transport = transport or TransportConfig()
    lexicon = lexicon if isinstance(lexicon, Lexicon) else load_lexicon(lexicon)
    measured = measure(
        corpus_from_texts(pairs.with_row_index("row"), lexicon), transport, threads, profile_of(profile), knowledge
    )
    return measured.feature_table(), transport

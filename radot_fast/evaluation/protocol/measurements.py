"""Pairs measured once, under as many configurations as a protocol needs.

The nine costs do not depend on the configuration: they are computed once, and each of the priors and epsilons only
weights them again and solves. The features have the same bits as those of ``radot_fast.measure``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.corpus.reports import Corpus, PairedCorpus
from radot_fast.corpus.stored_units import StoredUnits, paired_corpus
from radot_fast.errors import InputError
from radot_fast.paper.features import compute_features, feature_names
from radot_fast.transport import align, realign

if TYPE_CHECKING:
    from radot_fast.arrays import Alignment
    from radot_fast.extraction import Lexicon


class Roles(NamedTuple):
    """Counts over the reports of a set of pairs; a report counts once for each pair and role that it stands in."""

    pairs: int
    units: int
    fallback_roles: int
    """Roles whose report fell back as a whole, as the paper counts: sentences are all its units (method §1.6)."""
    partly_fallback_roles: int
    """Roles whose report has fallback units beside units that were read."""


def role_counts(paired: PairedCorpus) -> Roles:
    """Pairs, units and fallback roles of a paired corpus."""
    units, whole, some = (of(paired.corpus)[paired.pairs] for of in (unit_counts, fell_back, has_fallback))
    return Roles(len(paired.pairs), int(units.sum()), int(whole.sum()), int((some & ~whole).sum()))


def unit_counts(corpus: Corpus) -> NDArray[np.int64]:
    """Units of each report, int64 of shape (n_reports,)."""
    return np.diff(corpus.offsets)


def fell_back(corpus: Corpus) -> NDArray[np.bool_]:
    """Reports whose units are all fallback sentences, the paper's meaning of fallback: bool, shape (n_reports,)."""
    return has_fallback(corpus) & (corpus.fallback == unit_counts(corpus))


def has_fallback(corpus: Corpus) -> NDArray[np.bool_]:
    """Reports with at least one fallback unit, shape (n_reports,)."""
    return corpus.fallback > 0


@dataclass(frozen=True)
class PairMeasurements:
    """Pairs of reports whose features can be asked for under any configuration.

    Attributes
    ----------
    paired
        Distinct reports, their units, and the pairs over them.
    """

    paired: PairedCorpus
    _kept: dict[tuple[TransportConfig, frozenset[str]], tuple[NDArray[np.float64], NDArray[np.bool_]]] = field(
        default_factory=dict, repr=False
    )

    @property
    def pair_ids(self) -> pl.Series:
        """Pair ids, in order."""
        return self.paired.table["pair_id"]

    @cached_property
    def _costs(self) -> Alignment:
        """Alignment under the default configuration: its nine costs serve every other."""
        arrays = encode_units(self.paired.corpus.units, self.paired.corpus.report_ids)
        return align(arrays, self.paired.pairs, TransportConfig())

    def align(self, config: TransportConfig) -> Alignment:
        """Costs and plans under a configuration."""
        return self._costs if config == TransportConfig() else realign(self._costs, config)

    def values(
        self, config: TransportConfig, without: Iterable[str] = (), *, strict: bool = True
    ) -> NDArray[np.float64]:
        """Features without the families named: float64, shape (n_pairs, n_features), NaN where a pair has none.

        Raises
        ------
        InputError
            ``strict``, and a pair did not converge or has no features: a readout is not fitted on a part of its pairs.
        """
        broken = self.broken(config, without)
        if strict and broken.any():
            raise InputError(
                f"{int(broken.sum())} of {len(broken)} pairs have no converged plan at epsilon {config.epsilon:g}, "
                f"method {config.method} (first: row {int(np.argmax(broken))}): leave them out or raise epsilon"
            )
        return self._measure(config, without)[0]

    def broken(self, config: TransportConfig, without: Iterable[str] = ()) -> NDArray[np.bool_]:
        """Pairs without a converged plan or without features under a configuration: bool, shape (n_pairs,)."""
        return self._measure(config, without)[1]

    def _measure(
        self, config: TransportConfig, without: Iterable[str]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Features and which pairs are broken; kept once computed."""
        key = (config, frozenset(without))
        if key not in self._kept:
            alignment = self.align(config)
            values = compute_features(alignment, key[1])
            self._kept[key] = values, ~alignment.converged | ~np.isfinite(values).all(axis=1)
        return self._kept[key]

    def features(self, config: TransportConfig, without: Iterable[str] = ()) -> pl.DataFrame:
        """``pair_id`` and the features under a configuration."""
        names = list(feature_names(without))
        return pl.DataFrame(self.values(config, without), schema=names, orient="row").insert_column(0, self.pair_ids)


def measurements_of_texts(pairs: pl.DataFrame, lexicon: Lexicon, stored: StoredUnits | None = None) -> PairMeasurements:
    """Measurements of a table with ``pair_id``, ``reference`` and ``candidate``; other columns are carried along.

    With ``stored`` the units come from unit tables, by the columns of ``REPORT_IDS`` or the ``pair_id``.

    Raises
    ------
    InputError
        A report's units could not be extracted.
    """
    table = pairs if "row" in pairs.columns else pairs.with_row_index("row")
    paired = paired_corpus(table, lexicon, stored)
    if paired.corpus.failed.any():
        raise InputError(f"units of {int(paired.corpus.failed.sum())} reports could not be extracted: leave them out")
    return PairMeasurements(paired)

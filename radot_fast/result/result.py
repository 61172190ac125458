"""Scores of a batch of pairs as data: tables, computed when they are asked for, and the signature."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TARGETS, Signature
from radot_fast.errors import ConfigError
from radot_fast.extended.discrepancies import CATEGORIES
from radot_fast.io.files import write_table
from radot_fast.measure import Measured, feature_names_of
from radot_fast.method import FINDING_COUNTS
from radot_fast.pair_status import FAILED_STATUSES
from radot_fast.readout.model import Readout
from radot_fast.result.denominators import Denominators, denominators_of
from radot_fast.result.edges import edge_table
from radot_fast.result.score_table import SHARES, score_table
from radot_fast.result.statements import couple_rows, discrepancy_rows, lone_statements, word_counts
from radot_fast.result.summary_line import mean_table
from radot_fast.runtime.process import check_fork
from radot_fast.statistics.mean_interval import mean_interval

if TYPE_CHECKING:
    from radot_fast.audit.notebook import Explanation
    from radot_fast.extraction.coverage import SetAside

TABLES = ("scores", "features", "edges", "contributions", "discrepancies", "counted_scores")
"""Tables of a ``Result``."""


OWN_COLUMNS = frozenset(
    {
        "status",
        *(f"risk_{target}" for target in TARGETS),
        *(f"expected_{target}{end}" for target in TARGETS for end in ("", "_low", "_high")),
        "transport_cost",
        "n_ref_units",
        "n_cand_units",
        "n_fallback_units",
        *FINDING_COUNTS,
        *(name for name, _, _ in SHARES),
        "unread_share_reference",
        "unread_share_candidate",
        "context_sentences_reference",
        "context_sentences_candidate",
        "converged",
        "readout_match",
        "direction",
        *(f"n_{category}" for category in CATEGORIES),
    }
)
"""Columns of the scores that are made here: none that is carried along may have their name."""


class Result:
    """Scores of a batch of pairs, with the evidence behind them. One row a pair, in the input's order.

    Attributes
    ----------
    readout
        The readout that made the risks.
    signature
        Everything that changes the numbers; ``str(result.signature)`` is one line.
    """

    def __init__(self, measured: Measured, readout: Readout, signature: Signature) -> None:
        self._all_measured = measured
        self.readout = readout
        self.signature = signature

    @property
    def _measured(self) -> Measured:
        """Measurements of the pairs; raises in a forked process, where Polars tables cannot be used."""
        check_fork()
        return self._all_measured

    def __len__(self) -> int:
        return len(self._all_measured.status)

    def __repr__(self) -> str:
        failed = int(np.isin(self.scores["status"], FAILED_STATUSES).sum())
        return f"Result({len(self)} pairs, {failed} not scored, {self.signature})"

    @property
    def tier_weights(self) -> Mapping[str, float]:
        """Share of an error on a finding of each tier that counts as significant, in [0, 1]."""
        return self._measured.method.tier_weights

    @property
    def units(self) -> pl.DataFrame:
        """Units of the distinct reports that were scored; ``report_id`` numbers them as they appear, pair by pair."""
        return self._measured.paired.corpus.units

    def units_of(self, index: int) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Units of the reference and of the candidate of the pair at a position, in the order of the report."""
        reference, candidate = (self.units[rows] for rows in self.unit_rows_of(index))
        return reference, candidate

    def unit_rows_of(self, index: int) -> tuple[slice, slice]:
        """Rows of ``units`` of the reference and of the candidate of the pair at a position."""
        paired = self._measured.paired
        offsets = paired.corpus.offsets
        reference, candidate = (slice(int(offsets[r]), int(offsets[r + 1])) for r in paired.pairs[index])
        return reference, candidate

    def texts_of(self, index: int) -> tuple[str, str] | None:
        """Reference and candidate of the pair at a position, as they came; None where only units are stored."""
        texts = self._measured.paired.corpus.texts
        if texts is None:
            return None
        reference, candidate = (texts[int(r)] for r in self._measured.paired.pairs[index])
        return reference, candidate

    def set_aside_of(self, index: int) -> tuple[list[SetAside], list[SetAside]]:
        """Sentences of the reference and of the candidate at a position that a heading sets aside.

        None where only units are stored.
        """
        corpus, texts = self._measured.paired.corpus, self.texts_of(index)
        if texts is None or corpus.lexicon is None:
            return [], []
        from radot_fast.extraction.coverage import set_aside

        reference, candidate = (set_aside(text, corpus.lexicon) for text in texts)
        return reference, candidate

    def unread_of(self, index: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Sentences of the reference and of the candidate at a position that state something and were not read.

        As characters ``start:end``. None where only units are stored.
        """
        corpus, texts = self._measured.paired.corpus, self.texts_of(index)
        if texts is None or corpus.lexicon is None:
            return [], []
        from radot_fast.extraction.coverage import unread_sentences

        reference, candidate = (unread_sentences(text, corpus.lexicon) for text in texts)
        return reference, candidate

    def take(self, indices: Sequence[int] | NDArray[np.integer]) -> Result:
        """Result of the pairs at these positions, in this order, without the evidence of other pairs."""
        m, at = self._measured, np.asarray(indices, dtype=np.int64)
        return Result(
            replace(
                m,
                paired=replace(m.paired, pairs=m.paired.pairs[at], table=m.paired.table[at]),
                features=m.features[at],
                transport_cost=m.transport_cost[at],
                status=m.status[at],
                converged=m.converged[at],
                counts=m.counts[at],
            ),
            self.readout,
            self.signature,
        )

    @cached_property
    def scores(self) -> pl.DataFrame:
        """One row a pair.

        ``row`` (0-based input position), ``pair_id``, ``system`` if given, columns that were kept, ``status``
        (one of ``STATUSES``), ``risk_total``, ``risk_significant``, ``risk_insignificant`` (higher is worse, of
        either sign, null where the status says so), ``transport_cost`` (mean cost of the plan's mass, in [0, 1], null
        where there is nothing to compare), ``n_ref_units``, ``n_cand_units``, ``n_fallback_units`` (of both sides), the
        findings and denials of method §10.7 (null under ``paper``), how much was read (below), ``converged`` (the plan
        that the risks come from is exact to its tolerance, or there is nothing to transport), ``readout_match`` (null
        where the extractor is unknown), ``direction``. A row without a risk has no plan that counts: ``converged`` is
        false, and cost and counts of units, findings and denials are null. With a calibrated readout also
        ``expected_total``, ``expected_significant``, ``expected_insignificant``: expected error counts, >= 0, null
        where the candidate is unread, each with the ends ``_low`` and ``_high`` of its 90% interval.

        ``unread_share_reference``, ``unread_share_candidate``, in [0, 1]: share of the sentences that state something
        and of which nothing was read; 1 where a report has words and none of its sentences states anything.
        ``context_sentences_reference``, ``context_sentences_candidate``: sentences that a heading such as INDICATION
        sets aside. All four are null where only units are known.
        """
        return score_table(self._measured, self.readout, self._risks, self.signature.readout_match)

    @property
    def elsewhere(self) -> np.ndarray:
        """Reports of no chest radiograph in English: bool, shape (n_pairs, 2), reference and candidate."""
        paired = self._measured.paired
        return paired.corpus.elsewhere[paired.pairs]

    def summary(self) -> pl.DataFrame:
        """Mean of each risk over the pairs that were scored: ``target, mean, low, high, n``; higher is worse.

        ``low`` and ``high`` are the ends of the 95% bootstrap interval, by pair. Null where no pair has the risk.
        """
        check_fork()
        values = {t: self.scores[f"risk_{t}"].drop_nulls().to_numpy() for t in TARGETS}
        return mean_table((target, mean_interval(risks), len(risks)) for target, risks in values.items())

    @cached_property
    def counted_scores(self) -> pl.DataFrame:
        """``scores`` with the number of discrepancies of each category: ``n_omission``, ``n_false_finding``, …."""
        check_fork()
        counts = self.discrepancies.group_by("row").agg(
            (pl.col("category") == c).sum().cast(pl.Int64).alias(f"n_{c}") for c in CATEGORIES
        )
        names = [f"n_{c}" for c in CATEGORIES]
        joined = self.scores.join(counts, on="row", how="left", maintain_order="left")
        failed = pl.col("status").is_in(FAILED_STATUSES)
        return joined.with_columns(pl.when(~failed).then(pl.col(names).fill_null(0)))

    @cached_property
    def features(self) -> pl.DataFrame:
        """``pair_id`` and the features of the profile in registry order (method §5), null where not scored."""
        return self._measured.feature_table()

    def feature(self, name: str) -> NDArray[np.float64]:
        """One feature of every pair: float64, shape (n_pairs,); NaN where a pair was not scored."""
        names = list(feature_names_of(self._measured.method))
        return self._measured.features[:, names.index(name)].copy()

    def risk(self, target: str) -> NDArray[np.float64]:
        """One risk of every pair, as in ``scores``: float64, shape (n_pairs,); NaN where a pair was not scored."""
        return self._risks[:, self.readout.targets.index(target)].copy()

    def count(self, name: str) -> NDArray[np.int64]:
        """One of ``FINDING_COUNTS`` of every pair: int64, shape (n_pairs,), ≥ 0; −1 where ``scores`` has a null."""
        return self._measured.counts[:, FINDING_COUNTS.index(name)].copy()

    @cached_property
    def _risks(self) -> NDArray[np.float64]:
        """Every risk: float64, shape (n_pairs, n_targets)."""
        return self.readout.apply(self._measured.features)

    @cached_property
    def edges(self) -> pl.DataFrame:
        """Aligned evidence: the edges of method §5 with their costs, spans and offsets; see ``evidence``."""
        return edge_table(self._measured)

    @cached_property
    def contributions(self) -> pl.DataFrame:
        """Additive account of every risk.

        ``pair_id``, ``target``, ``feature``, ``coefficient``, ``scaled_value`` (in [0, 1]), ``contribution``,
        ``row``: one row with the feature ``(intercept)`` (scaled value 1), then every feature whose coefficient
        is above 0. Grouped sums are the risks to 1e-12. Rows that were not scored have none.
        """
        return pl.concat(self.contributions_of(t) for t in self.readout.targets)

    def contributions_of(self, target: str) -> pl.DataFrame:
        """Contributions of one target; the columns of ``contributions``."""
        table = self._measured.paired.table.select("pair_id", "row").with_row_index("index")
        scored = self._measured.scored
        account = self.readout.contributions(self._measured.features[scored], target)
        where = pl.Series(scored.astype(np.uint32)).gather(account["index"])
        return (
            account.with_columns(index=where, target=pl.lit(target))
            .join(table, on="index", how="left", maintain_order="left")
            .select("pair_id", "target", "feature", "coefficient", "scaled_value", "contribution", "row")
        )

    @cached_property
    def discrepancies(self) -> pl.DataFrame:
        """Typed discrepancies, one row each; see ``extended.discrepancy_table``. Holds report text.

        They are read from the plan of the extended method. The paper defines none: under ``paper`` they are the
        extended method's, and move no risk.
        """
        return discrepancy_rows(self._measured)

    @cached_property
    def couples(self) -> pl.DataFrame:
        """Counterpart in the candidate of each finding and denial of the reference; see ``extended.couple_table``.

        Holds labels and no report text. Under ``paper`` it is the extended method's plan, as with ``discrepancies``.
        """
        return couple_rows(self._measured)

    @cached_property
    def lone_statements(self) -> NDArray[np.float64]:
        """Unsupported statements of candidates, ``result.statements``: float64, shape (n_pairs, 3), ≥ 0 or NaN."""
        return lone_statements(self._measured)

    @property
    def word_counts(self) -> NDArray[np.int64]:
        """Words of either report without a model's reasoning: int64, shape (n_pairs, 2), ≥ 0; 0 for stored units."""
        return word_counts(self._measured)

    @cached_property
    def denominators(self) -> Denominators:
        """Recall, precision, denials addressed and shares unread of the batch, to be read with its mean risks."""
        return denominators_of(self.scores)

    def write(
        self, path: str | os.PathLike[str], table: str = "scores", notes: Mapping[str, str] | None = None
    ) -> None:
        """Write one of ``TABLES`` with the signature, and further ``notes`` (see ``write_table``).

        Raises
        ------
        ConfigError
            There is no such table.
        InputError
            The file cannot be written.
        """
        if table not in TABLES:
            raise ConfigError(f"table {table!r} is not one of {', '.join(TABLES)}")
        write_table(getattr(self, table), Path(path), {**self.signature.metadata(), **(notes or {})})

    def to_html(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        top: int | None = 20,
        where: str | None = None,
        pair_ids: Sequence[str] = (),
    ) -> str | None:
        """One self-contained page with the evidence of some pairs. Holds report text.

        Parameters
        ----------
        path
            File to write; without it the page is returned.
        top
            Pairs to show: those with the highest total risk first; None shows all.
        where
            Show only pairs for which this holds: SQL on the columns of ``counted_scores``, such as
            ``"risk_significant > 1 AND n_omission > 0"``.
        pair_ids
            Show only pairs with these ids.

        Raises
        ------
        InputError
            No pair has one of the ids, or ``where`` is no condition.
        """
        from radot_fast.audit.page import page_of, write_page

        if path is None:
            return page_of(self, top, where, pair_ids)
        write_page(self, path, top, where, pair_ids)
        return None

    def explain(self, pair_id: str) -> Explanation:
        """One pair with all of its evidence: prints as text, shows as a page in a notebook. Holds report text.

        Raises
        ------
        InputError
            No pair has this id.
        """
        from radot_fast.audit.notebook import explanation_of

        return explanation_of(self, pair_id)

    def _repr_html_(self) -> str:
        """Means and the worst pairs, for a notebook; without report text."""
        from radot_fast.audit.notebook import summary_html

        return summary_html(self)

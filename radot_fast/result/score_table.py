"""The table of scores: a row a pair, put together column by column.

Columns are made as arrays and given to Polars once: each expression on a table costs a tenth of a millisecond, however
few its rows, and one pair would pay for twenty.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import DIRECTION, REPORTS, TARGETS
from radot_fast.measure import STATUSES, Measured, is_failed
from radot_fast.method import FINDING_COUNTS
from radot_fast.readout.model import Readout

SHARES = (
    ("finding_recall", "n_matched_findings", "n_ref_findings"),
    ("finding_precision", "n_matched_findings", "n_cand_findings"),
    ("denial_recall", "n_addressed_denials", "n_ref_denials"),
)
"""Shares of findings and denials: name, numerator, denominator (method §10.7)."""


def score_table(measured: Measured, readout: Readout, readout_match: bool | None) -> pl.DataFrame:
    """Scores of pairs, with the columns that ``Result.scores`` documents."""
    m, n = measured, len(measured.status)
    risks = readout.apply(m.features)
    of_target = {t: risks[:, k] for k, t in enumerate(readout.targets)}
    failed = is_failed(m.status)
    columns = [
        pl.Series("status", [STATUSES[k] for k in m.status.tolist()], dtype=pl.String),
        *(nullable(f"risk_{t}", of_target.get(t, np.full(n, np.nan))) for t in TARGETS),
        nullable("transport_cost", m.transport_cost),
        *_unit_counts(m, failed),
        *_finding_counts(m.counts),
        *_reading(m),
        pl.Series("converged", m.converged & ~failed),
        pl.Series("readout_match", [readout_match] * n, dtype=pl.Boolean),
        pl.Series("direction", [DIRECTION] * n, dtype=pl.String),
        *_expected(readout, risks, m.status),
    ]
    return m.paired.table.hstack(columns)


def nullable(name: str, values: NDArray[np.generic], absent: NDArray[np.bool_] | None = None) -> pl.Series:
    """Column that is null where ``absent`` says so, by default where a number is NaN."""
    if absent is None:
        return pl.Series(name, values, nan_to_null=True)
    column = pl.Series(name, values)
    return column.set(pl.Series(absent), None) if absent.any() else column


def _unit_counts(m: Measured, failed: NDArray[np.bool_]) -> list[pl.Series]:
    """Units of both reports; null where the pair has no plan that counts."""
    corpus, pairs = m.paired.corpus, m.paired.pairs
    count = np.diff(corpus.offsets)[pairs]
    values = (count[:, 0], count[:, 1], corpus.fallback[pairs].sum(axis=1))
    names = ("n_ref_units", "n_cand_units", "n_fallback_units")
    return [nullable(name, np.ascontiguousarray(v), failed) for name, v in zip(names, values, strict=True)]


def _finding_counts(counts: NDArray[np.int64]) -> list[pl.Series]:
    """Findings and denials: counts and shares; null under a method that has none."""
    of = {name: np.ascontiguousarray(counts[:, k]) for k, name in enumerate(FINDING_COUNTS)}
    shares = [
        nullable(name, np.divide(of[part], of[whole], out=np.full(len(counts), np.nan), where=of[whole] > 0))
        for name, part, whole in SHARES
    ]
    return [*(nullable(name, values, values < 0) for name, values in of.items()), *shares]


def _reading(m: Measured) -> list[pl.Series]:
    """Unread share and number of sentences set aside of each report; null where unknown."""
    corpus, pairs = m.paired.corpus, m.paired.pairs
    share, context = corpus.unread_share[pairs], corpus.context_sentences[pairs]
    return [
        *(nullable(f"unread_share_{side}", np.ascontiguousarray(share[:, k])) for k, side in enumerate(REPORTS)),
        *(
            nullable(f"context_sentences_{side}", np.ascontiguousarray(context[:, k]), context[:, k] < 0)
            for k, side in enumerate(REPORTS)
        ),
    ]


def _expected(readout: Readout, risks: NDArray[np.float64], status: NDArray[np.int8]) -> list[pl.Series]:
    """Expected counts with the ends of their intervals; none without a calibration, null where a report is unread."""
    counts = readout.expected(risks)
    if counts is None:
        return []
    unread = status[:, None] == STATUSES.index("unread_candidate")
    named = [("", counts)]
    if (interval := readout.expected_intervals(risks)) is not None:
        named += list(zip(("_low", "_high"), interval, strict=True))
    return [
        nullable(f"expected_{target}{end}", np.where(unread, np.nan, values)[:, k].copy())
        for k, target in enumerate(readout.targets)
        for end, values in named
    ]

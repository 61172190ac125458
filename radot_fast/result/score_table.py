"""The table of scores: a row a pair, put together column by column.

Columns are made as arrays and given to Polars in two blocks: each expression on a table costs a tenth of a millisecond,
however few its rows, and one pair would pay for twenty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import lengths_of
from radot_fast.config import DIRECTION, REPORTS, TARGETS
from radot_fast.measure import Measured
from radot_fast.method import FINDING_COUNTS
from radot_fast.pair_status import STATUSES, is_failed
from radot_fast.readout.model import Readout

SHARES = (
    ("finding_recall", "n_matched_findings", "n_ref_findings"),
    ("finding_precision", "n_matched_findings", "n_cand_findings"),
    ("denial_recall", "n_addressed_denials", "n_ref_denials"),
)
"""Shares of findings and denials: name, numerator, denominator (method §10.7)."""
UNIT_COUNTS = ("n_ref_units", "n_cand_units", "n_fallback_units")
COLUMNS = (
    "status",
    *(f"risk_{target}" for target in TARGETS),
    "transport_cost",
    *UNIT_COUNTS,
    *FINDING_COUNTS,
    *(name for name, _, _ in SHARES),
    *(f"{what}_{side}" for what in ("unread_share", "context_sentences") for side in REPORTS),
    "converged",
    "readout_match",
    "direction",
)
"""Columns of the scores in their order; expected counts follow."""

_MATCHES_IN_ORDER = (None, False, True)
_MATCHES = pl.Series("readout_match", _MATCHES_IN_ORDER, dtype=pl.Boolean)
_DIRECTION = pl.Series("direction", [DIRECTION], dtype=pl.String)
"""Columns of one value: to repeat it takes a µs, to make a column of a list six."""


def score_table(
    measured: Measured, readout: Readout, risks: NDArray[np.float64], readout_match: bool | None
) -> pl.DataFrame:
    """Scores of pairs, with the columns that ``Result.scores`` documents; ``risks``: shape (n_pairs, n_targets)."""
    m, n = measured, len(measured.status)
    of_target = {t: risks[:, k] for k, t in enumerate(readout.targets)}
    failed = is_failed(m.status)
    expected = _expected(readout, risks, m.status)
    values = {f"risk_{t}": of_target.get(t, np.full(n, np.nan)) for t in TARGETS}
    values |= {"transport_cost": m.transport_cost} | _shares(m.counts) | _unread_shares(m) | expected
    columns = {
        "status": pl.Series("status", [STATUSES[k] for k in m.status.tolist()], dtype=pl.String),
        **_in_one_block(values),
        **_in_one_block({**_unit_counts(m, failed), **_finding_counts(m.counts), **_context_sentences(m)}),
        "converged": pl.Series("converged", m.converged & ~failed),
        "readout_match": _MATCHES.new_from_index(_MATCHES_IN_ORDER.index(readout_match), n),
        "direction": _DIRECTION.new_from_index(0, n),
    }
    return m.paired.table.hstack([columns[name] for name in (*COLUMNS, *expected)])


def _in_one_block(columns: Mapping[str, NDArray[Any]]) -> dict[str, pl.Series]:
    """Columns of one type, null where a float is NaN or an integer negative.

    They are cut out of one column: Polars takes 10 µs to make a column of an array, and 3 to cut one.
    """
    n, values = len(next(iter(columns.values()))), np.concatenate(list(columns.values()))
    block = pl.Series(values, nan_to_null=True)
    if values.dtype == np.int64 and (values < 0).any():
        block = block.set(pl.Series(values < 0), None)
    return {name: block.slice(k * n, n).alias(name) for k, name in enumerate(columns)}


def _unit_counts(m: Measured, failed: NDArray[np.bool_]) -> dict[str, NDArray[np.int64]]:
    """Units of both reports; −1 where the pair has no plan that counts."""
    corpus, pairs = m.paired.corpus, m.paired.pairs
    count = lengths_of(corpus.offsets)[pairs]
    values = (count[:, 0], count[:, 1], corpus.fallback[pairs].sum(axis=1))
    return {name: np.where(failed, -1, v) for name, v in zip(UNIT_COUNTS, values, strict=True)}


def _finding_counts(counts: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """Findings and denials; −1 under a method that has none."""
    return {name: counts[:, k] for k, name in enumerate(FINDING_COUNTS)}


def _shares(counts: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Shares of findings and denials; NaN where there is nothing to take a share of."""
    of = _finding_counts(counts)
    return {
        name: np.divide(of[part], of[whole], out=np.full(len(counts), np.nan), where=of[whole] > 0)
        for name, part, whole in SHARES
    }


def _unread_shares(m: Measured) -> dict[str, NDArray[np.float64]]:
    """Unread share of each report; NaN where unknown."""
    share = m.paired.corpus.unread_share[m.paired.pairs]
    return {f"unread_share_{side}": share[:, k] for k, side in enumerate(REPORTS)}


def _context_sentences(m: Measured) -> dict[str, NDArray[np.int64]]:
    """Sentences set aside in each report; −1 where unknown."""
    context = m.paired.corpus.context_sentences[m.paired.pairs]
    return {f"context_sentences_{side}": context[:, k] for k, side in enumerate(REPORTS)}


def _expected(readout: Readout, risks: NDArray[np.float64], status: NDArray[np.int8]) -> dict[str, NDArray[np.float64]]:
    """Expected counts with the ends of their intervals; none without a calibration, NaN where a report is unread."""
    counts = readout.expected(risks)
    if counts is None:
        return {}
    named = [("", counts)]
    if (interval := readout.intervals_of(counts)) is not None:
        named += list(zip(("_low", "_high"), interval, strict=True))
    unread = status == STATUSES.index("unread_candidate")
    for _, values in named:
        values[unread] = np.nan
    return {
        f"expected_{target}{end}": values[:, k] for k, target in enumerate(readout.targets) for end, values in named
    }

"""The evidence of two reports side by side: what is matched, what it costs, what is left over (method §10)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import Evidence, EvidenceCosts, Items, starts_of
from radot_fast.kernels.evidence import N_PARTS, range_matches
from radot_fast.kernels.parallel import run


class Matches(NamedTuple):
    """Evidence of pairs: one row a match, an omission (``cand`` −1) or an addition (``ref`` −1).

    By pair; the reference's items in their order, then additions in theirs.
    """

    pair: NDArray[np.int64]
    ref: NDArray[np.int64]
    """Item of the evidence."""
    cand: NDArray[np.int64]
    parts: NDArray[np.float64]
    """Shape (n, 7): parts of the cost of the match; 0 without one."""
    cost: NDArray[np.float64]
    """Cost of the match, or what the unmatched item weighs, in errors, in [0, 1]."""


def match_evidence(evidence: Evidence, pairs: NDArray[np.int64], costs: EvidenceCosts) -> Matches:
    """Match the evidence of every pair.

    Parameters
    ----------
    evidence
        Evidence of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    costs
        What disagreements cost.
    """
    pairs = np.ascontiguousarray(pairs, dtype=np.int64)
    ref_start, cand_start = (starts_of(np.diff(evidence.start)[pairs[:, k]]) for k in (0, 1))
    partner, parts = np.empty(ref_start[-1], np.int64), np.zeros((ref_start[-1], N_PARTS))
    cost, extra = np.empty(ref_start[-1]), np.empty(cand_start[-1])
    items = Items(*(getattr(evidence, name) for name in Items._fields))
    inputs = (items, pairs, ref_start, cand_start, costs)
    run(range_matches, len(pairs), inputs, partner, parts, cost, extra)

    ref_pair, ref = rows_of(evidence.start, pairs[:, 0])
    cand_pair, cand = rows_of(evidence.start, pairs[:, 1])
    free = np.ones(len(cand), bool)
    matched = partner >= 0
    free[(cand_start[ref_pair] + partner)[matched]] = False
    counterpart = np.where(matched, evidence.start[pairs[ref_pair, 1]] + partner, -1)
    left = np.flatnonzero(free)
    order = np.argsort(np.concatenate([ref_pair, cand_pair[left]]), kind="stable")
    return Matches(
        np.concatenate([ref_pair, cand_pair[left]])[order],
        np.concatenate([ref, np.full(len(left), -1)])[order],
        np.concatenate([counterpart, cand[left]])[order],
        np.concatenate([parts, np.zeros((len(left), N_PARTS))])[order],
        np.concatenate([cost, extra[left]])[order],
    )


def rows_of(start: NDArray[np.int64], reports: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every row that the reports own, report by report: position in ``reports``, and the row."""
    lengths = np.diff(start)[reports]
    position = np.repeat(np.arange(len(reports)), lengths)
    return position, start[reports][position] + np.arange(len(position)) - starts_of(lengths)[position]


def keys_of(
    start: NDArray[np.int64], codes: NDArray[np.integer], reports: NDArray[np.int64], n_codes: int
) -> NDArray[np.int64]:
    """Keys ``position * n_codes + code`` of the codes ≥ 0 that the reports hold, position by position."""
    position, row = rows_of(start, reports)
    code = codes[row].astype(np.int64)
    return (position * n_codes + code)[code >= 0]

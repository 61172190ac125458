"""What two reports say, mention by mention (method §10).

A finding that a report repeats is one item of evidence. What happens to one of its mentions is seen here alone: that it
is gone, that it stands on a side of which the other report knows nothing, that it is one too many.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import Evidence
from radot_fast.extended.evidence import N_SIDES
from radot_fast.extended.matching import rows_of

Int = NDArray[np.int64]


class MentionSums(NamedTuple):
    """Sums of each pair. R(x), C(x): how often the reference and the candidate say x.

    A(x): how often of these in the very words of an earlier time, on the same sides.
    """

    omitted: Int
    """Sum of max(R(x) − C(x), 0) over the findings x that the reference asserts on a set of sides."""
    unsupported: NDArray[np.float64]
    """Sum of C(x) over the findings x (on a set of sides) with R(x) = 0, by the sum of C(x) over all; 0 without any.

    The one share among the sums: an added false finding raises it as long as anything else is right, and to leave out
    a true one raises it as long as anything is false.
    """
    repeated: Int
    """Sum of min(A_C(x), max(C(x) − R(x), 0)) over all x (a finding whatever its sides), at most
    sum A_C(x) − sum A_R(x)."""


def mention_sums(evidence: Evidence, pairs: Int) -> MentionSums:
    """Sums over the mentions of pairs.

    Parameters
    ----------
    evidence
        Evidence of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    """
    n, n_sided = len(pairs), N_SIDES * len(evidence.distance)
    width = int(evidence.said.max(initial=0)) + 1
    mine, its = (_said(evidence, pairs[:, k], width) for k in (0, 1))
    return MentionSums(
        *_sided(mine, its, n_sided, n), _repeated(_without_sides(mine, n_sided), _without_sides(its, n_sided), n)
    )


class _Said(NamedTuple):
    """What the reports of a side of the pairs say: one row a thing."""

    pair: Int
    key: Int
    """Ascending: pair · width + code of ``Evidence.said``."""
    code: Int
    times: Int
    again: Int


def _said(e: Evidence, reports: Int, width: int) -> _Said:
    pair, row = rows_of(e.said_start, reports)
    return _Said(pair, pair * width + e.said[row], e.said[row], e.said_times[row], e.said_again[row])


def _sided(mine: _Said, its: _Said, n_sided: int, n: int) -> tuple[Int, NDArray[np.float64]]:
    """``omitted`` and ``unsupported``."""
    lost = np.maximum(mine.times - _times(mine.key, its), 0)
    omitted = np.bincount(mine.pair, np.where(mine.code < n_sided, lost, 0), n)
    asserted = np.where(its.code < n_sided, its.times, 0)
    alone = np.where(_times(its.key, mine) == 0, asserted, 0)
    mentions = np.bincount(its.pair, asserted, n)
    return omitted.astype(np.int64), np.bincount(its.pair, alone, n) / np.maximum(mentions, 1)


def _repeated(mine: _Said, its: _Said, n: int) -> Int:
    """``repeated``."""
    surplus = np.maximum(its.times - _times(its.key, mine), 0)
    found = np.bincount(its.pair, np.minimum(its.again, surplus), n)
    most = np.bincount(its.pair, its.again, n) - np.bincount(mine.pair, mine.again, n)
    return np.minimum(found, np.maximum(most, 0)).astype(np.int64)


def _without_sides(said: _Said, n_sided: int) -> _Said:
    """The same with one row a finding, whatever its sides."""
    side = np.where(said.code < n_sided, said.code % N_SIDES, 0)
    key = said.key - side
    first = np.flatnonzero(np.diff(key, prepend=-1))
    if not len(first):
        return said
    times, again = (np.add.reduceat(v, first) for v in (said.times, said.again))
    return _Said(said.pair[first], key[first], (said.code - side)[first], times, again)


def _times(key: Int, said: _Said) -> Int:
    """How often what the keys name is said; 0 where it is not."""
    at = np.searchsorted(said.key, key)
    found = np.append(said.key, -1)[at] == key
    return np.where(found, np.append(said.times, 0)[at], 0)

"""What the mentions of coupled nodes say, one by one (method §10.6).

A finding that a report repeats is one node. What happens to one of its mentions is seen here alone: that it is gone,
that it stands on a side of which its counterpart knows nothing, that it is one too many.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import Nodes
from radot_fast.extended.nodes import N_SIDES
from radot_fast.extended.plans import Plans, rows_of
from radot_fast.kernels.extended.couples import FINDING

Int = NDArray[np.int64]


class MentionSums(NamedTuple):
    """Sums of each pair. R(x), C(x): how often a node of the reference, of the candidate, says x."""

    omitted: Int
    """Sum of max(R(x) − C(x), 0) over the findings of the reference and their counterparts."""
    unsupported: NDArray[np.float64]
    """Share of the candidate's mentions of findings that say what no mention of the counterpart says; 0 without any.

    The one share among the sums: an added false finding raises it as long as anything else is right, and to leave out
    a true one raises it as long as anything is false.
    """
    repeated: Int
    """Word-for-word repetitions beyond the reference."""


class _Said(NamedTuple):
    """What the nodes of one report of each pair say: one row a node and a thing it says."""

    pair: Int
    node: Int
    code: Int
    times: Int
    again: Int


class _Counterparts(NamedTuple):
    """Counterpart of the same kind of the nodes of one report of each pair."""

    key: Int
    """Ascending: pair · width + node."""
    node: Int
    width: int
    """One more than the nodes there are."""


def mention_sums(nodes: Nodes, pairs: Int, plans: Plans) -> MentionSums:
    """Sums over the mentions of pairs.

    Parameters
    ----------
    nodes
        Nodes of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    plans
        Their plans.
    """
    n = len(pairs)
    ref, cand = (_said(nodes, pairs, side) for side in (0, 1))
    of_ref, of_cand = (_counterparts(nodes, plans, side) for side in (0, 1))
    lost = np.maximum(ref.times - _times_there(ref, cand, of_ref), 0)
    omitted = np.bincount(ref.pair, np.where(nodes.kind[ref.node] == FINDING, lost, 0), n).astype(np.int64)
    asserted = np.where(nodes.kind[cand.node] == FINDING, cand.times, 0)
    alone = np.where(_times_there(cand, ref, of_cand) == 0, asserted, 0)
    unsupported = np.bincount(cand.pair, alone, n) / np.maximum(np.bincount(cand.pair, asserted, n), 1)
    return MentionSums(
        omitted, unsupported, _repeated(_without_sides(nodes, ref), _without_sides(nodes, cand), of_cand, n)
    )


def _said(nodes: Nodes, pairs: Int, side: int) -> _Said:
    """What the reports of one side of the pairs say, by pair, node and code."""
    pair, node = rows_of(nodes.start, pairs[:, side])
    at, row = rows_of(nodes.said_start, node)
    return _Said(pair[at], node[at], nodes.said[row], nodes.said_times[row], nodes.said_again[row])


def _without_sides(nodes: Nodes, said: _Said) -> _Said:
    """The same with one row a node and a finding, whatever its sides."""
    code = np.where(nodes.kind[said.node] == FINDING, said.code // N_SIDES, said.code)
    first = np.ones(len(code), bool)
    first[1:] = (np.diff(said.pair) != 0) | (np.diff(said.node) != 0) | (np.diff(code) != 0)
    start = np.flatnonzero(first)
    if not len(start):
        return said
    times, again = (np.add.reduceat(v, start) for v in (said.times, said.again))
    return _Said(said.pair[start], said.node[start], code[start], times, again)


def _counterparts(nodes: Nodes, plans: Plans, side: int) -> _Counterparts:
    """Counterpart of each node of one side; of several, one with the same label, then the first in canonical order."""
    rows = plans.couples
    rows[rows] = nodes.kind[plans.ref[rows]] == nodes.kind[plans.cand[rows]]
    own, other = (plans.ref, plans.cand) if side == 0 else (plans.cand, plans.ref)
    pair, own, other = plans.pair[rows], own[rows], other[rows]
    width = len(nodes.kind) + 1
    order = np.lexsort((other, nodes.label[own] != nodes.label[other], own, pair))
    key, first = np.unique((pair * width + own)[order], return_index=True)
    return _Counterparts(key, other[order][first], width)


def _times_there(mine: _Said, its: _Said, counterpart: _Counterparts) -> Int:
    """How often the counterpart of each row's node says the same; 0 without one."""
    node = _looked_up(counterpart.key, counterpart.node, mine.pair * counterpart.width + mine.node, -1)
    n_codes = int(max(mine.code.max(initial=0), its.code.max(initial=0))) + 1
    there = (its.pair * counterpart.width + its.node) * n_codes + its.code
    wanted = (mine.pair * counterpart.width + node) * n_codes + mine.code
    return np.where(node >= 0, _looked_up(there, its.times, wanted, 0), 0)


def _looked_up(keys: Int, values: Int, wanted: Int, default: int) -> Int:
    """Values of the wanted keys; ``keys`` ascend."""
    at = np.searchsorted(keys, wanted)
    hit = np.append(keys, -1)[at] == wanted
    return np.where(hit, np.append(values, default)[at], default)


def _repeated(ref: _Said, cand: _Said, of_cand: _Counterparts, n: int) -> Int:
    """Word-for-word repetitions of the candidate beyond the reference."""
    surplus = np.maximum(cand.times - _times_there(cand, ref, of_cand), 0)
    repeats = np.bincount(cand.pair, np.minimum(cand.again, surplus), n)
    most = np.bincount(cand.pair, cand.again, n) - np.bincount(ref.pair, ref.again, n)
    return np.minimum(repeats, np.maximum(most, 0)).astype(np.int64)

"""What the mentions of coupled nodes say, one by one (method §10.6).

A finding that a report repeats is one node. What happens to one of its mentions is seen here alone: that it is gone, or
that it is one too many.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import Nodes
from radot_fast.extended.nodes import N_SIDES
from radot_fast.extended.plans import Plans, rows_of
from radot_fast.kernels.extended.couples import FINDING, REMARK

Int = NDArray[np.int64]


class Mentions(NamedTuple):
    """Mentions that nodes lack, or have too many of."""

    lost_row: Int
    """Rows of the plan: findings of the reference that have more mentions than their counterpart."""
    lost: Int
    """How many more; all, where there is no counterpart."""
    repeated_pair: Int
    repeated_node: Int
    """Findings and denials of the candidate that it repeats word for word, beyond the reference."""
    repeated: Int
    """How often, in pairs in which the candidate repeats itself more than the reference does."""


class _Said(NamedTuple):
    """Statements of the nodes of one report of each pair: one row a node and a distinct statement."""

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


def read_mentions(nodes: Nodes, pairs: Int, plans: Plans) -> Mentions:
    """Lost and repeated mentions of pairs.

    Parameters
    ----------
    nodes
        Nodes of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    plans
        Their plans.
    """
    ref, cand = (_labelled(nodes, _said(nodes, pairs, side)) for side in (0, 1))
    times = np.append(np.diff(nodes.mention_start), 0)
    kinds = np.append(nodes.kind, REMARK)
    there = np.where(kinds[plans.cand] == FINDING, times[plans.cand], 0)
    more = np.where(kinds[plans.ref] == FINDING, times[plans.ref] - there, 0)
    row = np.flatnonzero(more > 0)
    return Mentions(row, more[row], *_repeated(ref, cand, _counterparts(nodes, plans, 1), len(pairs)))


def mention_sums(nodes: Nodes, pairs: Int, plans: Plans) -> tuple[Int, Int]:
    """Lost mentions, and word-for-word repetitions beyond the reference, of each pair."""
    n, of = len(pairs), read_mentions(nodes, pairs, plans)
    return (
        np.bincount(plans.pair[of.lost_row], of.lost, n).astype(np.int64),
        np.bincount(of.repeated_pair, of.repeated, n).astype(np.int64),
    )


def _by_node(pair: Int, node: Int, values: Int) -> tuple[Int, Int, Int]:
    """Sums of values by pair and node; equal ones are neighbours."""
    first = np.ones(len(pair), bool)
    first[1:] = (np.diff(pair) != 0) | (np.diff(node) != 0)
    start = np.flatnonzero(first)
    return pair[start], node[start], np.add.reduceat(values, start) if len(start) else values


def _said(nodes: Nodes, pairs: Int, side: int) -> _Said:
    """Statements of the reports of one side of the pairs, by pair, node and code."""
    pair, node = rows_of(nodes.start, pairs[:, side])
    at, row = rows_of(nodes.said_start, node)
    return _Said(pair[at], node[at], nodes.said[row], nodes.said_times[row], nodes.said_again[row])


def _labelled(nodes: Nodes, said: _Said) -> _Said:
    """Findings and denials, one row a node and a label, whatever its sides."""
    kept = nodes.kind[said.node] != REMARK
    pair, node, times, again = (v[kept] for v in (said.pair, said.node, said.times, said.again))
    code = np.where(nodes.kind[node] == FINDING, said.code[kept] // N_SIDES, said.code[kept])
    first = np.ones(len(code), bool)
    first[1:] = (np.diff(pair) != 0) | (np.diff(node) != 0) | (np.diff(code) != 0)
    start = np.flatnonzero(first)
    if not len(start):
        return _Said(pair, node, code, times, again)
    times, again = (np.add.reduceat(v, start) for v in (times, again))
    return _Said(pair[start], node[start], code[start], times, again)


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
    """Number of mentions by which the counterpart of each row's node says the same; 0 without a counterpart."""
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


def _repeated(ref: _Said, cand: _Said, of_cand: _Counterparts, n: int) -> tuple[Int, Int, Int]:
    """Nodes of the candidate with word-for-word repetitions beyond the reference; none where it repeats itself less.

    A pair has no more of them than its candidate has more repetitions than its reference: the first ones count.
    """
    surplus = np.maximum(cand.times - _times_there(cand, ref, of_cand), 0)
    repeats = np.minimum(cand.again, surplus)
    most = np.bincount(cand.pair, cand.again, n) - np.bincount(ref.pair, ref.again, n)
    before = np.cumsum(repeats) - repeats
    start = np.searchsorted(cand.pair, np.arange(n))
    so_far = before - np.append(before, 0)[start[cand.pair]] if len(before) else before
    counted = np.clip(most[cand.pair] - so_far, 0, repeats).astype(np.int64)
    kept = counted > 0
    return _by_node(cand.pair[kept], cand.node[kept], counted[kept])

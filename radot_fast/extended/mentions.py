"""What the mentions of coupled nodes say, one by one (method §10.6).

A finding that a report repeats is one node. What happens to one of its mentions is seen here alone: that a name of the
finding is gone with it, or that it is one too many.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.extended.nodes import Nodes
from radot_fast.extended.plans import Plans, rows_of
from radot_fast.extraction.match.segments import indices
from radot_fast.kernels.extended.couples import FINDING, NAMED, REMARK
from radot_fast.kernels.extended.node_rows import N_SIDES

Int = NDArray[np.int64]

FREE = 1
"""Repetitions beyond the reference that are none: what stands under the findings stands once more in the impression."""


class Mentions(NamedTuple):
    """Names that findings lack, and mentions that nodes have too many of."""

    lost_row: Int
    """Rows of the plan: couples of findings of which the candidate's is not called all that the reference's is."""
    lost: Int
    """How many further names it lacks."""
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
    """Lost names and repeated mentions of pairs.

    Parameters
    ----------
    nodes
        Nodes of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    plans
        Their plans.
    """
    return Mentions(*_lost(nodes, pairs, plans), *_repeated(nodes, pairs, plans))


def _lost(nodes: Nodes, pairs: Int, plans: Plans) -> tuple[Int, Int]:
    """Couples of findings of which the candidate's lacks further names, and how many."""
    row = indices(plans.is_kind(FINDING, FINDING))
    if not (nodes.names[:, 1:] >= 0).any():  # so it is in most batches of few pairs
        return row[:0], row[:0]
    row = row[(nodes.names[plans.ref[row], 1:] >= 0).any(axis=1)]  # few findings have more than one name
    if not len(row):
        return row, row
    missing = unread_names(nodes, plans.ref[row], plans.cand[row]) & nodes.meant[plans.ref[row], 1:]
    missing &= ~_named_elsewhere(nodes, plans.ref[row], pairs[plans.pair[row], 1])
    # Where the candidate has another name instead, that is an error of naming (method §10.5).
    named_otherwise = unread_names(nodes, plans.cand[row], plans.ref[row]).any(axis=1)
    lost = np.where(named_otherwise, 0, missing.sum(axis=1))
    return row[lost > 0], lost[lost > 0]


def unread_names(nodes: Nodes, one: Int, other: Int) -> NDArray[np.bool_]:
    """Which further names of findings the findings coupled with them are not called (method §10.5).

    Parameters
    ----------
    nodes
        Nodes of the reports.
    one, other
        int64, shape (n,): coupled findings.

    Returns
    -------
    bool, shape (n, 3): by place of the name
    """
    names, there = nodes.names[one, 1:], nodes.names[other]
    if not nodes.distance.size:
        return np.zeros(names.shape, bool)
    its_label = (nodes.distance[names, there[:, :1]] == 0.0) | (names == nodes.other[other][:, None])
    distance = nodes.distance[names[:, :, None], there[:, None, 1:]]
    further = ((distance < NAMED) & (there[:, None, 1:] >= 0)).any(axis=2)
    return (names >= 0) & ~its_label & ~further


def _named_elsewhere(nodes: Nodes, finding: Int, report: Int) -> NDArray[np.bool_]:
    """Which further names of findings some finding of another report goes by: bool, shape (n, 3)."""
    out = np.zeros((len(finding), nodes.names.shape[1] - 1), bool)
    at, other = rows_of(nodes.start, report)
    asserted = nodes.kind[other] == FINDING
    at, other = at[asserted], other[asserted]
    same = nodes.names[finding[at], 1:, None] == nodes.names[other][:, None, :]
    np.logical_or.at(out, at, same.any(axis=2))
    return out


def mention_sums(nodes: Nodes, pairs: Int, plans: Plans) -> tuple[Int, Int]:
    """Lost names, and word-for-word repetitions beyond the reference, of each pair."""
    n, of = len(pairs), read_mentions(nodes, pairs, plans)
    return (
        np.bincount(plans.pair[of.lost_row], of.lost, n).astype(np.int64),
        np.bincount(of.repeated_pair, of.repeated, n).astype(np.int64),
    )


def _by_node(pair: Int, node: Int, values: Int) -> tuple[Int, Int, Int]:
    """Sums of values by pair and node; equal ones are neighbours."""
    first = np.ones(len(pair), bool)
    first[1:] = (pair[1:] != pair[:-1]) | (node[1:] != node[:-1])
    start = np.flatnonzero(first)
    return pair[start], node[start], np.add.reduceat(values, start) if len(start) else values


def _said(nodes: Nodes, pairs: Int, side: int) -> _Said:
    """Statements of the reports of one side of the pairs, by pair, node and code."""
    pair, node = rows_of(nodes.start, pairs[:, side])
    at, row = rows_of(nodes.said_start, node)
    return _Said(pair[at], node[at], nodes.said[row], nodes.said_times[row], nodes.said_again[row])


def _labelled(nodes: Nodes, said: _Said) -> _Said:
    """Findings and denials, one row a node and a label, whatever its sides."""
    labelled = nodes.kind[said.node] != REMARK
    pair, node, code, times, again = (v[labelled] for v in said)
    code = np.where(nodes.kind[node] == FINDING, code // N_SIDES, code)
    first = np.ones(len(code), bool)
    first[1:] = (pair[1:] != pair[:-1]) | (node[1:] != node[:-1]) | (code[1:] != code[:-1])
    start = np.flatnonzero(first)
    if not len(start):
        return _Said(pair, node, code, times, again)
    times, again = (np.add.reduceat(v, start) for v in (times, again))
    return _Said(pair[start], node[start], code[start], times, again)


def _counterparts(nodes: Nodes, plans: Plans, side: int) -> _Counterparts:
    """Counterpart of each node of one side; of several, one with the same label, then the first in canonical order."""
    rows = plans.of_one_kind
    node, counterpart = (plans.ref, plans.cand) if side == 0 else (plans.cand, plans.ref)
    pair, node, counterpart = plans.pair[rows], node[rows], counterpart[rows]
    width = len(nodes.kind) + 1
    order = np.lexsort((counterpart, nodes.label[node] != nodes.label[counterpart], node, pair))
    key, first = np.unique((pair * width + node)[order], return_index=True)
    return _Counterparts(key, counterpart[order][first], width)


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


def _repeated(nodes: Nodes, pairs: Int, plans: Plans) -> tuple[Int, Int, Int]:
    """Nodes of the candidate with word-for-word repetitions beyond the reference; none where it repeats itself less.

    A pair has no more of them than its candidate has more repetitions than its reference: the first ones count.
    """
    none = np.zeros(0, np.int64)
    if not nodes.said_again.any():  # so it is in most batches of few pairs
        return none, none, none
    n, cand = len(pairs), _labelled(nodes, _said(nodes, pairs, 1))
    if not cand.again.any():
        return none, none, none
    ref, of_cand = _labelled(nodes, _said(nodes, pairs, 0)), _counterparts(nodes, plans, 1)
    surplus = np.maximum(cand.times - _times_there(cand, ref, of_cand) - FREE, 0)
    repeats = np.minimum(cand.again, surplus)
    most = np.bincount(cand.pair, cand.again, n) - np.bincount(ref.pair, ref.again, n)
    before = np.cumsum(repeats) - repeats
    start = np.searchsorted(cand.pair, np.arange(n))
    so_far = before - np.append(before, 0)[start[cand.pair]] if len(before) else before
    counted = np.clip(most[cand.pair] - so_far, 0, repeats).astype(np.int64)
    some = counted > 0
    return _by_node(cand.pair[some], cand.node[some], counted[some])

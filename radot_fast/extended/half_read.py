"""Differences that may come from what was not read, and are none (method §10.5).

A finding that the reference seems to lack may stand there in words that were not read. So nothing that the candidate
adds is held against it where the reference tells something new, in such words, of the same place. What the candidate
says in words that nobody reads excuses nothing: a generator could buy its omissions with them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.nodes import Nodes
from radot_fast.kernels.extended.comparisons import IMPROVED, NEW, RESOLVED, WORSENED
from radot_fast.kernels.extended.couples import CERTAINTY, COMPARISON, DENIAL, FINDING, LABEL, LEFT, RIGHT

Int = NDArray[np.int64]
MAY_BE_UNREAD = (LABEL, CERTAINTY, COMPARISON)
"""Parts of a couple that are not held against it.

With the rule in both directions, of 205 such rows of errors put in by hand that cost 5, of 95 between reports that say
the same it spared 56. Of places and devices it would cost 12 of 322 errors for 17 of 33.
"""
WORSE, BETTER = (1 << NEW) | (1 << WORSENED), (1 << IMPROVED) | (1 << RESOLVED)
"""Bits of changes for the worse and for the better."""
WHOLE = ("body", "chest", "lung")
"""Regions that tell little of a place."""


def may_be_unread(
    nodes: Nodes, pairs: Int, of: tuple[Int, Int, NDArray[np.bool_]], rows: tuple[Int, Int, Int], knowledge: Knowledge
) -> NDArray[np.bool_]:
    """Which rows of plans may differ by what was not read.

    Parameters
    ----------
    nodes, pairs
        Nodes of the reports, and int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    of
        Pair and number of every node of the pairs, and whether it is the reference's.
    rows
        int64, shape (n_rows,) each: pair, node of the reference, and node of the candidate; −1 where there is none.
    knowledge
        The regions.

    Returns
    -------
    bool, shape (n_rows,)
    """
    pair, ref, cand = rows
    if not nodes.unread.any():
        return np.zeros(len(pair), bool)
    owner, node, is_ref = of
    report = np.arange(len(nodes.start) - 1).repeat(np.diff(nodes.start))
    of_report = np.zeros(len(nodes.start) - 1, np.int64)
    np.bitwise_or.at(of_report, report, nodes.unread)
    there = (is_ref & (nodes.unread[node] & ~of_report[pairs[owner, 1]] > 0)).nonzero()[0]
    told = np.zeros((2, len(pairs)), np.int64)
    places = _places(nodes, knowledge)
    for known, some in zip(told, places, strict=True):
        np.bitwise_or.at(known, owner[there], some[node[there]])
    out, here = np.zeros(len(pair), bool), cand >= 0
    for known, some in zip(told, places, strict=True):
        out[here] |= some[cand[here]] & known[pair[here]] > 0
    couples = (ref >= 0) & here
    is_new = nodes.unread[ref] & ~of_report[pairs[pair, 1]] > 0
    out |= couples & is_new & (nodes.kind[ref] == FINDING) & (nodes.kind[cand] == FINDING)
    # A denial was read, whatever else stands there, and so were two changes of which one is the other's opposite.
    known = (
        (nodes.kind[ref] == DENIAL) | (nodes.kind[cand] == DENIAL) | _opposite(nodes.changes[ref], nodes.changes[cand])
    )
    return out & ~(couples & known)


def _opposite(one: Int, other: Int) -> NDArray[np.bool_]:
    """Whether changes are for the worse alone on one side, and for the better alone on the other."""
    worse, better = ([(changes & bits > 0) for changes in (one, other)] for bits in (WORSE, BETTER))
    return (worse[0] & ~better[0] & better[1] & ~worse[1]) | (better[0] & ~worse[0] & worse[1] & ~better[1])


def _places(nodes: Nodes, knowledge: Knowledge) -> tuple[Int, Int]:
    """Regions of each node as bits, without those that tell little, and its side where it is one."""
    bits = knowledge.region_bits
    little = sum(bits[region] for region in WHOLE if region in bits)
    one_side = np.where((nodes.sides == LEFT) | (nodes.sides == RIGHT), nodes.sides, 0)
    return nodes.regions & ~little, one_side

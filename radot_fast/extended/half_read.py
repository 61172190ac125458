"""Differences that may come from what was not read, and are none (method §10.5).

A finding that one report lacks may stand in the other one in words that were not read. So nothing is held against a
report where it tells something new, in words that were not read, of the same place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.nodes import Nodes
from radot_fast.kernels.extended.couples import CERTAINTY, COMPARISON, DENIAL, FINDING, LABEL, LEFT, RIGHT

Int = NDArray[np.int64]
MAY_BE_UNREAD = (LABEL, CERTAINTY, COMPARISON)
"""Parts of a couple that are not held against it.

Of 205 such rows of errors put in by hand that costs 5, of 95 between reports that say the same it spares 56. Of places
and devices it would cost 12 of 322 errors for 17 of 33.
"""
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
    pair, *sides = rows
    if not nodes.unread.any():
        return np.zeros(len(pair), bool)
    owner, node, is_ref = of
    report = np.arange(len(nodes.start) - 1).repeat(np.diff(nodes.start))
    of_report = np.zeros(len(nodes.start) - 1, np.int64)
    np.bitwise_or.at(of_report, report, nodes.unread)
    new = nodes.unread[node] & ~of_report[pairs[owner, is_ref.astype(np.int64)]]
    there = new.nonzero()[0]
    regions, one_side = _places(nodes, knowledge)
    told = np.zeros((len(pairs), 2, 2), np.int64)
    for column, places in enumerate((regions, one_side)):
        np.bitwise_or.at(told[..., column], (owner[there], 1 - is_ref[there]), places[node[there]])
    out = np.zeros(len(pair), bool)
    for side, mine in enumerate(sides):
        here, other = mine >= 0, 1 - side
        its, its_pair, mate = mine[here], pair[here], sides[other][here]
        told_there = told[its_pair, other]
        out[here] |= (regions[its] & told_there[:, 0] | one_side[its] & told_there[:, 1]) > 0
        # What a couple tells in words of its own that were not read.
        both = (mate >= 0) & (nodes.kind[its] == FINDING) & (nodes.kind[mate] == FINDING)
        out[here] |= (nodes.unread[its] & ~of_report[pairs[its_pair, other]] > 0) & both
    ref, cand = sides
    # A denial was read, whatever else stands there.
    denied = (nodes.kind[ref] == DENIAL) | (nodes.kind[cand] == DENIAL)
    return out & ~((ref >= 0) & (cand >= 0) & denied)


def _places(nodes: Nodes, knowledge: Knowledge) -> tuple[Int, Int]:
    """Regions of each node as bits, without those that tell little, and its side where it is one."""
    bits = knowledge.region_bits
    little = sum(bits[region] for region in WHOLE if region in bits)
    one_side = np.where((nodes.sides == LEFT) | (nodes.sides == RIGHT), nodes.sides, 0)
    return nodes.regions & ~little, one_side

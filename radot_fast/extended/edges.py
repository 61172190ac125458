"""Rows of the plans as edges between statements (method §10.4).

A node that has several mentions is a row each: couples of nodes with k and l mentions make max(k, l) rows of equal
mass, the mentions paired in the order of the text. So every statement has its row, and the mass of a couple is still
1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import CHANNELS
from radot_fast.extended.nodes import Nodes
from radot_fast.extended.plans import Plans
from radot_fast.kernels.extended.couples import ACUITY, CERTAINTY, COMPARISON, LABEL, REGION, SEVERITY, SIDE, SIZE
from radot_fast.method import Edges

Int = NDArray[np.int64]
READ = (SEVERITY, SIZE, CERTAINTY, COMPARISON, ACUITY)
"""Parts of the cost of a couple that are read under the plan."""


def plan_edges(nodes: Nodes, plans: Plans, first_pair: int) -> Edges:
    """Edges of some plans; ``first_pair`` is the position of their first pair.

    ``align_cost`` is the price of the couple or of staying alone; ``side_cost`` = 1 − Π(1 − part) over what is read
    under the plan; ``risk`` is mass · cost in errors: γ of a couple of findings, the weight of a finding without a
    counterpart.
    """
    sizes = np.diff(nodes.mention_start)
    there = [plans.ref >= 0, plans.cand >= 0]
    counts = [np.where(here, sizes[own], 0) for here, own in zip(there, (plans.ref, plans.cand), strict=True)]
    rows_each = np.maximum(*counts)
    row = np.repeat(np.arange(len(plans.pair)), rows_each)
    place = np.arange(len(row)) - np.repeat(np.cumsum(rows_each) - rows_each, rows_each)
    units = np.full((len(row), 2), -1, np.int64)
    for k, own in enumerate((plans.ref, plans.cand)):
        here = there[k][row]
        mention = place[here] * counts[k][row[here]] // rows_each[row[here]]
        units[here, k] = nodes.mention[nodes.mention_start[own[row[here]]] + mention]
    mass = 1.0 / rows_each[row]
    risk = np.where(plans.couples, plans.cost, 0.0) + plans.ref_weight + plans.cand_weight
    read_cost = 1.0 - np.prod(1.0 - plans.parts[:, READ], axis=1)
    return Edges(
        plans.pair[row] + first_pair,
        units,
        mass,
        plans.price[row],
        read_cost[row],
        _channels(nodes, plans)[row],
        mass * risk[row],
        _same(nodes, plans)[row],
    )


def _same(nodes: Nodes, plans: Plans) -> NDArray[np.bool_]:
    """Couples whose two nodes say the same: of one kind."""
    both = plans.couples
    both[both] = nodes.kind[plans.ref[both]] == nodes.kind[plans.cand[both]]
    return both


def _channels(nodes: Nodes, plans: Plans) -> NDArray[np.float64]:
    """Cost of each row by channel: float64, shape (n_rows, 9), in [0, 1].

    ``finding`` is the part of the labels, ``anatomy`` that of sides and regions, ``polarity`` the price of a couple
    of a finding and its denial, ``comparison``, ``uncertainty`` and ``severity`` what is read under the plan (of a
    device: that it lies badly), ``modifier`` that of sizes and kinds; ``text`` and ``device`` have none.
    """
    out = np.zeros((len(plans.pair), len(CHANNELS)))
    place = {name: k for k, name in enumerate(CHANNELS)}
    both = plans.couples
    parts = plans.parts
    out[:, place["finding"]] = np.minimum(parts[:, LABEL], 1.0)
    out[:, place["anatomy"]] = 1.0 - (1.0 - parts[:, SIDE]) * (1.0 - parts[:, REGION])
    opposed = both.copy()
    opposed[both] = nodes.kind[plans.ref[both]] != nodes.kind[plans.cand[both]]
    out[opposed, place["polarity"]] = plans.price[opposed]
    out[:, place["comparison"]] = parts[:, COMPARISON]
    out[:, place["uncertainty"]] = parts[:, CERTAINTY]
    out[:, place["modifier"]] = 1.0 - (1.0 - parts[:, SIZE]) * (1.0 - parts[:, ACUITY])
    out[:, place["severity"]] = parts[:, SEVERITY]
    return out

"""Plans of the extended method: prices, and the cheapest plan (method §10.4)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import FindingCosts, NodeArrays, PlanPrices
from radot_fast.kernels.extended.couples import (
    BILLION,
    COUPLE,
    DENIAL,
    FINDING,
    KIND,
    N_ORDERED,
    N_PARTS,
    REMARK,
    couple_price,
    whole_price,
)
from radot_fast.kernels.extended.flow import Flow, cheapest_plan
from radot_fast.kernels.toolchain.jit import first_run_kernel, inlined_no_refcount


class PlanBatch(NamedTuple):
    """Pairs of reports, and the prices of their plans."""

    nodes: NodeArrays
    pairs: NDArray[np.int64]
    """Shape (n_pairs, 2): reports, reference and candidate."""
    first: NDArray[np.int64]
    """Shape (n_pairs + 1,): where each pair begins in ``PlanRows``, which has room for a row a node."""
    costs: FindingCosts
    prices: PlanPrices


class PlanRows(NamedTuple):
    """Plans of the pairs, to be filled; pair p has the rows ``first[p]:first[p + 1]``."""

    couples: NDArray[np.int64]
    """Shape (n, 2): nodes of each couple, the reference's and the candidate's, by the reference's; then −1."""
    price: NDArray[np.float64]
    """Shape (n,): price of each couple."""
    parts: NDArray[np.float64]
    """Shape (n, 8): parts of the cost of each couple of findings; 0 for others."""
    weight: NDArray[np.float64]
    """Shape (n, 2), by node, the reference's first: weight of a finding without a counterpart in its family, and what
    it would be were it the only one there; 0 for the others."""
    denied: NDArray[np.int64]
    """Shape (n,): what the denial of each couple of a finding and a denial says of the finding; else ``NOT_DENIED``."""
    denied_by: NDArray[np.int64]
    """Shape (n, 2): of each couple of findings, the node of the reference, and of the candidate, that plainly denies
    the other report's finding by name; −1 without."""


class Room(NamedTuple):
    """Working memory of a plan of at most k nodes a side."""

    price: NDArray[np.float64]
    """Shape (k, k): price of each couple."""
    parts: NDArray[np.float64]
    """Shape (1, 8)."""
    flow: Flow
    """The same prices as whole numbers, and the plan."""


@inlined_no_refcount
def comes_later(nodes, a, n, b, m):
    """Whether the report whose n nodes begin at a is not to be the rows: it has more nodes, or a later one first.

    Remarks are left out: the numbers of their wordings depend on the batch.
    """
    if n != m:
        return n > m
    for k in range(n):
        if nodes.codes[a + k, KIND] == REMARK or nodes.codes[b + k, KIND] == REMARK:
            return False
        for c in range(nodes.codes.shape[1]):
            if nodes.codes[a + k, c] != nodes.codes[b + k, c]:
                return nodes.codes[a + k, c] > nodes.codes[b + k, c]
        for c in range(N_ORDERED):
            if nodes.values[a + k, c] != nodes.values[b + k, c]:
                return nodes.values[a + k, c] > nodes.values[b + k, c]
    return False


@inlined_no_refcount
def fill_loners(nodes, ranges, flipped, prices, room):
    """Price of staying alone as a whole number, and most couples, of the nodes of both reports."""
    for k in range(2):
        first, last = ranges[2 * k], ranges[2 * k + 1]
        side = 1 - k if flipped else k
        for i in range(first, last):
            kind = nodes.codes[i, KIND]
            alone = prices.remark_alone
            if kind == FINDING:
                alone = prices.alone
            elif kind == DENIAL:
                alone = prices.denial_alone
            room.flow.price[side, i - first] = int(alone * BILLION + 0.5) * COUPLE
            room.flow.capacity[side, i - first] = int(prices.capacity) if kind == DENIAL else 1


@first_run_kernel
def fill_plans(batch, begin, end, room, out):
    """Fill in the couples of the pairs ``begin:end`` and their prices with the memory given."""
    nodes, pairs, first, costs, prices = batch
    couples, price = out.couples, out.price
    for p in range(begin, end):
        a, b = nodes.start[pairs[p, 0]], nodes.start[pairs[p, 1]]
        n, m = nodes.start[pairs[p, 0] + 1] - a, nodes.start[pairs[p, 1] + 1] - b
        ranges = (a, a + n, b, b + m)
        flipped = comes_later(nodes, a, n, b, m)
        fill_loners(nodes, ranges, flipped, prices, room)
        for i in range(n):
            for j in range(m):
                cost = couple_price(nodes, a + i, b + j, ranges, costs, prices, room.parts, 0)
                x, y = (j, i) if flipped else (i, j)
                room.price[x, y] = cost
                room.flow.couple[x, y] = whole_price(cost, nodes, a + i, b + j, prices)
        rows, columns = (m, n) if flipped else (n, m)
        cheapest_plan(room.flow, rows, columns)
        at = first[p]
        for i in range(n):
            for j in range(m):
                x, y = (j, i) if flipped else (i, j)
                if room.flow.chosen[x, y]:
                    couples[at, 0], couples[at, 1], price[at] = a + i, b + j, room.price[x, y]
                    at += 1
        for k in range(at, first[p + 1]):
            couples[k, 0], couples[k, 1] = -1, -1


def range_extended_plans(batch, begin, end, out):
    """Couples of the pairs ``begin:end`` and their prices.

    Parameters
    ----------
    batch : PlanBatch
    begin, end : int
    out : PlanRows
        ``couples`` and ``price`` are filled.
    """
    k = int(np.diff(batch.nodes.start)[batch.pairs[begin:end]].max(initial=1))
    by_node = [np.empty((2, k), np.int64) for _ in range(5)]
    flow = Flow(np.empty((k, k), np.int64), np.empty((k, k), np.bool_), *by_node)
    fill_plans(batch, begin, end, Room(np.empty((k, k)), np.empty((1, N_PARTS)), flow), out)

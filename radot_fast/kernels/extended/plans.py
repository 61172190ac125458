"""Plans of the extended method: prices, the cheapest plan, what is read under it (method §10.4, §10.5)."""

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
    LEFT,
    N_ORDERED,
    N_PARTS,
    NAME,
    PLAIN,
    REMARK,
    RIGHT,
    SIDE,
    SIDES,
    SIGNIFICANCE,
    apart,
    couple_price,
    is_far,
    joined,
    names,
    on_the_verge,
    stable_parts,
    whole_price,
)
from radot_fast.kernels.extended.differences import by_itself, keep_what_is_said, loner_weight, read_parts
from radot_fast.kernels.extended.flow import Flow, cheapest_plan
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount, kernel_no_refcount

SHARE, ALONE = range(2)
"""Columns of ``PlanRows.weight``."""
OPPOSED = 2.0
"""Stands for the weight of a finding that the other report denies by name, until it is computed; others are ≤ 1."""


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


@kernel_no_refcount
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


@inlined_no_refcount
def couple_of(nodes, couples, first, last, side, node):
    """Row of the couple of findings that holds a finding of one side, or −1."""
    for k in range(first, last):
        if couples[k, 0] < 0:
            break
        if couples[k, side] == node and nodes.codes[couples[k, 1 - side], KIND] == FINDING:
            return k
    return -1


@inlined_no_refcount
def other_half(nodes, couples, first, last, side, node):
    """Row of the couple whose finding of both sides a finding of one side is the other half of, or −1.

    "Right effusion; left effusion" against "bilateral effusions": one of the two is coupled, the other is this one.
    """
    name, mine = nodes.codes[node, NAME], nodes.codes[node, SIDES]
    if mine != LEFT and mine != RIGHT:
        return -1
    for k in range(first, last):
        if couples[k, 0] < 0:
            break
        its, both = couples[k, side], couples[k, 1 - side]
        halves = nodes.codes[its, KIND] == FINDING and nodes.codes[its, SIDES] == LEFT + RIGHT - mine
        whole = nodes.codes[both, KIND] == FINDING and nodes.codes[both, SIDES] == LEFT + RIGHT
        named = nodes.codes[its, NAME] == name and nodes.codes[both, NAME] == name
        if halves and whole and named and not apart(nodes, node, both):
            return k
    return -1


@helper_no_refcount
def half_weight(nodes, node, whole, ranges, costs, parts, row):
    """Weight of the other half of a finding of both sides, in errors: what the two say otherwise, but for the side."""
    stable_parts(nodes, node, whole, costs, parts, row)
    read_parts(nodes, node, whole, costs, parts, row)
    keep_what_is_said(nodes, node, whole, ranges, costs, parts, row)
    parts[row, SIDE] = 0.0
    return joined(parts, row, 0, N_PARTS)


@inlined_no_refcount
def graver(nodes, first, of_ref, starts, n, m):
    """1, 0 or −1: whether the finding of row n is more, as, or less significant than that of row m."""
    a = nodes.values[starts[0] + n - first if n < first + of_ref else starts[1] + n - first - of_ref, SIGNIFICANCE]
    b = nodes.values[starts[0] + m - first if m < first + of_ref else starts[1] + m - first - of_ref, SIGNIFICANCE]
    return 1 if a > b else 0 if a == b else -1


@helper_no_refcount
def share_of_family(nodes, starts, of_ref, span, out, nearest):
    """Let a couple and the loners whose nearest relative it holds cost 1 − Π(1 − cost) together: one error at most.

    A disease is on one side, its signs are on the other: that is one error, not one for each sign. The graver ones come
    first, so that a further one takes nothing from what weighs more. ``span``: first and last row of the pair.
    """
    first, last = span
    for n in range(first, last):
        alone = out.weight[n, ALONE]
        out.weight[n, SHARE] = alone
        if nearest[n] < 0 or alone <= 0.0:
            continue
        before, kept, total = 1.0, 1.0, 0.0
        for m in range(first, last):
            if nearest[m] == nearest[n]:
                order = graver(nodes, first, of_ref, starts, m, n)
                if order > 0:
                    before *= 1.0 - out.weight[m, ALONE]
                elif order == 0:
                    kept *= 1.0 - out.weight[m, ALONE]
                    total += out.weight[m, ALONE]
        out.weight[n, SHARE] = before * (1.0 - kept) * alone / total
    for n in range(first, last):
        if nearest[n] >= 0:
            beside = 1.0 - joined(out.parts, nearest[n], 0, N_PARTS)
            out.weight[n, SHARE] *= beside
            out.weight[n, ALONE] *= beside


@kernel_no_refcount
def fill_readings(batch, begin, end, trial, nearest, out):
    """Fill in parts and weights of the pairs ``begin:end``; the memory given: ``trial`` (1, 8), ``nearest`` (n,)."""
    nodes, pairs, first, costs, _ = batch
    couples, parts, weight = out.couples, out.parts, out.weight
    for p in range(begin, end):
        starts = (nodes.start[pairs[p, 0]], nodes.start[pairs[p, 1]])
        ends = (nodes.start[pairs[p, 0] + 1], nodes.start[pairs[p, 1] + 1])
        of_ref = ends[0] - starts[0]
        for k in range(first[p], first[p + 1]):
            weight[k, ALONE], nearest[k] = 1.0, -1
            for c in range(N_PARTS):
                parts[k, c] = 0.0
        for k in range(first[p], first[p + 1]):
            i, j = couples[k, 0], couples[k, 1]
            if i < 0:
                break
            if nodes.codes[i, KIND] == FINDING and nodes.codes[j, KIND] == FINDING:
                stable_parts(nodes, i, j, costs, parts, k)
                read_parts(nodes, i, j, costs, parts, k)
                ranges = (starts[0], ends[0], starts[1], ends[1])
                keep_what_is_said(nodes, i, j, ranges, costs, parts, k)
                weight[first[p] + i - starts[0], ALONE] = 0.0
                weight[first[p] + of_ref + j - starts[1], ALONE] = 0.0
            elif nodes.codes[i, KIND] == FINDING and on_the_verge(nodes, j, i):
                weight[first[p] + i - starts[0], ALONE] = 0.0
            elif nodes.codes[j, KIND] == FINDING and on_the_verge(nodes, i, j):
                weight[first[p] + of_ref + j - starts[1], ALONE] = 0.0
            elif nodes.codes[i, KIND] == FINDING and nodes.codes[j, PLAIN] and names(nodes, j, i):
                weight[first[p] + i - starts[0], ALONE] = OPPOSED
            elif nodes.codes[j, KIND] == FINDING and nodes.codes[i, PLAIN] and names(nodes, i, j):
                weight[first[p] + of_ref + j - starts[1], ALONE] = OPPOSED
        for side in range(2):
            at = first[p] + (of_ref if side else 0) - starts[side]
            for i in range(starts[side], ends[side]):
                if nodes.codes[i, KIND] != FINDING:
                    weight[at + i, ALONE] = 0.0
                elif weight[at + i, ALONE] > 0.0:
                    ranges = (starts[side], ends[side], starts[1 - side], ends[1 - side])
                    half = other_half(nodes, couples, first[p], first[p + 1], side, i)
                    if half >= 0 and weight[at + i, ALONE] != OPPOSED:
                        parts[half, SIDE] = 0.0
                        whole = couples[half, 1 - side]
                        weight[at + i, ALONE] = half_weight(nodes, i, whole, ranges, costs, trial, 0)
                        continue
                    lone = loner_weight(nodes, i, ranges, costs, trial, 0, weight[at + i, ALONE] == OPPOSED)
                    k = couple_of(nodes, couples, first[p], first[p + 1], 1 - side, lone[1])
                    if k >= 0 and is_far(nodes, i, lone[1]) and is_far(nodes, couples[k, 0], couples[k, 1]):
                        weight[at + i, ALONE], nearest[at + i] = by_itself(nodes, i, costs), -1
                    else:
                        weight[at + i, ALONE], nearest[at + i] = lone[0], k
        share_of_family(nodes, starts, of_ref, (first[p], first[p + 1]), out, nearest)


def range_readings(batch, begin, end, out):
    """Read the pairs ``begin:end`` under their plans.

    Parameters
    ----------
    batch : PlanBatch
    begin, end : int
    out : PlanRows
        ``couples`` as ``range_extended_plans`` fills them; ``parts`` and ``weight`` are filled.
    """
    nearest = np.empty(len(out.weight), np.int64)
    fill_readings(batch, begin, end, np.empty((1, N_PARTS)), nearest, out)

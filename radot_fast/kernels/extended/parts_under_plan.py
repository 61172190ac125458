"""What is read under a plan of the extended method: parts of couples, weights of loners (method §10.5)."""

import numpy as np

from radot_fast.kernels.extended.contradictions import fill_contradictions
from radot_fast.kernels.extended.couples import (
    CERTAINTY,
    DENIAL,
    FINDING,
    KIND,
    LEFT,
    N_PARTS,
    NAME,
    PLAIN,
    RIGHT,
    SIDE,
    SIDES,
    apart,
    as_good_as_denied,
    is_far,
    joined,
    names,
    on_the_verge,
)
from radot_fast.kernels.extended.denials import doubt_of_denial, read_denials
from radot_fast.kernels.extended.differences import by_itself, loner_weight, read_couple
from radot_fast.kernels.extended.families import ALONE, share_of_family
from radot_fast.kernels.toolchain.jit import first_run_kernel, inlined_no_refcount

OPPOSED = 2.0
"""Stands for the weight of a finding that the other report denies by name, until it is computed; others are ≤ 1."""


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


@inlined_no_refcount
def half_weight(nodes, node, whole, ranges, costs, parts, row):
    """Weight of the other half of a finding of both sides, in errors: what the two say otherwise, but for the side."""
    read_couple(nodes, node, whole, ranges, costs, parts, row)
    parts[row, SIDE] = 0.0
    return joined(parts, row, 0, N_PARTS)


@inlined_no_refcount
def read_couples(nodes, rows, starts, ends, costs, out):
    """Parts of the couples of a pair; 0 as the weight of coupled findings, ``OPPOSED`` of denied ones.

    ``rows``: first row of the pair, and the row behind its last; ``starts``, ``ends``: nodes of its reports.
    """
    couples, parts, weight = out.couples, out.parts, out.weight
    at = (rows[0] - starts[0], rows[0] + ends[0] - starts[0] - starts[1])
    ranges = (starts[0], ends[0], starts[1], ends[1])
    for k in range(rows[0], rows[1]):
        i, j = couples[k, 0], couples[k, 1]
        if i < 0:
            break
        if nodes.codes[i, KIND] == FINDING and nodes.codes[j, KIND] == FINDING:
            read_couple(nodes, i, j, ranges, costs, parts, k)
            weight[at[0] + i, ALONE], weight[at[1] + j, ALONE] = 0.0, 0.0
        elif nodes.codes[i, KIND] == DENIAL and nodes.codes[j, KIND] == DENIAL:
            read_denials(nodes, i, j, ranges, costs, parts, k)
        elif nodes.codes[i, KIND] == FINDING and on_the_verge(nodes, j, i):
            weight[at[0] + i, ALONE] = 0.0
        elif nodes.codes[j, KIND] == FINDING and on_the_verge(nodes, i, j):
            weight[at[1] + j, ALONE] = 0.0
        elif nodes.codes[i, KIND] == FINDING and as_good_as_denied(nodes, j, i):
            weight[at[0] + i, ALONE], parts[k, CERTAINTY] = 0.0, doubt_of_denial(nodes, j, costs)
        elif nodes.codes[j, KIND] == FINDING and as_good_as_denied(nodes, i, j):
            weight[at[1] + j, ALONE], parts[k, CERTAINTY] = 0.0, doubt_of_denial(nodes, i, costs)
        elif nodes.codes[i, KIND] == FINDING and nodes.codes[j, PLAIN] and names(nodes, j, i):
            weight[at[0] + i, ALONE] = OPPOSED
        elif nodes.codes[j, KIND] == FINDING and nodes.codes[i, PLAIN] and names(nodes, i, j):
            weight[at[1] + j, ALONE] = OPPOSED


@inlined_no_refcount
def read_loner(nodes, i, side, ranges, rows, costs, trial, out, opposed):
    """Weight of a finding without a counterpart, and the couple that its nearest relative is in, or −1.

    ``ranges``: first and last node of its report, then of the other; ``rows`` as in ``read_couples``; ``trial``:
    working memory, shape (1, 8); ``opposed``: whether the other report denies the finding by name.
    """
    couples = out.couples
    half = other_half(nodes, couples, rows[0], rows[1], side, i)
    if half >= 0 and not opposed:
        out.parts[half, SIDE] = 0.0
        return half_weight(nodes, i, couples[half, 1 - side], ranges, costs, trial, 0), -1
    weight, relative = loner_weight(nodes, i, ranges, costs, trial, 0, opposed)
    k = couple_of(nodes, couples, rows[0], rows[1], 1 - side, relative)
    if k >= 0 and is_far(nodes, i, relative) and is_far(nodes, couples[k, 0], couples[k, 1]):
        return by_itself(nodes, i, costs), -1
    return weight, k


@first_run_kernel
def fill_readings(batch, begin, end, trial, nearest, out):
    """Fill in parts and weights of the pairs ``begin:end``; the memory given: ``trial`` (1, 8), ``nearest`` (n,)."""
    nodes, pairs, first, costs, _ = batch
    parts, weight = out.parts, out.weight
    for p in range(begin, end):
        starts = (nodes.start[pairs[p, 0]], nodes.start[pairs[p, 1]])
        ends = (nodes.start[pairs[p, 0] + 1], nodes.start[pairs[p, 1] + 1])
        rows, of_ref = (first[p], first[p + 1]), ends[0] - starts[0]
        for k in range(rows[0], rows[1]):
            weight[k, ALONE], nearest[k] = 1.0, -1
            for c in range(N_PARTS):
                parts[k, c] = 0.0
        read_couples(nodes, rows, starts, ends, costs, out)
        for side in range(2):
            at = rows[0] + (of_ref if side else 0) - starts[side]
            ranges = (starts[side], ends[side], starts[1 - side], ends[1 - side])
            for i in range(starts[side], ends[side]):
                if nodes.codes[i, KIND] != FINDING:
                    weight[at + i, ALONE] = 0.0
                elif weight[at + i, ALONE] > 0.0:
                    read = read_loner(nodes, i, side, ranges, rows, costs, trial, out, weight[at + i, ALONE] == OPPOSED)
                    weight[at + i, ALONE], nearest[at + i] = read
        share_of_family(nodes, starts, of_ref, rows, out, nearest)


def range_readings(batch, begin, end, out):
    """Read the pairs ``begin:end`` under their plans.

    Parameters
    ----------
    batch : PlanBatch
    begin, end : int
    out : PlanRows
        ``couples`` as ``range_extended_plans`` fills them; the other columns but ``price`` are filled.
    """
    nearest = np.empty(len(out.weight), np.int64)
    fill_readings(batch, begin, end, np.empty((1, N_PARTS)), nearest, out)
    fill_contradictions(batch, begin, end, out)

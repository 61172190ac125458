"""Units of reports to rows of nodes (method §10.1, §10.2)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.extended.comparisons import N_CHANGES, PERSISTING
from radot_fast.kernels.extended.couples import (
    BESIDE,
    CERTAIN,
    CHANGES,
    COMPLICATION,
    DEGREES,
    DENIAL,
    DOUBT,
    DOUBTS,
    FINDING,
    INSIGNIFICANCE,
    KIND,
    KINDS,
    LAST_NAME,
    LEFT,
    LEFT_LENGTH,
    MILLIMETRES,
    MOVED,
    N_CODES,
    NAME,
    OF_ALL,
    ORGANS,
    OTHER,
    REACH,
    REGIONS,
    RIGHT,
    RIGHT_LENGTH,
    SCALE,
    SIDED,
    SIDES,
    SIGNIFICANCE,
    SITES,
    STATED,
    VERGE,
    as_changes,
    changes_of,
)
from radot_fast.kernels.extended.repeats_and_readings import ITEM, MORE, ORDER, merge_findings, merge_others
from radot_fast.kernels.extended.units import DEGREE, DEVICE, DOUBTED, END, FAR, LONG, OF_CHANGE, START, WEIGHT, WIDER
from radot_fast.kernels.toolchain.jit import first_run_kernel, helper_no_refcount, inlined_no_refcount


class NodeRows(NamedTuple):
    """Nodes of reports, to be filled; there is room for one more than there are units."""

    start: NDArray[np.int64]
    """Shape (n_reports + 1,)."""
    head: NDArray[np.int64]
    """Shape (n,): first unit of each node."""
    codes: NDArray[np.int64]
    """As in ``NodeArrays``, as are the values."""
    values: NDArray[np.float64]


BADLY = 1 << (len(SCALE) - 1)
"""Bit of the severity of a device that lies badly."""
STILL_THERE = 1 << PERSISTING
"""Bit of the change of what is only said to be there still."""
N_SIDES = 4
"""Sets of sides: unstated, left, right, both."""
LEFT_AND_RIGHT, BILATERAL = 0b011, 0b100
"""Sets of sides that mentions state, a bit each: {left} 1, {right} 2, both 4."""
NEIGHBOURS = 3
"""Statements before and behind one that may stand beside it."""
NEXT_TO = 80
"""Most characters between two of them: within a sentence, mostly."""


@helper_no_refcount
def add_statement(codes, u, h, out, n):
    """Add unit u to the codes of node n, whose first unit is h, and whose names are known.

    Places, degree and change are those of the statements under the node's own label, if these give any: the others'
    wait in the next row. A denial is of the kinds that all its statements name: "no acute fracture, no fracture". It is
    of places if all of them tell some: "the apices are clear, no opacity" is of none.
    """
    named, denial = codes[u, NAME] == codes[h, NAME], codes[h, KIND] == DENIAL
    for c in range(SIDES, N_CODES):
        bits = codes[u, c]
        other = c == DEGREES and codes[u, DEVICE] != codes[h, DEVICE]
        if other or c in (DOUBT, OTHER, VERGE) or (denial and c in (KINDS, SITES)):
            bits = 0
        out[n + 1, c] |= bits
        if named:
            out[n, c] |= bits
    out[n, VERGE] &= codes[u, VERGE]
    if denial:
        out[n, KINDS] &= codes[u, KINDS]
        anywhere = out[n, SITES] == 0 or codes[u, SITES] == 0
        out[n, SITES] = 0 if anywhere else out[n, SITES] | codes[u, SITES]
    if named and out[n, OTHER] < 0:
        out[n, OTHER] = codes[u, OTHER]
    for p in range(NAME, LAST_NAME + 1):
        if out[n, p] == codes[u, NAME]:
            out[n, DOUBT] |= codes[u, DOUBT] << (len(DOUBTS) * (p - NAME))


@helper_no_refcount
def fill_codes(codes, regions, room, h, last, out, n):
    """Fill in the codes of node n, whose first unit is h, in a report that ends before ``last``."""
    for c in range(N_CODES):
        kept = c <= NAME or c == VERGE or (c in (KINDS, SITES) and codes[h, KIND] == DENIAL)
        out[n, c] = codes[h, c] if kept else 0
        out[n + 1, c] = 0
    out[n, OTHER] = -1
    for p in range(NAME + 1, LAST_NAME + 1):
        out[n, p] = room[h, MORE + p - NAME - 1]
    for u in range(h, last):
        if room[u, ITEM] == h:
            add_statement(codes, u, h, out, n)
    for c in range(SIDES, STATED):
        if out[n, c] == 0 and c != DOUBT:
            out[n, c] = out[n + 1, c]
    for c in (STATED, ORGANS, REACH, BESIDE):
        out[n, c] = out[n + 1, c]
    # "Leads in the RA and RV; the RV lead is fractured": a complication counts under any name.
    out[n, KINDS] |= (out[n + 1, KINDS] >> COMPLICATION) << COMPLICATION
    # "Has decreased, a small amount remains": what has changed persists anyway.
    if out[n, CHANGES] & ~STILL_THERE:
        out[n, CHANGES] &= ~STILL_THERE
    for side in (LEFT, RIGHT):
        if changes_of(out[n, SIDED], side) & ~STILL_THERE:
            out[n, SIDED] &= ~(STILL_THERE << (side * N_CHANGES))
    if out[n, STATED] & LEFT_AND_RIGHT == LEFT_AND_RIGHT:
        out[n, STATED] = BILATERAL
    # A tube that lies badly is said to once.
    if codes[h, DEVICE] and out[n, DEGREES] & BADLY:
        out[n, DEGREES] = BADLY
    # The most precise regions: "lung" is none beside "left base".
    stated = out[n, REGIONS]
    for k in range(len(regions)):
        if (stated >> k) & 1:
            out[n, REGIONS] &= ~regions[k, WIDER]


@inlined_no_refcount
def weight_of(degree, weightiest, is_device, rules):
    """Weight of a finding of a degree, in [0, 1]: less where mild, urgent where a device lies badly."""
    if is_device:
        return max(weightiest, rules.misplaced if degree > 0.0 else 0.0)
    return rules.mild * weightiest if 0.0 < degree <= rules.most_mild else weightiest


@helper_no_refcount
def fill_values(units, labels, rules, room, span, nodes, n):
    """Fill in the values of finding n, whose first unit is ``span[0]``, in a report that ends before ``span[1]``."""
    codes, values, out, h = units.codes, units.values, nodes.values, span[0]
    times, doubt, gravest, mildest, size, any_size, left, right, moved = 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for u in range(h, span[1]):
        if room[u, ITEM] != h:
            continue
        times += 1
        doubt += values[u, DOUBTED]
        any_size, moved = max(any_size, values[u, LONG]), max(moved, values[u, FAR])
        if codes[u, NAME] == codes[h, NAME]:
            size = max(size, values[u, LONG])
            left = max(left, values[u, LONG]) if codes[u, SIDES] == LEFT else left
            right = max(right, values[u, LONG]) if codes[u, SIDES] == RIGHT else right
        degree = values[u, DEGREE]
        if degree > 0.0 and codes[u, DEVICE] == codes[h, DEVICE]:
            gravest = max(gravest, degree)
            mildest = degree if mildest == 0.0 else min(mildest, degree)
    weightiest = 0.0
    for p in range(NAME, LAST_NAME + 1):
        name = nodes.codes[n, p]
        if name >= 0:
            weightiest = max(weightiest, labels.facts[name, WEIGHT])
    out[n, CERTAIN], out[n, MILLIMETRES] = doubt / times, size if size > 0.0 else any_size
    out[n, LEFT_LENGTH], out[n, RIGHT_LENGTH], out[n, MOVED] = left, right, moved
    out[n, SIGNIFICANCE] = weight_of(gravest, weightiest, codes[h, DEVICE], rules)
    out[n, INSIGNIFICANCE] = 1.0 - weight_of(mildest, weightiest, codes[h, DEVICE], rules)


@inlined_no_refcount
def comes_before(codes, values, a, b):
    """Whether node a stands before node b in canonical order; equal ones stand as the report has them."""
    for c in range(N_CODES):
        if codes[a, c] != codes[b, c]:
            return codes[a, c] < codes[b, c]
    for c in range(SIGNIFICANCE):
        if values[a, c] != values[b, c]:
            return values[a, c] < values[b, c]
    return False


@helper_no_refcount
def sort_nodes(codes, values, room, first, last):
    """Fill in ``ORDER``: the nodes ``first:last`` of a report in canonical order."""
    for n in range(first, last):
        k = n
        while k > first and comes_before(codes, values, n, room[k - 1, ORDER]):
            room[k, ORDER] = room[k - 1, ORDER]
            k -= 1
        room[k, ORDER] = n


@inlined_no_refcount
def uncompared(codes, facts, first, last):
    """Change of findings that state none, as a bit: where a report says that nothing has changed, they persist."""
    for u in range(first, last):
        if codes[u, KIND] == DENIAL and facts[codes[u, NAME], OF_CHANGE] > 0.0:
            return 1 << PERSISTING
    return 1


@inlined_no_refcount
def stand_together(codes, a, b):
    """Whether two findings may stand in one sentence."""
    between = max(codes[b, START] - codes[a, END], codes[a, START] - codes[b, END])
    return codes[a, END] >= 0 and codes[b, END] >= 0 and between <= NEXT_TO


@inlined_no_refcount
def may_be_one(codes, distance, a, b):
    """Whether two findings may be a sign and what it is read as: names that are related, on sides that agree."""
    apart = codes[a, SIDES] and codes[b, SIDES] and codes[a, SIDES] & codes[b, SIDES] == 0
    return not apart and distance[codes[a, NAME], codes[b, NAME]] < 1.0


@helper_no_refcount
def fill_beside(codes, labels, first, last):
    """Fill in the changes that are said beside each finding; those of all are beside every finding of the report."""
    of_all = 0
    for u in range(first, last):
        if codes[u, KIND] != FINDING:
            continue
        if labels.facts[codes[u, NAME], OF_CHANGE] > 0.0 and codes[u, CHANGES]:
            of_all |= codes[u, CHANGES]
            codes[u, BESIDE] |= OF_ALL
        passed = 0
        for w in range(u - 1, first - 1, -1):
            if codes[w, KIND] != FINDING:
                continue
            near = passed < NEIGHBOURS and stand_together(codes, w, u)
            if near or may_be_one(codes, labels.distance, w, u):
                codes[w, BESIDE] |= as_changes(codes[u, CHANGES])
                codes[u, BESIDE] |= as_changes(codes[w, CHANGES])
            passed += 1
    for u in range(first, last):
        if codes[u, KIND] == FINDING:
            codes[u, BESIDE] |= of_all


@first_run_kernel
def fill_nodes(start, units, labels, rules, room, nodes):
    """Fill in the nodes of all reports.

    A finding that a report repeats is one node, and so are equal denials and remarks.

    Parameters
    ----------
    start : int64, shape (n_reports + 1,)
        Units of each report.
    units : Units
        Changes beside them are filled.
    labels : Labels
    rules : Rules
    room : int64, shape (n_units, 10), out
        ``ITEM``: first unit of the node that a unit is a mention of, or −1; ``ORDER``: a report's nodes in canonical
        order.
    nodes : NodeRows, out
        A report's nodes by their first units; there is room for one more than there are units.
    """
    codes, values, out = units.codes, units.values, nodes.codes
    n = 0
    nodes.start[0] = 0
    for r in range(len(start) - 1):
        first, last = start[r], start[r + 1]
        merge_findings(first, last, codes, values, labels.facts, labels.distance, rules.regions, room)
        merge_others(first, last, codes, room)
        fill_beside(codes, labels, first, last)
        unchanged = uncompared(codes, labels.facts, first, last)
        for h in range(first, last):
            if room[h, ITEM] == h:
                fill_codes(codes, rules.regions, room, h, last, out, n)
                nodes.head[n] = h
                for c in range(nodes.values.shape[1]):
                    nodes.values[n, c] = 0.0
                if out[n, KIND] == FINDING:
                    if out[n, CHANGES] == 0:
                        out[n, CHANGES] = unchanged
                    fill_values(units, labels, rules, room, (h, last), nodes, n)
                elif out[n, KIND] == DENIAL:
                    if out[n, CHANGES] == 0:
                        out[n, CHANGES] = unchanged & STILL_THERE
                    nodes.values[n, SIGNIFICANCE] = labels.facts[codes[h, NAME], WEIGHT]
                    nodes.values[n, INSIGNIFICANCE] = 1.0 - labels.facts[codes[h, NAME], WEIGHT]
                n += 1
        sort_nodes(out, nodes.values, room, nodes.start[r], n)
        nodes.start[r + 1] = n

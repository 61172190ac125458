"""Which statements of a report state one finding: repeats, and further names of a shadow (method §10.2)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import UNRELATED
from radot_fast.kernels.extended.couples import of_other_organs
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount, kernel_no_refcount

READING = 1.0
"""Distance below which a hedged finding is another name of its neighbour."""
BEHIND = 32
"""Most characters between a hedged finding and the one that it reads."""
BESIDE = 1
"""Most characters between any finding and a neighbour that it names again: "airspace disease/consolidation"."""
MORE_NAMES = 3
"""Names of a finding besides its own."""
SIDES, ORGANS, REACH = range(3)
"""Columns of the places of items."""


class Statements(NamedTuple):
    """Findings that reports assert, report by report, in the order of the text; all of shape (n,)."""

    label: NDArray[np.int64]
    """Number of the label."""
    sides: NDArray[np.int64]
    """Bit 0 left, bit 1 right; 0 is unstated."""
    organs: NDArray[np.int64]
    """Bits of the regions in which it is another finding than elsewhere; 0 is any."""
    reach: NDArray[np.int64]
    """Bits of the regions that share an organ with them."""
    begin: NDArray[np.int64]
    """First character of the span."""
    end: NDArray[np.int64]
    """Character behind it; −1 where it is not known."""
    certainty: NDArray[np.float64]
    """0 definite, ½ near, 1 probable, 2 possible."""


class Labels(NamedTuple):
    """What is known of labels, by number."""

    concept: NDArray[np.int64]
    """Number of the finding that the label is of."""
    generic: NDArray[np.bool_]
    """Whether it stands for any label of its concept: "the catheter"."""
    distance: NDArray[np.float64]
    """Shape (n_labels, n_labels), in [0, 2]."""


@helper_no_refcount
def absorb(label, places, w, end, item, more):
    """Count with item w what lies before unit ``end`` and has become part of it: "right … left … bilateral"."""
    for v in range(w + 1, end):
        if item[v] != v or label[v] != label[w] or places[v, SIDES] & ~places[w, SIDES] or in_other_organ(places, w, v):
            continue
        for x in range(v, end):
            if item[x] == v:
                item[x] = w
        for k in range(MORE_NAMES):
            if more[v, k] >= 0:
                add_name(label, more, w, more[v, k])
                more[v, k] = -1


@inlined_no_refcount
def in_other_organ(places, w, u):
    """Whether items w and u are in other organs."""
    return of_other_organs(places[w, ORGANS], places[u, ORGANS], places[u, REACH])


@inlined_no_refcount
def may_join(places, w, u):
    """Whether statement u may be of item w by its place: sides of which one set holds the other, no other organ."""
    a, b = places[w, SIDES], places[u, SIDES]
    return (a & b == a or a & b == b) and not in_other_organ(places, w, u)


@helper_no_refcount
def join(label, places, w, u, item, more):
    """Count statement u with item w, which then has its places too."""
    item[u] = w
    for k in range(places.shape[1]):
        places[w, k] |= places[u, k]
    absorb(label, places, w, u, item, more)


@helper_no_refcount
def has_name(label, more, w, name):
    """Whether item w goes by a name."""
    known = label[w] == name
    for k in range(MORE_NAMES):
        known = known or more[w, k] == name
    return known


@helper_no_refcount
def add_name(label, more, w, name):
    """Give item w one more name, if it has not that name yet and a place for it."""
    if has_name(label, more, w, name):
        return
    for k in range(MORE_NAMES):
        if more[w, k] < 0:
            more[w, k] = name
            return


@helper_no_refcount
def nearest_name(label, more, w, name, distance):
    """Distance of a label to the nearest name of item w; that of unrelated ones where w has no place for it."""
    if more[w, MORE_NAMES - 1] >= 0:
        return UNRELATED
    nearest = distance[label[w], name]
    for k in range(MORE_NAMES):
        if more[w, k] >= 0:
            nearest = min(nearest, distance[more[w, k], name])
    return nearest


def merge_repeats(start, statements, labels, item, more):
    """Number the evidence: ``item[u]`` is the unit of the report that unit u is counted with, itself or an earlier one.

    A finding is the same where one of its names is and the sides are, or one of them is unstated or part of the other;
    a ``generic`` label ("the catheter") is the same as any of its ``concept``. A hedged finding right behind a related
    one of such sides is another name for it ("an opacity that may be pneumonia or atelectasis"): one finding, whose
    further names stand in ``more``.

    Parameters
    ----------
    start : int64, shape (n_reports + 1,)
        Statements of each report.
    statements : Statements
    labels : Labels
    item : int64, shape (n,), out
    more : int64, shape (n, 3), out
        Further names of each item, else −1.
    """
    places = np.stack((statements.sides, statements.organs, statements.reach), axis=1)
    more[:] = -1
    fill_repeats(start, statements, labels, places, statements.begin.copy(), statements.end.copy(), item, more)


@kernel_no_refcount
def fill_repeats(start, statements, labels, places, head, tail, item, more):
    """Fill ``item`` and ``more`` of ``merge_repeats``, with the memory given: places and ends of each item so far."""
    label, _, _, _, begin, end, certainty = statements
    concept, generic, distance = labels
    for r in range(len(start) - 1):
        for u in range(start[r], start[r + 1]):
            item[u] = u
            for w in range(start[r], u):
                if item[w] != w or not may_join(places, w, u):
                    continue
                if has_name(label, more, w, label[u]) or (generic[label[u]] and concept[label[w]] == concept[label[u]]):
                    head[w], tail[w] = begin[u], end[u]
                    join(label, places, w, u, item, more)
                    break
            if item[u] != u or end[u] < 0:
                continue
            for w in range(start[r], u):
                if item[w] != w or tail[w] < 0 or not may_join(places, w, u):
                    continue
                within = BEHIND if certainty[u] > 0.0 else BESIDE
                between = max(begin[u] - tail[w], head[w] - end[u])
                if between <= within and nearest_name(label, more, w, label[u], distance) < READING:
                    head[w], tail[w] = begin[u], end[u]
                    add_name(label, more, w, label[u])
                    join(label, places, w, u, item, more)
                    break

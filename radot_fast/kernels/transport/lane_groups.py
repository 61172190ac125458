"""Pairs of equal shape in groups of eight, and their way into the lanes and back (method §4.5)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import inlined, kernel
from radot_fast.kernels.toolchain.lanes import LANES, gather_rows, prefetch, scatter_rows, vload, vmax, vmin, vstore
from radot_fast.kernels.transport.batch import CostMatrices, LaneGroups

MAX_CELLS = 4096
"""Larger matrices go to the scalar kernels: eight of them would leave the cache."""


LONGEST = 64
"""Sides from here on share a bucket of shapes: few reports are that long, and their groups are only less full."""
NEXT_TO_NONE = 1 / 64
"""Cost of a unit and its twin at most; only the grouping, hence the speed, depends on it."""


class Scratch(NamedTuple):
    """Working memory of a group; a vector of eight lanes takes eight floats."""

    C: NDArray[np.float64]
    K: NDArray[np.float64]
    P: NDArray[np.float64]
    W: NDArray[np.float64]
    u: NDArray[np.float64]
    v: NDArray[np.float64]
    f: NDArray[np.float64]
    h: NDArray[np.float64]
    g: NDArray[np.float64]
    x: NDArray[np.float64]
    ground: NDArray[np.float64]
    inverse: NDArray[np.float64]
    d: NDArray[np.float64]
    weight: NDArray[np.float64]
    starts: NDArray[np.int64]
    """First cell of each lane's pair."""


@kernel
def group_pairs(matrices, bucket, count, groups):
    """Groups of at most eight pairs of one shape, easy ones together, by counting: 15 ns a pair.

    ``groups.order`` takes the pairs whose matrices fit, those of one shape together; ``bucket`` is -1 for a pair that
    is too large. Returns the number of groups.

    Which pairs share a group decides how many steps the others wait, never a result. A pair in which every row has a
    cell at next to no cost, as a report against itself, takes one or two steps: keeping those apart saves a tenth of
    the time at eps .2 and a third at .05 where half the pairs are such.
    """
    costs, shapes, offsets = matrices
    order, first = groups
    for p in range(len(shapes)):
        n, m = shapes[p, 0], shapes[p, 1]
        easy, o = n * m <= MAX_CELLS, offsets[p]
        bucket[p] = 2 * (LONGEST * min(n, LONGEST - 1) + min(m, LONGEST - 1)) if easy else -1
        while easy and o < offsets[p + 1]:
            easy = False
            for q in range(o, o + m):
                if costs[q] <= NEXT_TO_NONE:
                    easy = True
                    break
            o += m
        bucket[p] += easy
        count[bucket[p] + 1] += bucket[p] >= 0
    for k in range(1, len(count)):
        count[k] += count[k - 1]
    for p in range(len(shapes)):
        if bucket[p] >= 0:
            order[count[bucket[p]]] = p
            count[bucket[p]] += 1
    n_groups, last_n, last_m = 0, -1, -1
    for k in range(count[-1]):
        n, m = shapes[order[k], 0], shapes[order[k], 1]
        if n != last_n or m != last_m or k - first[n_groups - 1] == LANES:
            first[n_groups] = k
            n_groups += 1
            last_n, last_m = n, m
    first[n_groups] = count[-1]
    return n_groups


def grouped(matrices: CostMatrices) -> tuple[LaneGroups, NDArray[np.int64]]:
    """Group the pairs by shape; also the pairs that are too large for a group (see ``group_pairs``)."""
    n_pairs = len(matrices.shapes)
    bucket, count = np.empty(n_pairs, np.int16), np.zeros(2 * LONGEST**2 + 1, np.int64)
    order, first = np.empty(n_pairs, np.int64), np.empty(n_pairs + 1, np.int64)
    n_groups = group_pairs(matrices, bucket, count, LaneGroups(order, first))
    fit = first[n_groups]
    rest = np.flatnonzero(bucket < 0) if fit < n_pairs else order[:0]
    return LaneGroups(order[:fit], first[: n_groups + 1]), rest


@inlined
def new_scratch(cells, longest):
    """Scratch for matrices of at most this many cells, and this many units a side."""
    area, side, short = LANES * (cells + LANES), LANES * longest, LANES * longest * longest
    block = np.zeros(3 * area + short + 10 * side)
    sides = block[3 * area + short :].reshape((10, side))
    return Scratch(
        block[:area],
        block[area : 2 * area],
        block[2 * area : 3 * area],
        block[3 * area : 3 * area + short],
        sides[0],
        sides[1],
        sides[2],
        sides[3],
        sides[4],
        sides[5],
        sides[6],
        sides[7],
        sides[8],
        sides[9],
        np.zeros(LANES, np.int64),
    )


@inlined
def load_group(values, members, offsets, cells, starts, target):
    """Bring the matrices of a group into the lanes, cell by cell; a short group repeats its last pair."""
    for lane in range(LANES):
        starts[lane] = offsets[members[min(lane, len(members) - 1)]]
    if cells < LANES:
        for lane in range(LANES):
            for q in range(cells):
                target[LANES * q + lane] = values[starts[lane] + q]
        return
    q = 0
    while q + LANES <= cells:
        gather_rows(values, starts, q, target, q)
        q += LANES
    if q < cells:
        # The last block overlaps the one before, so that no load runs past a matrix.
        gather_rows(values, starts, cells - LANES, target, cells - LANES)


@inlined
def store_group(source, cells, starts, values):
    """Bring matrices from the lanes back to their places; repeated lanes write the same cells twice."""
    if cells < LANES:
        for lane in range(LANES):
            for q in range(cells):
                values[starts[lane] + q] = source[LANES * q + lane]
        return
    q = 0
    while q + LANES <= cells:
        scatter_rows(source, q, values, starts, q)
        q += LANES
    if q < cells:
        scatter_rows(source, cells - LANES, values, starts, cells - LANES)


@inlined
def lane_range(C, cells):
    """Largest minus smallest cost in each lane; not finite where a cost is not."""
    low, high = vload(C, 0), vload(C, 0)
    unsound = low - low
    for q in range(1, cells):
        d = vload(C, q)
        low, high = vmin(low, d), vmax(high, d)
        unsound = unsound + (d - d)
    return high - low + unsound


@inlined
def prefetch_group(costs, plan, offsets, members, cells):
    """Bring the next group's pairs near while this one is solved: they lie anywhere."""
    for p in members:
        for q in range(0, cells + 7, 8):
            prefetch(costs, offsets[p] + q)
            prefetch(plan, offsets[p] + q)


@inlined
def fill(array, n, value):
    """Set the first n vectors to one."""
    for i in range(n):
        vstore(array, i, value)

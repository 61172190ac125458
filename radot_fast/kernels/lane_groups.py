"""Pairs of equal shape in groups of eight, and their way into the lanes and back."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.jit import step
from radot_fast.kernels.lanes import LANES, gather_rows, scatter_rows, vload, vmax, vmin, vsplat, vstore

MAX_CELLS = 4096
"""Larger matrices go to the scalar kernels: eight of them would leave the cache."""


class Groups(NamedTuple):
    """Pairs sorted by shape and cut into groups of at most eight of one shape."""

    order: NDArray[np.int64]
    """Shape (n_pairs,): pairs, those of one shape together."""
    first: NDArray[np.int64]
    """Shape (n_groups + 1,): group g is ``order[first[g]:first[g + 1]]``."""


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


def group_by_shape(shapes: NDArray[np.int64], rows: NDArray[np.int64]) -> Groups:
    """Groups of at most eight of the pairs ``rows`` of one shape, in a stable order."""
    n, m = shapes[rows].T
    # NumPy sorts 16-bit keys by radix, 8 ns a pair.
    key = (n * 256 + m).astype(np.uint16) if shapes.max(initial=0) < 256 else n << 32 | m
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = np.flatnonzero(np.append(len(key) > 0, key[1:] != key[:-1]))
    lengths = np.diff(np.append(starts, len(key)))
    n_groups = -(-lengths // LANES)
    rank = np.arange(n_groups.sum()) - np.repeat(np.cumsum(n_groups) - n_groups, n_groups)
    first = np.repeat(starts, n_groups) + LANES * rank
    return Groups(rows[order], np.append(first, len(key)).astype(np.int64))


@step
def new_scratch(cells, longest):
    """Scratch for matrices of up to so many cells and units a side."""
    area, side = cells * LANES + 64, longest * LANES
    short = LANES * longest * longest
    return Scratch(
        np.zeros(area),
        np.zeros(area),
        np.zeros(area),
        np.zeros(short),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(side),
        np.zeros(LANES, np.int64),
    )


@step
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


@step
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


@step
def lane_range(C, cells):
    """Largest minus smallest cost in each lane; not finite where a cost is not."""
    low, high = vload(C, 0), vload(C, 0)
    unsound = low - low
    for q in range(1, cells):
        d = vload(C, q)
        low, high = vmin(low, d), vmax(high, d)
        unsound = unsound + (d - d)
    return high - low + unsound


@step
def fill(array, n, value):
    """Put one number into the first n vectors."""
    for i in range(n):
        vstore(array, i, vsplat(value))

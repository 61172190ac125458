"""The nine costs of method §3 between the units of two reports, and their ground cost, in one pass over the cells.

The costs of a cell are computed side by side: four sets in the lanes of one vector, four labels in those of another. No
branch depends on a code: codes are as good as random, and a mispredicted branch costs more than the work it would save.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from radot_fast.arrays import UnitArrays
from radot_fast.kernels.paper.overlaps import (
    Counters,
    at,
    clear_units,
    mark_units,
    new_counters,
    overlaps_of,
    sum_units,
)
from radot_fast.kernels.toolchain.jit import inlined_no_refcount, kernel_no_refcount, pasted_into_caller
from radot_fast.kernels.toolchain.lanes import available, vmax, vmin, vwhere_equal, vwhere_less
from radot_fast.kernels.toolchain.vector4 import (
    add_up,
    load4,
    make4,
    picker,
    split_counters,
    spread4,
    store4,
)

# Missing penalty of each cost (method §3); the mismatch penalty of a label is 1.
ANATOMY_MISSING, MODIFIER_MISSING = 0.6, 0.4
POLARITY_MISSING, COMPARISON_MISSING, UNCERTAINTY_MISSING, DEVICE_MISSING = 0.5, 0.35, 0.35, 0.2
LABEL_MISSING = (POLARITY_MISSING, COMPARISON_MISSING, UNCERTAINTY_MISSING, DEVICE_MISSING)

N_COSTS, N_LABELS = 9, 5
ground_channels, side_channels = picker(0, 1, 4, 3), picker(5, 6, 7, 2)
"""From the costs of the sets (all tokens, anatomy, modifiers, span) and of the labels (polarity, comparison,
uncertainty, device): finding, anatomy, polarity, text; and comparison, uncertainty, device, modifier."""


class PairUnits(NamedTuple):
    """Pairs of reports and the units of all reports."""

    units: UnitArrays
    pairs: NDArray[np.int64]
    """Shape (n_pairs, 2): reports, reference and candidate."""
    offsets: NDArray[np.int64]
    """Shape (n_pairs + 1,): first cell of each pair."""


class CellCosts(NamedTuple):
    """Costs of the cells of pairs, to be filled."""

    costs: NDArray[np.float64]
    """Shape (9 * n_cells,): the nine costs of one cell after those of another, in [0, 1]."""
    ground: NDArray[np.float64]
    """Shape (n_cells,): ground cost, in [0, 1]."""


class Block(NamedTuple):
    """Candidate units ``c0:c0 + n_units``, which share a word of counters, against the reference from unit r0."""

    r0: int
    c0: int
    n_units: int
    first_cell: int
    """Cell of the units r0 and c0."""
    row_cells: int
    """Cells from one reference unit to the next: the units of the candidate."""


class Work(NamedTuple):
    """Working memory."""

    counters: Counters
    kept: NDArray[np.float64]
    """Shape (KEPT * 8,): of each candidate unit of the block the sizes of its sets, its finding and its severity."""
    common: NDArray[np.int32]
    """Shape (4 * 8,): overlaps of a reference unit's sets with those of the candidate units."""
    constants: NDArray[np.float64]
    """Shape (12,): missing penalties of the sets and of the labels, and four ones."""


class PlainWork(NamedTuple):
    """Working memory where there are no vectors: Numba compiles another kernel for this type."""

    counters: Counters
    kept: NDArray[np.float64]
    common: NDArray[np.int32]
    constants: NDArray[np.float64]


KEPT = 8


def new_work(limits):
    """Working memory for pairs within the limits."""
    return (Work if available() else PlainWork)(
        new_counters(limits),
        np.zeros(KEPT * 8),
        np.zeros(4 * 8, np.int32),
        np.array([1.0, ANATOMY_MISSING, MODIFIER_MISSING, 1.0, *LABEL_MISSING, 1.0, 1.0, 1.0, 1.0]),
    )


@inlined_no_refcount
def set_sizes(units, u):
    """Sizes of the four sets of a unit: all its tokens, its span, anatomy, modifiers."""
    begin = units.token_start[at(u)]
    return (
        units.token_start[at(u + 1)] - begin,
        units.span_end[at(u)] - begin,
        units.anatomy_start[at(u + 1)] - units.anatomy_start[at(u)],
        units.modifier_start[at(u + 1)] - units.modifier_start[at(u)],
    )


@inlined_no_refcount
def set_cost(size, other, common, missing):
    """c_set of two sets."""
    if min(size, other) == 0:
        return missing if max(size, other) > 0 else 0.0
    union = float(size + other - common)
    return (union - float(common)) / union


@inlined_no_refcount
def label_cost(a, b, missing):
    """c_cat(a, b; missing, 1) of two codes; -1 is missing."""
    if a == b:
        return 0.0
    return missing if min(a, b) < 0 else 1.0


@inlined_no_refcount
def counter(word, k, width):
    """The k-th counter of a word, of ``width`` bits."""
    return np.int64((word >> np.uint64(width * k)) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)))


@inlined_no_refcount
def cell_costs(units, r, c, words, k, width):
    """Nine costs of reference unit r and candidate unit c, whose overlaps are the k-th counters of the words."""
    ours, theirs, labels = set_sizes(units, r), set_sizes(units, c), units.labels
    finding = set_cost(ours[0], theirs[0], counter(words[0], k, width), 1.0)
    same = labels[r, 0] == labels[c, 0] and labels[r, 0] >= 0
    return (
        0.0 if same else finding,
        set_cost(ours[2], theirs[2], counter(words[2], k, width), ANATOMY_MISSING),
        label_cost(labels[r, 1], labels[c, 1], POLARITY_MISSING),
        set_cost(ours[1], theirs[1], counter(words[1], k, width), 1.0),
        label_cost(labels[r, 2], labels[c, 2], COMPARISON_MISSING),
        label_cost(labels[r, 3], labels[c, 3], UNCERTAINTY_MISSING),
        label_cost(labels[r, 4], labels[c, 4], DEVICE_MISSING),
        set_cost(ours[3], theirs[3], counter(words[3], k, width), MODIFIER_MISSING),
        abs(units.severity[r] - units.severity[c]),
    )


def row_costs(units, block, r, work, weights, out):
    """Costs of reference unit r against the candidate units of the block.

    One cost at a time: what the lanes do where there are any.
    """
    q = block.first_cell + (r - block.r0) * block.row_cells
    costs, ground = out
    words = overlaps_of(units, block.r0, r, work.counters)
    for k in range(block.n_units):
        cell = cell_costs(units, r, block.c0 + k, words, k, work.counters.width)
        for channel in range(N_COSTS):
            costs[N_COSTS * (q + k) + channel] = cell[channel]
        d = cell[0] * weights[0] + cell[1] * weights[1]
        ground[q + k] = (d + cell[2] * weights[2]) + cell[3] * weights[3]


@overload(row_costs, inline="always")
def _compiled_row_costs(units, block, r, work, weights, out):
    def in_lanes(units, block, r, work, weights, out):
        q = block.first_cell + (r - block.r0) * block.row_cells
        costs, ground = out
        counters, kept, common, constants = work
        tokens, span, anatomy, modifier = overlaps_of(units, block.r0, r, counters)
        split_counters((tokens, anatomy, modifier, span), counters.width == 32, common)
        row, severity = row_of(units, r), units.severity[at(r)]
        weight = make4(weights[0], weights[1], weights[2], weights[3])
        for k in range(block.n_units):
            o, f = KEPT * k, N_COSTS * (q + k)
            sets = set_distances(row, load4(kept, o), load4(common, 4 * k), constants)
            sets = vwhere_equal(row.finding, spread4(kept[at(o + 4)]), spread4(0.0), sets)
            labels = label_distances(row, load4(units.labels, N_LABELS * (block.c0 + k) + 1), constants)
            first = ground_channels(sets, labels)
            store4(costs, f, first)
            store4(costs, f + 4, side_channels(sets, labels))
            costs[at(f + 8)] = abs(severity - kept[at(o + 5)])
            ground[at(q + k)] = add_up(first * weight)

    return in_lanes if work.instance_class is Work else row_costs


class Row(NamedTuple):
    """A reference unit as vectors of four."""

    sizes: Any
    """Of the sets: all tokens, anatomy, modifiers, span."""
    labels: Any
    """Polarity, comparison, uncertainty, device."""
    finding: Any
    """The canonical finding in the lane of all tokens, -2 if missing, and in the others a number that no label has."""


@inlined_no_refcount
def row_of(units, r):
    """Row of a reference unit."""
    tokens, span, anatomy, modifier = set_sizes(units, r)
    finding = float(units.labels[at(r), at(0)])
    return Row(
        make4(float(tokens), float(anatomy), float(modifier), float(span)),
        load4(units.labels, N_LABELS * r + 1),
        make4(finding if finding >= 0.0 else -2.0, -2.0, -2.0, -2.0),
    )


@inlined_no_refcount
def set_distances(row, sizes, common, constants):
    """c_set of four sets. Where one set is empty the quotient is 1, and 0 where both are."""
    union = row.sizes + sizes - common
    distance = (union - common) / vmax(union, load4(constants, 8))
    missing = distance * load4(constants, 0)
    return vwhere_less(spread4(0.0), vmin(row.sizes, sizes), distance, missing)


@inlined_no_refcount
def label_distances(row, labels, constants):
    """c_cat of four codes; -1 is missing."""
    zero = spread4(0.0)
    unequal = vwhere_less(vmin(row.labels, labels), zero, load4(constants, 4), load4(constants, 8))
    return vwhere_equal(row.labels, labels, zero, unequal)


@pasted_into_caller
def keep_units(units, c0, n_units, kept):
    """Write down what ``row_costs`` needs of the candidate units but the labels."""
    for k in range(n_units):
        o, (tokens, span, anatomy, modifier) = KEPT * k, set_sizes(units, c0 + k)
        kept[at(o)], kept[at(o + 1)], kept[at(o + 2)], kept[at(o + 3)] = tokens, anatomy, modifier, span
        kept[at(o + 4)], kept[at(o + 5)] = units.labels[at(c0 + k), at(0)], units.severity[at(c0 + k)]


@kernel_no_refcount
def fill_costs(batch, work, weights, begin, end, out):
    """Costs of the pairs ``begin:end`` with the memory given; see ``range_costs``."""
    units, pairs, offsets = batch
    counters, fit = work.counters, 64 // work.counters.width
    for p in range(begin, end):
        r0, r1 = units.unit_start[pairs[p, 0]], units.unit_start[pairs[p, 0] + 1]
        first, last = units.unit_start[pairs[p, 1]], units.unit_start[pairs[p, 1] + 1]
        for c0 in range(first, last, fit):
            block = Block(r0, c0, min(fit, last - c0), offsets[p] + c0 - first, last - first)
            mark_units(units, c0, c0 + block.n_units, counters)
            sum_units(units, r0, r1, counters)
            clear_units(units, c0, c0 + block.n_units, counters)
            keep_units(units, c0, block.n_units, work.kept)
            for r in range(r0, r1):
                row_costs(units, block, r, work, weights, out)


def range_costs(batch, limits, weights, begin, end, out):
    """Nine costs and the ground cost of the cells of the pairs ``begin:end``.

    Parameters
    ----------
    batch : PairUnits
    limits : Limits
        What the working memory must hold.
    weights : four floats
        Of the ground cost, in the order of its channels.
    begin, end : int
    out : CellCosts, out
    """
    fill_costs(batch, new_work(limits), weights, begin, end, out)


@kernel_no_refcount
def range_ground(costs, weights, begin, end, ground):
    """Ground cost of the cells ``begin:end`` from their nine costs, in the order of ``row_costs``."""
    for q in range(begin, end):
        f = N_COSTS * q
        d = costs[at(f)] * weights[0] + costs[at(f + 1)] * weights[1]
        ground[at(q)] = (d + costs[at(f + 2)] * weights[2]) + costs[at(f + 3)] * weights[3]

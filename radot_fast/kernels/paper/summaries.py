"""The 66 summaries of one alignment (method §5), in the order of ``features.FEATURES``.

What is summarized stands side by side in a cell: the nine costs, then D, Side and their sum. So one pass over the
cells, for the expectations, serves eight summaries in the lanes of a vector, and one over the list of edges four at a
time. Largest values are sorted by minima and maxima in registers: no branch depends on a value and nothing is allocated
per pair.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from radot_fast.arrays import N_GROUND
from radot_fast.kernels.paper.costs import N_COSTS
from radot_fast.kernels.paper.diffuseness import heaviest, larger, smaller, summarize_focus, summarize_spread
from radot_fast.kernels.paper.overlaps import at
from radot_fast.kernels.toolchain.jit import inlined_no_refcount, kernel_no_refcount, pasted_into_caller
from radot_fast.kernels.toolchain.lanes import LANES, available, vload_cells, vmax, vmin, vsplat, vstore
from radot_fast.kernels.toolchain.vector4 import load4, spread4, store4

N_FEATURES = 66
EDGE_SLACK = 1e-6

COLUMNS = 12
"""Columns of the statistics: the nine costs, then D, Side and D + Side."""
SEVERITY, GROUND, SIDE, RISK = 8, 9, 10, 11
E, MAX, TOP3, TOP3_MW, TOP5 = (COLUMNS * k for k in range(5))
"""Rows of the statistics: expectation, maximum, top-3 mean, top-3 mass-weighted sum, top-5 mean; of the ground cost's
four channels only what is a feature."""
WIDTH, SHARE = COLUMNS + 1, COLUMNS
"""Numbers that are listed of an edge: the columns, and P."""


class Work(NamedTuple):
    """Working memory for the largest pair."""

    share: NDArray[np.float64]
    """Shape (n_cells,): P."""
    edge: NDArray[np.int64]
    """Shape (n_cells,): cells of the edges."""
    values: NDArray[np.float64]
    """Shape (WIDTH * n_cells,): what is summarized, the columns of the statistics, of each edge."""
    stats: NDArray[np.float64]
    """Shape (5 * COLUMNS,)."""
    heaviest: NDArray[np.float64]
    """Shape (n_cells,): the largest cell of each column of the plan."""


def summarize_values(n_edges, work):
    """Fill ``work.stats`` with the largest values over the edges.

    A top-k over fewer edges uses those there are. One column at a time: what the lanes do where there are any.
    """
    stats, values = work.stats, work.values
    for column in range(COLUMNS):
        a, b, c, d, e, u, v, w = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(n_edges):
            x = values[WIDTH * k + column]
            y = x * values[WIDTH * k + SHARE]
            a, x = larger(a, x), smaller(a, x)
            b, x = larger(b, x), smaller(b, x)
            c, x = larger(c, x), smaller(c, x)
            d, x = larger(d, x), smaller(d, x)
            e = larger(e, x)
            u, y = larger(u, y), smaller(u, y)
            v, y = larger(v, y), smaller(v, y)
            w = larger(w, y)
        three = a + b + c
        stats[MAX + column], stats[TOP3_MW + column] = a, u + v + w
        stats[TOP3 + column], stats[TOP5 + column] = three / min(3, n_edges), (three + d + e) / min(5, n_edges)


@overload(summarize_values, inline="always")
def _compiled_summarize_values(n_edges, work):
    def in_lanes(n_edges, work):
        stats, values = work.stats, work.values
        a, b, c = three_largest(values, n_edges)
        store4(stats, MAX, a)
        store4(stats, TOP3, (a + b + c) / float(min(3, n_edges)))
        for first in range(N_GROUND, COLUMNS, 4):
            a, three, five, mw = five_largest(values, first, n_edges)
            store4(stats, MAX + first, a)
            store4(stats, TOP3 + first, three / float(min(3, n_edges)))
            store4(stats, TOP5 + first, five / float(min(5, n_edges)))
            store4(stats, TOP3_MW + first, mw)

    return in_lanes if available() else summarize_values


@pasted_into_caller
def three_largest(values, n):
    """Three largest values over the edges, descending, of the first four columns; 0 where there are fewer."""
    a, b, c = spread4(0.0), spread4(0.0), spread4(0.0)
    for k in range(n):
        x = load4(values, WIDTH * k)
        a, x = vmax(a, x), vmin(a, x)
        b, x = vmax(b, x), vmin(b, x)
        c = vmax(c, x)
    return a, b, c


@pasted_into_caller
def five_largest(values, first, n):
    """Largest value over the edges, sums of the three and five largest and of the three largest P·X, of four columns.

    Eight vectors are kept: as many as leave room for the rest in the registers of AVX2.
    """
    zero = spread4(0.0)
    a, b, c, d, e, u, v, w = zero, zero, zero, zero, zero, zero, zero, zero
    for k in range(n):
        x = load4(values, WIDTH * k + first)
        y = x * values[at(WIDTH * k + SHARE)]
        a, x = vmax(a, x), vmin(a, x)
        b, x = vmax(b, x), vmin(b, x)
        c, x = vmax(c, x), vmin(c, x)
        d, x = vmax(d, x), vmin(d, x)
        e = vmax(e, x)
        u, y = vmax(u, y), vmin(u, y)
        v, y = vmax(v, y), vmin(v, y)
        w = vmax(w, y)
    three = a + b + c
    return a, three, three + d + e, u + v + w


@inlined_no_refcount
def expectation(X, begin, stride, n, share):
    """E[X] = sum P·X, in four partial sums."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    tail, f = n - n % 4, begin
    for q in range(0, tail, 4):
        s0 += X[at(f)] * share[at(q)]
        s1 += X[at(f + stride)] * share[at(q + 1)]
        s2 += X[at(f + 2 * stride)] * share[at(q + 2)]
        s3 += X[at(f + 3 * stride)] * share[at(q + 3)]
        f += 4 * stride
    for q in range(tail, n):
        s0 += X[at(f)] * share[at(q)]
        f += stride
    return (s0 + s1) + (s2 + s3)


def expect_costs(costs, begin, n, share, stats):
    """Expectations of the first eight costs."""
    for column in range(LANES):
        stats[E + column] = expectation(costs, begin + column, N_COSTS, n, share)


@overload(expect_costs, inline="always")
def _compiled_expect_costs(costs, begin, n, share, stats):
    def in_lanes(costs, begin, n, share, stats):
        s0, s1, s2, s3 = vsplat(0.0), vsplat(0.0), vsplat(0.0), vsplat(0.0)
        tail, f = n - n % 4, begin
        for q in range(0, tail, 4):
            s0 = s0 + vload_cells(costs, f) * share[at(q)]
            s1 = s1 + vload_cells(costs, f + N_COSTS) * share[at(q + 1)]
            s2 = s2 + vload_cells(costs, f + 2 * N_COSTS) * share[at(q + 2)]
            s3 = s3 + vload_cells(costs, f + 3 * N_COSTS) * share[at(q + 3)]
            f += 4 * N_COSTS
        for q in range(tail, n):
            s0 = s0 + vload_cells(costs, f) * share[at(q)]
            f += N_COSTS
        vstore(stats, E, (s0 + s1) + (s2 + s3))

    return in_lanes if available() else expect_costs


@pasted_into_caller
def arrange(stats, with_severity, out):
    """Put the statistics where the registry has them: columns 0 to 46."""
    for c in range(4):
        out[at(c)] = stats[at(COLUMNS * c + GROUND)]
        for k in range(3):
            out[at(4 + 3 * c + k)] = stats[at(COLUMNS * k + c)]
    largest = 0.0
    for c in range(5):
        for k in range(5):
            out[at(16 + 5 * c + k)] = stats[at(COLUMNS * k + 4 + c)]
        largest += stats[at(MAX + 4 + c)] * (with_severity if c == 4 else 1)
    out[at(41)], out[at(42)], out[at(43)] = stats[at(E + SIDE)], largest, stats[at(TOP3 + SIDE)]
    out[at(44)], out[at(45)], out[at(46)] = stats[at(TOP3_MW + RISK)], stats[at(MAX + RISK)], stats[at(TOP3 + RISK)]


@pasted_into_caller
def find_edges(plan, first, n_cells, mass, work):
    """P of all cells, and the edges: the cells with at least their independent share; returns how many."""
    share, edge = work.share, work.edge
    threshold = (1.0 - EDGE_SLACK) / n_cells
    n_edges, inverse = 0, 1.0 / mass
    for q in range(n_cells):
        p = plan[at(first + q)] * inverse
        share[at(q)] = p
        edge[at(n_edges)] = q
        n_edges += int(p >= threshold)
    return n_edges


@pasted_into_caller
def expect_values(costs, ground, first, n_cells, with_severity, work):
    """Expectations of the nine costs, of D and of Side, which is the sum over the side channels."""
    stats, share = work.stats, work.share
    expect_costs(costs, N_COSTS * first, n_cells, share, stats)
    severity = expectation(costs, N_COSTS * first + 8, N_COSTS, n_cells, share)
    side = ((stats[at(E + 4)] + stats[at(E + 5)]) + stats[at(E + 6)]) + stats[at(E + 7)]
    stats[at(E + SEVERITY)] = severity
    stats[at(E + GROUND)] = expectation(ground, first, 1, n_cells, share)
    stats[at(E + SIDE)] = side + severity * with_severity


@pasted_into_caller
def list_values(costs, ground, first, n_edges, with_severity, work):
    """Costs, D, Side, D + Side and P of every edge; without ``with_severity`` that channel stays out of the sums."""
    values = work.values
    for k in range(n_edges):
        q, o = work.edge[at(k)], WIDTH * k
        f = N_COSTS * (first + q)
        copy_costs(costs, f, values, o)
        severity, d = costs[at(f + 8)], ground[at(first + q)]
        side = costs[at(f + 4)] + costs[at(f + 5)] + costs[at(f + 6)] + costs[at(f + 7)]
        side += severity * with_severity
        values[at(o + SEVERITY)], values[at(o + GROUND)], values[at(o + SIDE)] = severity, d, side
        values[at(o + RISK)], values[at(o + SHARE)] = side + d, work.share[at(q)]


def copy_costs(costs, f, values, o):
    """Copy the first eight costs of a cell."""
    for k in range(8):
        values[at(o + k)] = costs[at(f + k)]


@overload(copy_costs, inline="always")
def _compiled_copy_costs(costs, f, values, o):
    def in_lanes(costs, f, values, o):
        store4(values, o, load4(costs, f))
        store4(values, o + 4, load4(costs, f + 4))

    return in_lanes if available() else copy_costs


@kernel_no_refcount
def fill_features(alignment, with_severity, work, begin, end, out):
    """Features of the pairs ``begin:end``; a plan without mass leaves NaN."""
    costs, ground, plan, shapes, counts, offsets = alignment
    for p in range(begin, end):
        n, m, first = shapes[p, 0], shapes[p, 1], offsets[p]
        cells, mass, row = n * m, 0.0, out[p]
        for q in range(first, first + cells):
            mass += plan[at(q)]
        if not (mass > 0.0 and mass < np.inf):
            for k in range(N_FEATURES):
                row[at(k)] = np.nan
            continue
        n_edges = find_edges(plan, first, cells, mass, work)
        expect_values(costs, ground, first, cells, int(with_severity), work)
        list_values(costs, ground, first, n_edges, int(with_severity), work)
        summarize_values(n_edges, work)
        arrange(work.stats, int(with_severity), row)
        row[at(47)], row[at(48)] = counts[at(p), at(0)], counts[at(p), at(1)]
        if n_edges < 5:
            largest = heaviest(work.share, 0, 1, cells)
        else:  # the heaviest cells are edges
            largest = heaviest(work.values, SHARE, WIDTH, n_edges)
        summarize_spread(work.share, n, m, largest, row, 49)
        summarize_focus(plan, first, n, m, work.heaviest, row, 56)


def new_work(n_cells):
    """Working memory for pairs of at most this many cells."""
    return Work(
        np.empty(n_cells + 2 * LANES),
        np.empty(n_cells + 1, np.int64),
        np.empty(WIDTH * n_cells),
        np.zeros(5 * COLUMNS),
        np.empty(n_cells),
    )


def range_features(alignment, n_cells, with_severity, begin, end, out):
    """Features of the pairs ``begin:end``.

    ``alignment`` is (costs, nine a cell, flat; ground, plan, shapes, counts, offsets) as in ``Alignment``; a pair has
    at most ``n_cells`` cells.
    """
    fill_features(alignment, with_severity, new_work(n_cells), begin, end, out)

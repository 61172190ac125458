"""The 66 summaries of one alignment (method §5), in the order of ``features.FEATURES``.

What is summarized stands side by side in a cell: the nine costs, then D, Side, their sum and P. So one pass over the
cells, and one over the edges, serve eight summaries at a time in the lanes of a vector. Largest values are sorted by
minima and maxima in registers: no branch depends on a value and nothing is allocated per pair.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from radot_fast.kernels.jit import core, core_step, stage
from radot_fast.kernels.lane_math import vlog
from radot_fast.kernels.lanes import LANES, available, vload, vload_cells, vmax, vmin, vsplat, vstore
from radot_fast.kernels.overlaps import at

N_FEATURES = 66
N_COSTS = 9
EDGE_SLACK = 1e-6
LOW_CONFIDENCE = 0.55

WIDTH = 2 * LANES
"""Columns of the statistics: the first eight costs, then severity, D, Side, D + Side, P and three of zeros."""
SEVERITY, GROUND, SIDE, RISK, SHARE = 8, 9, 10, 11, 12
E, MAX, TOP3, TOP3_MW, TOP5, SUM3, SUM5 = (WIDTH * k for k in range(7))
"""Rows of the statistics: expectation, maximum, top-3 mean, top-3 mass-weighted sum, top-5 mean, and sums."""


class Work(NamedTuple):
    """Working memory for the largest pair."""

    share: NDArray[np.float64]
    """Shape (n_cells,): P."""
    edge: NDArray[np.int64]
    """Shape (n_cells,): cells of the edges."""
    values: NDArray[np.float64]
    """Shape (WIDTH * n_cells,): what is summarized, the columns of the statistics, of each edge."""
    stats: NDArray[np.float64]
    """Shape (7 * WIDTH,)."""
    heaviest: NDArray[np.float64]
    """Shape (n_cells,): the largest cell of each column of the plan."""


@core_step
def larger(a, b):
    """Maximum of two floats that are not NaN."""
    return a if a > b else b


@core_step
def smaller(a, b):
    """Minimum of two floats that are not NaN."""
    return a if a < b else b


def summarize_values(n_edges, work):
    """Fill ``work.stats`` with the largest values over the edges.

    A top-k over fewer edges uses those there are. One column at a time: what the lanes do where there are any.
    """
    stats, values = work.stats, work.values
    for column in range(SHARE + 1):
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
        five = three + d + e
        stats[MAX + column], stats[SUM3 + column], stats[SUM5 + column] = a, three, five
        stats[TOP3 + column], stats[TOP5 + column] = three / min(3, n_edges), five / min(5, n_edges)
        stats[TOP3_MW + column] = u + v + w


@overload(summarize_values, inline="always")
def _compiled_summarize_values(n_edges, work):
    def in_lanes(n_edges, work):
        for half in range(2):
            a, b, c = three_heaviest(work.values, half, n_edges)
            vstore(work.stats, TOP3_MW // LANES + half, a + b + c)
            a, b, c, d, e = five_largest(work.values, half, n_edges)
            three = a + b + c
            five = three + d + e
            vstore(work.stats, MAX // LANES + half, a)
            vstore(work.stats, SUM3 // LANES + half, three)
            vstore(work.stats, SUM5 // LANES + half, five)
            vstore(work.stats, TOP3 // LANES + half, three / float(min(3, n_edges)))
            vstore(work.stats, TOP5 // LANES + half, five / float(min(5, n_edges)))

    return in_lanes if available() else summarize_values


@core_step
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
        vstore(stats, E // LANES, (s0 + s1) + (s2 + s3))

    return in_lanes if available() else expect_costs


@stage
def five_largest(values, half, n):
    """Five largest values over the edges, descending, of eight columns; 0 where there are fewer."""
    a, b, c, d, e = vsplat(0.0), vsplat(0.0), vsplat(0.0), vsplat(0.0), vsplat(0.0)
    for k in range(n):
        x = vload(values, 2 * k + half)
        a, x = vmax(a, x), vmin(a, x)
        b, x = vmax(b, x), vmin(b, x)
        c, x = vmax(c, x), vmin(c, x)
        d, x = vmax(d, x), vmin(d, x)
        e = vmax(e, x)
    return a, b, c, d, e


@stage
def three_heaviest(values, half, n):
    """Three largest P·X over the edges, of eight columns."""
    a, b, c = vsplat(0.0), vsplat(0.0), vsplat(0.0)
    for k in range(n):
        x = vload(values, 2 * k + half) * values[at(WIDTH * k + SHARE)]
        a, x = vmax(a, x), vmin(a, x)
        b, x = vmax(b, x), vmin(b, x)
        c = vmax(c, x)
    return a, b, c


@stage
def arrange(stats, with_severity, out):
    """Put the statistics where the registry has them: columns 0 to 46."""
    for c in range(4):
        out[at(c)] = stats[at(WIDTH * c + GROUND)]
        for k in range(3):
            out[at(4 + 3 * c + k)] = stats[at(WIDTH * k + c)]
    largest = 0.0
    for c in range(5):
        for k in range(5):
            out[at(16 + 5 * c + k)] = stats[at(WIDTH * k + 4 + c)]
        largest += stats[at(MAX + 4 + c)] * (with_severity if c == 4 else 1)
    out[at(41)], out[at(42)], out[at(43)] = stats[at(E + SIDE)], largest, stats[at(TOP3 + SIDE)]
    out[at(44)], out[at(45)], out[at(46)] = stats[at(TOP3_MW + RISK)], stats[at(MAX + RISK)], stats[at(TOP3 + RISK)]


@stage
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


def negative_entropy(share, n):
    """Sum of P log P over n cells; ``share`` has room for a whole number of vectors."""
    return sum(share[q] * log(share[q]) for q in range(n) if share[q] > 0.0)


@overload(negative_entropy)
def _compiled_negative_entropy(share, n):
    def with_scalars(share, n):
        s = 0.0
        for q in range(n):
            if share[q] > 0.0:
                s += share[q] * log(share[q])
        return s

    def in_lanes(share, n):
        n_vectors = -(-n // LANES)
        for q in range(n, LANES * n_vectors):
            share[at(q)] = 0.0
        # The smallest normal number stands in for 0: its P log P, -1e-305, changes no sum.
        s = _plogp(vload(share, 0))
        for k in range(1, n_vectors):
            s = s + _plogp(vload(share, k))
        vstore(share, n_vectors, s)
        s = 0.0
        for q in range(LANES * n_vectors, LANES * (n_vectors + 1)):
            s += share[at(q)]
        return s

    return in_lanes if available() else with_scalars


@core_step
def _plogp(p):
    """P log P of eight cells."""
    return p * vlog(p + 2.3e-308)


@stage
def heaviest_cells(share, n):
    """Sums of the one, three and five largest P of all cells."""
    a, b, c, d, e = 0.0, 0.0, 0.0, 0.0, 0.0
    for q in range(n):
        x = share[at(q)]
        a, x = larger(a, x), smaller(a, x)
        b, x = larger(b, x), smaller(b, x)
        c, x = larger(c, x), smaller(c, x)
        d, x = larger(d, x), smaller(d, x)
        e = larger(e, x)
    return a, a + b + c, a + b + c + d + e


@stage
def summarize_spread(work, n, m, n_edges, out, first):
    """Entropy, effective edges and top-mass deficits of the plan: seven summaries."""
    if n_edges < 5:
        one, three, five = heaviest_cells(work.share, n * m)
    else:  # the heaviest cells are edges
        stats = work.stats
        one, three, five = stats[at(MAX + SHARE)], stats[at(SUM3 + SHARE)], stats[at(SUM5 + SHARE)]
    entropy = -negative_entropy(work.share, n * m)
    out[at(first)] = entropy
    out[at(first + 1)] = entropy / log(n * m) if n * m > 1 else 0.0
    out[at(first + 2)] = exp(entropy)
    out[at(first + 3)] = out[at(first + 2)] / max(n, m)
    out[at(first + 4)] = 1.0 - one
    out[at(first + 5)] = 1.0 - three
    out[at(first + 6)] = 1.0 - five


@core_step
def focus(heaviest, n):
    """Focus rho of a unit, from its heaviest cell, T over the unit's mass 1 / n, clipped to [0, 1]."""
    return smaller(1.0, heaviest * n)


@stage
def reference_focus(plan, first, n, m, heaviest):
    """Mean of 1 − rho, share of rho < 0.55 and largest 1 − rho of the reference; fills ``heaviest`` of the columns."""
    diffuse, low, largest, q = 0.0, 0, 0.0, first
    for j in range(m):
        heaviest[at(j)] = 0.0
    for _ in range(n):
        top = 0.0
        for j in range(m):
            x = plan[at(q)]
            top = larger(top, x)
            heaviest[at(j)] = larger(heaviest[at(j)], x)
            q += 1
        rho = focus(top, n)
        diffuse += 1.0 - rho
        low += int(rho < LOW_CONFIDENCE)
        largest = larger(largest, 1.0 - rho)
    return diffuse / n, low / n, largest


@stage
def candidate_focus(heaviest, m):
    """Mean of 1 − gamma, share of gamma < 0.55 and largest 1 − gamma of the candidate."""
    diffuse, low, largest = 0.0, 0, 0.0
    for j in range(m):
        gamma = focus(heaviest[at(j)], m)
        diffuse += 1.0 - gamma
        low += int(gamma < LOW_CONFIDENCE)
        largest = larger(largest, 1.0 - gamma)
    return diffuse / m, low / m, largest


@stage
def summarize_focus(plan, first, n, m, work, out, place):
    """Diffuse mass and low confidence of either side, from the raw plan: ten summaries."""
    reference = reference_focus(plan, first, n, m, work.heaviest)
    candidate = candidate_focus(work.heaviest, m)
    for k in range(2):
        f = place + 4 * k
        out[at(f)] = reference[k]
        out[at(f + 1)] = candidate[k]
        out[at(f + 2)] = reference[k] + candidate[k]
        out[at(f + 3)] = abs(reference[k] - candidate[k])
    out[at(place + 8)] = reference[2]
    out[at(place + 9)] = candidate[2]


@stage
def expect_values(costs, ground, first, n_cells, with_severity, work):
    """Expectations of the costs, D and Side; that of Side is the sum of those of its channels."""
    stats, share = work.stats, work.share
    expect_costs(costs, N_COSTS * first, n_cells, share, stats)
    severity = expectation(costs, N_COSTS * first + 8, N_COSTS, n_cells, share)
    side = ((stats[at(E + 4)] + stats[at(E + 5)]) + stats[at(E + 6)]) + stats[at(E + 7)]
    stats[at(E + SEVERITY)] = severity
    stats[at(E + GROUND)] = expectation(ground, first, 1, n_cells, share)
    stats[at(E + SIDE)] = side + severity * with_severity


@stage
def list_values(costs, ground, first, n_edges, with_severity, work):
    """Costs, D, Side, D + Side and P of every edge; without ``with_severity`` that channel stays out of the sums."""
    values = work.values
    for k in range(n_edges):
        q, o = work.edge[at(k)], WIDTH * k
        f = N_COSTS * (first + q)
        for column in range(LANES):
            values[at(o + column)] = costs[at(f + column)]
        severity, d = costs[at(f + 8)], ground[at(first + q)]
        side = costs[at(f + 4)] + costs[at(f + 5)] + costs[at(f + 6)] + costs[at(f + 7)]
        side += severity * with_severity
        values[at(o + SEVERITY)], values[at(o + GROUND)], values[at(o + SIDE)] = severity, d, side
        values[at(o + RISK)], values[at(o + SHARE)] = side + d, work.share[at(q)]


@core
def fill_features(alignment, with_severity, work, begin, end, out):
    """Features of the pairs ``begin:end`` but their counts; a plan without mass leaves NaN."""
    costs, ground, plan, shapes, offsets = alignment
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
        summarize_focus(plan, first, n, m, work, row, 56)
        summarize_spread(work, n, m, n_edges, row, 49)


def new_work(n_cells):
    """Working memory for pairs of at most so many cells."""
    return Work(
        np.empty(n_cells + 2 * LANES),
        np.empty(n_cells + 1, np.int64),
        np.zeros(WIDTH * n_cells),
        np.zeros(8 * WIDTH),
        np.empty(n_cells),
    )


def range_features(alignment, n_cells, with_severity, begin, end, out):
    """Features of the pairs ``begin:end``; columns 47 and 48, the counts, are left to the caller.

    ``alignment`` is (costs, nine a cell, flat; ground, plan, shapes, offsets); a pair has at most ``n_cells`` cells.
    """
    fill_features(alignment, with_severity, new_work(n_cells), begin, end, out)

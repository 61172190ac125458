"""Summaries of a plan alone (method §5, family ``diffuse``): entropy, heaviest cells, focus of the units."""

from math import exp, log

from numba.extending import overload

from radot_fast.kernels.paper.overlaps import at
from radot_fast.kernels.toolchain.jit import inlined_no_refcount, pasted_into_caller
from radot_fast.kernels.toolchain.lane_math import vlog
from radot_fast.kernels.toolchain.lanes import LANES, available, vload, vstore

LOW_CONFIDENCE = 0.55


@inlined_no_refcount
def larger(a, b):
    """Maximum of two floats that are not NaN."""
    return a if a > b else b


@inlined_no_refcount
def smaller(a, b):
    """Minimum of two floats that are not NaN."""
    return a if a < b else b


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


@inlined_no_refcount
def _plogp(p):
    """P log P of eight cells."""
    return p * vlog(p + 2.3e-308)


@pasted_into_caller
def heaviest(P, begin, stride, n):
    """Sums of the one, three and five largest of n shares."""
    a, b, c, d, e, o = 0.0, 0.0, 0.0, 0.0, 0.0, begin
    for _ in range(n):
        x = P[at(o)]
        a, x = larger(a, x), smaller(a, x)
        b, x = larger(b, x), smaller(b, x)
        c, x = larger(c, x), smaller(c, x)
        d, x = larger(d, x), smaller(d, x)
        e = larger(e, x)
        o += stride
    return a, a + b + c, a + b + c + d + e


@pasted_into_caller
def summarize_spread(share, n, m, largest, out, first):
    """Entropy, effective edges and top-mass deficits of the plan: seven summaries."""
    one, three, five = largest
    entropy = -negative_entropy(share, n * m)
    out[at(first)] = entropy
    out[at(first + 1)] = entropy / log(n * m) if n * m > 1 else 0.0
    out[at(first + 2)] = exp(entropy)
    out[at(first + 3)] = out[at(first + 2)] / max(n, m)
    out[at(first + 4)] = 1.0 - one
    out[at(first + 5)] = 1.0 - three
    out[at(first + 6)] = 1.0 - five


@inlined_no_refcount
def focus(heaviest, n):
    """Focus rho of a unit, from its heaviest cell, T over the unit's mass 1 / n, clipped to [0, 1]."""
    return smaller(1.0, heaviest * n)


@pasted_into_caller
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


@pasted_into_caller
def candidate_focus(heaviest, m):
    """Mean of 1 − gamma, share of gamma < 0.55 and largest 1 − gamma of the candidate."""
    diffuse, low, largest = 0.0, 0, 0.0
    for j in range(m):
        gamma = focus(heaviest[at(j)], m)
        diffuse += 1.0 - gamma
        low += int(gamma < LOW_CONFIDENCE)
        largest = larger(largest, 1.0 - gamma)
    return diffuse / m, low / m, largest


@pasted_into_caller
def summarize_focus(plan, first, n, m, columns, out, place):
    """Diffuse mass and low confidence of either side, from the raw plan: ten summaries."""
    reference = reference_focus(plan, first, n, m, columns)
    candidate = candidate_focus(columns, m)
    for k in range(2):
        f = place + 4 * k
        out[at(f)] = reference[k]
        out[at(f + 1)] = candidate[k]
        out[at(f + 2)] = reference[k] + candidate[k]
        out[at(f + 3)] = abs(reference[k] - candidate[k])
    out[at(place + 8)] = reference[2]
    out[at(place + 9)] = candidate[2]

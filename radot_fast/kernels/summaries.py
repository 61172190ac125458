"""The 66 summaries of one alignment (method §5), in the order of ``features.FEATURES``."""

from math import exp, log

import numba
import numpy as np

from radot_fast.kernels.jit import kernel, parallel_kernel

N_FEATURES = 66
EDGE_SLACK = 1e-6
LOW_CONFIDENCE = 0.55
TINY = 1e-300


@kernel
def insert(top, value):
    """Keep the largest values seen, in descending order."""
    k = len(top)
    if not value > top[k - 1]:
        return
    k -= 1
    while k > 0 and top[k - 1] < value:
        top[k] = top[k - 1]
        k -= 1
    top[k] = value


@kernel
def summarize_values(P, X, threshold, stats, top, top_weighted):
    """Statistics of X under the plan: expectation, maximum, top-3 mean, top-3 mass-weighted sum, top-5 mean.

    All but the expectation run over the edges, P ≥ threshold; a top-k over fewer edges uses those there are.
    """
    top[:] = -np.inf
    top_weighted[:] = -np.inf
    expected, edges = 0.0, 0
    for q in range(len(P)):
        weighted = P[q] * X[q]
        expected += weighted
        if P[q] >= threshold:
            edges += 1
            insert(top, X[q])
            insert(top_weighted, weighted)
    stats[0] = expected
    stats[1] = top[0]
    stats[2] = head_sum(top, min(3, edges)) / min(3, edges)
    stats[3] = head_sum(top_weighted, min(3, edges))
    stats[4] = head_sum(top, min(5, edges)) / min(5, edges)


@kernel
def head_sum(values, k):
    """Sum of the first k values."""
    s = 0.0
    for i in range(k):
        s += values[i]
    return s


@kernel
def summarize_spread(P, n, m, out, top):
    """Entropy, effective edges and top-mass deficits of the normalized plan: seven summaries."""
    top[:] = 0.0
    entropy = 0.0
    for q in range(len(P)):
        if P[q] > 0.0:
            entropy -= P[q] * log(P[q])
        insert(top, P[q])
    out[0] = entropy
    out[1] = entropy / log(n * m) if n * m > 1 else 0.0
    out[2] = exp(entropy)
    out[3] = out[2] / max(n, m)
    out[4] = 1.0 - top[0]
    out[5] = 1.0 - head_sum(top, 3)
    out[6] = 1.0 - head_sum(top, 5)


@kernel
def summarize_focus(T, n, m, out):
    """Diffuse mass and low confidence of either side, from the raw plan: ten summaries."""
    reference = side_focus(T, n, m, m, 1)
    candidate = side_focus(T, m, n, 1, m)
    for k in range(2):
        out[4 * k] = reference[k]
        out[4 * k + 1] = candidate[k]
        out[4 * k + 2] = reference[k] + candidate[k]
        out[4 * k + 3] = abs(reference[k] - candidate[k])
    out[8] = reference[2]
    out[9] = candidate[2]


@kernel
def side_focus(T, n, m, stride, step):
    """Mean of 1 − rho, share of rho < 0.55 and largest 1 − rho over the n units of one side.

    rho_i = max_j T_ij / a_i, clipped to [0, 1]; cell (i, j) lies at ``i * stride + j * step``.
    """
    diffuse, low, largest = 0.0, 0.0, 0.0
    for i in range(n):
        heaviest = 0.0
        for j in range(m):
            heaviest = max(heaviest, T[i * stride + j * step])
        rho = min(1.0, heaviest * n)
        diffuse += (1.0 - rho) / n
        if rho < LOW_CONFIDENCE:
            low += 1.0 / n
        largest = max(largest, 1.0 - rho)
    return diffuse, low, largest


@kernel
def pair_features(costs, ground, T, shape, with_severity, out):
    """Write the 66 features of one pair, counts apart; a plan without mass leaves a row of NaN.

    Parameters
    ----------
    costs, ground, T : float64, shape (9, n·m), (n·m,), (n·m,)
        Costs, ground cost and raw plan of the pair.
    with_severity : bool
        Whether Side contains the severity channel (method §5).
    """
    n, m = shape
    mass = T.sum()
    if not (mass > 0.0 and mass < np.inf):
        out[:] = np.nan
        return
    P = T / mass
    threshold = (1.0 - EDGE_SLACK) / (n * m)
    stats, top, top_weighted = np.empty(5), np.empty(5), np.empty(3)
    summarize_values(P, ground, threshold, stats, top, top_weighted)
    out[0:4] = stats[0:4]
    for c in range(4):
        summarize_values(P, costs[c], threshold, stats, top, top_weighted)
        out[4 + 3 * c : 7 + 3 * c] = stats[0:3]
    side, maxima = np.zeros(len(P)), 0.0
    for c in range(4, 9 if with_severity else 8):
        side += costs[c]
    for c in range(4, 9):
        summarize_values(P, costs[c], threshold, stats, top, top_weighted)
        out[16 + 5 * (c - 4) : 21 + 5 * (c - 4)] = stats
        if c < 8 or with_severity:
            maxima += stats[1]
    summarize_values(P, side, threshold, stats, top, top_weighted)
    out[41], out[42], out[43] = stats[0], maxima, stats[2]
    summarize_values(P, side + ground, threshold, stats, top, top_weighted)
    out[44], out[45], out[46] = stats[3], stats[1], stats[2]
    summarize_spread(P, n, m, out[49:56], top)
    summarize_focus(T, n, m, out[56:66])


@kernel
def range_features(costs, ground, plan, shapes, offsets, with_severity, begin, end, out):
    """Features of the pairs ``begin:end``."""
    for p in range(begin, end):
        q, r = offsets[p], offsets[p + 1]
        pair_features(costs[:, q:r], ground[q:r], plan[q:r], shapes[p], with_severity, out[p])


@parallel_kernel
def all_features(costs, ground, plan, shapes, offsets, with_severity, n_chunks, out):
    """Features of all pairs, ``n_chunks`` ranges of them in parallel; columns 47 and 48, the counts, are left."""
    for k in numba.prange(n_chunks):
        begin = k * len(shapes) // n_chunks
        end = (k + 1) * len(shapes) // n_chunks
        range_features(costs, ground, plan, shapes, offsets, with_severity, begin, end, out)

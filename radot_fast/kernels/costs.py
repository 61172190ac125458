"""The nine costs of method §3 between the units of two reports, in one pass.

A reference unit's tokens are stamped into a table over the vocabulary; a candidate's overlap is then a count of
stamped tokens, so a pair costs one look at each of its tokens a reference unit.
"""

import numba
import numpy as np

from radot_fast.kernels.jit import kernel, parallel_kernel

# Missing penalty and mismatch penalty of each cost (method §3); sets have no mismatch penalty.
ANATOMY_MISSING, MODIFIER_MISSING = 0.6, 0.4
POLARITY_MISSING, COMPARISON_MISSING, DEVICE_MISSING = 0.5, 0.35, 0.2


@kernel
def label_cost(a, b, missing):
    """c_cat(a, b; missing, 1) of two codes; -1 is missing."""
    if a == b:
        return 0.0
    if a < 0 or b < 0:
        return missing
    return 1.0


@kernel
def jaccard_cost(overlap, size_a, size_b, one_empty):
    """Return 1 − J of two sets; 0 if both are empty, ``one_empty`` if exactly one is."""
    if size_a == 0 and size_b == 0:
        return 0.0
    if size_a == 0 or size_b == 0:
        return one_empty
    union = size_a + size_b - overlap
    return (union - overlap) / union


@kernel
def overlap_of(codes, start, end, stamps, stamp):
    """How many of ``codes[start:end]`` carry the stamp."""
    overlap = 0
    for q in range(start, end):
        if stamps[codes[q]] == stamp:
            overlap += 1
    return overlap


@kernel
def pair_costs(units, pair, costs, first, stamps):
    """Fill ``costs[:, first:first + n·m]`` with the nine costs of one pair (ref_report, cand_report).

    ``stamps`` : int64, shape (4, n_codes), scratch that holds the last unit that marked a code.
    """
    r0, r1 = units.unit_start[pair[0]], units.unit_start[pair[0] + 1]
    c0, c1 = units.unit_start[pair[1]], units.unit_start[pair[1] + 1]
    q = first
    for r in range(r0, r1):
        mark(units.token_start, units.tokens, r, stamps[0])
        mark(units.span_start, units.span, r, stamps[1])
        mark(units.anatomy_start, units.anatomy, r, stamps[2])
        mark(units.modifier_start, units.modifier, r, stamps[3])
        for c in range(c0, c1):
            finding = set_cost(units.token_start, units.tokens, r, c, stamps[0], 1.0)
            if units.labels[r, 0] >= 0 and units.labels[r, 0] == units.labels[c, 0]:
                finding = 0.0
            costs[0, q] = finding
            costs[1, q] = set_cost(units.anatomy_start, units.anatomy, r, c, stamps[2], ANATOMY_MISSING)
            costs[2, q] = label_cost(units.labels[r, 1], units.labels[c, 1], POLARITY_MISSING)
            costs[3, q] = set_cost(units.span_start, units.span, r, c, stamps[1], 1.0)
            costs[4, q] = label_cost(units.labels[r, 2], units.labels[c, 2], COMPARISON_MISSING)
            costs[5, q] = label_cost(units.labels[r, 3], units.labels[c, 3], COMPARISON_MISSING)
            costs[6, q] = label_cost(units.labels[r, 4], units.labels[c, 4], DEVICE_MISSING)
            costs[7, q] = set_cost(units.modifier_start, units.modifier, r, c, stamps[3], MODIFIER_MISSING)
            costs[8, q] = abs(units.severity[r] - units.severity[c])
            q += 1


@kernel
def mark(start, codes, unit, stamps):
    """Stamp the codes of a unit with its row."""
    for q in range(start[unit], start[unit + 1]):
        stamps[codes[q]] = unit


@kernel
def set_cost(start, codes, r, c, stamps, one_empty):
    """Jaccard cost of unit r, whose codes are stamped with r, and unit c."""
    overlap = overlap_of(codes, start[c], start[c + 1], stamps, r)
    return jaccard_cost(overlap, start[r + 1] - start[r], start[c + 1] - start[c], one_empty)


@kernel
def range_costs(units, pairs, offsets, n_codes, begin, end, costs):
    """Costs of the pairs ``begin:end``, with their own scratch."""
    stamps = np.full((4, n_codes), -1, np.int64)
    for p in range(begin, end):
        pair_costs(units, pairs[p], costs, offsets[p], stamps)


@parallel_kernel
def all_costs(units, pairs, offsets, n_codes, n_chunks, costs):
    """Costs of all pairs, ``n_chunks`` ranges of them in parallel."""
    for k in numba.prange(n_chunks):
        begin = k * pairs.shape[0] // n_chunks
        end = (k + 1) * pairs.shape[0] // n_chunks
        range_costs(units, pairs, offsets, n_codes, begin, end, costs)

"""Matching of the evidence of two reports, and what disagreements between matched findings cost (method §10).

Two findings cost the distance of their labels plus weighted disagreements in side, region, severity, size,
certainty and comparison. A finding without a counterpart costs 1. The matching is the cheapest one.

Working memory is taken once a range of pairs, in as few kinds of array as will do: each kind that a kernel makes is
a tenth of a second of compilation.
"""

from math import log2

import numpy as np

from radot_fast.kernels.assignment import best_assignment
from radot_fast.kernels.jit import kernel, part

N_PARTS = 7
LABEL, SIDE, REGION, SEVERITY, SIZE, CERTAINTY, COMPARISON = range(N_PARTS)
"""Parts of the cost of a match, in order."""

UNMATCHED = 1.0
"""Cost of a finding without a counterpart, in errors."""
READING = 1.0
"""Distance below which a hedged finding is another name of its neighbour."""
BEHIND = 24
"""Characters within which a hedged finding follows the one that it reads."""
SYNONYM = 0.2
"""Distance of labels above which two findings on opposite sides are two findings."""
UNRELATED = 2.0
"""Distance of labels that are never matched."""
NEW, STABLE, IMPROVED, WORSENED, RESOLVED = 1, 2, 3, 4, 5


@part
def side_cost(a, b, costs):
    """Cost of two sets of sides."""
    if a == b:
        return 0.0
    if a == 0 or b == 0:
        return costs.side_unstated
    return costs.side_partial if a & b else costs.side


@part
def region_cost(a, b, table):
    """Mean over the regions of both sides of the cost to the nearest one of the other; both nonempty."""
    total, count = 0.0, 0
    for _ in range(2):
        for i in range(len(table)):
            if not (a >> i) & 1:
                continue
            nearest = 1.0
            for j in range(len(table)):
                if (b >> j) & 1 and table[i, j] < nearest:
                    nearest = table[i, j]
            total += nearest
            count += 1
        a, b = b, a
    return total / count


@part
def comparison_cost(a, b, costs):
    """Cost of two comparisons with a prior."""
    if a == b:
        return 0.0
    better = a in (IMPROVED, RESOLVED), b in (IMPROVED, RESOLVED)
    worse = a in (NEW, WORSENED), b in (NEW, WORSENED)
    opposite = (better[0] and worse[1]) or (worse[0] and better[1])
    return costs.direction if opposite else costs.comparison


@part
def label_cost(items, i, j):
    """Distance of two items by their nearest names."""
    distance, a, b = items.distance, items.label[i], items.label[j]
    second_a, second_b = items.reading[i], items.reading[j]
    nearest = distance[a, b]
    if second_a >= 0:
        nearest = min(nearest, distance[second_a, b])
    if second_b >= 0:
        nearest = min(nearest, distance[a, second_b])
        if second_a >= 0:
            nearest = min(nearest, distance[second_a, second_b])
    return nearest


@part
def match_parts(items, i, j, costs, parts, row):
    """Fill a row of ``parts`` with the seven parts of the cost of matching items i and j; the cost, 1 − Π(1 − part).

    A matched finding never costs more than one that is missing, and each further disagreement costs less.
    """
    parts[row, LABEL] = label_cost(items, i, j)
    parts[row, SIDE] = side_cost(items.sides[i], items.sides[j], costs)
    a, b = items.regions[i], items.regions[j]
    region = 0.0
    if a != b:
        region = costs.region_unstated
        if a != 0 and b != 0:
            region = costs.region * region_cost(a, b, items.region_cost)
    parts[row, REGION] = region
    x, y = items.severity[i], items.severity[j]
    unstated = (x < 0.0) != (y < 0.0)
    parts[row, SEVERITY] = costs.severity_unstated if unstated else costs.severity * abs(x - y)
    x, y = items.size[i], items.size[j]
    size = 0.0
    if (x > 0.0) != (y > 0.0):
        size = costs.measurement_unstated
    elif x > 0.0:
        size = costs.measurement * min(1.0, abs(log2(x / y)))
    parts[row, SIZE] = size
    parts[row, CERTAINTY] = costs.certainty * 0.5 * abs(items.certainty[i] - items.certainty[j])
    parts[row, COMPARISON] = comparison_cost(items.comparison[i], items.comparison[j], costs)
    right = 1.0
    for p in range(N_PARTS):
        right *= 1.0 - min(parts[row, p], 1.0)
    return 1.0 - right


@part
def unmatched_weight(items, item, first, last, costs, parts):
    """Weight of an item without a counterpart among ``first:last`` of the other report, in errors.

    One that is near to an item there weighs little less than matching that item would cost. So dropping the better
    of two candidates for one finding never pays.
    """
    weight = UNMATCHED - costs.hedged * 0.5 * items.certainty[item]
    for k in range(first, last):
        weight = min(weight, costs.related * match_parts(items, item, k, costs, parts, 0))
    return weight


@kernel
def range_matches(items, pairs, ref_start, cand_start, costs, begin, end, partner, parts, cost, extra):
    """Match the evidence of the pairs ``begin:end``.

    Parameters
    ----------
    items : Items
    pairs : int64, shape (n_pairs, 2)
    ref_start, cand_start : int64, shape (n_pairs + 1,)
        Offsets of a pair's reference and candidate items in the outputs.
    partner : int64, out
        Candidate item of each reference item, counted within its report, or −1.
    parts : float64, shape (n, 7), out
        Parts of the cost of each match; zero without one.
    cost : float64, out
        Cost of each match; the weight of a reference item without one.
    extra : float64, out
        Weight of each candidate item without a match; zero with one.
    """
    longest = 1
    for p in range(begin, end):
        longest = max(longest, ref_start[p + 1] - ref_start[p], cand_start[p + 1] - cand_start[p])
    gain, trial = np.empty((longest, longest)), np.empty((1, N_PARTS))
    room, links = np.empty((3, longest + 1)), np.empty((3, longest + 1), np.int64)
    for p in range(begin, end):
        r0, c0, at, to = items.start[pairs[p, 0]], items.start[pairs[p, 1]], ref_start[p], cand_start[p]
        n, m = ref_start[p + 1] - at, cand_start[p + 1] - to
        for i in range(n):
            for j in range(m):
                saved = 2.0 * UNMATCHED - match_parts(items, r0 + i, c0 + j, costs, trial, 0)
                elsewhere = trial[0, SIDE] >= costs.side and trial[0, LABEL] > SYNONYM
                gain[i, j] = 0.0 if elsewhere or trial[0, LABEL] >= UNRELATED else saved
        best_assignment(gain, n, m, partner, at, room, links)
        for j in range(m):
            extra[to + j] = -1.0
        for i in range(n):
            j = partner[at + i]
            if j >= 0:
                cost[at + i] = match_parts(items, r0 + i, c0 + j, costs, parts, at + i)
                extra[to + j] = 0.0
            else:
                cost[at + i] = unmatched_weight(items, r0 + i, c0, c0 + m, costs, trial)
        for j in range(m):
            if extra[to + j] < 0.0:
                extra[to + j] = unmatched_weight(items, c0 + j, r0, r0 + n, costs, trial)


@part
def absorb(label, merged, w, end, item, reading):
    """Count with item w what lies before unit ``end`` and has become part of it: "right … left … bilateral"."""
    for v in range(w + 1, end):
        if item[v] != v or label[v] != label[w] or merged[v] & merged[w] != merged[v]:
            continue
        for x in range(v, end):
            if item[x] == v:
                item[x] = w
        if reading[w] < 0:
            reading[w] = reading[v]
        reading[v] = -1


@kernel
def merge_repeats(start, label, sides, begin, end, certainty, distance, item, reading):
    """Number the evidence: ``item[u]`` is the unit of the report that unit u is counted with, itself or an earlier one.

    A finding is the same where the label is and the sides are, or one of them is unstated or part of the other. A
    hedged finding right behind a related one of such sides is its reading ("an opacity that may be pneumonia"): one
    finding of two names, ``reading[w]`` being the unit that gives item w its second name, or −1. ``begin`` and
    ``end`` are character offsets; ``end`` is −1 where they are not known.
    """
    merged = sides.copy()
    reading[:] = -1
    for r in range(len(start) - 1):
        for u in range(start[r], start[r + 1]):
            item[u] = u
            for w in range(start[r], u):
                a, b = merged[w], sides[u]
                if item[w] == w and label[w] == label[u] and (a & b == a or a & b == b):
                    item[u] = w
                    merged[w] = a | b
                    absorb(label, merged, w, u, item, reading)
                    break
            if item[u] != u or certainty[u] == 0.0 or end[u] < 0:
                continue
            for w in range(start[r], u):
                a, b = merged[w], sides[u]
                if (
                    item[w] == w
                    and reading[w] < 0
                    and end[w] >= 0
                    and begin[u] - end[w] <= BEHIND
                    and distance[label[w], label[u]] < READING
                    and (a & b == a or a & b == b)
                ):
                    item[u] = w
                    reading[w] = u
                    break

"""Which statements of a report state one finding: repeats, and second names of hedged findings (method §10.2)."""

from radot_fast.kernels.toolchain.jit import helper, kernel

READING = 1.0
"""Distance below which a hedged finding is another name of its neighbour."""
BEHIND = 24
"""Characters within which a hedged finding follows the one that it reads."""


@helper
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

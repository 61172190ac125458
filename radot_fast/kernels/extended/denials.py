"""What differs between two coupled denials: their doubt, and how what they deny has changed (method §10.5)."""

from radot_fast.kernels.extended.comparisons import IMPROVED, PERSISTING, RESOLVED, STABLE, WORSENED
from radot_fast.kernels.extended.couples import (
    CERTAINTY,
    CHANGES,
    COMPARISON,
    DENIAL,
    DOUBT,
    KIND,
    LABEL,
    NAME,
    REGION,
    SIDE,
    SITES,
    STEP,
    SURE,
    apart,
    exchanged,
    gone_elsewhere,
)
from radot_fast.kernels.extended.differences import doubt_cost, elsewhere, least_doubt
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount

BOTH_WAYS = 1 << IMPROVED | 1 << WORSENED


@inlined_no_refcount
def said_of_it(nodes, i, first, last, column):
    """Bits of a column of all denials of the name of denial i, in its place, among the nodes ``first:last``."""
    said = 0
    for k in range(first, last):
        if nodes.codes[k, KIND] == DENIAL and nodes.codes[k, NAME] == nodes.codes[i, NAME] and not apart(nodes, k, i):
            said |= nodes.codes[k, column]
    return said


@inlined_no_refcount
def unlike(nodes, i, first, last):
    """Changes of denial i that no denial of it among the nodes ``first:last`` states, as bits.

    What has resolved is better too, and what is still so may be unchanged. That it has resolved is no other thing to
    say than that it is absent: reports tell either, and as a difference it cost 33 of 3,270 rewordings, and named 4 of
    2,600 errors more.
    """
    there = said_of_it(nodes, i, first, last, CHANGES)
    there |= (((there >> RESOLVED) & 1) << IMPROVED) | (((there >> PERSISTING) & 1) << STABLE)
    return nodes.codes[i, CHANGES] & ~there & (1 << STABLE | 1 << IMPROVED | 1 << WORSENED)


@inlined_no_refcount
def doubt_of_denial(nodes, denial, costs):
    """What a denial and something unlikely differ by: a step of doubt, unless it is in doubt itself."""
    return costs.certainty * 0.5 * STEP if nodes.codes[denial, DOUBT] & ~SURE == 0 else 0.0


@helper_no_refcount
def read_denials(nodes, i, j, ranges, costs, parts, row):
    """Fill in the doubt and the change of two denials of one name, where no other denial of it says the same.

    "The heart is probably normal", "the heart is normal, and smaller". ``ranges``: first and last node of the report
    of i, the reference, then of that of j.
    """
    if gone_elsewhere(nodes, i, j):
        parts[row, SIDE] = costs.side
        return
    if exchanged(nodes, i, j, ranges):
        parts[row, LABEL] = 1.0
        return
    if nodes.codes[i, NAME] != nodes.codes[j, NAME] or apart(nodes, i, j):
        return
    both_gone = nodes.codes[i, CHANGES] & nodes.codes[j, CHANGES] & (1 << RESOLVED)
    a, b = nodes.codes[i, SITES], nodes.codes[j, SITES]
    if both_gone and a != b and a != 0 and b != 0:
        parts[row, REGION] = costs.region * elsewhere(a, b, nodes.region_cost)
    there = said_of_it(nodes, i, ranges[2], ranges[3], DOUBT), said_of_it(nodes, j, ranges[0], ranges[1], DOUBT)
    steps = max(least_doubt(nodes.codes[i, DOUBT], there[0]), least_doubt(nodes.codes[j, DOUBT], there[1]))
    parts[row, CERTAINTY] = doubt_cost(steps, costs) if steps >= STEP else 0.0
    # To leave out that what is normal has not changed is no error, to invent it is one: i is the reference's.
    mine, its = unlike(nodes, i, ranges[2], ranges[3]) & ~(1 << STABLE), unlike(nodes, j, ranges[0], ranges[1])
    if mine or its:
        opposite = (mine | its) & BOTH_WAYS == BOTH_WAYS and mine & BOTH_WAYS != 0 and its & BOTH_WAYS != 0
        parts[row, COMPARISON] = costs.direction if opposite else costs.comparison

"""What differs between two coupled findings, and what a finding without a counterpart weighs (method §10.5)."""

from radot_fast.kernels.extended.comparisons import (
    UNCOMPARED,
)
from radot_fast.kernels.extended.couples import (
    ACUITY,
    BESIDE,
    CERTAIN,
    CERTAINTY,
    CHANGES,
    COMPARISON,
    COMPLICATION,
    DEGREES,
    DOUBTS,
    ELSEWHERE,
    FARTHEST,
    FINDING,
    KIND,
    KINDS,
    LABEL,
    LAST_NAME,
    LEVELS,
    LIES_AT,
    N_PARTS,
    N_SIDE_SETS,
    NAME,
    NAMED,
    OF_ALL,
    OPPOSITE,
    ORGANS,
    OTHER,
    PLACED,
    PROBABLE,
    REACH,
    REGION,
    SEVERITY,
    SIDE,
    SIDES,
    SITES,
    SIZE,
    STATED,
    STEP,
    UNLIKELY,
    apart,
    as_changes,
    contrasts,
    doubts_of,
    finding_price,
    is_called,
    is_unlikely,
    joined,
    label_distance,
    region_cost,
    stable_parts,
)
from radot_fast.kernels.extended.degrees_and_changes import changes_apart, degrees_apart, farthest, sizes_apart
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount


@inlined_no_refcount
def stated_cost(p, q, costs):
    """Cost of two sets of sides that mentions state."""
    overlap = (p + 1) & (q + 1)
    return 0.0 if p == q else costs.side_detail if overlap else costs.side


@inlined_no_refcount
def is_said_beside(nodes, i, j):
    """Whether a finding has no change of its own, and all changes of the other one are said of what stands beside it.

    "Stable fibrosis with retraction", "fibrosis with retraction, stable": of what a change is said is a guess.
    """
    return nodes.codes[i, CHANGES] == 1 << UNCOMPARED and nodes.codes[j, CHANGES] & ~nodes.codes[i, BESIDE] == 0


@inlined_no_refcount
def is_said_of_parts(nodes, i, first, last):
    """Whether a finding is a change of all, and each of its changes is one of findings ``first:last`` over there."""
    if nodes.codes[i, BESIDE] & OF_ALL == 0:
        return False
    left = nodes.codes[i, CHANGES]
    for k in range(first, last):
        if nodes.codes[k, KIND] == FINDING:
            left &= ~as_changes(nodes.codes[k, CHANGES])
    return left == 0


@inlined_no_refcount
def other_kind(a, b):
    """Whether one is acute and the other old, say, or one has a complication that the other has not."""
    return contrasts(a, b) or a >> COMPLICATION != b >> COMPLICATION


@inlined_no_refcount
def doubt_distance(nodes, i, j):
    """Steps between the certainties of the nearest names of two findings, if these are near: of names that they share.

    "Opacity, probably atelectasis" against "probable atelectasis" is none. Less than a step is none.
    """
    nearest, most = NAMED, 0.0
    for p in range(NAME, LAST_NAME + 1):
        for q in range(NAME, LAST_NAME + 1):
            a, b = nodes.codes[i, p], nodes.codes[j, q]
            if a < 0 or b < 0 or nodes.distance[a, b] > nearest:
                continue
            if nodes.distance[a, b] < nearest:
                nearest, most = nodes.distance[a, b], 0.0
            most = max(most, least_doubt(doubts_of(nodes, i, p), doubts_of(nodes, j, q)))
    return most if most >= STEP and nearest < NAMED else 0.0


@inlined_no_refcount
def doubt_elsewhere(nodes, i, j, first, last):
    """Steps between the certainties of a further name that only i has and of another finding of j's report so called.

    "Opacity, possibly pneumonia" against "opacity; pneumonia". ``first:last`` are the nodes of the report of j.
    """
    most = 0.0
    for p in range(NAME + 1, LAST_NAME + 1):
        name = nodes.codes[i, p]
        if name < 0 or is_called(nodes, j, name):
            continue
        least = 2.0 * STEP * len(DOUBTS)
        for k in range(first, last):
            if nodes.codes[k, KIND] != FINDING:
                break
            if is_called(nodes, k, name) and not apart(nodes, k, i):
                for q in range(NAME, LAST_NAME + 1):
                    if nodes.codes[k, q] == name:
                        least = min(least, least_doubt(doubts_of(nodes, i, p), doubts_of(nodes, k, q)))
        if least <= DOUBTS[len(DOUBTS) - 1]:
            most = max(most, least)
    return most if most >= STEP else 0.0


@helper_no_refcount
def read_parts(nodes, i, j, costs, parts, row):
    """Fill in the parts that are read under the plan: severity, size, certainty, comparison, kind."""
    codes = nodes.codes
    parts[row, SEVERITY] = costs.severity * degrees_apart(
        codes[i, DEGREES], codes[j, DEGREES], codes[i, SIDES], codes[j, SIDES]
    )
    parts[row, SIZE] = costs.measurement * sizes_apart(nodes, i, j)
    parts[row, CERTAINTY] = doubt_cost(doubt_distance(nodes, i, j), costs)
    beside = is_said_beside(nodes, i, j) or is_said_beside(nodes, j, i)
    parts[row, COMPARISON] = 0.0 if beside else changes_apart(codes, i, j, costs)
    parts[row, ACUITY] = costs.kind if other_kind(codes[i, KINDS], codes[j, KINDS]) else 0.0


@inlined_no_refcount
def is_read_there(nodes, name, other):
    """Whether a node is called so, or is read as the same or nearly the same: pneumonia for a consolidation."""
    there = nodes.distance[name, nodes.codes[other, NAME]] == 0.0 or name == nodes.codes[other, OTHER]
    for p in range(NAME + 1, LAST_NAME + 1):
        its = nodes.codes[other, p]
        there = there or (its >= 0 and nodes.distance[name, its] < NAMED)
    return there


@inlined_no_refcount
def reading_distance(nodes, i, j):
    """Distance in [0, 1] of what two findings are read as: "likely atelectasis" against "likely pneumonia".

    Further names that the other finding lacks are compared with the other's; where one of the two has none, nothing is.
    """
    most, a, b = 0.0, i, j
    for _ in range(2):
        for p in range(NAME + 1, LAST_NAME + 1):
            mine = nodes.codes[a, p]
            if mine < 0 or is_read_there(nodes, mine, b):
                continue
            nearest = 0.0
            for q in range(NAME + 1, LAST_NAME + 1):
                its = nodes.codes[b, q]
                if its >= 0 and not is_read_there(nodes, its, a):
                    away = min(nodes.distance[mine, its], 1.0)
                    nearest = away if nearest == 0.0 else min(nearest, away)
            most = max(most, nearest)
        a, b = b, a
    return most


@inlined_no_refcount
def surest(doubts):
    """The least doubt of a set of certainties, as bits of ``DOUBTS``; that of the last one if it is empty."""
    least = DOUBTS[len(DOUBTS) - 1]
    for p in range(len(DOUBTS) - 1, -1, -1):
        if (doubts >> p) & 1:
            least = DOUBTS[p]
    return least


@inlined_no_refcount
def turned_round(nodes, i, j):
    """Distance in [0, 1] of two readings, both in doubt, of which one finding prefers the one and the other the other.

    "Pneumonia favored over atelectasis" against "atelectasis favored over pneumonia".
    """
    most = 0.0
    for p in range(NAME, LAST_NAME + 1):
        for q in range(NAME, LAST_NAME + 1):
            a, b = nodes.codes[i, p], nodes.codes[i, q]
            mine = surest(doubts_of(nodes, i, p))
            if a < 0 or b < 0 or mine < STEP or mine >= surest(doubts_of(nodes, i, q)):
                continue
            preferred, other = 0.0, 0.0
            for r in range(NAME, LAST_NAME + 1):
                if nodes.codes[j, r] == b:
                    preferred = surest(doubts_of(nodes, j, r))
                elif nodes.codes[j, r] == a:
                    other = surest(doubts_of(nodes, j, r))
            if STEP <= preferred < other:
                most = max(most, min(nodes.distance[a, b], 1.0))
    return most


@inlined_no_refcount
def places_of_its_own(a, b, table):
    """How many regions of one set are near none of the other."""
    count = 0
    for i in range(len(table)):
        own = (a >> i) & 1
        for j in range(len(table)):
            if own and (b >> j) & 1 and table[i, j] < PLACED:
                own = 0
        count += own
    return count


@inlined_no_refcount
def elsewhere(a, b, table):
    """Cost of the regions of two sets, in [0, 1]: 0 where one of them adds none that is near none of the other's.

    "Upper and lower lobe" against "lower lobe" is none, against "middle and lower lobe" another place.
    """
    one, other = places_of_its_own(a, b, table), places_of_its_own(b, a, table)
    if one == 0 or other == 0:
        return 0.0
    cost = region_cost(a, b, table)
    apart = one == bits_of(a, len(table)) and other == bits_of(b, len(table))
    return max(ELSEWHERE, cost) if apart else cost


@inlined_no_refcount
def bits_of(a, n):
    """How many of the lowest n bits are set."""
    count = 0
    for k in range(n):
        count += (a >> k) & 1
    return count


@inlined_no_refcount
def least_doubt(a, b):
    """Steps between the nearest certainties of two sets, as bits of ``DOUBTS``; 0 if one of them is empty.

    Probable and possible are none apart: "suspicious for" and "likely" are two words for a doubt; likely and unlikely
    are opposites.
    """
    least = 0.0 if a == 0 or b == 0 else OPPOSITE
    for p in range(len(DOUBTS)):
        for q in range(len(DOUBTS)):
            if (a >> p) & 1 and (b >> q) & 1:
                lower, upper = min(DOUBTS[p], DOUBTS[q]), max(DOUBTS[p], DOUBTS[q])
                if upper == UNLIKELY and lower <= PROBABLE:
                    steps = OPPOSITE
                else:
                    steps = 0.0 if lower >= STEP else min(upper - lower, FARTHEST)
                least = min(least, steps)
    return least


@inlined_no_refcount
def doubt_cost(steps, costs):
    """Cost of two certainties that are so many steps apart; likely and unlikely differ in direction."""
    return costs.direction if steps >= OPPOSITE else costs.certainty * 0.5 * steps


@inlined_no_refcount
def has_organ_alone(nodes, i, j, first, last):
    """Whether a finding is in an organ too in which the other report has none of its names: "rib and scapula", "rib".

    ``first:last`` are the nodes of the report of j, which the finding i is compared with.
    """
    a = nodes.codes[i, ORGANS]
    if a == 0 or nodes.codes[j, ORGANS] == 0:
        return False
    for k in range(first, last):
        if nodes.codes[k, KIND] == FINDING and label_distance(nodes, i, k) == 0.0:
            a &= ~nodes.codes[k, REACH]
    return a & ~nodes.codes[j, REACH] != 0


@inlined_no_refcount
def at_another_level(nodes, i, j):
    """Whether two findings name other ribs or vertebrae; a device lies at the level of one or of its neighbours."""
    a, b = nodes.codes[i, LEVELS], nodes.codes[j, LEVELS]
    if a == 0 or b == 0:
        return False
    p, q = a & ~LIES_AT, b & ~LIES_AT
    return (p & (q | q << 1 | q >> 1)) == 0 if a & b & LIES_AT else p != q


@helper_no_refcount
def keep_what_is_said(nodes, i, j, ranges, costs, parts, row):
    """Take out of the parts that price a couple what is no error: synonyms, a place left unstated, a nearly equal one.

    So every part of the cost of a couple has its row in the table of discrepancies. ``ranges``: first and last node of
    the report of i, then of that of j.
    """
    turned = turned_round(nodes, i, j)
    parts[row, LABEL] = max(parts[row, LABEL], reading_distance(nodes, i, j), turned)
    steps = max(doubt_elsewhere(nodes, i, j, ranges[2], ranges[3]), doubt_elsewhere(nodes, j, i, ranges[0], ranges[1]))
    # What each of two readings is thought of is told once, by the name that is preferred.
    parts[row, CERTAINTY] = 0.0 if turned > 0.0 else max(parts[row, CERTAINTY], doubt_cost(steps, costs))
    if parts[row, LABEL] < NAMED:
        parts[row, LABEL] = 0.0
    if nodes.codes[i, SIDES] == 0 or nodes.codes[j, SIDES] == 0:
        parts[row, SIDE] = 0.0
    else:
        parts[row, SIDE] = max(
            parts[row, SIDE], farthest(nodes.codes[i, STATED], nodes.codes[j, STATED], N_SIDE_SETS, stated_cost, costs)
        )
    a, b = nodes.codes[i, SITES], nodes.codes[j, SITES]
    parts[row, REGION] = 0.0
    if a != b and a != 0 and b != 0:
        parts[row, REGION] = costs.region * elsewhere(a, b, nodes.region_cost)
    more = has_organ_alone(nodes, i, j, ranges[2], ranges[3]) or has_organ_alone(nodes, j, i, ranges[0], ranges[1])
    if more or at_another_level(nodes, i, j):
        parts[row, REGION] = max(parts[row, REGION], costs.region)


@helper_no_refcount
def read_couple(nodes, i, j, ranges, costs, parts, row):
    """Parts of the cost of two findings: what keeps them apart, and what is read under it, but for what is no error."""
    stable_parts(nodes, i, j, costs, parts, row)
    read_parts(nodes, i, j, costs, parts, row)
    keep_what_is_said(nodes, i, j, ranges, costs, parts, row)


@inlined_no_refcount
def by_itself(nodes, i, costs):
    """Weight of a finding that nothing in the other report is near to, in errors: a step of doubt if it is unlikely."""
    if is_unlikely(nodes, i):
        return costs.certainty * 0.5 * STEP
    return 1.0 - costs.hedged * 0.5 * nodes.values[i, CERTAIN]


@helper_no_refcount
def loner_weight(nodes, i, ranges, costs, parts, row, opposed):
    """Weight of a finding without a counterpart, in errors, and its nearest relative, or −1.

    ``ranges``: first and last node of its report, then of the other. What is near to a finding there weighs little less
    than coupling the two would cost, so dropping the better of two names for one finding never pays. What it is not
    related to changes nothing, nor does what is near to a finding that is ``opposed``, denied by name.
    ``parts[row]`` is working memory.
    """
    if not opposed and is_said_of_parts(nodes, i, ranges[2], ranges[3]):
        return 0.0, -1
    weight, nearest, least = by_itself(nodes, i, costs), -1, 2.0
    for k in range(ranges[2], ranges[3]):
        if nodes.codes[k, KIND] != FINDING:
            break
        if finding_price(nodes, i, k, ranges, costs, parts, row) >= 0.0:
            read_parts(nodes, i, k, costs, parts, row)
            keep_what_is_said(nodes, i, k, ranges, costs, parts, row)
            # Its doubt and change do not make it another finding: "likely sarcoidosis" beside "compatible with it".
            parts[row, CERTAINTY] = 0.0
            parts[row, COMPARISON] = 0.0
            name = nodes.codes[i, NAME]
            if nodes.codes[k, NAME] != name and (is_called(nodes, k, name) or nodes.codes[k, OTHER] == name):
                # "Suspicious for tuberculosis" is no cavity, and says nothing against a cavitary one.
                parts[row, SEVERITY], parts[row, SIZE], parts[row, ACUITY] = 0.0, 0.0, 0.0
            cost = joined(parts, row, 0, N_PARTS)
            if cost < least:
                nearest, least = k, cost
    return weight if opposed else min(weight, costs.related * least), nearest

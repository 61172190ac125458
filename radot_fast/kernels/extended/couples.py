"""What couples of nodes cost: the price of aligning them, and what differs under it (method §10.3, §10.5).

Only label, place and polarity price a couple. Severity, size, certainty and comparison are read once the plan stands.
"""

from math import log2

from radot_fast.arrays import UNRELATED
from radot_fast.kernels.extended.flow import FORBIDDEN
from radot_fast.kernels.extended.sides import sides_apart, stated_side_cost
from radot_fast.kernels.toolchain.jit import inlined_no_refcount

share_nothing = inlined_no_refcount(sides_apart)
cost_of_stated = inlined_no_refcount(stated_side_cost)

N_PARTS = 8
LABEL, SIDE, REGION, SEVERITY, SIZE, CERTAINTY, COMPARISON, ACUITY = range(N_PARTS)
"""Parts of the cost of a couple of findings, in order; the last is what is acute, or complicated."""
N_STABLE = 3
"""The first of them price the alignment."""

FINDING, DENIAL, REMARK = range(3)
"""Kinds of nodes, in canonical order."""

KIND, NAME, _, _, LAST_NAME, SIDES, REGIONS, SITES, LEVELS, CHANGES, PLAIN, DEGREES, DOUBT, KINDS, STATED = range(15)
"""Columns of ``NodeArrays.codes``."""
CERTAIN, MILLIMETRES = range(2)
"""Columns of ``NodeArrays.values``."""

SCALE = (0.0, 0.33, 0.5, 0.66, 1.0)
"""Severities on the scale of method §3: a bit each."""
DOUBTS = (0.0, 1.0, 2.0)
"""Definite, probable, possible: a bit each."""
COMPLICATION = 16
"""First bit of ``kinds`` that is a complication; below are contrasts, two bits each."""
ONES = 0x5555
"""Bits of the first of each contrast."""
NAMED = 0.3
"""Distance of labels from which another name is an error: synonyms are nearer (``relations.toml``)."""
PLACED = 0.15
"""Cost of regions in [0, 1] from which a place is another: two lobes are as far, a part and its whole nearer."""

N_SIDE_SETS = 3
"""Sets of sides that a mention may state, a bit each: left, right, both."""

SYNONYM = 0.2
"""Distance of labels above which two findings on opposite sides are two findings."""
FAR = 0.7
"""Distance of labels above which a finding that the other report denies is no relative of what it has."""
RELATED = 1.0
"""Distance of labels below which the denials of two findings may answer each other."""
BILLION = 1e9
COUPLE = 1 << 12
"""A price in billionths is multiplied by this, so that the number of couples settles ties and never a price."""
NEW, STABLE, IMPROVED, WORSENED, RESOLVED = 1, 2, 3, 4, 5
N_CHANGES = 6


@inlined_no_refcount
def side_cost(a, b, costs):
    """Cost of two sets of sides."""
    if a != b and (a == 0 or b == 0):
        return costs.side_unstated
    return cost_of_stated(a, b, costs)


@inlined_no_refcount
def stated_cost(a, b, costs):
    """Of the sides that mentions state, as bits of sets, the largest cost to the nearest in the other report."""
    most = 0.0
    for _ in range(2):
        for p in range(N_SIDE_SETS):
            if not (a >> p) & 1:
                continue
            nearest = 1.0
            for q in range(N_SIDE_SETS):
                if (b >> q) & 1:
                    overlap = (p + 1) & (q + 1)
                    nearest = min(nearest, 0.0 if p == q else costs.side_detail if overlap else costs.side)
            most = max(most, nearest)
        a, b = b, a
    return most


@inlined_no_refcount
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


@inlined_no_refcount
def comparison_cost(a, b, costs):
    """Cost of two comparisons with a prior."""
    if a == b:
        return 0.0
    better = a in (IMPROVED, RESOLVED), b in (IMPROVED, RESOLVED)
    worse = a in (NEW, WORSENED), b in (NEW, WORSENED)
    opposite = (better[0] and worse[1]) or (worse[0] and better[1])
    return costs.direction if opposite else costs.comparison


@inlined_no_refcount
def label_distance(nodes, i, j):
    """Distance of two findings by their nearest names, in [0, 2]."""
    nearest = UNRELATED
    for p in range(NAME, LAST_NAME + 1):
        a = nodes.codes[i, p]
        for q in range(NAME, LAST_NAME + 1):
            b = nodes.codes[j, q]
            if a >= 0 and b >= 0:
                nearest = min(nearest, nodes.distance[a, b])
    return nearest


@inlined_no_refcount
def place_parts(nodes, i, j, costs, parts, row):
    """Fill in what the sides and the regions of two nodes cost."""
    parts[row, SIDE] = side_cost(nodes.codes[i, SIDES], nodes.codes[j, SIDES], costs)
    a, b = nodes.codes[i, REGIONS], nodes.codes[j, REGIONS]
    region = 0.0
    if a != b:
        region = costs.region_unstated
        if a != 0 and b != 0:
            region = costs.region * region_cost(a, b, nodes.region_cost)
    parts[row, REGION] = region


@inlined_no_refcount
def farthest(a, b, scale):
    """Of the values that two sets hold, as bits of a scale, the largest distance to the nearest in the other set."""
    most = 0.0
    for _ in range(2):
        for p in range(len(scale)):
            if not (a >> p) & 1:
                continue
            nearest = 2.0
            for q in range(len(scale)):
                if (b >> q) & 1:
                    nearest = min(nearest, abs(scale[p] - scale[q]))
            most = max(most, nearest)
        a, b = b, a
    return most


@inlined_no_refcount
def change_cost(a, b, costs):
    """The same of two sets of comparisons, by their cost."""
    most = 0.0
    for _ in range(2):
        for p in range(N_CHANGES):
            if not (a >> p) & 1:
                continue
            nearest = 1.0
            for q in range(N_CHANGES):
                if (b >> q) & 1:
                    nearest = min(nearest, comparison_cost(p, q, costs))
            most = max(most, nearest)
        a, b = b, a
    return most


@inlined_no_refcount
def other_kind(a, b):
    """Whether one is acute and the other old, say, or one has a complication that the other has not."""
    one_a, other_a = a & ONES, (a >> 1) & ONES
    one_b, other_b = b & ONES, (b >> 1) & ONES
    against = (one_a & ~other_a & other_b & ~one_b) | (other_a & ~one_a & one_b & ~other_b)
    return against != 0 or a >> COMPLICATION != b >> COMPLICATION


@inlined_no_refcount
def read_parts(nodes, i, j, costs, parts, row):
    """Fill in the parts that are read under the plan: severity, size, certainty, comparison, kind."""
    codes = nodes.codes
    a, b = codes[i, DEGREES], codes[j, DEGREES]
    parts[row, SEVERITY] = costs.severity * farthest(a, b, SCALE) if a and b else 0.0
    x, y = nodes.values[i, MILLIMETRES], nodes.values[j, MILLIMETRES]
    parts[row, SIZE] = costs.measurement * min(1.0, abs(log2(x / y))) if x > 0.0 and y > 0.0 else 0.0
    parts[row, CERTAINTY] = costs.certainty * 0.5 * farthest(codes[i, DOUBT], codes[j, DOUBT], DOUBTS)
    parts[row, COMPARISON] = change_cost(codes[i, CHANGES], codes[j, CHANGES], costs)
    parts[row, ACUITY] = costs.kind if other_kind(codes[i, KINDS], codes[j, KINDS]) else 0.0


@inlined_no_refcount
def is_read_there(nodes, name, other):
    """Whether a node is called so, or is read as the same or nearly the same: pneumonia for a consolidation."""
    there = nodes.distance[name, nodes.codes[other, NAME]] == 0.0
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
def keep_what_is_said(nodes, i, j, costs, parts, row):
    """Take out of the parts that price a couple what is no error: synonyms, a place left unstated, a nearly equal one.

    So every part of the cost of a couple has its row in the table of discrepancies.
    """
    parts[row, LABEL] = max(parts[row, LABEL], reading_distance(nodes, i, j))
    if parts[row, LABEL] < NAMED:
        parts[row, LABEL] = 0.0
    if nodes.codes[i, SIDES] == 0 or nodes.codes[j, SIDES] == 0:
        parts[row, SIDE] = 0.0
    else:
        parts[row, SIDE] = max(parts[row, SIDE], stated_cost(nodes.codes[i, STATED], nodes.codes[j, STATED], costs))
    a, b = nodes.codes[i, SITES], nodes.codes[j, SITES]
    parts[row, REGION] = 0.0
    if a != b and a != 0 and b != 0 and another_place(a, b, nodes.region_cost):
        parts[row, REGION] = costs.region * region_cost(a, b, nodes.region_cost)
    a, b = nodes.codes[i, LEVELS], nodes.codes[j, LEVELS]
    if a != b and a != 0 and b != 0:
        parts[row, REGION] = max(parts[row, REGION], costs.region)


@inlined_no_refcount
def another_place(a, b, table):
    """Whether a region of one of the two sets has none near in the other."""
    found = False
    for _ in range(2):
        for i in range(len(table)):
            near = not (a >> i) & 1
            for j in range(len(table)):
                near = near or ((b >> j) & 1 and table[i, j] < PLACED)
            found = found or not near
        a, b = b, a
    return found


@inlined_no_refcount
def joined(parts, row, first, last):
    """1 − Π(1 − part) over some of the parts: no more than 1, and each further one costs less."""
    kept = 1.0
    for p in range(first, last):
        kept *= 1.0 - min(parts[row, p], 1.0)
    return 1.0 - kept


@inlined_no_refcount
def may_be_one(parts, row, costs):
    """Whether two findings may be coupled: related, and not two findings on opposite sides."""
    label = parts[row, LABEL]
    return label < UNRELATED and not (parts[row, SIDE] >= costs.side and label > SYNONYM)


@inlined_no_refcount
def finding_price(nodes, i, j, ranges, costs, parts, row):
    """Price of two findings, or −1; ``ranges``: first and last node of i's report, then of j's."""
    parts[row, LABEL] = label_distance(nodes, i, j)
    place_parts(nodes, i, j, costs, parts, row)
    if not may_be_one(parts, row, costs):
        return -1.0
    far = parts[row, LABEL] > FAR
    if far and (called_absent(nodes, i, ranges[2], ranges[3]) or called_absent(nodes, j, ranges[0], ranges[1])):
        return -1.0
    return joined(parts, row, 0, N_STABLE)


@inlined_no_refcount
def names(nodes, denial, finding):
    """Whether a denial is of one of a finding's names."""
    said, named = nodes.codes[denial, NAME], False
    for p in range(NAME, LAST_NAME + 1):
        named = named or nodes.codes[finding, p] == said
    return named


@inlined_no_refcount
def apart(nodes, i, j):
    """Whether two nodes are stated on sides that have nothing in common."""
    return share_nothing(nodes.codes[i, SIDES], nodes.codes[j, SIDES])


@inlined_no_refcount
def denies(nodes, denial, finding):
    """Whether a plain denial denies one of a finding's names."""
    said, covered = nodes.codes[denial, NAME], False
    for p in range(NAME, LAST_NAME + 1):
        name = nodes.codes[finding, p]
        covered = covered or (name >= 0 and nodes.denies[said, name])
    return nodes.codes[denial, PLAIN] and covered


@inlined_no_refcount
def called_absent(nodes, finding, first, last):
    """Whether a report, the nodes ``first:last``, plainly denies a finding by its own name and never asserts it."""
    denied, asserted = False, False
    for k in range(first, last):
        if nodes.codes[k, KIND] == FINDING:
            asserted = asserted or names(nodes, finding, k)
        elif nodes.codes[k, KIND] == DENIAL and nodes.codes[k, NAME] == nodes.codes[finding, NAME]:
            denied = denied or (nodes.codes[k, PLAIN] != 0 and not apart(nodes, k, finding))
    return denied and not asserted


@inlined_no_refcount
def denies_too(nodes, denial, finding, first, last):
    """Whether the finding's own report, whose nodes are ``first:last``, makes that denial of the finding itself."""
    found = False
    for k in range(first, last):
        same = nodes.codes[k, KIND] == DENIAL and nodes.codes[k, NAME] == nodes.codes[denial, NAME]
        found = found or (same and not apart(nodes, k, finding))
    return found


@inlined_no_refcount
def opposed_price(nodes, finding, denial, first, last, plan):
    """Price of a finding and a denial of the other report, or −1; ``first:last`` are the nodes of the finding's own."""
    if apart(nodes, finding, denial) or denies_too(nodes, denial, finding, first, last):
        return -1.0
    if denies(nodes, denial, finding):
        return plan.opposed if names(nodes, denial, finding) else plan.opposed_covered
    return plan.opposed_related if label_distance(nodes, finding, denial) < RELATED else -1.0


@inlined_no_refcount
def denial_price(nodes, i, j, costs, plan, parts, row):
    """Price of two denials, or −1."""
    a, b = nodes.codes[i, NAME], nodes.codes[j, NAME]
    label = 0.0
    if a != b:
        covered = (nodes.codes[i, PLAIN] and nodes.denies[a, b]) or (nodes.codes[j, PLAIN] and nodes.denies[b, a])
        if not covered and nodes.distance[a, b] >= RELATED:
            return -1.0
        label = plan.denial_covered
    parts[row, LABEL] = label
    place_parts(nodes, i, j, costs, parts, row)
    price = joined(parts, row, 0, N_STABLE)
    return price if price < 2.0 * plan.denial_alone else -1.0


@inlined_no_refcount
def couple_price(nodes, i, j, ranges, costs, plan, parts, row):
    """Price of coupling node i with node j of another report, or −1; ``ranges``: first and last node of the two."""
    a, b = nodes.codes[i, KIND], nodes.codes[j, KIND]
    if a == FINDING and b == FINDING:
        return finding_price(nodes, i, j, ranges, costs, parts, row)
    if a == DENIAL and b == DENIAL:
        return denial_price(nodes, i, j, costs, plan, parts, row)
    if a == FINDING and b == DENIAL:
        return opposed_price(nodes, i, j, ranges[0], ranges[1], plan)
    if a == DENIAL and b == FINDING:
        return opposed_price(nodes, j, i, ranges[2], ranges[3], plan)
    return 0.0 if a == b and nodes.codes[i, NAME] == nodes.codes[j, NAME] else -1.0


@inlined_no_refcount
def same_finding(nodes, i, j):
    """Whether two nodes are findings with a name in common, on sides that have something in common."""
    both = nodes.codes[i, KIND] == FINDING and nodes.codes[j, KIND] == FINDING
    return both and label_distance(nodes, i, j) == 0.0 and not apart(nodes, i, j)


@inlined_no_refcount
def whole_price(price, nodes, i, j, plan):
    """Price of a couple as a whole number: billionths first, then one for the couple, two where the labels differ.

    The same finding on both sides is coupled first: its price is that much lower.
    """
    if price < 0.0:
        return FORBIDDEN
    if same_finding(nodes, i, j):
        price -= plan.same
    return round(price * BILLION) * COUPLE + (1 if nodes.codes[i, NAME] == nodes.codes[j, NAME] else 2)


@inlined_no_refcount
def loner_weight(nodes, i, ranges, costs, parts, row, opposed):
    """Weight of a finding without a counterpart, in errors, and its nearest relative, or −1.

    ``ranges``: first and last node of its report, then of the other. What is near to a finding there weighs little less
    than coupling the two would cost, so dropping the better of two names for one finding never pays. What it is not
    related to changes nothing, nor does what is near to a finding that is ``opposed``, denied by name. ``parts[row]`` is
    working memory.
    """
    weight, nearest, least = 1.0 - costs.hedged * 0.5 * nodes.values[i, CERTAIN], -1, 2.0
    for k in range(ranges[2], ranges[3]):
        if nodes.codes[k, KIND] != FINDING:
            break
        if finding_price(nodes, i, k, ranges, costs, parts, row) >= 0.0:
            read_parts(nodes, i, k, costs, parts, row)
            keep_what_is_said(nodes, i, k, costs, parts, row)
            cost = joined(parts, row, 0, N_PARTS)
            if cost < least:
                nearest, least = k, cost
    return weight if opposed else min(weight, costs.related * least), nearest

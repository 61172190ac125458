"""What couples of nodes cost: the price of aligning them (method §10.3).

Only label, place and polarity price a couple. What else differs is read once the plan stands (``differences``).
"""

from radot_fast.arrays import UNRELATED
from radot_fast.kernels.extended.comparisons import N_CHANGES, NEW, PUT_IN, RAISED, RESOLVED, WORSENED
from radot_fast.kernels.extended.flow import FORBIDDEN
from radot_fast.kernels.extended.sides import organs_apart, sides_apart, stated_side_cost
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount

share_nothing = inlined_no_refcount(sides_apart)
of_other_organs = inlined_no_refcount(organs_apart)
cost_of_stated = inlined_no_refcount(stated_side_cost)

N_PARTS = 8
LABEL, SIDE, REGION, SEVERITY, SIZE, CERTAINTY, COMPARISON, ACUITY = range(N_PARTS)
"""Parts of the cost of a couple of findings, in order; the last is what is acute, or complicated."""
N_STABLE = 3
"""The first of them price the alignment."""

FINDING, DENIAL, REMARK = range(3)
"""Kinds of nodes, in canonical order."""

KIND, NAME, _, _, LAST_NAME, SIDES, REGIONS, SITES, LEVELS, CHANGES, PLAIN, DEGREES, DOUBT, KINDS, STATED = range(15)
N_CODES = 21
ORGANS, REACH, OTHER, VERGE, BESIDE, SIDED = range(15, N_CODES)
"""Columns of ``NodeArrays.codes``."""
N_ORDERED, N_VALUES = 3, 7
CERTAIN, MILLIMETRES, SIGNIFICANCE, INSIGNIFICANCE, LEFT_LENGTH, RIGHT_LENGTH, MOVED = range(N_VALUES)
"""Columns of ``NodeArrays.values``; the order of two reports goes by the first three."""

SCALE = (0.0, 0.33, 0.5, 0.66, 1.0)
"""Severities on the scale of method §3: a bit each; those said of the left alone behind them, then of the right."""
ANY_DEGREE = (1 << len(SCALE)) - 1
"""Bits of the severities, of whichever side."""
DOUBTS = (0.0, 0.5, 1.0, 2.0, 3.0)
"""Definite, near ("consistent with"), probable, possible, unlikely: a bit each."""
PROBABLE, UNLIKELY, FARTHEST = 1.0, 3.0, 2.0
"""Two of them that are apart though both are doubts, and the most steps between two others."""
OPPOSITE = 3.0
"""Steps between what is unlikely and what is probable or surer, which say the opposite."""
SURE = 0b11
"""Bits of ``DOUBT`` of what is definite or near, under a node's own name."""
THOUGHT_AWAY = sum(1 << (len(DOUBTS) * k + len(DOUBTS) - 1) for k in range(LAST_NAME - NAME + 1))
"""Bits of ``DOUBT`` of what is unlikely, under each name."""
STEP = 1.0
"""Distance of certainties from which they differ: half a step is none."""
COMPLICATION = 56
"""First bit of ``kinds`` that is a complication; below are contrasts, two bits each."""
ONES = 0x55555555555555
"""Bits of the first of each contrast."""
NAMED = 0.3
"""Distance of labels from which another name is an error: synonyms are nearer (``relations.toml``)."""
PLACED = 0.15
"""Cost of regions in [0, 1] from which a place is another: two lobes are as far, a part and its whole nearer."""

LIES_AT = 1 << 62
"""Bit of ``levels`` that says that a device lies at them."""

ELSEWHERE = 0.5
"""Least cost of the regions of two findings that share no place: two lobes are neighbours, and not one place."""

LEFT, RIGHT = 1, 2
"""Bits of the sides of a node."""
N_SIDE_SETS = 3
"""Sets of sides that a mention may state, a bit each: left, right, both."""

SYNONYM = 0.2
"""Distance of labels above which two findings on opposite sides are two findings."""
FAR = 0.7
"""Distance of labels above which a finding that the other report denies is no relative of what it has, and one that is
named wrong is no part of what else is named so."""
RELATED = 1.0
"""Distance of labels below which the denials of two findings may answer each other."""
BILLION = 1e9
COUPLE = 1 << 12
"""A price in billionths is multiplied by this, so that the number of couples settles ties and never a price."""
ANY_CHANGE = (1 << N_CHANGES) - 1
"""Bits of the changes."""
OF_ALL = 1 << N_CHANGES
"""Bit of ``beside`` of a finding that is the change of all: "the findings have progressed"."""


@inlined_no_refcount
def changes_of(sided, side):
    """Changes that are said of the left or of the right alone, as bits."""
    return (sided >> (side * N_CHANGES)) & ANY_CHANGE


@inlined_no_refcount
def as_changes(changes):
    """A set of comparisons, as bits; what is raised counts as worsened too, and what is put in as new."""
    return changes | (((changes >> RAISED) & 1) << WORSENED) | (((changes >> PUT_IN) & 1) << NEW)


@inlined_no_refcount
def side_cost(a, b, costs):
    """Cost of two sets of sides."""
    if a != b and (a == 0 or b == 0):
        return costs.side_unstated
    return cost_of_stated(a, b, costs)


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
def label_distance(nodes, i, j):
    """Distance of two findings by their nearest names, in [0, 2]; what their form amounts to is a name here."""
    nearest = UNRELATED
    for p in range(NAME, LAST_NAME + 2):
        a = nodes.codes[i, p if p <= LAST_NAME else OTHER]
        for q in range(NAME, LAST_NAME + 2):
            b = nodes.codes[j, q if q <= LAST_NAME else OTHER]
            if a >= 0 and b >= 0:
                nearest = min(nearest, nodes.distance[a, b])
    return nearest


@inlined_no_refcount
def is_far(nodes, i, j):
    """Whether two findings are related from afar: interpretations of one shadow, of which only one is right."""
    return label_distance(nodes, i, j) > FAR


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
def joined(parts, row, first, last):
    """1 − Π(1 − part) over some of the parts: no more than 1, and each further one costs less."""
    kept = 1.0
    for p in range(first, last):
        kept *= 1.0 - min(parts[row, p], 1.0)
    return 1.0 - kept


@inlined_no_refcount
def may_be_one(nodes, i, j, costs, parts, row):
    """Whether two findings may be coupled: related, and not two findings in other organs or on opposite sides."""
    label = parts[row, LABEL]
    if of_other_organs(nodes.codes[i, ORGANS], nodes.codes[j, ORGANS], nodes.codes[j, REACH]):
        return False
    return label < UNRELATED and not (parts[row, SIDE] >= costs.side and label > SYNONYM)


@helper_no_refcount
def stable_parts(nodes, i, j, costs, parts, row):
    """Fill in the parts that price two findings: label, side, region."""
    parts[row, LABEL] = label_distance(nodes, i, j)
    place_parts(nodes, i, j, costs, parts, row)


@helper_no_refcount
def finding_price(nodes, i, j, ranges, costs, parts, row):
    """Price of two findings, or −1; ``ranges``: first and last node of i's report, then of j's."""
    stable_parts(nodes, i, j, costs, parts, row)
    if not may_be_one(nodes, i, j, costs, parts, row):
        return -1.0
    far = parts[row, LABEL] > FAR
    if far and (called_absent(nodes, i, ranges[2], ranges[3]) or called_absent(nodes, j, ranges[0], ranges[1])):
        return -1.0
    return joined(parts, row, 0, N_STABLE)


@inlined_no_refcount
def is_called(nodes, finding, name):
    """Whether a finding has a name."""
    named = False
    for p in range(NAME, LAST_NAME + 1):
        named = named or nodes.codes[finding, p] == name
    return named


@inlined_no_refcount
def is_unlikely(nodes, i):
    """Whether all that is said of a node is that it is unlikely."""
    return nodes.codes[i, DOUBT] != 0 and nodes.codes[i, DOUBT] & ~THOUGHT_AWAY == 0


@inlined_no_refcount
def doubts_of(nodes, i, p):
    """Certainties of the statements that a node makes under one of its names, by its column: a bit each."""
    return (nodes.codes[i, DOUBT] >> (len(DOUBTS) * (p - NAME))) & ((1 << len(DOUBTS)) - 1)


@inlined_no_refcount
def is_meant(nodes, i, p):
    """Whether a name, by its column, is not only what a finding is unlikely to be: "opacity, pneumonia unlikely"."""
    doubts = doubts_of(nodes, i, p)
    return doubts & ~THOUGHT_AWAY != 0 or doubts == 0 or is_unlikely(nodes, i)


@inlined_no_refcount
def contrasts(a, b):
    """Whether of some contrast one set of kinds has the one alone, and the other the other: acute and chronic."""
    one_a, other_a = a & ONES, (a >> 1) & ONES
    one_b, other_b = b & ONES, (b >> 1) & ONES
    return ((one_a & ~other_a & other_b & ~one_b) | (other_a & ~one_a & one_b & ~other_b)) != 0


@inlined_no_refcount
def spares(nodes, denial, finding):
    """Whether a denial is of another kind than the finding: "no acute fracture" leaves an old one standing."""
    return contrasts(nodes.codes[denial, KINDS], nodes.codes[finding, KINDS])


@inlined_no_refcount
def names(nodes, denial, finding):
    """Whether a denial is of one of a finding's names, and of its kind."""
    said, named = nodes.codes[denial, NAME], False
    for p in range(NAME, LAST_NAME + 1):
        named = named or (nodes.codes[finding, p] == said and is_meant(nodes, finding, p))
    return named and not spares(nodes, denial, finding)


@inlined_no_refcount
def on_the_verge(nodes, denial, finding):
    """Whether one says "upper limits of normal" and the other "borderline" of the same: neither denies the other."""
    both = nodes.codes[denial, VERGE] != 0 and nodes.codes[finding, VERGE] != 0
    return both and is_called(nodes, finding, nodes.codes[denial, NAME])


@inlined_no_refcount
def apart(nodes, i, j):
    """Whether two nodes are stated on sides, or in organs, that have nothing in common."""
    other = of_other_organs(nodes.codes[i, ORGANS], nodes.codes[j, ORGANS], nodes.codes[j, REACH])
    return other or share_nothing(nodes.codes[i, SIDES], nodes.codes[j, SIDES])


@inlined_no_refcount
def lies_elsewhere(nodes, denial, finding):
    """Whether a denial is of places that are none of a finding's: "the apices are clear" beside basal opacities."""
    denied, stated = nodes.codes[denial, SITES], nodes.codes[finding, SITES]
    near = denied == 0 or stated == 0
    table = nodes.region_cost
    for i in range(len(table)):
        if near or not (denied >> i) & 1:
            continue
        for j in range(len(table)):
            near = near or ((stated >> j) & 1 and table[i, j] < PLACED)
    return not near


@inlined_no_refcount
def is_beside(nodes, denial, finding):
    """Whether a denial is of other sides, organs or places than a finding, and says nothing of it."""
    return apart(nodes, denial, finding) or lies_elsewhere(nodes, denial, finding)


@inlined_no_refcount
def denies(nodes, denial, finding):
    """Whether a plain denial denies one of a finding's names."""
    said, covered = nodes.codes[denial, NAME], False
    for p in range(NAME, LAST_NAME + 1):
        name = nodes.codes[finding, p]
        covered = covered or (name >= 0 and nodes.denies[said, name] and is_meant(nodes, finding, p))
    return nodes.codes[denial, PLAIN] and covered and not spares(nodes, denial, finding)


@inlined_no_refcount
def as_good_as_denied(nodes, denial, finding):
    """Whether a plain denial denies what is unlikely: "no pneumonia", "pneumonia is unlikely"."""
    return is_unlikely(nodes, finding) and denies(nodes, denial, finding)


@inlined_no_refcount
def called_absent(nodes, finding, first, last):
    """Whether a report, the nodes ``first:last``, plainly denies a finding by its own name and never asserts it."""
    denied, asserted = False, False
    for k in range(first, last):
        if nodes.codes[k, KIND] == FINDING:
            asserted = asserted or is_called(nodes, k, nodes.codes[finding, NAME])
        elif nodes.codes[k, KIND] == DENIAL and nodes.codes[k, NAME] == nodes.codes[finding, NAME]:
            of_it = not is_beside(nodes, k, finding) and not spares(nodes, k, finding)
            denied = denied or (nodes.codes[k, PLAIN] != 0 and of_it)
    return denied and not asserted


@inlined_no_refcount
def denies_too(nodes, denial, finding, first, last):
    """Whether the finding's own report, whose nodes are ``first:last``, makes that denial of the finding itself."""
    denied = False
    for k in range(first, last):
        same = nodes.codes[k, KIND] == DENIAL and nodes.codes[k, NAME] == nodes.codes[denial, NAME]
        denied = denied or (same and not is_beside(nodes, k, finding) and not spares(nodes, k, finding))
    return denied


@inlined_no_refcount
def opposed_price(nodes, finding, denial, first, last, plan):
    """Price of a finding and a denial of the other report, or −1; ``first:last`` are the nodes of the finding's own."""
    if is_beside(nodes, denial, finding) or denies_too(nodes, denial, finding, first, last):
        return -1.0
    if on_the_verge(nodes, denial, finding) or as_good_as_denied(nodes, denial, finding):
        return 0.0
    if denies(nodes, denial, finding):
        return plan.opposed if names(nodes, denial, finding) else plan.opposed_covered
    return plan.opposed_related if label_distance(nodes, finding, denial) < RELATED else -1.0


@inlined_no_refcount
def gone_elsewhere(nodes, i, j):
    """Whether what has gone on one side is what has gone on the other: "the left effusion has resolved", the right one.

    Of those that are denied of opposite sides these alone are one statement, and one of them is wrong.
    """
    both = nodes.codes[i, CHANGES] & nodes.codes[j, CHANGES] & (1 << RESOLVED)
    named = nodes.codes[i, NAME] == nodes.codes[j, NAME] and nodes.codes[i, ORGANS] == nodes.codes[j, ORGANS]
    return both != 0 and named and share_nothing(nodes.codes[i, SIDES], nodes.codes[j, SIDES])


@inlined_no_refcount
def tells_of(nodes, first, last, denial):
    """Whether a report, whose nodes are ``first:last``, says anything of what is denied in the other one."""
    told = False
    for k in range(first, last):
        if nodes.codes[k, KIND] == FINDING or nodes.codes[k, KIND] == DENIAL:
            plain = nodes.codes[k, KIND] == DENIAL and nodes.codes[k, PLAIN] != 0
            covered = plain and nodes.denies[nodes.codes[k, NAME], nodes.codes[denial, NAME]]
            told = told or covered or label_distance(nodes, k, denial) < RELATED
    return told


@helper_no_refcount
def exchanged(nodes, i, j, ranges):
    """Whether one thing has gone here and another there, each unmentioned by the other: "the ETT is out", the PICC.

    ``ranges``: first and last node of the report of i, then of that of j.
    """
    both = nodes.codes[i, CHANGES] & nodes.codes[j, CHANGES] & (1 << RESOLVED)
    if both == 0 or nodes.codes[i, NAME] == nodes.codes[j, NAME]:
        return False
    return not tells_of(nodes, ranges[2], ranges[3], i) and not tells_of(nodes, ranges[0], ranges[1], j)


@inlined_no_refcount
def denial_price(nodes, i, j, ranges, costs, plan, parts, row):
    """Price of two denials, or −1."""
    a, b = nodes.codes[i, NAME], nodes.codes[j, NAME]
    label = 0.0
    if a != b:
        if exchanged(nodes, i, j, ranges):
            return plan.denial_alone
        covered = (nodes.codes[i, PLAIN] and nodes.denies[a, b]) or (nodes.codes[j, PLAIN] and nodes.denies[b, a])
        if not covered and nodes.distance[a, b] >= RELATED:
            return -1.0
        label = plan.denial_covered
    parts[row, LABEL] = label
    place_parts(nodes, i, j, costs, parts, row)
    price = plan.denial_alone if gone_elsewhere(nodes, i, j) else joined(parts, row, 0, N_STABLE)
    return price if price < 2.0 * plan.denial_alone else -1.0


@inlined_no_refcount
def couple_price(nodes, i, j, ranges, costs, plan, parts, row):
    """Price of coupling node i with node j of another report, or −1; ``ranges``: first and last node of the two."""
    a, b = nodes.codes[i, KIND], nodes.codes[j, KIND]
    if a == FINDING and b == FINDING:
        return finding_price(nodes, i, j, ranges, costs, parts, row)
    if a == DENIAL and b == DENIAL:
        return denial_price(nodes, i, j, ranges, costs, plan, parts, row)
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

"""What couples of nodes cost: the price of aligning them, and what differs under it (method §10.3, §10.5).

Only label, place and polarity price a couple. Severity, size, certainty and comparison are read once the plan stands.
"""

from math import log2

from radot_fast.kernels.extended.flow import FORBIDDEN
from radot_fast.kernels.toolchain.jit import inlined_no_refcount

N_PARTS = 7
LABEL, SIDE, REGION, SEVERITY, SIZE, CERTAINTY, COMPARISON = range(N_PARTS)
"""Parts of the cost of a couple of findings, in order."""
N_STABLE = 3
"""The first of them price the alignment."""

FINDING, DENIAL, REMARK = range(3)
"""Kinds of nodes, in canonical order."""

KIND, NAME, SECOND, SIDES, REGIONS, CHANGE, PLAIN = range(7)
"""Columns of ``NodeArrays.codes``."""
DEGREE, DOUBT, MILLIMETRES = range(3)
"""Columns of ``NodeArrays.values``."""

SYNONYM = 0.2
"""Distance of labels above which two findings on opposite sides are two findings."""
UNRELATED = 2.0
"""Distance of labels that are never coupled."""
RELATED = 1.0
"""Distance of labels below which the denials of two findings may answer each other."""
BILLION = 1e9
COUPLE = 1 << 12
"""A price in billionths is multiplied by this, so that the number of couples settles ties and never a price."""
NEW, STABLE, IMPROVED, WORSENED, RESOLVED = 1, 2, 3, 4, 5


@inlined_no_refcount
def side_cost(a, b, costs):
    """Cost of two sets of sides."""
    if a == b:
        return 0.0
    if a == 0 or b == 0:
        return costs.side_unstated
    return costs.side_partial if a & b else costs.side


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
    distance, a, b = nodes.distance, nodes.codes[i, NAME], nodes.codes[j, NAME]
    second_a, second_b = nodes.codes[i, SECOND], nodes.codes[j, SECOND]
    nearest = distance[a, b]
    if second_a >= 0:
        nearest = min(nearest, distance[second_a, b])
    if second_b >= 0:
        nearest = min(nearest, distance[a, second_b])
        if second_a >= 0:
            nearest = min(nearest, distance[second_a, second_b])
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
def read_parts(nodes, i, j, costs, parts, row):
    """Fill in the four parts that are read under the plan: severity, size, certainty, comparison."""
    x, y = nodes.values[i, DEGREE], nodes.values[j, DEGREE]
    unstated = (x < 0.0) != (y < 0.0)
    parts[row, SEVERITY] = costs.severity_unstated if unstated else costs.severity * abs(x - y)
    x, y = nodes.values[i, MILLIMETRES], nodes.values[j, MILLIMETRES]
    size = 0.0
    if (x > 0.0) != (y > 0.0):
        size = costs.measurement_unstated
    elif x > 0.0:
        size = costs.measurement * min(1.0, abs(log2(x / y)))
    parts[row, SIZE] = size
    parts[row, CERTAINTY] = costs.certainty * 0.5 * abs(nodes.values[i, DOUBT] - nodes.values[j, DOUBT])
    parts[row, COMPARISON] = comparison_cost(nodes.codes[i, CHANGE], nodes.codes[j, CHANGE], costs)


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
def finding_price(nodes, i, j, costs, parts, row):
    """Price of two findings, or −1."""
    parts[row, LABEL] = label_distance(nodes, i, j)
    place_parts(nodes, i, j, costs, parts, row)
    return joined(parts, row, 0, N_STABLE) if may_be_one(parts, row, costs) else -1.0


@inlined_no_refcount
def names(nodes, denial, finding):
    """Whether a denial is of one of a finding's names."""
    return (
        nodes.codes[denial, NAME] == nodes.codes[finding, NAME]
        or nodes.codes[denial, NAME] == nodes.codes[finding, SECOND]
    )


@inlined_no_refcount
def apart(nodes, i, j):
    """Whether two nodes are stated on sides that have nothing in common."""
    a, b = nodes.codes[i, SIDES], nodes.codes[j, SIDES]
    return a != 0 and b != 0 and a & b == 0


@inlined_no_refcount
def denies(nodes, denial, finding):
    """Whether a plain denial denies one of a finding's names."""
    second, said = nodes.codes[finding, SECOND], nodes.codes[denial, NAME]
    covered = nodes.denies[said, nodes.codes[finding, NAME]] or (second >= 0 and nodes.denies[said, second])
    return nodes.codes[denial, PLAIN] and covered


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
        return finding_price(nodes, i, j, costs, parts, row)
    if a == DENIAL and b == DENIAL:
        return denial_price(nodes, i, j, costs, plan, parts, row)
    if a == FINDING and b == DENIAL:
        return opposed_price(nodes, i, j, ranges[0], ranges[1], plan)
    if a == DENIAL and b == FINDING:
        return opposed_price(nodes, j, i, ranges[2], ranges[3], plan)
    return 0.0 if a == b and nodes.codes[i, NAME] == nodes.codes[j, NAME] else -1.0


@inlined_no_refcount
def whole_price(price, nodes, i, j):
    """Price of a couple as a whole number: billionths first, then one for the couple, two where the labels differ."""
    if price < 0.0:
        return FORBIDDEN
    return int(price * BILLION + 0.5) * COUPLE + (1 if nodes.codes[i, NAME] == nodes.codes[j, NAME] else 2)


@inlined_no_refcount
def loner_weight(nodes, i, first, last, costs, parts, row):
    """Weight of a finding without a counterpart, in errors; ``first:last`` are the nodes of the other report.

    What is near to a finding there weighs little less than coupling the two would cost, so dropping the better of two
    names for one finding never pays. What it is not related to changes nothing. ``parts[row]`` is working memory.
    """
    weight = 1.0 - costs.hedged * 0.5 * nodes.values[i, DOUBT]
    for k in range(first, last):
        if nodes.codes[k, KIND] != FINDING:
            break
        if finding_price(nodes, i, k, costs, parts, row) >= 0.0:
            read_parts(nodes, i, k, costs, parts, row)
            weight = min(weight, costs.related * joined(parts, row, 0, N_PARTS))
    return weight

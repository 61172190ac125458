"""What differs between two coupled findings, for the oracle of the extended method: method §10.5 in plain loops."""

from math import log2, prod

from reference_extended_mentions import NO_COMPARISON, PERSISTING, PUT_IN, RAISED
from reference_extended_prices import gone_elsewhere, label_distance

NAMED = 0.3  # nearer names are synonyms
OPPOSITE = 3.0


def couple_parts(i, j, pricing):
    """The eight parts of a couple of findings, by name."""
    costs = pricing.tables.costs
    distance = max(pricing.distance(i, j), reading_distance(i, j, pricing), turned_round(i, j, pricing))
    return {
        "label": min(distance, 1.0) if distance >= NAMED else 0.0,
        "side": side_part(i, j, pricing),
        "region": pricing.regions.said(i, j, pricing.organs_named(j, 0), pricing.organs_named(i, 1)),
        "severity": costs["severity"]
        * max(
            hausdorff(a, b, difference) for a, b in by_side(i, j, lambda node: (node.severities, *node.severities_of))
        ),
        "size": costs["measurement"]
        * max(
            doublings(i.moved, j.moved),
            *(doublings(x, y) for x, y in by_side(i, j, lambda n: (n.size, *n.size_of))),
        ),
        "certainty": doubt_part(0.0 if turned_round(i, j, pricing) > 0.0 else doubt_apart(i, j, pricing), costs),
        "comparison": 0.0
        if said_beside(i, j) or said_beside(j, i)
        else max(
            hausdorff(a, b, lambda x, y: comparison_part(x, y, costs))
            for a, b in by_side(i, j, lambda node: (node.comparisons, *node.comparisons_of))
        ),
        "kind": costs["kind"] if other_kind(i.kinds, j.kinds) else 0.0,
    }


def denial_parts(i, j, pricing):
    """What differs in a couple of denials of one name: where it was that has gone, and doubt and change.

    Doubt and change only where no other denial over there says the same.
    """
    costs = pricing.tables.costs
    if gone_elsewhere(i, j):
        return {"side": costs["side"]}
    if pricing.exchanged(i, j):
        return {"label": 1.0}
    if i.label != j.label or not pricing.agree(i, j):
        return {}
    both_gone = "resolved" in i.comparisons and "resolved" in j.comparisons
    region = pricing.regions.of_sites(i, j) if both_gone else 0.0
    steps, changes = [], []
    for node, side in ((i, 1), (j, 0)):
        there = [d for d in pricing.denied[side] if d.label == node.label and pricing.agree(d, node)]
        steps.append(min(steps_between(a, b) for a in node.certainties[0] for d in there for b in d.certainties[0]))
        said = {change for d in there for change in d.comparisons}
        also = {"resolved": "improved", PERSISTING: "stable"}
        changes.append(node.comparisons - said - {also[c] for c in said if c in also} - set(also))
    changes[0] -= {"stable"}  # the reference's: to leave it out is no error
    steps = max(steps) if max(steps) >= 1.0 else 0.0
    opposite = ("improved" in changes[0] | changes[1]) and ("worsened" in changes[0] | changes[1])
    opposite = opposite and all(of & {"improved", "worsened"} for of in changes)
    changed = costs["direction"] if opposite else costs["comparison"] if any(changes) else 0.0
    return {"region": region, "certainty": doubt_part(steps, costs), "comparison": changed}


def doublings(x, y):
    return min(1.0, abs(log2(x / y))) if x and y else 0.0


def by_side(i, j, said):
    """Pairs of values: of all, of the left and of the right; of a finding of one side and one of both, of that side."""
    for one, both in ((i, j), (j, i)):
        if len(one.sides) == 1 and len(both.sides) == 2:
            its = said(both)[1 + "LR".index(*one.sides)]
            if its:
                return [(said(one)[0], its)]
    return [*zip(said(i), said(j), strict=True)]


def said_beside(i, j):
    """Whether i states no change, and all that j states are said beside i."""
    return i.comparisons == {NO_COMPARISON} and j.comparisons <= i.beside | {NO_COMPARISON}


def steps_between(a, b):
    """Steps between two certainties; two hedges are none apart, but unlikely (3) is opposite to likely (1) or surer."""
    if max(a, b) == 3 and min(a, b) <= 1:
        return OPPOSITE
    return 0.0 if min(a, b) >= 1.0 else min(abs(a - b), 2.0)


def doubt_part(steps, costs):
    return costs["direction"] if steps == OPPOSITE else costs["certainty"] * 0.5 * steps


def doubt_steps(i, j, pricing):
    """Steps between the certainties of the nearest names; 0 for less than a step."""

    def between(p, q):
        return label_distance(i.names[p], j.names[q], pricing.tables.relations)

    def steps(p, q):
        return min(steps_between(a, b) for a in i.certainties[p] for b in j.certainties[q])

    pairs = [(p, q) for p in range(len(i.names)) for q in range(len(j.names))]
    least = min(between(p, q) for p, q in pairs)
    most = max(steps(p, q) for p, q in pairs if between(p, q) == least)
    return most if most >= 1.0 and least < NAMED else 0.0


def doubt_apart(i, j, pricing):
    return max(doubt_steps(i, j, pricing), steps_elsewhere(i, j, pricing, 1), steps_elsewhere(j, i, pricing, 0))


def steps_elsewhere(i, j, pricing, side):
    """The same for further names of i that j has not, and other findings of j's report (``side``) that have them."""
    most = 0.0
    for p, name in enumerate(i.names):
        if p == 0 or name in j.names:
            continue
        steps = [
            steps_between(a, b)
            for other in pricing.asserted[side]
            if name in other.names and pricing.agree(other, i)
            for a in i.certainties[p]
            for b in other.certainties[other.names.index(name)]
        ]
        most = max(most, min(steps, default=0.0))
    return most if most >= 1.0 else 0.0


def missing_names(node, other, pricing):
    """Further names of a finding that another one is not read as."""

    def between(a, b):
        return label_distance(a, b, pricing.tables.relations)

    return [
        name
        for name in node.further
        if between(name, other.label) != 0.0
        and name != other.other
        and all(between(name, its) >= NAMED for its in other.further)
    ]


def reading_distance(i, j, pricing):
    """Distance of the further names of each finding that the other is not read as; 0 where either has none left."""
    one, two = missing_names(i, j, pricing), missing_names(j, i, pricing)
    return hausdorff(one, two, lambda a, b: min(label_distance(a, b, pricing.tables.relations), 1.0))


def turned_round(i, j, pricing):
    """Distance of two doubted names of both findings that i holds in the one order of doubt and j in the other."""
    doubt = [{name: min(of) for name, of in zip(node.names, node.certainties, strict=True)} for node in (i, j)]
    shared = [name for name in i.names if name in doubt[1]]
    return max(
        (
            min(label_distance(a, b, pricing.tables.relations), 1.0)
            for a in shared
            for b in shared
            if 1.0 <= doubt[0][a] < doubt[0][b] and 1.0 <= doubt[1][b] < doubt[1][a]
        ),
        default=0.0,
    )


def side_part(i, j, pricing):
    """Part of the sides: of those in all, or of those that single mentions state."""
    if not i.sides or not j.sides:
        return 0.0
    costs = pricing.tables.costs

    def between(a, b):
        return 0.0 if a == b else costs["side_detail"] if a & b else costs["side"]

    return max(pricing.places(i, j)[0], hausdorff(i.stated_sides, j.stated_sides, between))


def difference(a, b):
    return abs(a - b)


def hausdorff(a, b, distance):
    """Largest distance of a value of either set to the nearest of the other; 0 where one of them is empty."""
    if not a or not b:
        return 0.0
    return max(max(min(distance(x, y) for y in b) for x in a), max(min(distance(x, y) for x in a) for y in b))


def other_kind(a, b):
    """Whether complications differ, or a contrast: one list of it only, and another one, on each side."""
    if {k for k in a if k[0] == "complication"} != {k for k in b if k[0] == "complication"}:
        return True
    for name in {k[1] for k in a | b if k[0] == "contrast"}:
        own, its = ({k[2] for k in side if k[:2] == ("contrast", name)} for side in (a, b))
        if len(own) == len(its) == 1 and own != its:
            return True
    return False


def comparison_part(a, b, costs):
    better, worse = {"improved", "resolved"}, {"new", "worsened", RAISED, PUT_IN}
    either = {PERSISTING: ("none", "stable", RAISED), RAISED: ("none", "worsened"), PUT_IN: ("none", "new")}
    if a == b or b in either.get(a, ()) or a in either.get(b, ()):
        return 0.0
    if (a in better and b in worse) or (a in worse and b in better):
        return costs["direction"]
    return costs["comparison"]


def couple_cost(parts):
    """Gamma: 1 minus the product of 1 minus the parts."""
    return 1.0 - prod(1.0 - part for part in parts.values())


def further_levels(i, j):
    """Levels of a couple that are wrong, beyond the first: those that one has and the other has not."""
    if not (i.levels and j.levels and i.organs and j.organs):
        return 0
    return max(len(i.levels - j.levels), len(j.levels - i.levels), 1) - 1

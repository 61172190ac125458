"""The slow oracle of the extended method: plain loops over plain units, written from method §10 alone.

Imports nothing of the package. A unit is a dict with the keys of method §1 (a missing key is missing), a report a list
of units in the order of the text. The tables of data are passed in as dicts (``Tables``). The optimal plan has its own
file, ``reference_extended_plan.py``; the nodes of one report are made in ``reference_extended_nodes.py``.
"""

from math import log2, prod
from typing import NamedTuple

from reference_extended_nodes import DENIAL, FINDING, REMARK, report_nodes
from reference_extended_plan import optimal_plan

UNRELATED = 2.0
SAME_PLACE_WITHIN = 0.2  # farther names than this on opposite sides are never one finding
PART_OF = 0.05  # a region and a region that it is part of
BILLION = 10**9

FEATURES = (
    "omitted_significant",
    "omitted_insignificant",
    "added_significant",
    "added_insignificant",
    "mismatch_significant",
    "mismatch_insignificant",
    "denied_by_candidate",
    "denied_by_reference",
    "denied_by_name",
    "mentions_omitted",
    "unsupported_share",
    "repeated_added",
)


class Tables(NamedTuple):
    """The data of the method, as the TOML files hold them."""

    plan: dict
    covers: dict
    costs: dict
    relations: dict
    significance: dict


class Row(NamedTuple):
    """A row of the plan: a couple, or a node alone (the other side None). ``price`` is not rounded."""

    reference: int | None
    candidate: int | None
    price: float


class Answer(NamedTuple):
    """All that method §10 says of one pair.

    ``unique``: no other plan is as good under the first two rules of ties. ``settled``: none that differs in the
    counterpart of a finding; then all features but ``repeated_added`` are settled too.
    """

    reference: list
    candidate: list
    rows: list
    unique: bool
    settled: bool
    transport_cost: float | None
    features: dict
    counts: dict
    parts: dict
    costs: dict
    weights: tuple


def compare(reference, candidate, tables):
    """Method §10 for one pair of reports."""
    regions = Regions(tables.costs)

    def distance(a, b):
        return label_distance(a, b, tables.relations)

    nodes = tuple(report_nodes(units, regions, distance) for units in (reference, candidate))
    for node in (*nodes[0], *nodes[1]):
        node.significance = significance(node, tables)
    pricing = Pricing(nodes, tables, regions)
    rows, varying = plan_of(nodes, pricing, tables.plan)
    return read(nodes, pricing, rows, varying)


# The hierarchy of regions and the labels (method §10.3)


class Regions:
    """The hierarchy ``part_of``: names, paths to the root, the cost of two sets of regions."""

    def __init__(self, costs):
        self.costs = costs
        self.parent = costs["part_of"]
        self.names = sorted(set(self.parent) | set(self.parent.values()))

    def path(self, region):
        """The region and all it is part of, up to the root."""
        path = [region]
        while path[-1] in self.parent:
            path.append(self.parent[path[-1]])
        return path

    def without_wholes(self, regions):
        """The regions of which no other one of the set is a part."""
        return frozenset(r for r in regions if not any(r in self.path(other)[1:] for other in regions))

    def two(self, a, b):
        """Cost of two regions."""
        if a == b:
            return 0.0
        if a in self.path(b) or b in self.path(a):
            return PART_OF
        common = [r for r in self.path(a) if r in self.path(b)]
        if not common or common[0] in self.costs["apart"]:
            return 1.0
        depth = len(self.path(common[0]))
        return 1.0 - 2.0 * depth / (len(self.path(a)) + len(self.path(b)))

    def cost(self, a, b):
        """rho of two sets of regions."""
        if a == b:
            return 0.0
        if not a or not b:
            return self.costs["region_unstated"]
        nearest = [min(self.two(r, other) for other in b) for r in a] + [
            min(self.two(r, other) for other in a) for r in b
        ]
        return self.costs["region"] * sum(nearest) / len(nearest)


def sides_cost(a, b, costs):
    """Sigma of two sets of sides."""
    if a == b:
        return 0.0
    if not a or not b:
        return costs["side_unstated"]
    return costs["side_partial"] if a & b else costs["side"]


def sides_agree(a, b):
    """Whether the sides are equal, overlap, or one is unstated."""
    return not a or not b or bool(a & b)


def label_distance(a, b, relations):
    """Distance of two labels (finding, device), in [0, 2]."""
    if a == b:
        return 0.0
    groups = relations["group"]
    if a[0] == b[0]:
        named = relations["devices"].get(a[0])
        if a[1] is None or b[1] is None:
            return min(0.1, named) if named is not None else 0.1
        shared = [g["distance"] for g in groups if a[1] in g["labels"] and b[1] in g["labels"]]
        if shared:
            return min(shared)
        return UNRELATED if named is None else named
    shared = [
        g["distance"]
        for g in groups
        if any(name in g["labels"] for name in a if name is not None)
        and any(name in g["labels"] for name in b if name is not None)
    ]
    return min(shared, default=UNRELATED)


def significance(node, tables):
    """Share of an error on this finding that counts as significant."""
    known = tables.significance
    tier_of = {name: tier for tier, names in known["tiers"].items() for name in names}

    def weight(label):
        finding, device = label
        tier = tier_of.get(device) or tier_of.get(finding) or known["default"]
        return known["weights"][tier]

    s = max((weight(label) for label in node.names), default=0.0)
    if node.device is None and 0.0 < node.severity <= 0.33:
        s *= known["mild"]
    if node.device is not None and node.severity > 0.0:
        s = max(s, weight(("malposition", None)))
    return s


# Prices (method §10.3)


class Pricing:
    """What two nodes cost together, and which may be together. ``nodes``: those of the reference, of the candidate."""

    def __init__(self, nodes, tables, regions):
        self.tables = tables
        self.regions = regions
        self.denied = [{n.label for n in side if n.kind == DENIAL} for side in nodes]

    def price(self, i, j):
        """Price of coupling node i of the reference with node j of the candidate; None where that is not allowed."""
        kinds = {i.kind, j.kind}
        if kinds == {FINDING}:
            return self.findings(i, j) if self.related(i, j) else None
        if kinds == {DENIAL}:
            return self.denials(i, j)
        if kinds == {REMARK}:
            return 0.0 if (i.words, i.denied) == (j.words, j.denied) else None
        if kinds == {FINDING, DENIAL}:
            side = 0 if i.kind == FINDING else 1
            return self.opposed(*((i, j) if side == 0 else (j, i)), self.denied[side])
        return None

    def distance(self, i, j):
        """Distance of the names of two nodes: the smallest over the names."""
        return min(label_distance(a, b, self.tables.relations) for a in i.names for b in j.names)

    def places(self, i, j):
        return sides_cost(i.sides, j.sides, self.tables.costs), self.regions.cost(i.regions, j.regions)

    def related(self, i, j):
        """Whether two findings may be a couple."""
        distance, (sigma, _) = self.distance(i, j), self.places(i, j)
        return distance < UNRELATED and not (sigma >= self.tables.costs["side"] and distance > SAME_PLACE_WITHIN)

    def findings(self, i, j):
        sigma, rho = self.places(i, j)
        return 1.0 - (1.0 - min(self.distance(i, j), 1.0)) * (1.0 - sigma) * (1.0 - rho)

    def denies(self, denial, label):
        """Whether a denial denies a label: it is that label, or it covers its finding."""
        if denial.label == label:
            return True
        finding, device = denial.label
        return device is None and label[0] in self.tables.covers.get(finding, ())

    def opposed(self, finding, denial, denied_beside):
        """Price of a finding and a denial; ``denied_beside``: labels that the finding's own report denies."""
        if not denial.plain or denial.label in denied_beside or not sides_agree(finding.sides, denial.sides):
            return None
        if denial.label in finding.names:
            return self.tables.plan["opposed"]
        covered = any(self.denies(denial, name) for name in finding.names)
        return self.tables.plan["opposed_covered"] if covered else None

    def denials(self, i, j):
        sigma, rho = self.places(i, j)
        if i.label == j.label:
            d = 0.0
        elif (
            self.distance(i, j) < 1.0 or (i.plain and self.denies(i, j.label)) or (j.plain and self.denies(j, i.label))
        ):
            d = self.tables.plan["denial_covered"]
        else:
            return None
        price = 1.0 - (1.0 - d) * (1.0 - sigma) * (1.0 - rho)
        return price if price < 2.0 * self.tables.plan["denial_alone"] else None


def alone_price(node, plan):
    return plan[{FINDING: "alone", DENIAL: "denial_alone", REMARK: "remark_alone"}[node.kind]]


def plan_of(nodes, pricing, plan):
    """Rows of an optimal plan, couples first, and the couples that vary among the optimal plans."""
    prices = {
        (i, j): price
        for i, a in enumerate(nodes[0])
        for j, b in enumerate(nodes[1])
        if (price := pricing.price(a, b)) is not None
    }
    couples = {
        (i, j): (round(price * BILLION), 1 if nodes[0][i].label == nodes[1][j].label else 2)
        for (i, j), price in prices.items()
    }
    alone = [[round(alone_price(n, plan) * BILLION) for n in side] for side in nodes]
    capacity = [[plan["capacity"] if n.kind == DENIAL else 1 for n in side] for side in nodes]
    best = optimal_plan(couples, alone, capacity)
    rows = [Row(i, j, prices[i, j]) for i, j in sorted(best.couples)]
    coupled = [{i for i, _ in best.couples}, {j for _, j in best.couples}]
    rows += [Row(i, None, alone_price(n, plan)) for i, n in enumerate(nodes[0]) if i not in coupled[0]]
    rows += [Row(None, j, alone_price(n, plan)) for j, n in enumerate(nodes[1]) if j not in coupled[1]]
    return rows, best.varying


# What is read under the plan (method §10.5)


def couple_parts(i, j, pricing):
    """The seven parts of a couple of findings, by name."""
    costs = pricing.tables.costs
    sigma, rho = pricing.places(i, j)
    return {
        "label": min(pricing.distance(i, j), 1.0),
        "side": sigma,
        "region": rho,
        "severity": stated_part(
            i.severity, j.severity, -1.0, costs["severity_unstated"], costs["severity"], difference
        ),
        "size": stated_part(i.size, j.size, 0.0, costs["measurement_unstated"], costs["measurement"], halvings),
        "certainty": costs["certainty"] * 0.5 * abs(i.certainty - j.certainty),
        "comparison": comparison_part(i.comparison, j.comparison, costs),
    }


def difference(a, b):
    return abs(a - b)


def halvings(a, b):
    return min(1.0, abs(log2(a / b)))


def stated_part(a, b, unstated, price_unstated, weight, distance):
    """A part that one of the two, or both, may leave unstated."""
    stated = (a != unstated) + (b != unstated)
    return 0.0 if stated == 0 else price_unstated if stated == 1 else weight * distance(a, b)


def comparison_part(a, b, costs):
    better, worse = {"improved", "resolved"}, {"new", "worsened"}
    if a == b:
        return 0.0
    if (a in better and b in worse) or (a in worse and b in better):
        return costs["direction"]
    return costs["comparison"]


def couple_cost(parts):
    """Gamma: 1 minus the product of 1 minus the parts."""
    return 1.0 - prod(1.0 - part for part in parts.values())


def lone_weight(node, others, pricing, swapped):
    """w of a finding without a counterpart: errors that it costs."""
    costs = pricing.tables.costs
    weight = 1.0 - costs["hedged"] * 0.5 * node.certainty
    for other in others:
        i, j = (other, node) if swapped else (node, other)
        if other.kind == FINDING and pricing.related(i, j):
            weight = min(weight, costs["related"] * couple_cost(couple_parts(i, j, pricing)))
    return weight


# Features and counts (method §10.6, §10.7)


def read(nodes, pricing, rows, varying):
    """All that is read from the plan."""
    reference, candidate = nodes
    couples = [(r.reference, r.candidate) for r in rows if r.reference is not None and r.candidate is not None]
    matched = [(i, j) for i, j in couples if reference[i].kind == candidate[j].kind == FINDING]
    parts = {(i, j): couple_parts(reference[i], candidate[j], pricing) for i, j in matched}
    gamma = {key: couple_cost(p) for key, p in parts.items()}
    found = [{i for i, _ in matched}, {j for _, j in matched}]
    weights = tuple(
        {
            k: lone_weight(node, nodes[1 - side], pricing, swapped=side == 1)
            for k, node in enumerate(nodes[side])
            if node.kind == FINDING and k not in found[side]
        }
        for side in (0, 1)
    )
    features = {
        **lone_sums("omitted", reference, weights[0]),
        **lone_sums("added", candidate, weights[1]),
        **mismatch_sums(nodes, gamma),
        **denied(nodes, couples, matched, pricing),
        **mention_features(nodes, couples, matched),
    }
    return Answer(
        reference=reference,
        candidate=candidate,
        rows=rows,
        unique=not varying,
        settled=all(reference[i].kind != FINDING and candidate[j].kind != FINDING for i, j in varying),
        transport_cost=sum(r.price for r in rows) / len(rows) if rows else None,
        features={name: features[name] for name in FEATURES},
        counts=counts(nodes, couples, matched),
        parts=parts,
        costs=gamma,
        weights=weights,
    )


def lone_sums(name, nodes, weights):
    return {
        f"{name}_significant": sum(nodes[k].significance * w for k, w in weights.items()),
        f"{name}_insignificant": sum((1.0 - nodes[k].significance) * w for k, w in weights.items()),
    }


def mismatch_sums(nodes, gamma):
    s = {(i, j): max(nodes[0][i].significance, nodes[1][j].significance) for i, j in gamma}
    return {
        "mismatch_significant": sum(s[key] * cost for key, cost in gamma.items()),
        "mismatch_insignificant": sum((1.0 - s[key]) * cost for key, cost in gamma.items()),
    }


def denied(nodes, couples, matched, pricing):
    """The three counts of contradicted findings."""
    reference, candidate = nodes
    by_candidate = [(i, j) for i, j in couples if reference[i].kind == FINDING and candidate[j].kind == DENIAL]
    by_reference = [(i, j) for i, j in couples if reference[i].kind == DENIAL and candidate[j].kind == FINDING]
    contradictions = 0
    for i, j in matched:
        contradictions += any(
            d.kind == DENIAL
            and d.plain
            and d.label not in pricing.denied[0]
            and any(d.label in f.names and sides_agree(d.sides, f.sides) for f in (reference[i], candidate[j]))
            for d in candidate
        )
    named = sum(candidate[j].label in reference[i].names for i, j in by_candidate)
    return {
        "denied_by_candidate": len(by_candidate) + contradictions,
        "denied_by_reference": len(by_reference),
        "denied_by_name": named + contradictions,
    }


def mention_features(nodes, couples, matched):
    reference, candidate = nodes
    counterpart = {i: candidate[j] for i, j in matched}
    partner = {j: reference[i] for i, j in matched}
    omitted = 0
    for i, node in enumerate(reference):
        if node.kind != FINDING:
            continue
        said = [(m.label, m.sides) for m in node.mentions]
        again = [(m.label, m.sides) for m in counterpart[i].mentions] if i in counterpart else []
        omitted += sum(max(said.count(x) - again.count(x), 0) for x in set(said))
    total = unsupported = 0
    for j, node in enumerate(candidate):
        if node.kind != FINDING:
            continue
        known = {(m.label, m.sides) for m in partner[j].mentions} if j in partner else set()
        total += len(node.mentions)
        unsupported += sum((m.label, m.sides) not in known for m in node.mentions)
    return {
        "mentions_omitted": omitted,
        "unsupported_share": unsupported / total if total else 0.0,
        "repeated_added": repeated_added(nodes, couples),
    }


def repetitions(node):
    """What the mentions say that repeat the words of an earlier mention of the node, one entry each."""
    return [m.says for k, m in enumerate(node.mentions) if any(e.words == m.words for e in node.mentions[:k])]


def repeated_added(nodes, couples):
    reference, candidate = nodes
    added = 0
    for j, node in enumerate(candidate):
        others = [reference[i] for i, k in sorted(couples) if k == j and reference[i].kind == node.kind]
        if node.kind == DENIAL:
            others = [o for o in others if o.label == node.label]
        said = [m.says for m in node.mentions]
        known = [m.says for m in others[0].mentions] if others else []
        again = repetitions(node)
        added += sum(min(again.count(x), max(said.count(x) - known.count(x), 0)) for x in set(said))
    beyond = sum(len(repetitions(n)) for n in candidate) - sum(len(repetitions(n)) for n in reference)
    return max(0, min(added, beyond))


def counts(nodes, couples, matched):
    """The counts of method §10.7; a share is None where there is nothing to divide by."""
    n = [[sum(node.kind == kind for node in side) for kind in (FINDING, DENIAL)] for side in nodes]
    addressed = {i for i, j in couples if nodes[0][i].kind == nodes[1][j].kind == DENIAL}
    return {
        "n_ref_findings": n[0][0],
        "n_cand_findings": n[1][0],
        "n_matched_findings": len(matched),
        "n_ref_denials": n[0][1],
        "n_addressed_denials": len(addressed),
        "finding_recall": len(matched) / n[0][0] if n[0][0] else None,
        "finding_precision": len(matched) / n[1][0] if n[1][0] else None,
        "denial_recall": len(addressed) / n[0][1] if n[0][1] else None,
    }

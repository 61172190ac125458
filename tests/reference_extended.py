"""The slow oracle of the extended method: plain loops over plain units, written from method §10 alone.

Imports nothing of the package. A unit is a dict with the keys of method §1 (a missing key is missing), a report a list
of units in the order of the text. The tables of data are passed in as dicts (``Tables``). The optimal plan has its own
file, ``reference_extended_plan.py``, and so have the nodes of one report, the prices, and what differs between two
nodes.
"""

from math import prod
from typing import NamedTuple

from reference_extended_differences import (
    couple_cost,
    couple_parts,
    denial_parts,
    further_levels,
    missing_names,
)
from reference_extended_mentions import DENIAL, FINDING, REMARK
from reference_extended_nodes import ALSO, OF_ALL, report_nodes
from reference_extended_plan import optimal_plan
from reference_extended_prices import (
    FAR,
    Pricing,
    Regions,
    is_unlikely,
    label_distance,
    meant_names,
    on_the_verge,
    significance,
)

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
    "names_omitted",
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
    counterpart of a finding, or in denials that are told otherwise; then all features but ``repeated_added`` are
    settled too.
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

    nodes = tuple(report_nodes(units, regions, distance, tables) for units in (reference, candidate))
    for node in (*nodes[0], *nodes[1]):
        finding = node.kind == FINDING  # the degree that is denied makes no denial graver
        node.significance = significance(node, tables, node.gravest if finding else 0.0)
        node.insignificance = 1.0 - significance(node, tables, node.mildest if finding else 0.0)
    pricing = Pricing(nodes, tables, regions)
    rows, varying = plan_of(nodes, pricing, tables.plan)
    return read(nodes, pricing, rows, varying)


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
        (i, j): (
            round((price - pricing.same(nodes[0][i], nodes[1][j])) * BILLION),
            1 if nodes[0][i].label == nodes[1][j].label else 2,
        )
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


def errors_of_finding(node, costs):
    """How many errors a finding without a counterpart is: one at each level, and a share more for each further name."""
    n = len(node.levels) if node.levels and node.organs else 1
    return n * (1.0 + costs["reading"] * len(node.further))


def lone_weight(node, others, pricing, swapped, denial):
    """w before families, of a finding without a counterpart, and the number of its nearest relative or None.

    ``denial``: the node that it is opposed by, or None.
    """
    costs = pricing.tables.costs
    denied_by_name = denial is not None and pricing.by_name(node, denial)
    if denial is not None and (on_the_verge(node, denial) or pricing.thought_away(node, denial)):
        return 0.0, None
    if OF_ALL in node.beside and not denied_by_name and node.comparisons <= changes_of(others):
        return 0.0, None
    least, nearest = None, None
    for k, other in enumerate(others):
        i, j = (other, node) if swapped else (node, other)
        if other.kind == FINDING and pricing.related(i, j):
            parts = couple_parts(i, j, pricing)
            left_out = {"certainty", "comparison"}
            if node.label in other.further or node.label == other.other:
                left_out |= {"severity", "size", "kind"}
            cost = couple_cost({name: part for name, part in parts.items() if name not in left_out})
            if least is None or cost < least:
                least, nearest = cost, k
    weight = by_itself(node, costs)
    return (weight if least is None or denied_by_name else min(weight, costs["related"] * least)), nearest


def by_itself(node, costs):
    """Weight of a finding that nothing over there is near to."""
    if is_unlikely(node):
        return costs["certainty"] * 0.5
    return 1.0 - costs["hedged"] * 0.5 * node.certainty


def changes_of(nodes):
    """Comparisons that the findings of a report state."""
    changes = {comparison for node in nodes if node.kind == FINDING for comparison in node.comparisons}
    return changes | {ALSO[change] for change in changes if change in ALSO}


def other_halves(nodes, couples, matched, found, pricing):
    """Findings alone that are the other half of one of both sides, and the couple of that one: {(side, k): (i, j)}."""
    out = {}
    for side in (0, 1):
        for k, node in enumerate(nodes[side]):
            if node.kind != FINDING or k in found[side] or len(node.sides) != 1:
                continue
            denials = [nodes[1 - side][couple[1 - side]] for couple in couples if couple[side] == k]
            if any(pricing.by_name(node, d) for d in denials if d.kind == DENIAL):
                continue
            for couple in matched:
                half, whole = nodes[side][couple[side]], nodes[1 - side][couple[1 - side]]
                opposite = half.sides == {"L", "R"} - node.sides and len(whole.sides) == 2
                if opposite and half.label == whole.label == node.label and pricing.agree(node, whole):
                    out[side, k] = couple
                    break
    return out


def half_weight(node, whole, pricing, side):
    """w of the other half of a finding of both sides."""
    i, j = (node, whole) if side == 0 else (whole, node)
    return couple_cost(couple_parts(i, j, pricing) | {"side": 0.0})


def family_weights(nodes, pricing, couples, found, gamma, halves):
    """w of the findings without a counterpart, of both reports: those of one family weigh one error at most."""
    alone, families = ({}, {}), {}
    for side in (0, 1):
        for k, node in enumerate(nodes[side]):
            if node.kind == FINDING and k not in found[side]:
                if (side, k) in halves:
                    whole = nodes[1 - side][halves[side, k][1 - side]]
                    alone[side][k] = half_weight(node, whole, pricing, side)
                    continue
                against = [couple[1 - side] for couple in couples if couple[side] == k]
                denial = nodes[1 - side][against[0]] if against else None
                alone[side][k], nearest = lone_weight(node, nodes[1 - side], pricing, side == 1, denial)
                if any(c[1 - side] == nearest and excuses_nothing(c, node, side, nodes, pricing) for c in gamma):
                    alone[side][k], nearest = by_itself(node, pricing.tables.costs), None
                for couple in gamma:
                    if nearest is not None and couple[1 - side] == nearest:
                        families.setdefault(couple, []).append((side, k))
    weights = tuple(dict(w) for w in alone)
    for couple, members in families.items():
        for key, w in family_shares(members, nodes, alone).items():
            weights[key[0]][key[1]] = (1.0 - gamma[couple]) * w
            alone[key[0]][key[1]] *= 1.0 - gamma[couple]
    costs = pricing.tables.costs
    return tuple(
        {k: w + (errors_of_finding(nodes[side][k], costs) - 1.0) * alone[side][k] for k, w in weights[side].items()}
        for side in (0, 1)
    )


def excuses_nothing(couple, node, side, nodes, pricing):
    """Whether a couple is one of far names and its finding of the other report far from a finding of this one too."""
    i, j = nodes[0][couple[0]], nodes[1][couple[1]]
    return pricing.distance(i, j) > FAR and pricing.distance(node, j if side == 0 else i) > FAR


def family_shares(members, nodes, alone):
    """What each member of a family adds to 1 − Π(1 − w₀), the most significant first; those of one s in proportion."""
    out, said = {}, 1.0
    for s in sorted({nodes[side][k].significance for side, k in members}, reverse=True):
        those = [(side, k) for side, k in members if nodes[side][k].significance == s]
        total = sum(alone[side][k] for side, k in those)
        kept = prod(1.0 - alone[side][k] for side, k in those)
        for side, k in those:
            out[side, k] = said * (1.0 - kept) * alone[side][k] / total if total else 0.0
        said *= kept
    return out


# Features and counts (method §10.6, §10.7)


def read(nodes, pricing, rows, varying):
    """All that is read from the plan."""
    reference, candidate = nodes
    couples = [(r.reference, r.candidate) for r in rows if r.reference is not None and r.candidate is not None]
    matched = [(i, j) for i, j in couples if reference[i].kind == candidate[j].kind == FINDING]
    parts = {(i, j): couple_parts(reference[i], candidate[j], pricing) for i, j in matched}
    gamma = {key: couple_cost(p) for key, p in parts.items()}
    errors = {
        (i, j): g + pricing.tables.costs["region"] * further_levels(reference[i], candidate[j])
        for (i, j), g in gamma.items()
    }
    found = [{i for i, _ in matched}, {j for _, j in matched}]
    halves = other_halves(nodes, couples, matched, found, pricing)
    for couple in halves.values():
        gamma[couple] = couple_cost(parts[couple] | {"side": 0.0})
        errors[couple] = errors[couple] - couple_cost(parts[couple]) + gamma[couple]
        parts[couple] = parts[couple] | {"side": 0.0}
    weights = family_weights(nodes, pricing, couples, found, gamma, halves)
    denials = told_otherwise(nodes, couples, pricing)
    features = {
        **lone_sums("omitted", reference, weights[0]),
        **lone_sums("added", candidate, weights[1]),
        **mismatch_sums(nodes, errors | denials),
        **denied(nodes, couples, matched, pricing, weights),
        "names_omitted": names_omitted(nodes, matched, pricing),
        "repeated_added": repeated_added(nodes, couples),
    }
    return Answer(
        reference=reference,
        candidate=candidate,
        rows=rows,
        unique=not varying,
        settled=all(reference[i].kind != FINDING and candidate[j].kind != FINDING for i, j in varying)
        and not any(told_otherwise(nodes, varying, pricing).values()),
        transport_cost=sum(r.price for r in rows) / len(rows) if rows else None,
        features={name: features[name] for name in FEATURES},
        counts=counts(nodes, couples, matched),
        parts=parts,
        costs=errors | denials,
        weights=weights,
    )


def told_otherwise(nodes, couples, pricing):
    """Cost of each couple of denials, and of one with what is unlikely."""
    denials = [(i, j) for i, j in couples if nodes[0][i].kind == nodes[1][j].kind == DENIAL]
    told = {(i, j): couple_cost(denial_parts(nodes[0][i], nodes[1][j], pricing)) for i, j in denials}
    for i, j in couples:
        one, other = nodes[0][i], nodes[1][j]
        finding, denial = (one, other) if other.kind == DENIAL else (other, one)
        if finding.kind == FINDING and pricing.thought_away(finding, denial) and not on_the_verge(finding, denial):
            sure = all(certainty < 1.0 for certainty in denial.certainties[0])
            told[i, j] = pricing.tables.costs["certainty"] * 0.5 * sure
    return told


def lone_sums(name, nodes, weights):
    return {
        f"{name}_significant": sum(nodes[k].significance * w for k, w in weights.items()),
        f"{name}_insignificant": sum(nodes[k].insignificance * w for k, w in weights.items()),
    }


def mismatch_sums(nodes, errors):
    s = {(i, j): max(nodes[0][i].significance, nodes[1][j].significance) for i, j in errors}
    t = {(i, j): min(nodes[0][i].insignificance, nodes[1][j].insignificance) for i, j in errors}
    return {
        "mismatch_significant": sum(s[key] * cost for key, cost in errors.items()),
        "mismatch_insignificant": sum(t[key] * cost for key, cost in errors.items()),
    }


def denied(nodes, couples, matched, pricing, weights):
    """The three counts of contradicted findings."""
    reference, candidate = nodes
    pairs = [
        (reference[i], candidate[j]) for i, j in couples if weights[0].get(i, 1.0) > 0 and weights[1].get(j, 1.0) > 0
    ]
    by_candidate = [(f, d) for f, d in pairs if (f.kind, d.kind) == (FINDING, DENIAL) and pricing.by_cover(f, d)]
    by_reference = [(d, f) for d, f in pairs if (d.kind, f.kind) == (DENIAL, FINDING) and pricing.by_cover(f, d)]
    denials = [d for d in candidate if d.kind == DENIAL]
    contradicted = [i for i, j in matched if contradiction((reference[i], candidate[j]), denials, pricing, 0)]
    own_denials = [d for d in reference if d.kind == DENIAL]
    misnamed = [j for i, j in matched if contradiction((candidate[j], reference[i]), own_denials, pricing, 1)]
    return {
        "denied_by_candidate": len(by_candidate) + len(contradicted),
        "denied_by_reference": len(by_reference) + len(misnamed),
        "denied_by_name": sum(pricing.by_name(f, d) for f, d in by_candidate) + len(contradicted),
    }


def contradiction(couple, denials, pricing, side):
    """Whether the other report denies by name a finding of the report ``side`` that is coupled with one of its own.

    A denial of a kind that the finding is not ("no acute fracture") denies nothing beside a finding of that name.
    """
    finding, counterpart = couple
    return not is_unlikely(finding) and any(
        pricing.by_name(finding, d)
        and pricing.is_there(d, finding)
        and (finding.sites or not d.sites)
        and not pricing.denied_too(finding, d, side)
        and not (d.kinds and not d.kinds & finding.kinds and d.label in counterpart.names)
        for d in denials
    )


def names_omitted(nodes, matched, pricing):
    """Further names of the reference's findings that the candidate calls nothing by."""
    reference, candidate = nodes
    called = {name for node in candidate if node.kind == FINDING for name in node.names}
    return sum(
        len(
            [
                name
                for name in missing_names(reference[i], candidate[j], pricing)
                if name not in called and (name in meant_names(reference[i]) and not is_unlikely(reference[i]))
            ]
        )
        for i, j in matched
        if not missing_names(candidate[j], reference[i], pricing)
    )


def repetitions(node):
    """What the mentions say that repeat an earlier mention of the node word for word, one entry each."""
    return [m.says for k, m in enumerate(node.mentions) if any(said_again(m, e) for e in node.mentions[:k])]


def said_again(mention, earlier):
    """The same words, of a finding also of the same label and sides."""
    same = mention.kind != FINDING or (mention.label, mention.sides) == (earlier.label, earlier.sides)
    return same and mention.words == earlier.words


def repeated_added(nodes, couples):
    reference, candidate = nodes
    added = 0
    for j, node in enumerate(candidate):
        if node.kind == REMARK:
            continue
        others = [reference[i] for i, k in sorted(couples) if k == j and reference[i].kind == node.kind]
        if node.kind == DENIAL:
            others = [o for o in others if o.label == node.label]
        said = [m.says for m in node.mentions]
        known = [m.says for m in others[0].mentions] if others else []
        again = repetitions(node)
        added += sum(min(again.count(x), max(said.count(x) - known.count(x) - 1, 0)) for x in set(said))
    beyond = sum(
        sign * len(repetitions(n))
        for nodes, sign in ((candidate, 1), (reference, -1))
        for n in nodes
        if n.kind != REMARK
    )
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

"""The nodes of one report, for the oracle of the extended method: method §10.1 and §10.2 in plain loops."""

import re
from typing import NamedTuple

from reference import COMPARISONS, POLARITIES, SEVERITY_SCALE, UNCERTAINTIES, closed, label, labels, normalize, tokens

FINDING, DENIAL, REMARK = range(3)
NO_COMPARISON = "none"
NO_LABEL = (None, None)
SECOND_NAME_WITHIN = 24
SIDES = {"left": "L", "right": "R", "bilateral": "LR"}
CHANGED = {"new", "improved", "worsened"}
CERTAINTY = {"definite": 0, "probable": 1, "possible": 2}
# Order of the comparisons among nodes that agree in all that stands before: the closed list of method §1.
COMPARISON_ORDER = ("none", "new", "stable", "improved", "worsened", "resolved")
SET_APART = re.compile(r"\b(otherwise|other|elsewhere|remaining|remainder|rest of|additional|further)\b", re.IGNORECASE)
SIZE = re.compile(r"((?:\d+(?:\.\d+)? ?x ?)*\d+(?:\.\d+)?) ?(mm|cm)\b", re.IGNORECASE)


class Mention(NamedTuple):
    """One unit as a node holds it; ``says``: its label whatever its sides or, without one, its words."""

    label: tuple
    sides: frozenset
    regions: frozenset
    words: frozenset
    denied: bool
    plain: bool
    severity: float | None
    certainty: int
    comparison: str
    size: float
    start: int | None
    end: int | None

    @property
    def says(self):
        return self.words if self.label == NO_LABEL else self.label

    @property
    def kind(self):
        return REMARK if self.label == NO_LABEL else DENIAL if self.denied else FINDING


def mention_of(unit, regions):
    """What the method reads of one unit."""
    anatomy = labels(unit.get("anatomy"))
    places = {a.replace("_", " ") for a in anatomy}  # the extractor writes lung_base, the hierarchy "lung base"
    severity = normalize(unit.get("severity"))
    comparison = closed(unit.get("comparison"), COMPARISONS)
    polarity = closed(unit.get("polarity"), POLARITIES)
    certainty = CERTAINTY[closed(unit.get("uncertainty"), UNCERTAINTIES) or "definite"]
    span = unit.get("span_text") or ""
    degree = None if severity is None else SEVERITY_SCALE.get(severity, 0.5)
    if label(unit.get("device")) is not None:
        degree = 1.0 if "malpositioned" in labels(unit.get("modifiers")) else 0.0
    plain = severity is None and comparison not in CHANGED and not SET_APART.search(span)
    return Mention(
        label=(label(unit.get("canonical_finding")), label(unit.get("device"))),
        sides=frozenset("".join(SIDES.get(a, "") for a in anatomy)),
        regions=frozenset(places.intersection(regions.names)),
        words=tokens(span),
        denied=polarity == "absent",
        plain=plain,
        severity=degree,
        certainty=CERTAINTY["possible"] if polarity == "uncertain" else certainty,
        comparison=comparison or NO_COMPARISON,
        size=largest_size(span),
        start=unit.get("span_start"),
        end=unit.get("span_end"),
    )


def largest_size(span):
    """Largest dimension that the words state, in millimetres; 0 without one."""
    sizes = [
        float(number) * (10.0 if unit.lower() == "cm" else 1.0)
        for dimensions, unit in SIZE.findall(span)
        for number in re.findall(r"\d+(?:\.\d+)?", dimensions)
    ]
    return max(sizes, default=0.0)


class Node:
    """A finding, denial or remark with its mentions: pairs (place in the text, mention)."""

    def __init__(self, place, mention):
        self.kind = mention.kind
        self.label = mention.label
        self.second = None
        self.numbered = [(place, mention)]
        self.own_sides = mention.sides  # union over the mentions under the node's own label
        self.plain = mention.plain
        self.denied = mention.denied
        self.words = mention.words

    @property
    def mentions(self):
        return [m for _, m in sorted(self.numbered, key=lambda pair: pair[0])]

    @property
    def names(self):
        return [name for name in (self.label, self.second) if name is not None and name != NO_LABEL]

    @property
    def device(self):
        return self.label[1]

    def settle(self, regions):
        """Compute what the node says from its mentions."""
        mentions = self.mentions
        own = [m for m in mentions if m.label == self.label]
        self.sides = union(m.sides for m in own) or union(m.sides for m in mentions)
        self.regions = union(m.regions for m in own) or union(m.regions for m in mentions)
        self.regions = regions.without_wholes(self.regions)
        stated = [m.severity for m in mentions if m.severity is not None]
        self.severity = sum(stated) / len(stated) if stated else -1.0
        self.certainty = sum(m.certainty for m in mentions) / len(mentions)
        self.comparison = next((m.comparison for m in mentions if m.comparison != NO_COMPARISON), NO_COMPARISON)
        self.size = max(m.size for m in mentions)
        self.region_number = sum(1 << regions.names.index(r) for r in self.regions)

    def order(self):
        """Place of the node in the canonical order, but for the order of first mention."""
        return (
            self.kind,
            label_order(self.label),
            label_order(self.second or NO_LABEL),
            ("L" in self.sides) + 2 * ("R" in self.sides),
            self.region_number,
            self.severity,
            self.certainty,
            COMPARISON_ORDER.index(self.comparison),
            self.size,
            self.plain if self.kind == DENIAL else False,
            sorted(self.words) if self.kind == REMARK else [],
            self.numbered[0][0],
        )


def union(sets):
    return frozenset().union(*sets)


def label_order(label):
    """Key of a label as text, null first."""
    return tuple((part is not None, part or "") for part in label)


def subset(a, b):
    """Whether one of the two sets holds the other."""
    return a <= b or b <= a


def report_nodes(units, regions, distance):
    """Nodes of a report in canonical order; ``distance`` of two labels (method §10.3)."""
    mentions = [mention_of(unit, regions) for unit in units]
    nodes = []
    for place, mention in enumerate(mentions):
        if mention.kind == FINDING:
            place_finding(nodes, place, mention, distance)
    grouped = {}
    for place, mention in enumerate(mentions):
        if mention.kind == FINDING:
            continue
        if mention.kind == DENIAL:
            key = (mention.label, mention.sides, mention.plain)
        else:
            key = (mention.words, mention.denied)
        if key in grouped:
            grouped[key].numbered.append((place, mention))
        else:
            grouped[key] = Node(place, mention)
    nodes += grouped.values()
    for node in nodes:
        node.settle(regions)
    return sorted(nodes, key=Node.order)


def place_finding(nodes, place, mention, distance):
    """Let a mention join a node, or begin one."""
    for k, node in enumerate(nodes):
        if node.label == mention.label and subset(node.own_sides, mention.sides):
            node.numbered.append((place, mention))
            node.own_sides |= mention.sides
            absorb(nodes, k)
            return
    for node in nodes:
        if mention.certainty > 0 and is_second_name(node, mention, distance):
            node.numbered.append((place, mention))
            node.second = mention.label
            return
    nodes.append(Node(place, mention))


def absorb(nodes, k):
    """Later nodes of the same label that the grown node k now holds join it."""
    grown = nodes[k]
    for other in [n for n in nodes[k + 1 :] if n.label == grown.label and n.own_sides <= grown.own_sides]:
        grown.numbered += other.numbered
        if grown.second is None:
            grown.second = other.second
        nodes.remove(other)


def is_second_name(node, mention, distance):
    """Whether a hedged mention is another name of what the node says."""
    end = node.mentions[0].end
    return (
        node.second is None
        and mention.start is not None
        and end is not None
        and mention.start - end <= SECOND_NAME_WITHIN
        and distance(node.label, mention.label) < 1.0
        and subset(node.own_sides, mention.sides)
    )

"""The nodes of one report, for the oracle of the extended method: method §10.1 and §10.2 in plain loops."""

from reference import SEVERITY_SCALE
from reference_extended_mentions import (
    DENIAL,
    FINDING,
    NEAR,
    NO_COMPARISON,
    NO_LABEL,
    PERSISTING,
    PUT_IN,
    RAISED,
    REMARK,
    mention_of,
)

HEDGED_WITHIN = 32
BESIDE = 1
SAID_BESIDE, NEIGHBOURS = 80, 3  # what a change may be said of: characters between, statements before and behind
OF_ALL = "of all"
FURTHER_NAMES = 3
DEGREES = sorted({*SEVERITY_SCALE.values(), 0.5})
ALSO = {RAISED: "worsened", PUT_IN: "new"}
NO_CHANGE = "interval_change"  # to deny it says that all is as it was
# Order of the comparisons among nodes that agree in all that stands before: the closed list of method §1.
COMPARISON_ORDER = ("none", "new", "stable", "improved", "worsened", "resolved", PERSISTING, RAISED, PUT_IN)


class Node:
    """A finding, denial or remark with its mentions: pairs (place in the text, mention)."""

    def __init__(self, place, mention):
        self.kind = mention.kind
        self.label = mention.label
        self.further = []
        self.numbered = [(place, mention)]
        self.all_sides = mention.sides  # union over its mentions so far
        self.organs = mention.organs  # the same
        self.head, self.tail = mention.start, mention.end  # of the mention that joined last
        self.plain = mention.plain
        self.denied = mention.denied
        self.words = mention.words

    @property
    def mentions(self):
        return [m for _, m in sorted(self.numbered, key=lambda pair: pair[0])]

    @property
    def names(self):
        return [name for name in (self.label, *self.further) if name != NO_LABEL]

    @property
    def device(self):
        return self.label[1]

    @property
    def called(self):
        """Names by which it is near to others: what its form amounts to is one."""
        return self.names + ([] if self.other == NO_LABEL else [self.other])

    def settle(self, regions, uncompared, beside):
        """Compute what the node says from its mentions; ``uncompared``: the comparison of one that states none.

        ``beside``: changes beside each place in the text.
        """
        mentions = self.mentions
        own = [m for m in mentions if m.label == self.label]
        finding = self.kind == FINDING
        self.other = next((m.other for m in own if m.other != NO_LABEL), NO_LABEL) if finding else NO_LABEL
        self.verge = all(m.verge for m in mentions) and self.kind != REMARK
        self.beside = union(beside.get(place, ()) for place, _ in self.numbered) if finding else frozenset()
        stated = {m.sides for m in mentions if m.sides}
        both = {frozenset("L"), frozenset("R")}
        self.stated_sides = (stated - both) | {frozenset("LR")} if both <= stated else stated
        for name in ("sides", "regions", "sites", "levels", "kinds"):
            setattr(self, name, union(getattr(m, name) for m in own) or union(getattr(m, name) for m in mentions))
        self.kinds |= union(frozenset(kind for kind in m.kinds if kind[0] == "complication") for m in mentions)
        if not finding:  # "no acute fracture, no fracture" is a denial of all of them
            self.kinds = frozenset.intersection(*(m.kinds for m in mentions)) if self.kind == DENIAL else frozenset()
            if self.kind == REMARK or not all(m.sites for m in mentions):  # "the apices are clear, no opacity"
                self.sites = frozenset()
        self.regions = regions.without_wholes(self.regions)
        alike = [m for m in mentions if (m.label[1] is None) == (self.label[1] is None) and m.severity is not None]
        graded = [m for m in alike if m.label == self.label] or alike
        self.severities = {m.severity for m in graded}
        of_findings = [m for m in graded if self.device is None and m.label[1] is None]
        self.severities_of = [{m.severity for m in of_findings if m.sides == {side}} for side in "LR"]
        if self.device is not None and 1.0 in self.severities:
            self.severities = {1.0}
        degrees = {m.severity for m in alike}
        self.gravest, self.mildest = max(degrees, default=0.0), min(degrees - {0.0}, default=0.0)
        self.certainties = [{m.doubt for m in mentions if m.label == name} for name in self.names]
        self.certainty = sum(m.certainty for m in mentions) / len(mentions)
        self.comparisons = (
            {m.comparison for m in own if m.comparison != NO_COMPARISON}
            or {m.comparison for m in mentions if m.comparison != NO_COMPARISON}
            or {uncompared}
        )
        if not finding:  # what is denied may be smaller or larger, or gone, or as it was
            said = {"stable", "improved", "worsened", "resolved", PERSISTING} if self.kind == DENIAL else set()
            self.comparisons = self.comparisons & said or {uncompared} & said
        alone = [m for m in own if finding and self.device is None and m.comparison != NO_COMPARISON]
        self.comparisons_of = [{m.comparison for m in alone if m.sides == {side}} for side in "LR"]
        for changes in (self.comparisons, *self.comparisons_of):
            if changes - {PERSISTING}:
                changes -= {PERSISTING}
        self.size = max(m.size for m in own) or max(m.size for m in mentions)
        self.moved = max(m.moved for m in mentions)
        self.size_of = [max((m.size for m in own if m.sides == {side}), default=0.0) for side in "LR"]
        self.region_number = sum(1 << regions.names.index(r) for r in self.regions)

    def order(self):
        """Place of the node in the canonical order, but for the order of first mention."""
        return (
            self.kind,
            label_order(self.label),
            [label_order(name) for name in (*self.further, *[NO_LABEL] * FURTHER_NAMES)[:FURTHER_NAMES]],
            ("L" in self.sides) + 2 * ("R" in self.sides),
            self.region_number,
            sorted(self.sites),
            sorted(self.levels),
            sorted(COMPARISON_ORDER.index(c) for c in self.comparisons),
            [sum(1 << DEGREES.index(d) for d in of) for of in (*self.severities_of[::-1], self.severities)],
            sum(1 << (5 * n + [0, NEAR, 1, 2, 3].index(c)) for n, of in enumerate(self.certainties) for c in of),
            sorted(self.kinds),
            sum({"L": 1, "R": 2, "LR": 4}["".join(sorted(s))] for s in self.stated_sides),
            sorted(self.organs),
            label_order(self.other),
            self.verge,
            sorted(len(COMPARISON_ORDER) if c == OF_ALL else COMPARISON_ORDER.index(c) for c in self.beside),
            [sum(1 << COMPARISON_ORDER.index(c) for c in of) for of in self.comparisons_of[::-1]],
            self.certainty,
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


def kinds_of(costs):
    """Modifiers of each kind: (contrast, 0 or 1) and complication."""
    kinds = {
        ("contrast", name, k): set(names) for name, lists in costs["contrasts"].items() for k, names in enumerate(lists)
    }
    return kinds | {("complication", name, 0): {name} for name in costs["complications"]}


def report_nodes(units, regions, distance, tables):
    """Nodes of a report in canonical order; ``distance`` of two labels (method §10.3)."""
    mentions = [mention_of(unit, regions, kinds_of(tables.costs), tables) for unit in units]
    as_it_was = any(m.kind == DENIAL and m.label[0] == NO_CHANGE for m in mentions)
    nodes = []
    for place, mention in enumerate(mentions):
        if mention.kind == FINDING:
            place_finding(nodes, place, mention, (distance, tables.relations["generic"], regions))
    grouped = {}
    for place, mention in enumerate(mentions):
        if mention.kind == FINDING:
            continue
        if mention.kind == DENIAL:
            key = (mention.label, mention.sides, mention.plain, mention.organs, mention.verge)
        else:
            key = (mention.words, mention.denied)
        if key in grouped:
            grouped[key].numbered.append((place, mention))
        else:
            grouped[key] = Node(place, mention)
    nodes += grouped.values()
    beside = changes_beside(mentions, distance)
    for node in nodes:
        node.settle(regions, PERSISTING if as_it_was and node.kind != REMARK else NO_COMPARISON, beside)
    return sorted(nodes, key=Node.order)


def changes_beside(mentions, distance):
    """Changes that are said beside each asserted statement, by its place in the text."""
    asserted = [(place, m) for place, m in enumerate(mentions) if m.kind == FINDING]
    of_all = {m.comparison for _, m in asserted if m.label[0] == NO_CHANGE and m.comparison != NO_COMPARISON}
    out = {}
    for k, (place, m) in enumerate(asserted):
        found = set(of_all)
        for i, (_, other) in enumerate(asserted):
            if i == k or other.comparison == NO_COMPARISON:
                continue
            near = abs(i - k) <= NEIGHBOURS and in_one_sentence(m, other)
            agree = not m.sides or not other.sides or m.sides & other.sides
            if near or (agree and distance(m.label, other.label) < 1):
                found |= {other.comparison, ALSO.get(other.comparison, other.comparison)}
        if m.label[0] == NO_CHANGE and m.comparison != NO_COMPARISON:
            found.add(OF_ALL)
        out[place] = found
    return out


def in_one_sentence(m, other):
    """Whether two statements may stand in one sentence, by the characters between them."""
    if None in (m.start, m.end, other.start, other.end):
        return False
    return max(other.start - m.end, m.start - other.end) <= SAID_BESIDE


def place_finding(nodes, place, mention, known):
    """Let a mention join a node, or begin one; ``known``: distance of labels, generic devices, regions."""
    distance, generic, regions = known
    fitting = [
        node
        for node in nodes
        if subset(node.all_sides, mention.sides) and not regions.other_organs(node.organs, mention.organs)
    ]
    for node in fitting:
        finding, device = mention.label
        if mention.label in node.names or (device in generic and finding is not None and node.label[0] == finding):
            join(nodes, node, place, mention, regions)
            return
        vague = (device or finding) in generic and finding is not None and distance(node.label, mention.label) < 1.0
        if vague and not in_other_places(node, mention, regions):
            join(nodes, node, place, mention, regions)
            return
    for node in fitting:
        if is_further_name(node, mention, distance) and not in_other_places(node, mention, regions):
            node.further.append(mention.label)
            join(nodes, node, place, mention, regions)
            return
    nodes.append(Node(place, mention))


def join(nodes, node, place, mention, regions):
    """Add a mention to a node; later nodes of its label that it now holds join it."""
    node.numbered.append((place, mention))
    node.all_sides |= mention.sides
    node.organs |= mention.organs
    node.head, node.tail = mention.start, mention.end
    later = nodes[nodes.index(node) + 1 :]
    for other in [n for n in later if n.label == node.label and n.all_sides <= node.all_sides]:
        if regions.other_organs(node.organs, other.organs):
            continue
        node.organs |= other.organs
        node.numbered += other.numbered
        for name in other.further:
            if name not in node.names and len(node.further) < FURTHER_NAMES:
                node.further.append(name)
        nodes.remove(other)


def in_other_places(node, mention, regions):
    """Whether a mention and the first of a node state sites, none of which is, or is part of, one of the other's."""
    a, b = node.numbered[0][1].sites, mention.sites
    apart = all(x != y and x not in regions.path(y) and y not in regions.path(x) for x in a for y in b)
    return bool(a) and bool(b) and apart


def is_further_name(node, mention, distance):
    """Whether a mention right behind is another name of what the node says."""
    within = HEDGED_WITHIN if mention.certainty > 0 else BESIDE
    return (
        len(node.further) < FURTHER_NAMES
        and mention.start is not None
        and mention.end is not None
        and node.tail is not None
        and max(mention.start - node.tail, node.head - mention.end) <= within
        and min(distance(name, mention.label) for name in node.names) < 1.0
    )

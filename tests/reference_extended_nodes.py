"""The nodes of one report, for the oracle of the extended method: method §10.1 and §10.2 in plain loops."""

import re
from typing import NamedTuple

from reference import COMPARISONS, POLARITIES, SEVERITY_SCALE, UNCERTAINTIES, closed, label, labels, normalize, tokens

FINDING, DENIAL, REMARK = range(3)
NO_COMPARISON = "none"
NO_LABEL = (None, None)
HEDGED_WITHIN = 32
BESIDE = 1
FURTHER_NAMES = 3
NEVER_SITES = {"bone", "esophagus", "heart", "lung", "pleura"}
NEAR = 0.5  # as good as sure
PERSISTING = "persisting"
NO_CHANGE = "interval_change"  # to deny it says that all is as it was
STILL_THERE = re.compile(
    r"\b(remain|remains|remained|remaining|persist|persists|persisted|persisting|persistent|persistently|again|still"
    r"|residual|redemonstrat\w*|chronic|known|in place)\b",
    re.IGNORECASE,
)
NOT_CHANGED = re.compile(
    r"\b(stable|stably|unchanged|no (\w+ )?change|not (\w+ )?changed|similar|same|constant)\b", re.IGNORECASE
)
RIBS = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
RANGE_JOINERS = ("-", "–", "—", "to", "through", "thru")
LIST_JOINERS = (",", "/", "&", "and")
SIDES = {"left": "L", "right": "R", "bilateral": "LR"}
CHANGED = {"new", "improved", "worsened"}
CERTAINTY = {"definite": 0, "probable": 1, "possible": 2}
# Order of the comparisons among nodes that agree in all that stands before: the closed list of method §1.
COMPARISON_ORDER = ("none", "new", "stable", "improved", "worsened", "resolved", PERSISTING)
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
    sites: frozenset
    organs: frozenset
    levels: frozenset
    kinds: frozenset
    severity: float | None
    certainty: float
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


def mention_of(unit, regions, kinds, by_organ):
    """What the method reads of one unit."""
    anatomy = labels(unit.get("anatomy"))
    places = {a.replace("_", " ") for a in anatomy}  # the extractor writes lung_base, the hierarchy "lung base"
    severity = normalize(unit.get("severity"))
    comparison = closed(unit.get("comparison"), COMPARISONS)
    polarity = closed(unit.get("polarity"), POLARITIES)
    certainty = CERTAINTY[closed(unit.get("uncertainty"), UNCERTAINTIES) or "definite"]
    span = unit.get("span_text") or ""
    degree = None if severity is None else SEVERITY_SCALE.get(severity, 0.5)
    stated = frozenset(places.intersection(regions.names))
    sites = stated - ({"bone", "chest wall", "pleura"} if label(unit.get("device")) is not None else NEVER_SITES)
    if label(unit.get("device")) is not None:
        degree = 1.0 if "malpositioned" in labels(unit.get("modifiers")) else 0.0
    modifiers = set(labels(unit.get("modifiers")))
    if certainty == CERTAINTY["probable"] and "consistent_with" in modifiers:
        certainty = NEAR
    if comparison == "stable":
        only_there = STILL_THERE.search(span) and not NOT_CHANGED.search(span)
        if only_there or label(unit.get("device")) is not None:
            comparison = PERSISTING
    organs = stated | (bones_named(span) & set(regions.names) if polarity == "absent" else set())
    of_one_organ = label(unit.get("canonical_finding")) in by_organ
    plain = severity is None and comparison not in CHANGED and not SET_APART.search(span)
    return Mention(
        label=(label(unit.get("canonical_finding")), label(unit.get("device"))),
        sides=frozenset("".join(SIDES.get(a, "") for a in anatomy)),
        regions=stated,
        sites=regions.without_wholes(sites),
        organs=frozenset(organs - {"bone"}) if of_one_organ else frozenset(),
        levels=rib_numbers(span) | vertebrae(span),
        kinds=frozenset(kind for kind, names in kinds.items() if names & modifiers),
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


def bones_named(span):
    """Bones that the words name."""
    words = re.findall(r"\w+", span.lower())
    named = {"rib"} & set(words) | ({"rib"} if "ribs" in words else set())
    for stem, bone in (
        ("clavic", "clavicle"),
        ("stern", "sternum"),
        ("scapul", "scapula"),
        ("humer", "humerus"),
        ("spin", "spine"),
        ("vertebra", "spine"),
    ):
        if any(word.startswith(stem) for word in words):
            named.add(bone)
    return named


def rib_numbers(span):
    """Ribs that the words number, where they speak of ribs: numbers in runs, with all between the ends of a range."""
    words = re.findall(r"[0-9]+(?:\.[0-9]+)+|[a-z0-9_]+|[-–—,/&.]", span.lower())
    if not {"rib", "ribs"} & set(words):
        return frozenset()
    found, k = set(), 0
    while k < len(words):
        run, after = number_run(words, k)
        if not run:
            k += 1
            continue
        behind_rib = k > 0 and words[k - 1] in ("rib", "ribs")
        if behind_rib or any(not word.isdigit() for _, word, _ in run):
            for place, (number, _, is_range) in enumerate(run):
                found.add(number)
                if is_range and run[place - 1][0] < number:
                    found.update(range(run[place - 1][0], number))
        k = after
    return frozenset(found)


def number_run(words, k):
    """The numbers joined to each other from word k: (number, word, ends a range), and the place behind the last."""
    run, is_range = [], False
    while k < len(words) and rib_number(words[k]) is not None:
        run.append((rib_number(words[k]), words[k], is_range))
        after = k + 1
        joiner = k + 1
        if words[joiner : joiner + 2] == [",", "and"]:
            joiner += 1
        known = words[joiner] if joiner < len(words) else ""
        if known not in RANGE_JOINERS and known not in LIST_JOINERS:
            return run, after
        following = joiner + 1
        if words[following : following + 1] == ["the"]:
            following += 1
        if following >= len(words) or rib_number(words[following]) is None:
            return run, after
        k, is_range = following, known in RANGE_JOINERS
    return run, k


def rib_number(word):
    """Number of a rib that a word is: "tenth", "10th", "10"; else None."""
    if word in RIBS:
        return RIBS.index(word) + 1
    figures = re.fullmatch(r"(\d+)(st|nd|rd|th)?", word)
    if figures and not word.startswith("0") and int(figures[1]) <= 12:
        return int(figures[1])
    return None


def vertebrae(span):
    """Vertebrae that the words name, each as its place in the canonical order of levels; those between two too."""
    words = re.findall(r"[ctdl]-?\d{1,2}(?![a-z0-9_])|[a-z0-9_]+|[^\sa-z0-9_]", span.lower())
    found = set()
    for k, word in enumerate(words):
        name = vertebra(word)
        if name is None:
            continue
        part, number = name
        numbers = {number}
        if words[k + 1 : k + 2] and words[k + 1] in RANGE_JOINERS:
            following = [w for w in words[k + 2 : k + 4] if w != "the"][:1]
            last = following and (vertebra(following[0]) or vertebra(part + following[0]))
            if last and last[0] == part and last[1] >= number:
                numbers = set(range(number, last[1] + 1))
            elif last and last[0] == part:
                numbers.add(last[1])
        before, most = {"t": (12, 12), "d": (12, 12), "l": (24, 5), "c": (29, 7)}[part]
        found.update(before + n for n in numbers if n <= most)
    return frozenset(found)


def vertebra(word):
    """Part of the spine and number of a vertebra's name: "t8", "t-8"; else None."""
    name = re.fullmatch(r"([ctdl])-?(\d{1,2})", word)
    if name and not name[2].startswith("0") and int(name[2]) <= 12:
        return name[1], int(name[2])
    return None


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

    def settle(self, regions, uncompared):
        """Compute what the node says from its mentions; ``uncompared``: the comparison of one that states none."""
        mentions = self.mentions
        own = [m for m in mentions if m.label == self.label]
        stated = {m.sides for m in mentions if m.sides}
        both = {frozenset("L"), frozenset("R")}
        self.stated_sides = (stated - both) | {frozenset("LR")} if both <= stated else stated
        for name in ("sides", "regions", "sites", "levels", "kinds"):
            setattr(self, name, union(getattr(m, name) for m in own) or union(getattr(m, name) for m in mentions))
        self.regions = regions.without_wholes(self.regions)
        alike = [m for m in mentions if (m.label[1] is None) == (self.label[1] is None) and m.severity is not None]
        self.severities = {m.severity for m in alike if m.label == self.label} or {m.severity for m in alike}
        degrees = {m.severity for m in alike}
        self.gravest, self.mildest = max(degrees, default=0.0), min(degrees - {0.0}, default=0.0)
        self.certainties = [{m.certainty for m in mentions if m.label == name} for name in self.names]
        self.certainty = sum(m.certainty for m in mentions) / len(mentions)
        self.comparisons = (
            {m.comparison for m in own if m.comparison != NO_COMPARISON}
            or {m.comparison for m in mentions if m.comparison != NO_COMPARISON}
            or {uncompared}
        )
        self.size = max(m.size for m in own) or max(m.size for m in mentions)
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
            sorted(self.severities),
            sum(1 << (4 * n + [0, NEAR, 1, 2].index(c)) for n, of in enumerate(self.certainties) for c in of),
            sorted(self.kinds),
            sum({"L": 1, "R": 2, "LR": 4}["".join(sorted(s))] for s in self.stated_sides),
            sorted(self.organs),
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
    by_organ = set(tables.costs["by_organ"])
    mentions = [mention_of(unit, regions, kinds_of(tables.costs), by_organ) for unit in units]
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
            key = (mention.label, mention.sides, mention.plain, mention.organs)
        else:
            key = (mention.words, mention.denied)
        if key in grouped:
            grouped[key].numbered.append((place, mention))
        else:
            grouped[key] = Node(place, mention)
    nodes += grouped.values()
    for node in nodes:
        node.settle(regions, PERSISTING if as_it_was and node.kind == FINDING else NO_COMPARISON)
    return sorted(nodes, key=Node.order)


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
    for node in fitting:
        if is_further_name(node, mention, distance):
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

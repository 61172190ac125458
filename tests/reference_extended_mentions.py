"""What one unit says, for the oracle of the extended method: method §10.1 in plain loops."""

import re
from typing import NamedTuple

from reference import COMPARISONS, POLARITIES, SEVERITY_SCALE, UNCERTAINTIES, closed, label, labels, normalize, tokens
from reference_extended_levels import rib_numbers, vertebrae

FINDING, DENIAL, REMARK = range(3)
NO_COMPARISON = "none"
NO_LABEL = (None, None)
NEVER_SITES = {"bone", "esophagus", "heart", "lung", "pleura"}
NEVER_SITES_OF_DEVICES = {"bone", "chest wall", "diaphragm", "pleura"}
NEAR = 0.5  # as good as sure
THOUGHT_UNLIKELY = 3  # beyond possible
PERSISTING = "persisting"
RAISED = "raised"
PUT_IN = "put in"
TELLS_OF_CHANGE = {
    "again", "before", "comparison", "compared", "earlier", "further", "interval", "last", "now", "previous",
    "previously", "prior", "since", "today", "yesterday",
}  # fmt: skip
NOT_A_LOOK = {"and", "at", "compared", "from", "in", "on", "since", "to"}  # behind "increased"
STILL_THERE = re.compile(
    r"\b(remain|remains|remained|remaining|persist|persists|persisted|persisting|persistent|persistently|again|still"
    r"|residual|redemonstrat\w*|chronic|known|longstanding|long[- ]standing|in place|not new|not recent)\b",
    re.IGNORECASE,
)
NOT_CHANGED = re.compile(
    r"\b(stable|stably|unchanged|no ((?!acute )\w+ )?change|not (\w+ )?changed|similar|same|constant)\b", re.IGNORECASE
)
WAYS_IN = re.compile(r"\b(placed|inserted|introduced|sited|put in)\b", re.IGNORECASE)
SINCE_WHEN = re.compile(r"\b(new|newly|interval|interim|since|now)\b", re.IGNORECASE)
MOVES = ("withdraw", "retract", "advanc", "pull", "reposition")
MOVED_BY = {"back", "by", "about", "approximately", "another", "further", "at", "least", "it", "the", "tube"}
EARLIER = {"was", "were", "previous", "previously", "formerly", "from", "prior", "versus", "vs", "against"}
THEN = {"previously", "before", "earlier", "formerly", "this morning", "this am", "yesterday", "last night"}
SIDES = {"left": "L", "right": "R", "bilateral": "LR"}
CHANGED = {"new", "improved", "worsened"}
CERTAINTY = {"definite": 0, "probable": 1, "possible": 2}
VERGE = re.compile(r"\b((top|high|upper)[ -]normal|(upper|high) (limits?|range|end|side) of)\b", re.IGNORECASE)
SET_APART = re.compile(r"\b(otherwise|other|elsewhere|remaining|remainder|rest of|additional|further)\b", re.IGNORECASE)
GRAVE_ALONE = {"suspicious", "worrisome", "concerning"}
VOLUME = re.compile(r"(\d+(?:\.\d+)?) ?(?:mls?|cc)\b", re.IGNORECASE)
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
    doubt: float
    comparison: str
    size: float
    moved: float
    start: int | None
    end: int | None
    other: tuple
    verge: bool

    @property
    def says(self):
        return self.words if self.label == NO_LABEL else self.label

    @property
    def kind(self):
        return REMARK if self.label == NO_LABEL else DENIAL if self.denied else FINDING


SIDE_WORDS = {"left", "right", "leftsided", "rightsided", "bilateral", "bilaterally", "both"}


def names_a_place(unit):
    """Whether the words of a unit name more of a place than its side."""
    words = unit.get("anatomy_surface") or []
    return any(word.lower().replace("-", " ").replace(" ", "") not in SIDE_WORDS for word in words)


def tells_of_a_tip(unit):
    """Whether a modifier says where the tip of a device ends."""
    return any(modifier.startswith("tip_") for modifier in labels(unit.get("modifiers")))


def mention_of(unit, regions, kinds, tables):
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
    placeless = label(unit.get("canonical_finding")) in tables.costs["of_no_place"]
    sites = stated - (NEVER_SITES if label(unit.get("device")) is None else NEVER_SITES_OF_DEVICES)
    if placeless:
        sites = frozenset()
    if label(unit.get("device")) is not None:
        if unit.get("source") == "rules" and not (names_a_place(unit) or tells_of_a_tip(unit)):
            sites -= {"heart", "stomach", "svc", "trachea"}  # places that the device's name alone brings
        degree = 1.0 if "malpositioned" in labels(unit.get("modifiers")) else 0.0
    modifiers = set(labels(unit.get("modifiers")))
    if certainty == CERTAINTY["probable"] and "consistent_with" in modifiers:
        certainty = NEAR
    if polarity == "uncertain":
        certainty = CERTAINTY["possible"]
    doubt = 0.0 if certainty == NEAR and "represented" in modifiers else certainty
    if certainty == CERTAINTY["possible"] and "unlikely" in modifiers:
        doubt = THOUGHT_UNLIKELY
    if comparison == "stable":
        only_there = STILL_THERE.search(span) and not NOT_CHANGED.search(span)
        untold = polarity == "absent" and not NOT_CHANGED.search(span)
        if only_there or untold or label(unit.get("device")) is not None:
            comparison = PERSISTING
    came_in = WAYS_IN.search(span) and not SINCE_WHEN.search(span)
    if comparison == "new" and label(unit.get("device")) is not None and polarity != "absent" and came_in:
        comparison = PUT_IN
    looks = label(unit.get("canonical_finding")) in tables.costs["looks"] and polarity != "absent"
    if looks and comparison in (None, NO_COMPARISON, "worsened") and tells_of_a_look(span):
        comparison = RAISED
    organs = stated | (bones_named(span) & set(regions.names) if polarity == "absent" else set())
    of_one_organ = label(unit.get("canonical_finding")) in tables.costs["by_organ"]
    verge = VERGE.search(span) is not None or (polarity != "absent" and "borderline" in span.lower())
    plain = severity is None and comparison not in CHANGED and not SET_APART.search(span) and not verge
    plain = plain and not of_the_grave_alone(span)
    others = [
        (form["name"], None)
        for form in tables.relations["form"]
        if form["finding"] == label(unit.get("canonical_finding")) and form["modifier"] in modifiers
    ]
    return Mention(
        label=(label(unit.get("canonical_finding")), label(unit.get("device"))),
        sides=frozenset("".join(SIDES.get(a, "") for a in anatomy)),
        regions=stated,
        sites=regions.without_wholes(sites),
        organs=frozenset(organs - {"bone"}) if of_one_organ else frozenset(),
        levels=rib_numbers(span, unit.get("device") is not None) | vertebrae(span),
        kinds=frozenset(kind for kind, names in kinds.items() if names & modifiers),
        words=tokens(span),
        denied=polarity == "absent",
        plain=plain,
        severity=degree,
        certainty=certainty,
        doubt=doubt,
        comparison=comparison or NO_COMPARISON,
        size=largest_size(span),
        moved=max((how_far(modifier) for modifier in labels(unit.get("modifiers"))), default=0.0),
        start=unit.get("span_start"),
        end=unit.get("span_end"),
        other=others[0] if others and label(unit.get("device")) is None else NO_LABEL,
        verge=verge,
    )


def tells_of_a_look(span):
    """Whether "increased" stands in the words as an adjective, and nothing tells of another time."""
    words = re.findall(r"\w+|[^\w\s]", span.lower())
    if TELLS_OF_CHANGE & set(words):
        return False
    for k, word in enumerate(words):
        before, behind = words[k - 1] if k else "", words[k + 1 : k + 3]
        if word != "increased":
            continue
        if before in ("is", "are") and behind[:1] not in (["compared"], ["from"], ["since"]):
            return True
        if not behind:
            continue
        if behind == ["in", "size"]:
            return True
        if behind[0] not in NOT_A_LOOK and behind[0][0].isalnum() and before not in ("is", "are", "has", "have"):
            return True
    return False


def of_the_grave_alone(span):
    """Whether a denial is of what is suspicious, or under tension, alone: "suspicious for" names a thing instead."""
    words = re.findall(r"[^\W_]+|_|[^\w\s]|\s+", span.lower())
    return "tension" in words or any(
        word in GRAVE_ALONE and words[k + 1 : k + 3] not in ([" ", "for"], [" ", "of"]) for k, word in enumerate(words)
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


def how_far(modifier):
    """By how many millimetres a modifier says that a device is to be moved ("by_30_mm"); 0 of other modifiers."""
    words = modifier.split("_")
    number = len(words) == 3 and words[0] == "by" and words[2] == "mm"
    return float(words[1]) if number and words[1].replace(".", "", 1).isdigit() else 0.0


def largest_size(span):
    """Largest dimension that the words state, in millimetres, or volume, in millilitres; 0 without one.

    By how much to move a tube is none.
    """
    words = span.split()
    kept = list(words)
    for k, word in enumerate(words):
        number = re.fullmatch(r"\d+(\.\d+)?", word)
        if not number or not words[k + 1 : k + 2] or words[k + 1].strip(".,;()").lower() not in ("cm", "mm"):
            continue
        before = k - 1
        while before >= 0 and words[before].lower() in MOVED_BY:
            before -= 1
        if (before >= 0 and words[before].lower().startswith(MOVES)) or (
            words[k + 2 : k + 3] and words[k + 2].strip(".,;()").lower() in ("withdrawal", "retraction", "advancement")
        ):
            kept[k] = ""
    span = " ".join(kept)
    now, then = [], []
    for size in SIZE.finditer(span):
        scale = 10.0 if size[2].lower() == "cm" else 1.0
        largest = scale * max(float(number) for number in re.findall(r"\d+(?:\.\d+)?", size[1]))
        (then if is_of_another_time(span[: size.start()], span[size.end() :]) else now).append(largest)
    if not any(length in span.lower() for length in ("mm", "cm", "millimet", "centimet")):
        for volume in VOLUME.finditer(span):
            earlier = is_of_another_time(span[: volume.start()], span[volume.end() :])
            (then if earlier else now).append(float(volume[1]))
    return max(now or then, default=0.0)


def is_of_another_time(before, behind):
    """Whether a measurement between two texts is an earlier one, by the words right beside it."""
    words = before.lower().split()
    if words[-1:] == ["("]:
        return len(words) > 1 and words[-2] in ("before", "previously", "earlier", "formerly")
    while words and words[-1] in ("about", "approximately", "measured", "measuring", "a"):
        words.pop()
    last = re.split(r"\W", words[-1])[-1] if words else ""
    second = re.split(r"\W", words[-2])[-1] if len(words) > 1 else ""
    compared = (second, last) in (("compared", "to"), ("compared", "with"), ("than", "the"))
    first = re.match(r"\s+(this (?:morning|am)\b|last night\b|\w+)", behind.lower())
    return last in EARLIER or compared or (first is not None and first[1] in THEN)

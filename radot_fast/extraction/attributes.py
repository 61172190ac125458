"""Attributes of a sentence to the findings they belong to: place, side, severity, comparison, modifiers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from radot_fast.extraction import trie
from radot_fast.extraction.mentions import Mention, part_of
from radot_fast.extraction.scopes import Clauses
from radot_fast.extraction.validate import PAIRED

SIDES = frozenset(("left", "right", "bilateral", PAIRED))
JOINTS = frozenset(("and", "or", ",", "/", "versus", "vs", "nor"))
READINGS = frozenset(("or", "/", "versus", "vs", "and"))
SEVERITY_REACH = 6
NAMES = frozenset(("small", "large", "minor"))
"""Degrees that are also part of names: small bowel, large airways, minor fissure."""
SIGNIFICANT = "significant"
"""A degree only of what is there: "no significant effusion" is no effusion of any size."""
MODIFIER_REACH = 6
DEVICE_REACH = 12
"""Where a tube ends and how it lies is said farther off ("tube … 2 cm above the carina and should be retracted")."""
MEASURES = frozenset(("cm", "mm", "centimeter", "centimeters", "millimeter", "millimeters"))
MEASURE_REACH = 8
MIDLINE = frozenset(("heart and vessels", "mediastinum"))
"""Groups of findings that take no side from another: "cardiomegaly and left effusion" is no left cardiomegaly."""
CLAUSE_PENALTY = 6.0
PAUSE_PENALTY = 1.0
BEHIND_PENALTY = 0.5
AHEAD_PENALTY = 4.0
STATES = frozenset(("increased", "decreased", "reduced", "diminished", "increase", "decrease"))
"""Inside a finding's own name these say how it is ("increased markings"), not that it changed."""
CHANGES = frozenset(("improved", "worsened", "resolved"))
CHANGE_NOUNS = frozenset(
    (
        "increase", "decrease", "improvement", "worsening", "progression", "reduction", "regression", "clearing",
        "enlargement", "resolution", "change", "changes",
    )
)  # fmt: skip
DEGREE_PENALTY = 2.5
"""A degree stands before what it describes ("effusion and small nodule"), so one behind a finding is farther off."""
PREPOSITIONS = frozenset(
    (
        "in", "at", "within", "of", "over", "overlying", "throughout", "along", "involving", "to", "above", "below",
        "beyond", "beneath", "from",
    )
)  # fmt: skip


def attach(mentions: list[Mention], hits: Sequence[Sequence[trie.Hit]], clauses: Clauses, words: Sequence[str]) -> None:
    """Give every attribute of the sentence to the nearest finding, and places to all findings of its list."""
    many = len(mentions) > 1
    _attach_places(mentions, hits[trie.ANATOMY], clauses, words)
    changes: Sequence[trie.Hit] = ()
    if hits[trie.COMPARISON]:
        changes = [
            hit
            for hit in hits[trie.COMPARISON]
            if not _is_state(mentions, hit, words) and not part_of(*hit[:2], hits[trie.ANATOMY])
        ]
    if hits[trie.SEVERITY]:
        _attach_degrees(mentions, hits, changes, clauses, words)
    for start, end, label in changes:
        _, mention = _nearest(mentions, start, end, clauses)
        if mention.comparison == "none" or (mention.comparison == "stable" and label in CHANGES):
            mention.comparison = label
            mention.reach_to(start, end)
    for start, end, label in hits[trie.MODIFIER]:
        place_in = words if many and words[start] in PREPOSITIONS else ()
        distance, mention = _nearest(mentions, start, end, clauses, place_in=place_in)
        reach = MODIFIER_REACH if mention.card.device is None else DEVICE_REACH
        if distance <= reach and label not in mention.modifiers:
            mention.modifiers += (label,)
            mention.modifier_words += (_phrase(words, start, end),)
            mention.reach_to(start, end)
    if not MEASURES.isdisjoint(words):
        _take_in_measures(mentions, clauses, words)
    for mention in mentions:
        if mention.sides:
            _settle_sides(mention)
    if many:
        _inherit_sides(mentions)


def _attach_places(mentions: list[Mention], places: Sequence[trie.Hit], clauses: Clauses, words: Sequence[str]) -> None:
    """Give places to the nearest finding and its list."""
    many = len(mentions) > 1
    nearest = mentions[0]
    for start, end, labels in places:
        if many:
            _, nearest = _nearest(mentions, start, end, clauses, place_in=words)
        nearest.reach_to(start, end)
        # A place in a finding's own name ("pleural effusion") is its alone; others belong to its whole list.
        inside = start < nearest.end and end > nearest.start
        if inside or not many:
            _add_place(nearest, labels, _phrase(words, start, end), inside)
        else:
            for mention in _list_of(nearest, mentions, words):
                overlaps = start < mention.end and end > mention.start
                _add_place(mention, labels, _phrase(words, start, end), overlaps)


def _attach_degrees(
    mentions: list[Mention],
    hits: Sequence[Sequence[trie.Hit]],
    changes: Sequence[trie.Hit],
    clauses: Clauses,
    words: Sequence[str],
) -> None:
    """Give degrees to the nearest finding; not those of a change, of a name, or of what is not there."""
    for start, end, label in hits[trie.SEVERITY]:
        if changes and (_degree_of_change(changes, start, end, words) or part_of(start, end, changes)):
            continue
        if _in_name(hits, start, end, words):
            continue
        distance, mention = _nearest(mentions, start, end, clauses, after=DEGREE_PENALTY)
        if mention.polarity == "absent" and words[start] == SIGNIFICANT:
            continue
        if distance <= SEVERITY_REACH and mention.severity is None:
            mention.severity = label
            mention.reach_to(start, end)
            if end <= mention.start and mention.polarity != "absent":
                _share_severity(mentions, mention, words, hits[trie.ANATOMY])


def _phrase(words: Sequence[str], start: int, end: int) -> str:
    """The words of a hit."""
    return words[start] if end - start == 1 else " ".join(words[start:end])


def _add_place(mention: Mention, labels: tuple[str, ...], surface: str, inside: bool) -> None:
    """Add a place and its side to a finding.

    What is absent is nowhere: the organ in its own name ("no pleural effusion") is no place. On the open RadPref
    pairs this is worth .08 of the macro Spearman of profile `paper`.
    """
    for label in labels:
        if label in SIDES:
            if label not in mention.sides:
                mention.sides += (label,)
        elif label not in mention.places and not (inside and mention.polarity == "absent"):
            mention.places += (label,)
    if surface not in mention.place_words:
        mention.place_words += (surface,)


def _take_in_measures(mentions: list[Mention], clauses: Clauses, words: Sequence[str]) -> None:
    """Let a finding's phrase take in its measurement ("2.1 x 1.5 cm mass"): the unit table has no column for it."""
    for k, word in enumerate(words):
        if k and word in MEASURES and words[k - 1][0].isdigit():
            start = k - 1
            while start > 1 and words[start - 1] in ("x", "by") and words[start - 2][0].isdigit():
                start -= 2
            distance, mention = _nearest(mentions, start, k + 1, clauses)
            if distance <= MEASURE_REACH:
                mention.reach_to(start, k + 1)


def _is_state(mentions: list[Mention], hit: trie.Hit, words: Sequence[str]) -> bool:
    """Whether a word of change is part of a finding's name ("decreased bone density")."""
    start, end, _ = hit
    return end - start == 1 and words[start] in STATES and any(m.start <= start < m.end for m in mentions)


def _in_name(hits: Sequence[Sequence[trie.Hit]], start: int, end: int, words: Sequence[str]) -> bool:
    """Whether a degree belongs to a name ("the minor fissure", "small airways disease")."""
    if end - start > 1 or (words[start] not in NAMES and words[start] != SIGNIFICANT):
        return False
    named = (*hits[trie.FINDING], *hits[trie.ANATOMY], *hits[trie.STRUCTURE], *hits[trie.COMPARISON])
    return any(a <= start and end <= b and b - a > 1 for a, b, _ in named)


def _degree_of_change(changes: Sequence[trie.Hit], start: int, end: int, words: Sequence[str]) -> bool:
    """Whether a degree says how much something changed ("slightly larger", "mild improvement"), not how much it is."""
    for a, b, label in changes:
        if a == end and label in CHANGES:
            last = words[end - 1]
            return last.endswith("ly") or last == "somewhat" or not CHANGE_NOUNS.isdisjoint(words[a:b])
    return False


def _settle_sides(mention: Mention) -> None:
    """One side, or ``bilateral``; what is absent on both sides is absent, and needs no side."""
    sides = mention.sides
    if PAIRED in sides:
        sides = tuple(x for x in sides if x != PAIRED) or ("bilateral",)
    if "bilateral" in sides or len(sides) > 1:
        sides = () if mention.polarity == "absent" else ("bilateral",)
    mention.sides = sides


def _in_phrase(words: Sequence[str], start: int) -> bool:
    """Whether a place ends a prepositional phrase ("in the left upper lobe"), and so describes what went before."""
    for word in reversed(words[max(0, start - 4) : start]):
        if word in PREPOSITIONS:
            return True
        if word in JOINTS:
            return False
    return False


def _nearest(
    mentions: list[Mention],
    start: int,
    end: int,
    clauses: Clauses,
    *,
    place_in: Sequence[str] = (),
    after: float = BEHIND_PENALTY,
) -> tuple[float, Mention]:
    """The finding nearest to tokens ``start:end``, and its distance.

    A following noun is preferred, or avoided: for a place, ``place_in`` is the words of its sentence.
    """
    if len(mentions) == 1:
        only = mentions[0]
        return (start - only.end if start >= only.end else max(0, only.start - end)), only
    best, chosen = float("inf"), mentions[0]
    of, pauses = clauses
    here = of[start]
    for mention in mentions:
        low, high = mention.start, mention.end
        if high <= start:
            distance = start - high + after + PAUSE_PENALTY * (pauses[start] - pauses[high])
        elif end <= low:
            distance = low - end + PAUSE_PENALTY * (pauses[low] - pauses[end])
            if place_in and (place_in[start] in PREPOSITIONS or _in_phrase(place_in, start)):
                distance += AHEAD_PENALTY
        else:
            distance = 0.0
        if mention.clause != here:
            distance += CLAUSE_PENALTY
        if distance < best:
            best, chosen = distance, mention
            if best == 0:
                break
    return best, chosen


def _list_of(mention: Mention, mentions: list[Mention], words: Sequence[str]) -> list[Mention]:
    """The findings of a finding's list ("effusion, consolidation or pneumothorax")."""
    first = last = mentions.index(mention)
    while first and _joined(mentions[first - 1], mentions[first], words):
        first -= 1
    while last + 1 < len(mentions) and _joined(mentions[last], mentions[last + 1], words):
        last += 1
    return mentions[first : last + 1]


def _joined(left: Mention, right: Mention, words: Sequence[str]) -> bool:
    """Whether nothing but a comma or a conjunction stands between two findings."""
    between = words[left.end : right.start]
    return len(between) <= 2 and JOINTS.issuperset(between)


def _share_severity(mentions: list[Mention], first: Mention, words: Sequence[str], places: Sequence[trie.Hit]) -> None:
    """Give a degree before a finding to the other readings of it ("mild atelectasis or scarring").

    Two findings with nothing but a place between them are one noun phrase and share it too ("small calcified right
    upper lobe nodule").
    """
    for left, right in itertools.pairwise(mentions[mentions.index(first) :]):
        between = words[left.end : right.start]
        joined = len(between) <= 3 and READINGS.issuperset(between) and between != ["and"]
        if not joined and not _are_places(left.end, right.start, places):
            return
        right.severity = right.severity or first.severity


def _are_places(start: int, end: int, places: Sequence[trie.Hit]) -> bool:
    """Whether all tokens of a range belong to places."""
    for a, b, _ in places:
        if a <= start < b:
            start = b
    return start >= end


def _inherit_sides(mentions: list[Mention]) -> None:
    """A finding without a side takes its nearest sibling's; not a device, nor the heart, and not across a negation."""
    own = [m for m in mentions if m.sides and m.polarity != "absent" and m.card.device is None]
    if not own or len(own) == len(mentions):
        return
    for k, mention in enumerate(mentions):
        if mention.sides or mention.polarity == "absent" or mention.card.device is not None:
            continue
        if mention.card.group in MIDLINE:
            continue
        sibling = min(own, key=lambda m: abs(mentions.index(m) - k))
        mention.sides = sibling.sides
        mention.places = mention.places or sibling.places

"""Findings named in a sentence: directly, as structure and property, and as two words that mean a third."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from radot_fast.extraction import trie
from radot_fast.extraction.cards import Card, Structure
from radot_fast.extraction.scopes import Clauses

NORMAL, UNCHANGED = "normal", "unchanged"
"""Properties that hold of every structure of a list; the others belong to the nearest one."""

_START = attrgetter("start")

REACH = 9
"""Tokens between a structure and its property."""

MERGE_REACH = 6
"""Tokens between two words that mean a third ("calcified left lower lobe 5 mm granuloma")."""


class Mention:
    """A finding at tokens ``start:end`` of a sentence, with the attributes attached so far.

    ``low:high`` are the tokens of its phrase: the finding with its attributes.
    """

    __slots__ = (
        "card", "clause", "combo", "comparison", "end", "forced", "high", "low", "modifier_words", "modifiers",
        "place_words", "places", "polarity", "severity", "sides", "start", "uncertainty",
    )  # fmt: skip

    def __init__(self, start: int, end: int, card: Card, clause: int) -> None:
        self.start = self.low = start
        self.end = self.high = end
        self.card = card
        self.clause = clause
        self.combo = False
        self.forced: str | None = None
        self.polarity = "present"
        self.uncertainty = "definite"
        self.comparison = "none"
        self.severity: str | None = None
        self.sides: tuple[str, ...] = ()
        self.places: tuple[str, ...] = ()
        self.place_words: tuple[str, ...] = ()
        self.modifiers: tuple[str, ...] = ()
        self.modifier_words: tuple[str, ...] = ()

    def reach_to(self, start: int, end: int) -> None:
        """Let the phrase of the finding take in the attribute at tokens ``start:end``."""
        if start < self.low:
            self.low = start
        if end > self.high:
            self.high = end


def find_mentions(
    hits: Sequence[Sequence[trie.Hit]],
    clauses: Clauses,
    cards: Mapping[str, Card],
    merges: Mapping[tuple[str, str], str],
) -> list[Mention]:
    """Findings of a sentence in order of their first token."""
    of = clauses.of
    structures = hits[trie.STRUCTURE]
    mentions = [
        Mention(start, end, card, of[start])
        for start, end, card in hits[trie.FINDING]
        # "Density" in "bone density" is part of a structure's name.
        if not structures or not part_of(start, end, structures)
    ]
    if structures and hits[trie.PROPERTY]:
        _add_combos(mentions, hits, of)
    if len(mentions) > 1:
        mentions.sort(key=_START)
        _merge_neighbours(mentions, cards, merges)
    return mentions


def _add_combos(mentions: list[Mention], hits: Sequence[Sequence[trie.Hit]], of: Sequence[int]) -> None:
    """Add the findings that a property makes of a structure ("heart … enlarged")."""
    named = [(m.start, m.end) for m in mentions]
    properties, places, structures = hits[trie.PROPERTY], hits[trie.ANATOMY], hits[trie.STRUCTURE]
    normals = [start for start, _, name in properties if name == NORMAL]
    denied = bool(hits[trie.CUE]) and any(cue.level == "absent" for _, _, cue in hits[trie.CUE])
    if named:
        structures = [hit for hit in structures if not _inside(hit[0], hit[1], named)]
    if len(properties) > 1:
        properties = sorted(properties, key=_is_unchanged)
    for start, end, name in properties:
        # "Stable heart size" says something of the heart only where nothing else does.
        if name == UNCHANGED and any(m.clause == of[start] for m in mentions):
            continue
        near = _near(structures, start, end, name, of)
        # "Lower" in "lower lobe" is a place and no property of the lungs.
        if not near or _inside(start, end, named) or part_of(start, end, places):
            continue
        if name not in (NORMAL, UNCHANGED):
            near = _closest(near, start, end, named, normals)
        for _, a, b, structure in near:
            card, polarity = structure.combos[name]
            clause = of[start]
            # "Normal heart and mild tortuosity of the aorta" does not say that the aorta is normal.
            if (polarity == "present" or not denied) and any(m.card is card and m.clause == clause for m in mentions):
                continue
            # "Heart is normal in size and the lungs are free of infiltrates": said once, not by either property.
            if polarity == "absent" and any(m.card is card and m.forced and m.clause == clause for m in mentions):
                continue
            # A tip in a great vein is a line of which the report names no kind.
            if card.device is not None and any(m.card.device is not None for m in mentions):
                continue
            mention = Mention(min(a, start), max(b, end), card, clause)
            mention.combo = True
            mention.forced = "absent" if polarity == "absent" else None
            mentions.append(mention)


def _is_unchanged(hit: trie.Hit) -> bool:
    """Whether a property is the weakest, read after the others."""
    return bool(hit[2] == UNCHANGED)


def _near(
    structures: Sequence[trie.Hit], start: int, end: int, name: str, of: Sequence[int]
) -> list[tuple[int, int, int, Structure]]:
    """Distance, tokens and structure of all in the property's clause that can have it and stand within its reach."""
    near = []
    for a, b, structure in structures:
        distance = start - b if start >= b else a - end
        if 0 <= distance <= REACH and name in structure.combos and of[a] == of[start]:
            near.append((distance, a, b, structure))
    return near


def _closest(near: list, start: int, end: int, named: list[tuple[int, int]], normals: list[int]) -> list:
    """The structure that an abnormal property belongs to; none where it describes the finding that follows."""
    following = [a - end for a, _ in named if a >= end]
    nearest = min(near, key=lambda c: c[:3])
    distance, a, b, _ = nearest
    if following and min(following) <= 2 and distance > min(following):
        return []
    if a < start and any(b <= i < start for i in normals):
        return []
    # "Enlarged cardiac and mediastinal contours": one word between two structures joins them.
    return [c for c in near if c is nearest or c[1] == b + 1 or c[2] == a - 1]


def _inside(start: int, end: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a range lies within one of the spans."""
    for a, b in spans:  # noqa: SIM110 - any() over a generator takes four times as long
        if a <= start and end <= b:
            return True
    return False


def part_of(start: int, end: int, hits: Sequence[trie.Hit]) -> bool:
    """Whether a range is a part of a longer hit."""
    for a, b, _ in hits:  # noqa: SIM110
        if a <= start and end <= b and b - a > end - start:
            return True
    return False


def _merge_neighbours(
    mentions: list[Mention], cards: Mapping[str, Card], merges: Mapping[tuple[str, str], str]
) -> None:
    """Replace neighbours that mean a third finding ("calcified … granuloma")."""
    k = 0
    while k + 1 < len(mentions):
        first, second = mentions[k], mentions[k + 1]
        label = merges.get((first.card.label, second.card.label))
        if label is not None and second.start - first.end <= MERGE_REACH and first.clause == second.clause:
            mentions[k : k + 2] = [Mention(first.start, max(first.end, second.end), cards[label], first.clause)]
        else:
            k += 1

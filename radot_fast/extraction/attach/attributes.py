"""Attributes to the findings they belong to: place, side, severity, comparison, modifiers."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.changes import CHANGES, attach_changes, attach_sizes, changes_in, said_of_past
from radot_fast.extraction.attach.inherited_sides import DRAINS, PLEURA, inherit_sides, settled
from radot_fast.extraction.attach.modifiers import attach_modifiers
from radot_fast.extraction.attach.nearest import (
    INTERPRETED_WEIGHT,
    Nearest,
    Surroundings,
    before_a_reading,
    in_phrase,
    leads_to_name,
    nearest,
)
from radot_fast.extraction.attach.places_apart import is_apart
from radot_fast.extraction.attach.shared_attributes import added, share, tell_sides_apart
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import count_before, indices, led_by, ranges
from radot_fast.extraction.match.words import (
    COMMA,
    DETERMINER,
    FINITE,
    JOINT,
    LINE_END,
    LIST_END,
    MEASURE,
    NAME,
    PREPOSITION,
    READING,
    SEGMENT_END,
    SIGNIFICANT,
)

SEVERITY_REACH = 6
PREDICATE_REACH = 12
"""A degree said of a finding stands farther off ("has increased in size and is now moderate")."""
NOW_REACH = 18
"""The degree of today may stand in a later clause ("has decreased after drainage and is now small")."""
MEASURE_REACH = 16
CHANGE_NOUNS = frozenset(
    (
        "increase", "decrease", "improvement", "worsening", "progression", "reduction", "regression", "clearing",
        "enlargement", "resolution", "change", "changes",
    )
)  # fmt: skip
COMPARATIVES = frozenset(("larger", "greater", "bigger", "smaller", "more", "less", "worse", "better", "denser"))
DEGREE_PENALTY = 2.5
"""A degree stands before what it describes ("effusion and small nodule"), so one behind a finding is farther off."""

TOWARDS = frozenset(("to", "toward", "towards"))
"""Words before the side to which something is shifted."""
PREDICATES = frozenset(
    ("hyperinflated", "hyperexpanded", "hyperaerated", "overinflated", "underinflated", "hyperlucent", "emphysematous")
)
"""Findings that are adjectives of a lung."""
PREDICATE_JOINTS = frozenset((",", "and", "but", "mildly", "slightly", "moderately", "markedly"))
SIZES = frozenset(("size", "degree", "extent", "severity", "volume", "amount"))
"""Nouns behind a degree of what stands before: "of moderate size"."""
BEHIND_ASIDES = frozenset(("and", "with", "but", "while", "without"))
"""Words behind a degree between commas that is of what stands before them."""
BEFORE_DEGREES = frozenset(("now", "left", "right", "being"))


class Attributes:
    """Attributes of the findings of a block, by finding; ``low:high`` are the tokens of its phrase."""

    def __init__(self, around: Surroundings, polarity: list[str]) -> None:
        n = len(polarity)
        self.absent = [p == "absent" for p in polarity]
        self.sides: list[tuple[str, ...]] = [()] * n
        self.places: list[tuple[str, ...]] = [()] * n
        self.place_words: list[tuple[str, ...]] = [()] * n
        self.severity: list[str | None] = [None] * n
        self.comparison = ["none"] * n
        self.modifiers: list[tuple[str, ...]] = [()] * n
        self.modifier_words: list[tuple[str, ...]] = [()] * n
        self.low, self.high = around.mentions.start.copy(), around.mentions.end.copy()

    def take_in(self, hits: Hits, near: Nearest, taken: list[bool] | np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        which, k = near.attribute[taken], near.finding[taken]
        np.minimum.at(self.low, k, hits.start[which])
        np.maximum.at(self.high, k, hits.end[which])


def attach(around: Surroundings, polarity: list[str], meanings: Meanings) -> Attributes:
    """Give every attribute of the sentences to the nearest finding, and places to all findings of its list."""
    attributes = Attributes(around, polarity)
    _attach_places(attributes, around, meanings)
    changes = changes_in(around, meanings)
    _attach_degrees(attributes, changes, around, meanings)
    attach_changes(attributes, changes, around, meanings)
    attach_sizes(attributes, around, meanings)
    attach_modifiers(attributes, around, meanings)
    _take_in_measures(attributes, around)
    tell_sides_apart(attributes, around)
    plural = [sides == (PAIRED,) for sides in attributes.sides]
    for k, sides in enumerate(attributes.sides):
        if sides:
            attributes.sides[k] = settled(sides, absent=attributes.absent[k])
    share(attributes, around, meanings)
    inherit_sides(attributes, plural, around, meanings)
    return attributes


def _attach_places(attributes: Attributes, around: Surroundings, meanings: Meanings) -> None:
    """Give places to the nearest finding and its list.

    A place in a finding's own name ("pleural effusion") is its alone. What is absent is nowhere: the organ in its own
    name ("no pleural effusion") is no place. On the open RadPref pairs this is worth .08 of the macro Spearman of
    profile `paper`.
    """
    hits, mentions = around.block.hits[trie.ANATOMY], around.mentions
    hits = hits.at(~meanings.nowhere[hits.meaning] & ~is_apart(hits, around.block))
    told = before_a_reading(hits.start, hits.end, around)
    led = leads_to_name(hits, around)
    ahead = np.where(told, INTERPRETED_WEIGHT, in_phrase(hits.start, around.block) & ~led)
    near = nearest(hits.start, hits.end, around, ahead=ahead)
    attributes.take_in(hits, near, np.ones(len(near.attribute), bool))
    start, end, meaning = hits.at(near.attribute)
    k = near.finding
    # "Pleural effusion and atelectasis": the pleura is inside the effusion's name, and no place of the atelectasis.
    inside = (start < mentions.end[k]) & (end > mentions.start[k])
    first, last = _lists(around)
    own = np.zeros(len(mentions.start), bool)
    own[k[inside & (meanings.one_side[meaning] != 0)]] = True
    # "Left effusion and atelectasis": the side goes to all findings of the list.
    of, k = ranges(np.where(inside, k, first[k]), np.where(inside, k + 1, last[k]))
    of, k = _with_passed_on(of, k, near, start, end, around)
    # "Right PICC, left jugular line": a name with a side of its own takes none from its list.
    # "Right jugular line, pacer lead": the items of a list of devices have sides of their own.
    item = meanings.device[mentions.card] & around.block.has(COMMA)[mentions.start - 1]
    may = _may_share(mentions.card[near.finding[of]], mentions.card[k], meanings) & ~item[k]
    # "A right mass pushing the trachea to the left" lies where it is named, and pushes to the other side.
    turned = meanings.directed[mentions.card]
    may &= ~(turned[k] | turned[near.finding[of]]) | (meanings.one_side[meaning[of]] == 0)
    shared = (~own[k] & may) | (k == near.finding[of])
    of, k = of[shared], k[shared]
    start, end, meaning, nearest_of = start[of], end[of], meaning[of], near.finding[of]
    # "Left basilar and right upper lobe opacities": neither opacity takes the other's place.
    if around.splits.pairs:
        ours = ~around.barred(start, k)
        start, end, meaning, k, nearest_of = start[ours], end[ours], meaning[ours], k[ours], nearest_of[ours]
    # "No pleural effusion": what is absent is not in the pleura.
    nowhere = (start < mentions.end[k]) & (end > mentions.start[k]) & np.array(attributes.absent, bool)[k]
    # "Left lower lobe consolidation and effusion": the effusion is on the left, and in no lobe.
    nowhere |= meanings.lung_part[meaning] & meanings.outside_lung[mentions.card[k]] & (k != nearest_of)
    phrase, sides_of, places_of = around.block.phrase, meanings.sides, meanings.places
    ends = _where_lines_end(start, k, around, meanings)
    directed = meanings.directed[mentions.card].tolist()
    all_sides, all_places, all_words = attributes.sides, attributes.places, attributes.place_words
    rows = zip(*(x.tolist() for x in (k, start, end, meaning, nowhere, ends)), strict=True)
    for m, a, b, value, no_place, no_side in rows:
        if (sides := sides_of[value]) and not (no_side and (all_sides[m] or sides == (PAIRED,))):
            # "Shift to the left and aeration of the right lung" goes to one side.
            old = () if directed[m] and _leads_there(around.block, a) else all_sides[m]
            all_sides[m] = old if old and directed[m] else added(old, sides) if old else sides
        if (places := places_of[value]) and not no_place:
            all_places[m] = added(old, places) if (old := all_places[m]) else places
        words = (phrase(a, b),)
        all_words[m] = added(old, words) if (old := all_words[m]) else words


def _leads_there(block: Block, side: int) -> bool:
    """Whether a side is where something goes: "to the left", "toward the right"."""
    return not TOWARDS.isdisjoint(block.words[max(side - 2, 0) : side])


def _may_share(giver: np.ndarray, card: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Whether findings, by card, may take the place of another one of their list.

    "Left PICC, endotracheal tube", "right effusion, cardiomegaly": a tube and the heart have no side; nor has what is
    found the place of a line, unless that drains it ("left chest tube and pneumothorax").
    """
    device, out = meanings.device[card], ~meanings.midline[card]
    for k in indices(out & (device != meanings.device[giver])).tolist():
        line, found = (card[k], giver[k]) if device[k] else (giver[k], card[k])
        out[k] = meanings.cards[line].device in DRAINS and meanings.cards[found].group == PLEURA
    return out


def _with_passed_on(
    of: np.ndarray, k: np.ndarray, near: Nearest, start: np.ndarray, end: np.ndarray, around: Surroundings
) -> tuple[np.ndarray, np.ndarray]:
    """Give the place of a structure to all that is told of it.

    "The right lung is hyperinflated but clear", "… is hyperinflated and clear" speak of the right lung twice. ``of``
    and ``k`` are the places, at tokens ``start:end``, and the findings that have them.
    """
    mentions, clause = around.mentions, around.clauses.of
    later = indices(mentions.combo & (clause[mentions.start] != mentions.clause))
    for m in later.tolist():
        low, high = mentions.start[m], mentions.end[m]
        own = (start >= low) & (end <= high) & (clause[start] == clause[low]) & (near.finding != m)
        of, k = np.append(of, indices(own)), np.append(k, np.full(own.sum(), m))
    for which, m in _of_all(near, start, around):
        of, k = np.append(of, which), np.append(k, m)
    for m, subject in _predicates(around):
        own = (start >= mentions.start[subject]) & (end <= mentions.start[m]) & (near.finding == subject)
        of, k = np.append(of, indices(own)), np.append(k, np.full(own.sum(), m))
    return of, k


def _of_all(near: Nearest, start: np.ndarray, around: Surroundings) -> list[tuple[int, int]]:
    """Places that are of a whole list before them, and its other findings: "effusion and nodule, both on the right"."""
    words, traits, breaks = around.block.words, around.block.traits, around.lists.breaks
    out = []
    for which, (at, k) in enumerate(zip(start.tolist(), near.finding.tolist(), strict=True)):
        while traits[at - 1] & (PREPOSITION | DETERMINER):
            at -= 1
        if words[at - 1] in ("both", "all") and words[at - 2] == "," and around.mentions.end[k] < at:
            first = int(breaks.searchsorted(breaks[k]))
            out += [(which, m) for m in range(first, k)]
    return out


def _predicates(around: Surroundings) -> list[tuple[int, int]]:
    """Findings that are adjectives of a structure, and the finding that names it: "is hyperinflated and clear"."""
    (start, end, _, _, combo, _), words = around.mentions, around.block.words
    out = []
    for k in [k for k, at in enumerate(start.tolist()) if words[at] in PREDICATES]:
        for m in (k - 1, k + 1):
            if 0 <= m < len(start) and combo[m]:
                behind = end[m] <= start[k] and PREDICATE_JOINTS.issuperset(words[end[m] : start[k]])
                out += [(k, m)] if behind or start[m] < start[k] < end[m] else []
    return out


def _where_lines_end(start: np.ndarray, k: np.ndarray, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Whether places at tokens ``start`` say where a device ends, whose side is that of its entry.

    "Right jugular line with its tip in the left brachiocephalic vein" is a line on the right.
    """
    block, mentions = around.block, around.mentions
    ends = count_before(block.has(LINE_END))
    high = np.minimum(mentions.end[k], start)
    return meanings.device[mentions.card[k]] & (ends[start] > ends[high])


def _lists(around: Surroundings) -> tuple[np.ndarray, np.ndarray]:
    """First and last + 1 finding of each finding's list ("effusion, consolidation or pneumothorax").

    Nothing but a comma or a conjunction stands between two findings of a list.
    """
    mentions = around.mentions
    left, right = mentions.end[:-1], mentions.start[1:]
    joined = _nothing_but(around.block.has(JOINT), left, right) & (right - left <= 2)
    joined &= mentions.clause[:-1] == mentions.clause[1:]
    number = count_before(~joined)[: len(around.mentions.start)]
    return number.searchsorted(number), number.searchsorted(number, side="right")


def _attach_degrees(attributes: Attributes, changes: Hits, around: Surroundings, meanings: Meanings) -> None:
    """Give degrees to the nearest finding, except degrees of a change, within a name, or of an absent finding."""
    block, mentions = around.block, around.mentions
    hits = block.hits[trie.SEVERITY]
    if not len(hits.start):
        return
    # "Mild improvement of the effusion" tells how much changed, "small airways disease" no size.
    part = changes.holds(hits.start, hits.end, longer=True)
    hits = hits.at(
        ~part & ~_in_name(block, hits) & ~_of_change(block, hits, changes, meanings) & ~said_of_past(block, hits)
    )
    # "The effusion is moderate": a degree behind a verb is of what stands before it.
    told = _predicate(block, hits)
    near = nearest(hits.start, hits.end, around, ahead=2 * told, behind=DEGREE_PENALTY)
    start, end, meaning = hits.at(near.attribute)
    before = end <= mentions.start[near.finding]
    reread = _reread(around) & ~meanings.directed[mentions.card]
    taken = []
    now = np.array([block.words[a - 1] == "now" for a in hits.start.tolist()], bool)
    reach = np.where(told & now, NOW_REACH, np.where(told, PREDICATE_REACH, SEVERITY_REACH))[near.attribute]
    columns = near.attribute, near.finding, near.distance <= reach, start, meaning, before
    for which, k, within, a, value, ahead in zip(*(x.tolist() for x in columns), strict=True):
        # "No significant effusion" is none at all, not an absent severe one.
        takes = within or around.splits.own(a, k)
        # "The large effusion has decreased and is now small."
        takes = takes and (attributes.severity[k] is None or (told[which] and block.words[a - 1] == "now"))
        takes = takes and block.words[a - 1] != "most"
        takes = takes and not (attributes.absent[k] and block.words[a] == SIGNIFICANT)
        takes = takes and not meanings.sizeless[mentions.card[k]]
        taken.append(takes)
        if takes:
            attributes.severity[k] = meanings.values[value]
            # "Mild atelectasis or scarring": the degree before two readings is of both.
            if ahead and not attributes.absent[k]:
                _share_severity(attributes, k, reread, around)
    attributes.take_in(hits, near, np.array(taken, bool))


def _predicate(block: Block, hits: Hits) -> np.ndarray:
    """Whether degrees are said of what stands before: "is moderate", "and is now small", "the left moderate"."""
    words, pairs = block.words, list(zip(hits.start.tolist(), hits.end.tolist(), strict=True))
    told = block.has(FINITE)[hits.start - 1] | np.array([words[a - 1] in BEFORE_DEGREES for a, _ in pairs], bool)
    told &= block.has(JOINT | LIST_END | PREPOSITION)[hits.end]
    # "An effusion of moderate size and a small pneumothorax."
    sizes = [words[a - 1] == "of" and not SIZES.isdisjoint(words[b - 1 : b + 1]) for a, b in pairs]
    # "A left hemothorax, probably moderate, and patchy contusion."
    aside = [words[b] == "," and "," in words[a - 2 : a] and words[b + 1] in BEHIND_ASIDES for a, b in pairs]
    return told | np.array(sizes, bool) | np.array(aside, bool)


def _in_name(block: Block, hits: Hits) -> np.ndarray:
    """Whether degrees belong to a name ("the minor fissure", "small airways disease")."""
    within = np.zeros(len(hits.start), bool)
    for category in (trie.FINDING, trie.ANATOMY, trie.STRUCTURE, trie.COMPARISON):
        within |= block.hits[category].holds(hits.start, hits.end, longer=True)
    within &= (hits.end - hits.start == 1) & block.has(NAME)[hits.start]
    # "More severe on the right" says where there is more.
    within |= np.array([block.words[a - 1] == "more" for a in hits.start.tolist()], bool)
    # "Minimally displaced" is no small fracture.
    return within | block.hits[trie.MODIFIER].holds(hits.start, hits.end, longer=True)


def _of_change(block: Block, hits: Hits, changes: Hits, meanings: Meanings) -> np.ndarray:
    """Whether degrees say how much something changed ("slightly larger", "mild improvement"), not how much it is."""
    following: dict[int, int] = {}
    for a, b, value in zip(*(x.tolist() for x in changes), strict=True):
        if meanings.values[value] in CHANGES:
            following.setdefault(a, b)
    out = []
    for end in hits.end.tolist():
        last = block.words[end - 1]
        how_much = last.endswith("ly") or last == "somewhat"
        b = following.get(end)
        compared = how_much and block.words[end] in COMPARATIVES
        if compared and (block.words[end + 1] == "than" or block.traits[end + 1] & SEGMENT_END):
            out.append(True)  # "the left slightly larger than the right"
            continue
        out.append(b is not None and (how_much or not CHANGE_NOUNS.isdisjoint(block.words[end:b])))
    return np.array(out, bool)


def _reread(around: Surroundings) -> np.ndarray:
    """Whether each finding shares the degree of the one before it.

    They are other readings of it ("mild atelectasis or scarring"), or one noun phrase with it, with nothing but a place
    between the two ("small calcified right upper lobe nodule").
    """
    block, mentions = around.block, around.mentions
    places = block.hits[trie.ANATOMY]
    placed = np.zeros(len(block.words), bool)
    placed[ranges(places.start, places.end)[1]] = True
    left, right = mentions.end[:-1], mentions.start[1:]
    reading = _nothing_but(block.has(READING), left, right)
    return led_by(False, (reading & (right - left <= 3)) | _nothing_but(placed, left, right))


def _nothing_but(good: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Whether all tokens of each range are good; true for an empty range."""
    bad = count_before(~good)
    return (end <= start) | (bad[end] == bad[start])


def _share_severity(attributes: Attributes, first: int, reread: np.ndarray, around: Surroundings) -> None:
    """Give a degree before a finding to the others that share it."""
    block, mentions, edges = around.block, around.mentions, around.edges
    for k in range(first + 1, int(edges[block.sentence[mentions.start[first]] + 1])):
        if (
            not reread[k]
            or k - 1 in around.splits.pairs
            or block.words[mentions.end[k - 1] : mentions.start[k]] == ["and"]
        ):
            return
        attributes.severity[k] = attributes.severity[k] or attributes.severity[first]


def _take_in_measures(attributes: Attributes, around: Surroundings) -> None:
    """Let a finding's phrase take in its measurement ("2.1 x 1.5 cm mass"): the unit table has no column for it."""
    words = around.block.words
    starts, ends = [], []
    for k in indices(around.block.has(MEASURE)).tolist():
        if words[k - 1][0].isdigit():
            # "2.1 x 1.5 cm mass": back from "cm" to the first number.
            start = k - 1
            while words[start - 1] in ("x", "by") and words[start - 2][0].isdigit():
                start -= 2
            starts.append(start)
            ends.append(k + 1)
    if not starts:
        return
    hits = Hits(np.array(starts), np.array(ends), np.zeros(len(starts), np.int64))
    near = nearest(hits.start, hits.end, around)
    attributes.take_in(hits, near, near.distance <= MEASURE_REACH)

"""Attributes to the findings they belong to: place, side, severity, comparison, modifiers."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.changes import attach_changes, attach_sizes, changes_in
from radot_fast.extraction.attach.degrees import attach_degrees
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
from radot_fast.extraction.match.segments import count_before, indices, nothing_but, ranges
from radot_fast.extraction.match.words import (
    COMMA,
    DETERMINER,
    JOINT,
    LINE_END,
    MEASURE,
    PREPOSITION,
)

MEASURE_REACH = 16
TOWARDS = frozenset(("to", "toward", "towards"))
"""Words before the side to which something is shifted."""
PREDICATES = frozenset(
    ("hyperinflated", "hyperexpanded", "hyperaerated", "overinflated", "underinflated", "hyperlucent", "emphysematous")
)
"""Findings that are adjectives of a lung."""
PREDICATE_JOINTS = frozenset((",", "and", "but", "mildly", "slightly", "moderately", "markedly"))


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
    attach_degrees(attributes, changes, around, meanings)
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
    # "The former on the left, the latter on the right": nor does what has a side in its own words.
    told = inside | ((around.owner[start] == k) & ~meanings.placing[meaning])
    own[k[told & (meanings.one_side[meaning] != 0)]] = True
    # "Left effusion and atelectasis": the side goes to all findings of the list.
    of, k = ranges(np.where(inside, k, first[k]), np.where(inside, k + 1, last[k]))
    of, k = _with_passed_on(of, k, near, start, end, around)
    # "Right PICC, left jugular line": a name with a side of its own takes none from its list.
    # "Right jugular line, pacer lead": the items of a list of devices have sides of their own.
    item = meanings.device[mentions.card] & around.block.has(COMMA)[mentions.start - 1]
    may = _may_share(mentions.card[near.finding[of]], mentions.card[k], meanings) & ~item[k]
    # "A right mass pushing the trachea to the left" lies where it is named, and pushes to the other side.
    turned = meanings.directed[mentions.card]
    # "Left effusion and edema": nor is the edema of one side.
    turned |= meanings.both_lungs[mentions.card]
    # "Left effusion, right nodule and congestion": nor is the congestion of either.
    one_side = meanings.one_side[meaning]
    group = around.lists.breaks[: len(mentions.start)]
    left, right = (np.bincount(group[near.finding[one_side == n]], minlength=len(group) + 1) > 0 for n in (1, 2))
    turned |= meanings.diffuse[mentions.card] & (left & right)[group]
    may &= ~(turned[k] | turned[near.finding[of]]) | (one_side[of] == 0)
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
    words, breaks = around.block.words, around.lists.breaks
    leads = around.block.has(PREPOSITION | DETERMINER)
    before = np.maximum.accumulate(np.where(leads, -1, np.arange(len(words))))[start - 1]
    out = []
    for which, (at, k) in enumerate(zip(before.tolist(), near.finding.tolist(), strict=True)):
        if words[at] in ("both", "all") and words[at - 1] == "," and around.mentions.end[k] <= at:
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
    joined = nothing_but(around.block.has(JOINT), left, right) & (right - left <= 2)
    joined &= mentions.clause[:-1] == mentions.clause[1:]
    number = count_before(~joined)[: len(around.mentions.start)]
    return number.searchsorted(number), number.searchsorted(number, side="right")


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

"""What a word stands for that repeats a name, and whether it says something of it: "the left is sharp"."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.findings.clear_lungs import OPENERS, SIDE_WORDS
from radot_fast.extraction.attach.findings.echo_heads import AMOUNT, CHANGES, behind_places, none_behind, told_of_it
from radot_fast.extraction.attach.findings.graded_echoes import LEADS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COLON, DETERMINERS, FINITE, PARTS, PREPOSITIONS, REMNANTS, SEGMENT_END

PRONOUNS = (
    frozenset(("that", "those", "one", "ones", "another", "two", "three", "several", "some", "what")) | AMOUNT | CHANGES
)
OF_A_TRACE = frozenset(("pleural", "effusion", "effusions", "fluid", "pneumothorax", "edema", "atelectasis", "air"))
"""What "trace" is a degree of: "there is a trace effusion"."""
NONE = frozenset(("none", "nil"))
NOTHING = NONE | {"nothing", "neither"}
"""Denials that stand for the name too: "pneumothorax on the right, none on the left"."""
READS = frozenset(
    (
        "compatible", "consistent", "keeping", "suggestive", "suggesting", "suspicious", "concerning", "worrisome",
        "representing", "reflecting", "represents", "reflects", "due",
    )
)  # fmt: skip
LIKELY = frozenset(("likely", "most", "probably", "probable", "presumably", "presumed", "possibly", "possible"))
JOINED = frozenset((";", "and", "but"))
"""Words between a finding and its reading, also behind a comma, and between two of a list."""
AFTER = frozenset(("following", "after", "with", "despite", "since", "post"))
"""Words before a device that a finding is told with."""
THERE = frozenset(("there", "a", "an", ",", "only", "just"))
"""Words between a side and a pronoun behind it: "on the right there is a small one"."""
ONLY = frozenset(("only", "merely", "just"))
SUBSTANCES = frozenset(("fluid", "gas"))
"""Structures that are a finding by where they lie."""
IS_THERE = (["there", "is"], ["there", "are"])
SINCE = frozenset(("since", "than"))
THEY = frozenset(("it", "this", "these", "they"))
"""Pronouns behind a side: "on the left, these have improved"."""
HOW_FAR = frozenset(
    ("not", "fully", "well", "partly", "partially", "completely", "been", "slightly", "largely", "entirely", "clearly")
)
UNSEEN = frozenset(("included", "obscured", "cut", "imaged", "clipped", "covered", "coned", "assessed", "assessable"))
SEEN = frozenset(("seen", "shown", "visualized", "demonstrated", "visible", "evaluated"))
"""Words between a place and what is said of its being seen, and such words, the last behind a "not"."""
BEHIND = 7
"""Tokens from such a word to the pronoun."""
WHOLE_LUNGS = frozenset(("lung", "lungs", "hemithorax"))
REMAINS = frozenset(("remains", "remain", "persists", "persist", "remaining", "persisting"))
"""Words behind what is left of a finding: "a sliver remains at the apex"."""
RELATIVE = frozenset(("which",))
ONE = frozenset(("one", "ones", "counterpart", "counterparts")) | CHANGES
ENDING = frozenset(("ending", "terminating", "lying", "projecting", "reaching", "extending"))
"""Words behind it that tell where a tip lies."""
LIES = frozenset(
    (
        "lies", "ends", "terminates", "projects", "extends", "courses", "descends", "ascends", "turns", "runs",
        "reaches",
        "goes", "crosses", "passes", "overlies", "loops", "in", "at", "with", "enters", "curls", "kinks", "points",
    )
)  # fmt: skip
"""Words behind a side of what tells where a device lies: "the left one ends in the atrium"."""
AGES = frozenset(("old", "acute", "recent", "healed", "fresh", "chronic", "longstanding", "subacute", "healing"))
"""How old what stands behind a side is, where it is all that is told: "the right one old"."""
LOBES = frozenset(("rul", "rml", "rll", "lul", "lll", "ruz", "rmz", "rlz", "luz", "lmz", "llz", "lingula"))
"""Places that name their side: "consolidation RUL better, LLL worse"."""

TIPS = frozenset(("tip", "tips"))
"""Words for a part of a device that was named."""


class View(NamedTuple):
    """What is looked at: the block, and in order the tokens where a segment ends."""

    block: Block
    meanings: Meanings
    stops: np.ndarray

    def within(self, category: int, low: int, high: int) -> np.ndarray:
        """Meanings of the hits that begin at tokens ``low:high``."""
        hits = self.block.hits[category]
        a, b = hits.start.searchsorted((low, high))
        return hits.meaning[a:b]


def named_before(view: View, stop: int) -> tuple[int, int] | None:
    """Category and meaning of the last finding or structure before token ``stop`` in its sentence."""
    first = int(view.block.tokens.first[view.block.sentence[stop]])
    stop = _before_reading(view, first, _before_device(view, first, _before_which(view, first, stop)))
    best: tuple[int, int, int] | None = None
    for category in (trie.FINDING, trie.STRUCTURE):
        hits = view.block.hits[category]
        k = int(hits.end.searchsorted(stop, side="right")) - 1
        # "Cavity" within "the left pleural cavity" is no name either, and neither is "no change".
        while category == trie.FINDING and k >= 0 and _is_no_name(view, int(hits.start[k]), int(hits.meaning[k])):
            k -= 1
        # "Shadowing in the right lung": the lung is where it lies.
        # So it is in "consolidation LLL", and "right line, tip in the SVC; the left one" names the line again.
        while (
            best is not None
            and k >= 0
            and hits.start[k] >= best[0]
            and (_is_place(view.block, int(hits.start[k])) or view.block.words[hits.start[k]] in LOBES | TIPS)
        ):
            k -= 1
        # "Fluid" within "pleural fluid" is no name of its own.
        if k >= 0 and hits.start[k] >= first and (best is None or hits.end[k] > best[0]):
            best = int(hits.end[k]), category, int(hits.meaning[k])
    if best is not None and best[1] == trie.STRUCTURE:
        best = _with_its_place(view, first, stop) or best
    if best is None or best[1] != trie.FINDING or not view.meanings.denied[best[2]]:
        return None if best is None else best[1:]
    # "No fluid on the right, a small amount on the left": it is the fluid that is named again.
    meanings = view.meanings
    told = indices((meanings.card == meanings.card[best[2]]) & ~meanings.denied)
    return (trie.FINDING, int(told[0])) if len(told) else None


def _before_device(view: View, first: int, stop: int) -> int:
    """The token of a device of no side that a finding is told with: "right effusion, drain in situ; on the left none".

    The given token where none is: "right effusion, left drain in situ, the right one is out" names the drain again.
    """
    block, hits, device = view.block, view.block.hits[trie.FINDING], view.meanings.device
    last = k = int(hits.end.searchsorted(stop, side="right")) - 1
    while k >= 0 and hits.start[k] >= first and device[view.meanings.card[hits.meaning[k]]]:
        if block.words[hits.end[k] - 1].endswith("s"):
            return stop
        k -= 1
    if k == last:
        return stop
    low = at = int(hits.start[k + 1])
    before = int(hits.end[k]) if k >= 0 and hits.start[k] >= first else first
    if before == first and not len(view.within(trie.STRUCTURE, first, at)):
        return stop
    # "No pneumothorax on the left following removal of the tube, and none on the right."
    while low > before and not block.traits[low - 1] & SEGMENT_END and block.words[low - 1] not in AFTER:
        low -= 1
    return stop if view.meanings.has_side[view.within(trie.ANATOMY, low, stop)].any() else at


def _before_reading(view: View, first: int, stop: int) -> int:
    """The token of a reading of what stands before it: "both lungs are opacified, compatible with ARDS; the left is".

    The given token where no reading stands last.
    """
    hits, told, words = view.block.hits[trie.FINDING], view.block.hits[trie.PROPERTY], view.block.words
    k = int(hits.end.searchsorted(stop, side="right")) - 1
    start = int(hits.start[k]) if k >= 0 else first
    ends = [named.end[: named.end.searchsorted(start, side="right")] for named in (hits, told)]
    low = max([first, *(int(end[-1]) for end in ends if len(end))])
    between = words[low:start]
    # "Opacities, likely atelectasis; the left has improved."
    likely = between[:1] == [","] and LIKELY.issuperset(between[1:]) and len(between) > 1
    reads = likely or (not READS.isdisjoint(between) and JOINED.isdisjoint(between))
    return start if low > first and reads else stop


def _is_no_name(view: View, at: int, meaning: int) -> bool:
    """Whether a finding that begins at a token stands for nothing that may be named again: "no change", "cavity"."""
    return bool(view.meanings.of_change[view.meanings.card[meaning]]) or _is_within_place(view.block, at)


def _is_within_place(block: Block, at: int) -> bool:
    """Whether a structure that begins before a token holds it."""
    structures = block.hits[trie.STRUCTURE]
    k = int(structures.start.searchsorted(at)) - 1
    return k >= 0 and bool(structures.end[k] > at)


def _with_its_place(view: View, first: int, stop: int) -> tuple[int, int, int] | None:
    """The finding that air or fluid is by where it lies: "fluid is present in the right pleural space"."""
    meanings, structures, told = view.meanings, view.block.hits[trie.STRUCTURE], view.block.hits[trie.PROPERTY]
    low, high = told.start.searchsorted((first, stop)).tolist()
    begin = int(structures.start.searchsorted(first))
    for p in range(high - 1, low - 1, -1):
        k = int(structures.end.searchsorted(told.start[p], side="right")) - 1
        combo = int(meanings.combos[structures.meaning[k], told.meaning[p]]) if k >= begin else -1
        if combo >= 0 and meanings.values[int(structures.meaning[k])].name in SUBSTANCES:
            meant = indices((meanings.card == meanings.combo_card[combo]) & ~meanings.denied)
            return (int(told.end[p]), trie.FINDING, int(meant[0])) if len(meant) else None
    return None


def _before_which(view: View, first: int, stop: int) -> int:
    """The "which" of a relative clause that a comma closes right before token ``stop``, if a finding stands before it.

    "A new opacity in the lingula, which blurs the left heart border, and an older one at the right base."
    """
    words = view.block.words
    low = stop - (words[stop - 1] in OPENERS)
    which = next((k for k in range(low - 1, first, -1) if words[k] in RELATIVE), first)
    parted = bool((view.block.traits[which : low - 1] & SEGMENT_END).any()) or ":" in words[which : low - 1]
    spans = words[low - 1] == "," and not parted
    return which if spans and len(view.within(trie.FINDING, first, which)) else stop


def _is_place(block: Block, start: int) -> bool:
    """Whether a structure at token ``start`` is where something lies, or when: "in the right lung", "since then".

    So is a lobe right behind a name: "consolidation RUL".
    """
    if block.words[start] in LOBES and not block.traits[start - 1] & SEGMENT_END:
        return True
    while block.words[start - 1] in DETERMINERS | PARTS | SIDE_WORDS:
        start -= 1
    compared = block.words[start - 1] == "with" and block.words[start - 2] == "compared"
    # "On the film" is a name with its preposition.
    return compared or block.words[start - 1] in PREPOSITIONS | SINCE or block.words[start] in PREPOSITIONS


def described_by(view: View, stop: int, tail: tuple[int, int], named: tuple[int, int]) -> tuple[int, int]:
    """The structure before token ``stop`` that has the property told in the words ``tail`` of an echo, else ``named``.

    "The right costophrenic angle is blunted, the left is sharp". Normal is said of no finding, but of the other lung:
    "left basal consolidation, right clear".
    """
    block, meanings = view.block, view.meanings
    told = view.within(trie.PROPERTY, *tail)
    # "The left chest drain has been removed, the right one is unchanged": it is the drain, and no chest.
    device = named[0] == trie.FINDING and meanings.device[meanings.card[named[1]]]
    # "RUL consolidation worse, LLL unchanged": the consolidation is.
    if device or not len(told) or (told[-1] == meanings.unchanged and named[0] == trie.FINDING):
        return named
    here = view.within(trie.STRUCTURE, int(block.tokens.first[block.sentence[stop]]), stop)
    if len(here) and meanings.combos[here[-1], told[-1]] >= 0:
        return trie.STRUCTURE, int(here[-1])
    clear = told[-1] == meanings.normal and named[0] == trie.FINDING and meanings.lungs >= 0
    return (trie.STRUCTURE, meanings.lungs) if clear else named


def _names(view: View, head: tuple[int, int], end: int, stop: int) -> bool:
    """Whether the words ``end:stop`` behind a side name a finding, and no property: "the left blunted" names none."""
    named = view.within(trie.FINDING, head[0], stop)
    told = view.within(trie.PROPERTY, end, end + 1)
    if len(named) != 1 or not len(told) or len(view.within(trie.FINDING, end, end + 1)) != 1:
        return bool(len(named))
    here = view.within(trie.STRUCTURE, int(view.block.tokens.first[view.block.sentence[head[1]]]), head[1])
    return not len(here) or bool(view.meanings.combos[here[-1], told[-1]] < 0)


PLACING = frozenset(("of", "in", "at", "on"))
NAMED = 4
"""Tokens from a comma behind a side to the structure that is told of there."""


def _clause_behind(block: Block, end: int) -> list[str]:
    """The next few words, up to a mark or a conjunction."""
    stop = end + (block.words[end] == ",")
    while stop < end + BEHIND and not (block.traits[stop] & SEGMENT_END or block.words[stop] in OPENERS):
        stop += 1
    return block.words[end:stop]


def _stands_for_a_name(behind: list[str]) -> bool:
    """Whether some words hold one that stands for a name: "there is a trace there", but not "a trace effusion"."""
    if any(word == "trace" and after in OF_A_TRACE for word, after in pairwise(behind)):
        return False
    return not (PRONOUNS | NOTHING).isdisjoint(behind)


def tells_where_it_lies(view: View, head: tuple[int, int], end: int, stop: int, named: tuple[int, int] | None) -> bool:
    """Whether a device ``named`` before is told of by where it lies: "…; the left one ends in the atrium"."""
    block, meanings = view.block, view.meanings
    if named is None or named[0] != trie.FINDING or not meanings.device[meanings.card[named[1]]]:
        return False
    at = behind_places(block, end)
    at += block.words[at] in ONE
    opened = block.words[head[1] - 1] in OPENERS | {",", ";"} or block.words[head[1] - 2] in OPENERS | {",", ";"}
    return opened and block.words[at] in LIES and not _names(view, head, end, stop)


def is_changed_part(view: View, at: int, end: int, named: tuple[int, int]) -> bool:
    """Whether a part of a lung has a change of its own of the shadow ``named``: "LLL opacity unchanged, RLL better"."""
    block, meanings = view.block, view.meanings
    if named[0] != trie.FINDING or not meanings.of_lung[meanings.card[named[1]]]:
        return False
    placed = behind_places(block, end)
    changes, names = block.hits[trie.COMPARISON], block.hits[trie.FINDING].end
    k = int(changes.start.searchsorted(placed))
    # "Density at the left apex and right base is stable" has one change.
    name = int(names[names.searchsorted(at, side="right") - 1])
    if (
        k in (0, len(changes.start))
        or changes.start[k - 1] < name
        or changes.start[k] > placed + bool(block.traits[placed] & FINITE)
    ):
        return False
    stop = int(changes.end[k])
    closed = bool(block.traits[stop] & SEGMENT_END) or block.words[stop] in OPENERS
    part = meanings.placing[view.within(trie.ANATOMY, at, placed)].any()
    # "LLL nodule larger, right lung unchanged" tells of the lung.
    part &= block.words[placed - 1] not in WHOLE_LUNGS
    return closed and bool(part) and not len(view.within(trie.FINDING, at, stop))


def _goes_on_behind(block: Block, at: int) -> bool:
    """Whether a verb stands behind the comma that ends a relative clause, which goes on at a token."""
    while not block.traits[at] & SEGMENT_END:
        at += 1
    return block.words[at] == "," and bool(block.traits[at + 1] & FINITE)


def _is_out_of_sight(block: Block, end: int) -> bool:
    """Whether a place that begins before token ``end`` is only said not to be seen: "the left apex is not included"."""
    at = behind_places(block, end)
    if not block.traits[at] & FINITE:
        return False
    placed, denied = at > end, False
    while block.traits[at] & FINITE or block.words[at] in HOW_FAR:
        denied |= block.words[at] == "not"
        at += 1
    return block.words[at] in UNSEEN or (placed and denied and block.words[at] in SEEN)


def says_something(view: View, head: tuple[int, int], end: int, stop: int) -> bool:
    """Whether the words ``end:stop`` right behind a side say something of it and name nothing themselves."""
    (at, opens), block, meanings = head, view.block, view.meanings
    if _is_out_of_sight(block, end):
        return False
    # "But there is none in the left lung."
    if not NONE.isdisjoint(block.words[opens:at]) and block.traits[behind_places(block, end)] & SEGMENT_END:
        return not _names(view, head, end, stop)
    # "In the right lung, there is none": the lung is where nothing lies. "In the left lower lobe, it is worsening."
    place = behind_places(block, end)
    if none_behind(block, place) or told_of_it(block, place):
        return not _names(view, head, end, stop)
    # "That in the left lung persists": the lung is where "that" lies.
    # What is said of it stands before it: "at most a trace on the left".
    before = opens < at and (block.words[opens] not in LEADS | NOTHING or block.words[opens + 1] == "most")
    low = max(end + 1, behind_places(block, end)) if block.words[at] in PRONOUNS else at + (block.words[at] in LOBES)
    structures = view.within(trie.STRUCTURE, low, stop)
    # "And stable at the apices", "RLL unchanged", "the existing one in the RML is the same": they are the lungs.
    if before or block.words[at] in LOBES or (block.words[at] in ONE and block.words[at + 1] in PREPOSITIONS):
        structures = structures[structures != meanings.lungs]
    # "Old ones of the right ribs": the ribs are where they lie.
    if block.words[at] in ONE and block.words[end] in PLACING:
        verb = next((t for t in range(end, stop) if block.traits[t] & FINITE), stop)
        structures = view.within(trie.STRUCTURE, max(low, verb), stop)
    # "Replaced by a right one ending in the atrium": it is where a tip lies.
    if block.words[at] in ONE and not ENDING.isdisjoint(block.words[at + 1 : at + 3]):
        structures = structures[:0]
    if _names(view, head, end, stop) or len(structures):
        return False
    if block.words[at] in PRONOUNS or block.words[at] in REMNANTS:
        return True
    # "And a right one of small size."
    if before or (block.words[end - 1] in ONE and block.words[opens] in ("a", "an")):
        return True
    placed = behind_places(block, end)
    if placed > end:  # "right lower lobe is unchanged", "…: none", but "and left lower lobe": another place of the same
        placed += block.words[placed] in ONE  # "the right basal one is unchanged"
        placed += block.words[placed] in THEY  # "at the left base it is longstanding"
        changed = len(view.within(trie.COMPARISON, placed, placed + 1)) > 0  # "better, left lower lobe worse"
        not_so = block.words[placed] == "not" and bool(block.traits[placed + 1] & SEGMENT_END)  # "right base not"
        return bool(block.traits[placed] & (FINITE | COLON)) or changed or not_so
    # "And the right, which was small, has resolved."
    if block.words[end : end + 2] == [",", "which"] and _goes_on_behind(block, end + 2):
        return True
    said = block.words[end] in REMAINS or block.words[end] in THEY | {"being"}
    if said or block.words[opens] in NOTHING or block.traits[end] & FINITE:
        return True
    # "Right drain out, left in situ."
    if block.words[end : end + 2] in (["in", "situ"], ["in", "place"]):
        return True
    # "The left fracture is acute, the right one old."
    if block.words[end] in AGES and block.traits[end + 1] & SEGMENT_END:
        return True
    # "On the left, these have improved."
    if told_of_it(block, end):
        return True
    # "No effusion on the left; on the right there is a small one", "on the right there is".
    behind = _clause_behind(block, end) if block.words[end] in THERE else []
    if behind in IS_THERE or _stands_for_a_name(behind) or behind[1:] in (["is"], ["are"]):
        return True
    # "On the left an effusion; on the right, enlarged hilum."
    near = min(end + NAMED, int(block.tokens.first[block.sentence[at] + 1]))
    if block.words[end] == "," and len(view.within(trie.STRUCTURE, end + 1, near)):
        return False
    told = (trie.SEVERITY, trie.COMPARISON, trie.PROPERTY)
    if any(len(view.within(category, end, end + 1)) for category in told):
        return True
    # "Definite on the left, on the right only possible."
    end += block.words[end] in ONLY
    return bool((meanings.level[view.within(trie.CUE, end, end + 1)] <= ABSENT).any())

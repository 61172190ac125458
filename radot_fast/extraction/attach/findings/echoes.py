"""Words that stand for what was named before: "the right effusion has cleared while that on the left persists".

A finding or structure that was said of one side is said again of the other by a pronoun ("that on the left", "a smaller
one on the left") or by the side alone ("the left is sharp"; "effusion: right small, left none"). Such a word is read as
if the name stood there, in a clause of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.findings.clear_lungs import OPENERS, SIDE_NOUNS, SIDE_WORDS, clear_alone, clear_sides
from radot_fast.extraction.attach.findings.graded_echoes import LEADS, graded_side, levels
from radot_fast.extraction.attach.findings.one_of_both import one_of_both
from radot_fast.extraction.attach.findings.two_sides import told_of_sides
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, END, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import (
    DETERMINERS,
    FINITE,
    PARTS,
    PREPOSITIONS,
    REMNANTS,
    SEGMENT_END,
    SHOWING,
    SIGNAL,
)

PRONOUNS = frozenset(("that", "those", "one", "ones", "another"))
JOINS = frozenset(("and", "but"))
"""What stands between two changes."""
ARE = frozenset(("is", "are"))
NOTHING = frozenset(("none", "nil", "nothing"))
"""Denials that stand for the name too: "pneumothorax on the right, none on the left"."""
THERE = frozenset(("there", "a", "an", ",", "only", "just"))
"""Words between a side and a pronoun behind it: "on the right there is a small one"."""
IS_THERE = (["there", "is"], ["there", "are"])
SINCE = frozenset(("since", "than"))
THEY = frozenset(("it", "this", "these", "they"))
"""Pronouns behind a side: "on the left, these have improved"."""
BEHIND = 7
"""Tokens from such a word to the pronoun."""
REPLACED, REPLACING = frozenset(("replaced", "exchanged", "swapped", "switched")), frozenset(("by", "for", "with"))
PLACING = frozenset(("placement", "insertion", "introduction", "development", "appearance"))
NEW = frozenset(("new",))
"""What a pronoun is put in behind: "removal of the left tube and placement of a new right one"."""
REMAINS = frozenset(("remains", "remain", "persists", "persist", "remaining", "persisting"))
"""Words behind what is left of a finding: "a sliver remains at the apex"."""
RELATIVE = frozenset(("which",))
OLD = frozenset(("known", "old", "older", "previous", "prior", "existing", "other", "earlier", "described"))
"""Adjectives before a side with a pronoun: "the known right basal one"."""
ONE, WITH = frozenset(("one", "ones")), frozenset(("with",))
PHRASE = 3
"""Tokens between a pronoun and its side ("that on the left")."""


class Echo(NamedTuple):
    """The word at token ``at`` repeats ``meaning`` of a category; ``opens`` is the token that begins its clause."""

    at: int
    opens: int
    category: int
    meaning: int


def with_echoes(block: Block, meanings: Meanings) -> tuple[Block, list[int]]:
    """The block with what is repeated among its findings and structures, and the tokens where clauses begin."""
    echoes = _echoes(block, meanings)
    if not echoes:
        return block, []
    hits = list(block.hits)
    for category in (trie.FINDING, trie.STRUCTURE):
        new = [(echo.at, echo.at + 1, echo.meaning) for echo in echoes if echo.category == category]
        if new:
            hits[category] = _merged(hits[category], new)
    return block._replace(hits=hits, seen={}), [echo.opens for echo in echoes]


def _merged(hits: Hits, new: list[tuple[int, int, int]]) -> Hits:
    """Hits and more of them, in order of their first token."""
    columns = [np.append(old, more) for old, more in zip(hits, zip(*new, strict=True), strict=True)]
    order = columns[0].argsort(kind="stable")
    return Hits(*(column[order] for column in columns))


class _View(NamedTuple):
    """What is looked at: the block, and in order the tokens where a segment ends."""

    block: Block
    meanings: Meanings
    stops: np.ndarray

    def within(self, category: int, low: int, high: int) -> np.ndarray:
        """Meanings of the hits that begin at tokens ``low:high``."""
        hits = self.block.hits[category]
        a, b = hits.start.searchsorted((low, high))
        return hits.meaning[a:b]


def _echoes(block: Block, meanings: Meanings) -> list[Echo]:
    """Every echo of the block."""
    places, cues = block.hits[trie.ANATOMY], block.hits[trie.CUE]
    sided = places.at(meanings.has_side[places.meaning])
    side, sentence = meanings.one_side[sided.meaning], block.sentence[sided.start]
    heads: list[tuple[int, int, int]] = []
    apart = {at for _, *two in told_of_sides(block, meanings) for side in two if side for at in range(*side[:2])}
    told = tokens_in(block, (trie.SEVERITY, trie.COMPARISON))
    for k in (indices((side[1:] != side[:-1]) & (side[1:] != 0) & (sentence[1:] == sentence[:-1])) + 1).tolist():
        end = int(sided.end[k])
        if block.words[sided.start[k] - 1] == "and" and meanings.places[sided.meaning[k]]:
            continue  # "in the right upper and left lower lobe" is one finding in two places
        start = int(sided.start[k])
        if start in apart:
            continue  # "bilateral effusions, the right moderate and the left small" are two already
        head = _head(block, start) or _told_before(block, start, end, told) or graded_side(block, start, end, told)
        # Degrees of both are told of each within their clause: "bilateral effusions, large on the right".
        if head is not None and (side[k - 1] or block.words[head[1] - 1] == ";"):
            heads.append((*head, end))
    heads += _changed_parts(block, places, told, meanings) + _remnants(block, places)
    heads += _known_ones(block, told, {at for at, _, _ in heads})
    vertebrae = levels(block, places.at(meanings.of_spine[places.meaning]), told)
    clear = clear_sides(block, sided) + clear_alone(block)
    out = [Echo(at, at, trie.STRUCTURE, meanings.lungs) for at in clear]
    out += [Echo(at, opens, trie.STRUCTURE, of) for at, opens, of in one_of_both(block, meanings)]
    if not (heads or vertebrae):
        return out
    # "The left shows haziness" names what it says.
    ends = cues.start[(meanings.level[cues.meaning] == END) & ~block.has(SHOWING)[cues.start]]
    view = _View(block, meanings, np.union1d(block.where(SEGMENT_END), ends))
    for at, opens, end in heads:
        end += block.words[end] in SIDE_NOUNS or block.words[end] in (")", ":")  # "the right one has gone"
        end += block.words[end] == "," and block.words[end + 1] in THEY  # "on the left, these have improved"
        stop = int(view.stops[view.stops.searchsorted(end)])
        if not _says_something(view, (at, opens), end, stop):
            continue
        named = _named(view, opens)
        if named is not None:
            # "The remaining one is unchanged" tells of the finding, and not of the lung that it lies in.
            left = block.words[at] in REMNANTS or block.words[at - 1] in REMNANTS
            told_of = named if left else _described(view, opens, (end, stop), named)
            out.append(Echo(at, opens, *told_of))
    for at, opens in vertebrae:
        named = _named(view, opens)
        out += [Echo(at, opens, *named)] if named is not None and named[0] == trie.FINDING else []
    return sorted(out)


def _changed_parts(block: Block, places: Hits, told: np.ndarray, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Places with a change of their own behind another one: "worse in the upper lobes and better in the lower lobes".

    So have pronouns with a place: "the basal component is unchanged, the apical one has gone".

    The place's token, the token that opens its clause, and last + 1; sides have theirs already.
    """
    side, sentence = meanings.one_side[places.meaning], block.sentence[places.start]
    out = []
    for k in (indices((side[1:] == side[:-1]) & (sentence[1:] == sentence[:-1])) + 1).tolist():
        start, end = int(places.start[k]), int(places.end[k])
        if block.words[end] in ONE and _opens_with_article(block, start):
            out.append((start, start - 1, end))
            continue
        head = _told_before(block, start, end, told)
        if head is not None and _two_changes(block, head[1] + (block.words[head[1]] in ARE)):
            out.append((*head, end))
    return out


def _known_ones(block: Block, told: np.ndarray, heads: set[int]) -> list[tuple[int, int, int]]:
    """Pronouns with an article behind what tells which is meant: "no new infiltrate; the known right one persists".

    The pronoun, the token that opens its clause, and last + 1; ``heads`` are pronouns that are known already.
    """
    out = []
    for at in indices(block.said(ONE)).tolist():
        first, opens = int(block.tokens.first[block.sentence[at]]), at
        while opens > first and (told[opens - 1] or block.words[opens - 1] in OLD or _ends_place(block, opens)):
            opens -= 1
        led = opens < at and block.words[opens - 1] in DETERMINERS and bool(block.traits[at + 1] & FINITE)
        if led and opens - 1 > first and at not in heads and not heads & set(range(opens, at)):
            before = block.words[opens - 2] in OPENERS or bool(block.traits[opens - 2] & SEGMENT_END)
            out += [(at, opens - 1, at + 1)] if before else []
    return out


def _ends_place(block: Block, end: int) -> bool:
    """Whether a place ends before token ``end``."""
    return bool((block.hits[trie.ANATOMY].end == end).any())


def _opens_with_article(block: Block, start: int) -> bool:
    """Whether an article before token ``start`` begins a clause: "…, the apical one has gone"."""
    before = block.words[start - 2] in OPENERS or bool(block.traits[start - 2] & SEGMENT_END)
    return block.words[start - 1] in DETERMINERS and before


def _remnants(block: Block, places: Hits) -> list[tuple[int, int, int]]:
    """What a later clause tells to be left of a finding: "…; a tiny apical component remains", "the remaining one is".

    The word, the token that opens its clause, and last + 1.
    """
    signals = [k for k in block.where(SIGNAL).tolist() if block.words[k] in REMNANTS]
    placed = set(places.end.tolist()) if signals else set()
    out = []
    for at in signals:
        if block.words[at] == "remaining":
            at += 1
            left = block.words[at] in ONE and bool(block.traits[at + 1] & FINITE)
        elif block.words[at] == "component":
            left = at in placed  # "has improved; a moderate component remains" grades the finding itself
        else:
            left = block.words[at + 1] in REMAINS
        opens = _opening(block, at, int(block.tokens.first[block.sentence[at]])) if left else None
        out += [] if opens is None else [(at, opens, at + 1)]
    return out


def _head(block: Block, start: int) -> tuple[int, int] | None:
    """The word that stands for a name before the side at token ``start``, and the token that opens its clause."""
    words, first = block.words, int(block.tokens.first[block.sentence[start]])
    for at in range(start - 1, max(first, start - 1 - PHRASE), -1):
        if words[at] in PRONOUNS and words[at - 1] != "make":
            opens = _opening(block, at, first)
            return None if opens is None else (at, opens)
        if words[at] not in LEADS:
            break
    other = _in_its_place(block, start, first)
    if other is not None:
        return other
    new = _one_ahead(block, start, first)
    if new is not None:
        return new
    low = start - (words[start - 1] == "(" and words[start + 1] == ")")  # "effusion (R) small, (L) absent"
    # "And the small left one has cleared", "the known right basal one persists".
    told = tokens_in(block, (trie.SEVERITY, trie.COMPARISON)) if words[_behind_places(block, start)] in ONE else None
    while low > first and (words[low - 1] in LEADS or (told is not None and (told[low - 1] or words[low - 1] in OLD))):
        low -= 1
    low -= low > first and words[low - 1] in NOTHING
    if told is not None and words[low - 1] in DETERMINERS:  # "and a small left one"
        low -= 1
    # "Removal of the right chest tube with the left remaining."
    left = words[low - 1] in WITH and words[_behind_places(block, start)] in REMAINS
    if low == first or not (left or block.traits[low - 1] & SEGMENT_END or words[low - 1] in OPENERS | {":"}):
        return None
    return start, low


def _in_its_place(block: Block, start: int, first: int) -> tuple[int, int] | None:
    """A pronoun behind the side of what has replaced something: "was replaced by a right jugular one"."""
    low = start - (block.words[start - 1] in NEW)
    low -= block.words[low - 1] in DETERMINERS
    if low - 2 < first:
        return None
    put_in = block.words[low - 1] == "of" and block.words[low - 2] in PLACING
    if not put_in and (block.words[low - 1] not in REPLACING or block.words[low - 2] not in REPLACED):
        return None
    behind = block.words[start : start + BEHIND]
    at = next((start + n for n, word in enumerate(behind) if word in ONE), None)
    return None if at is None or any(block.traits[start:at] & SEGMENT_END) else (at, low)


def _one_ahead(block: Block, start: int, first: int) -> tuple[int, int] | None:
    """A pronoun with its verb before the side at token ``start``: "but a new one has appeared in the right lung"."""
    for at in range(start - 1, max(first, start - 1 - BEHIND), -1):
        if block.words[at] in ONE:
            opens = _opening(block, at, first)
            return None if opens is None else (at, opens)
        if block.traits[at] & SEGMENT_END:
            return None
    return None


def _told_before(block: Block, start: int, end: int, told: np.ndarray) -> tuple[int, int] | None:
    """The side ``start:end`` and the token that opens its clause, where what is ``told`` of it stands before it.

    "Stable left effusion, slightly increased on the right".
    """
    words, low = block.words, start
    while words[low - 1] in LEADS:
        low -= 1
    opens = low
    while told[opens - 1]:
        opens -= 1
    two = _two_changes(block, opens)
    opens -= two and block.words[opens - 1] in ARE  # "and are stable in the lower lobes"
    end += words[end] in SIDE_NOUNS  # "and decrease in the left one"
    end = _behind_places(block, end)  # "is stable, new in the left upper lobe"
    alone = opens < low and block.traits[end] & SEGMENT_END
    return (
        (start, opens) if alone and (words[opens - 1] in (",", ";", ":", "(", "-", *OPENERS - {"and"}) or two) else None
    )


def _behind_places(block: Block, end: int) -> int:
    """The token behind the places that begin at token ``end``."""
    places = block.hits[trie.ANATOMY]
    k = int(places.start.searchsorted(end))
    while k < len(places.start) and places.start[k] == end:
        end = int(places.end[k])
        k = int(places.start.searchsorted(end))
    return end


def _two_changes(block: Block, opens: int) -> bool:
    """Whether "and" before token ``opens`` joins two changes: "has cleared on the right and increased on the left"."""
    changes, first = block.hits[trie.COMPARISON], int(block.tokens.first[block.sentence[opens]])
    k = int(changes.start.searchsorted(opens))
    second = k < len(changes.start) and changes.start[k] == opens
    joins = block.words[opens - 1 - (block.words[opens - 1] in ARE)] in JOINS
    return bool(joins and second and k and changes.start[k - 1] >= first)


def _opening(block: Block, at: int, first: int) -> int | None:
    """The token that opens the clause of a pronoun: "and a smaller one", "with a small one", "; those"."""
    openers = OPENERS | WITH if block.words[at] in ONE else OPENERS
    for low in range(at, max(first, at - 1 - PHRASE), -1):
        if block.traits[low - 1] & SEGMENT_END or block.words[low - 1] in openers:
            return low
    return None


def _named(view: _View, stop: int) -> tuple[int, int] | None:
    """Category and meaning of the last finding or structure before token ``stop`` in its sentence."""
    first = int(view.block.tokens.first[view.block.sentence[stop]])
    stop = _before_which(view, first, stop)
    best: tuple[int, int, int] | None = None
    for category in (trie.FINDING, trie.STRUCTURE):
        hits = view.block.hits[category]
        k = int(hits.end.searchsorted(stop, side="right")) - 1
        # "Shadowing in the right lung": the lung is where it lies.
        while best is not None and k >= 0 and hits.start[k] >= best[0] and _is_place(view.block, int(hits.start[k])):
            k -= 1
        # "Fluid" within "pleural fluid" is no name of its own.
        if k >= 0 and hits.start[k] >= first and (best is None or hits.end[k] > best[0]):
            best = int(hits.end[k]), category, int(hits.meaning[k])
    if best is None or best[1] != trie.FINDING or not view.meanings.denied[best[2]]:
        return None if best is None else best[1:]
    # "No fluid on the right, a small amount on the left": it is the fluid that is named again.
    meanings = view.meanings
    told = indices((meanings.card == meanings.card[best[2]]) & ~meanings.denied)
    return (trie.FINDING, int(told[0])) if len(told) else None


def _before_which(view: _View, first: int, stop: int) -> int:
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
    """Whether a structure at token ``start`` is where something lies, or when: "in the right lung", "since then"."""
    while block.words[start - 1] in DETERMINERS | PARTS | SIDE_WORDS:
        start -= 1
    compared = block.words[start - 1] == "with" and block.words[start - 2] == "compared"
    return compared or block.words[start - 1] in PREPOSITIONS | SINCE


def _described(view: _View, stop: int, tail: tuple[int, int], named: tuple[int, int]) -> tuple[int, int]:
    """The structure before token ``stop`` that has the property told in the words ``tail`` of an echo, else ``named``.

    "The right costophrenic angle is blunted, the left is sharp". Normal is said of no finding, but of the other lung:
    "left basal consolidation, right clear".
    """
    block, meanings = view.block, view.meanings
    told = view.within(trie.PROPERTY, *tail)
    # "The left chest drain has been removed, the right one is unchanged": it is the drain, and no chest.
    device = named[0] == trie.FINDING and meanings.device[meanings.card[named[1]]]
    if device or not len(told):
        return named
    here = view.within(trie.STRUCTURE, int(block.tokens.first[block.sentence[stop]]), stop)
    if len(here) and meanings.combos[here[-1], told[-1]] >= 0:
        return trie.STRUCTURE, int(here[-1])
    clear = told[-1] == meanings.normal and named[0] == trie.FINDING and meanings.lungs >= 0
    return (trie.STRUCTURE, meanings.lungs) if clear else named


def _names(view: _View, head: tuple[int, int], end: int, stop: int) -> bool:
    """Whether the words ``end:stop`` behind a side name a finding, and no property: "the left blunted" names none."""
    named = view.within(trie.FINDING, head[0], stop)
    told = view.within(trie.PROPERTY, end, end + 1)
    if len(named) != 1 or not len(told) or len(view.within(trie.FINDING, end, end + 1)) != 1:
        return bool(len(named))
    here = view.within(trie.STRUCTURE, int(view.block.tokens.first[view.block.sentence[head[1]]]), head[1])
    return not len(here) or bool(view.meanings.combos[here[-1], told[-1]] < 0)


def _clause_behind(block: Block, end: int) -> list[str]:
    """The next few words, up to a mark or a conjunction."""
    stop = end + (block.words[end] == ",")
    while stop < end + BEHIND and not (block.traits[stop] & SEGMENT_END or block.words[stop] in OPENERS):
        stop += 1
    return block.words[end:stop]


def _says_something(view: _View, head: tuple[int, int], end: int, stop: int) -> bool:
    """Whether the words ``end:stop`` right behind a side say something of it and name nothing themselves."""
    (at, opens), block, meanings = head, view.block, view.meanings
    # "That in the left lung persists": the lung is where "that" lies.
    before = opens < at and block.words[opens] not in LEADS | NOTHING  # what is said of it stands before it
    low = max(end + 1, _behind_places(block, end)) if block.words[at] in PRONOUNS else at
    structures = view.within(trie.STRUCTURE, low, stop)
    if before:  # "and stable at the apices": they are the lungs
        structures = structures[structures != meanings.lungs]
    if _names(view, head, end, stop) or len(structures):
        return False
    if block.words[at] in PRONOUNS or block.words[at] in REMNANTS:
        return True
    # "And a right one of small size."
    if before or (block.words[end - 1] in ONE and block.words[opens] in ("a", "an")):
        return True
    placed = _behind_places(block, end)
    if placed > end:  # "right lower lobe is unchanged", but "and left lower lobe": another place of the same
        return bool(block.traits[placed] & FINITE)
    said = block.words[end] in REMAINS or block.words[end] in THEY | {"being"}
    if said or block.words[opens] in NOTHING or block.traits[end] & FINITE:
        return True
    # "On the left, these have improved."
    pronoun = end + (block.words[end] == ",")
    if block.words[pronoun] in THEY and block.traits[pronoun + 1] & FINITE:
        return True
    # "No effusion on the left; on the right there is a small one", "on the right there is".
    behind = _clause_behind(block, end) if block.words[end] in THERE else []
    if behind in IS_THERE or not (PRONOUNS | NOTHING).isdisjoint(behind) or behind[1:] in (["is"], ["are"]):
        return True
    told = (trie.SEVERITY, trie.COMPARISON, trie.PROPERTY)
    if any(len(view.within(category, end, end + 1)) for category in told):
        return True
    return bool((meanings.level[view.within(trie.CUE, end, end + 1)] <= ABSENT).any())

"""Words that stand for what was named before: "the right effusion has cleared while that on the left persists".

A finding or structure that was said of one side is said again of the other by a pronoun ("that on the left", "a smaller
one on the left") or by the side alone ("the left is sharp"; "effusion: right small, left none"). Such a word is read as
if the name stood there, in a clause of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.findings.clear_lungs import SIDE_NOUNS, clear_alone, clear_sides
from radot_fast.extraction.attach.findings.echo_heads import CHANGES, behind_places, head_of, told_before
from radot_fast.extraction.attach.findings.echo_names import (
    View,
    described_by,
    is_changed_part,
    named_before,
    says_something,
    tells_where_it_lies,
)
from radot_fast.extraction.attach.findings.echoes_of_several import doubted_ones, several
from radot_fast.extraction.attach.findings.graded_echoes import graded_side, levels
from radot_fast.extraction.attach.findings.labelled_items import labelled_items
from radot_fast.extraction.attach.findings.later_heads import changed_parts, known_ones, remnants
from radot_fast.extraction.attach.findings.one_of_both import one_of_both
from radot_fast.extraction.attach.findings.properties_by_side import properties_by_side
from radot_fast.extraction.attach.findings.recurrences import recurrences
from radot_fast.extraction.attach.findings.sides_in_doubt import sides_in_doubt
from radot_fast.extraction.attach.findings.sides_of_one_noun import sides_of_one_noun
from radot_fast.extraction.attach.findings.sides_that_do import sides_that_do
from radot_fast.extraction.attach.findings.sides_without import sides_without
from radot_fast.extraction.attach.findings.two_sides import told_of_sides
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import END, Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import among, indices, merged
from radot_fast.extraction.match.words import FINITE, REMNANTS, SEGMENT_END, SHOWING

STOPS, THE, ONES = frozenset((";",)), frozenset(("the",)), frozenset(("one", "ones"))
BOTH, IF, ANY = frozenset(("both",)), frozenset(("if",)), frozenset(("any",))
LEFT = frozenset(("residual", "residua", "remnant", "amount", "quantity"))
"""Words behind a degree that stand for the name: "tiny residual on the right"."""
SITU = frozenset(("situ", "place"))
"""Last words of "in situ", which a side before them may tell of a device that is named before."""
ARE = frozenset(("is", "are", "was", "were"))
NOT, LEADS = frozenset(("not",)), frozenset(("the", "left", "right", "a"))
OPENERS = frozenset((",", ";", "and", "but", "while", "whereas", "although", "though"))
"""Words before a clause that denies what the one before tells."""
PLURALS = frozenset(("have", "are", "were", "remain", "persist"))
"""Verbs of two: "the right drain and the left one have been removed"."""
INSERTED = 8
"""Tokens of such an insertion."""
THEY = frozenset(("it", "this", "these", "they"))
"""Pronouns behind a side: "on the left, these have improved"."""


class Echo(NamedTuple):
    """The word at token ``at`` repeats ``meaning`` of a category; ``opens`` is the token that begins its clause."""

    at: int
    opens: int
    category: int
    meaning: int


def with_echoes(block: Block, meanings: Meanings) -> tuple[Block, list[int]]:
    """The block with what is repeated among its findings and structures, and the tokens where clauses begin."""
    echoes = _echoes(block, meanings)
    by_side = [Echo(at, opens, trie.STRUCTURE, of) for at, opens, of in properties_by_side(block, meanings)]
    echoes += [echo for echo in by_side if echo.meaning >= 0]
    contrasts = _contrasts(block) + [echo for echo in by_side if echo.meaning < 0]
    if not (echoes or contrasts):
        return block, []
    hits = list(block.hits)
    opened = [echo.opens for echo in (*echoes, *contrasts) if not _is_joined(block, echo)]
    echoes += _denied_properties(block, [*echoes, *contrasts], meanings)
    for category in (trie.FINDING, trie.STRUCTURE, trie.PROPERTY):
        new = [(echo.at, echo.at + 1, echo.meaning) for echo in echoes if echo.category == category]
        if new:
            hits[category] = _merged(hits[category], new)
    # "Both" that stands for two findings is no side.
    places, carriers = hits[trie.ANATOMY], np.array([echo.at for echo in echoes], np.int64)
    hits[trie.ANATOMY] = places.at(~(block.said(BOTH)[places.start] & among(places.start, carriers)))
    return block.with_hits(hits), opened


def _explains(block: Block, at: int) -> bool:
    """Whether a colon at a token ends a statement with a verb, which is told in full behind it."""
    first = int(block.tokens.first[block.sentence[at]])
    return block.words[at] == ":" and bool((block.traits[first:at] & FINITE).any())


def _is_joined(block: Block, echo: Echo) -> bool:
    """Whether what is repeated shares the verb of its name: "the right tube and the left have been removed"."""
    verb = echo.at + 1
    while not block.traits[verb] & (FINITE | SEGMENT_END):
        verb += 1
    if block.words[echo.opens - 1] != "and" or block.words[verb] not in PLURALS:
        return False
    low = echo.opens - 1
    while low >= block.tokens.first[block.sentence[echo.at]] and not block.traits[low] & (FINITE | SEGMENT_END):
        low -= 1
    return not block.traits[low] & FINITE or low < block.tokens.first[block.sentence[echo.at]]


def _alone_behind_comma(block: Block, end: int) -> bool:
    """Whether a comma at a token leads to a degree that ends the segment: "on the right, moderate"."""
    if block.words[end] != ",":
        return False
    degrees = block.hits[trie.SEVERITY]
    k = int(degrees.start.searchsorted(end + 1))
    told = k < len(degrees.start) and degrees.start[k] == end + 1
    return bool(told and block.traits[int(degrees.end[k])] & SEGMENT_END)


def _past_insertion(block: Block, end: int) -> int:
    """The token behind an insertion between commas that a verb follows, or the token itself: ", once small, has"."""
    if block.words[end] != ",":
        return end
    at = end + 1
    while at < end + INSERTED and not block.traits[at] & SEGMENT_END:
        at += 1
    names = block.hits[trie.FINDING].start
    told = (
        block.words[at] == "," and block.traits[at + 1] & FINITE and names.searchsorted(end) == names.searchsorted(at)
    )
    return at + 1 if told else end


def _before_what_it_does(view: View, at: int, end: int, stop: int) -> int:
    """The "and" before what a thing does that "one" stands for, or ``stop``: "the left one is larger and hides …"."""
    words = view.block.words
    if words[at] not in ONES and words[end - 1] not in ONES:
        return stop
    for k in range(end + 1, stop - 1):
        told = words[k] == "and" and (
            view.within(trie.COMPARISON, end, k).size or view.within(trie.SEVERITY, end, k).size
        )
        if told and words[k + 1 + (words[k + 1] in ("now", "also"))].endswith("s"):
            return k if not len(view.within(trie.FINDING, end, k)) else stop
    return stop


def _not_clear(block: Block, meanings: Meanings, opens: int, end: int) -> int:
    """The "not" that stands for what the other side has not, or 0: "the right base is clear, the left base is not"."""
    verb, names = behind_places(block, end), block.hits[trie.FINDING]
    k = int(names.end.searchsorted(opens, side="right")) - 1
    bare = _is_bare_not(block, opens, verb)
    ends = block.words[verb] in ARE and block.words[verb + 1] == "not" and bool(block.traits[verb + 2] & SEGMENT_END)
    named = k >= 0 and block.sentence[names.start[k]] == block.sentence[opens]
    clear = (ends or bare) and named and bool(meanings.denied[names.meaning[k]])
    if clear and bare:
        return verb
    return verb + 1 if clear and not ARE.isdisjoint(block.words[names.start[k] : opens]) else 0


def _is_bare_not(block: Block, opens: int, verb: int) -> bool:
    """Whether a "not" alone tells of the other side, in a sentence without a verb: "left base clear, right not"."""
    first = int(block.tokens.first[block.sentence[opens]])
    ends = block.words[verb] == "not" and bool(block.traits[verb + 1] & SEGMENT_END)
    return ends and not (block.traits[first:verb] & FINITE).any()


def _merged(hits: Hits, new: list[tuple[int, int, int]]) -> Hits:
    """Hits and more of them, in order of their tokens; none within a name: "and a persistent left vena cava"."""
    columns = [np.append(old, more) for old, more in zip(hits, zip(*new, strict=True), strict=True)]
    within = hits.holds(columns[0] - 1, columns[1])
    within[: len(hits.start)] = False
    order = np.lexsort((columns[1], columns[0]))
    return Hits(*(column[order[~within[order]]] for column in columns))


def _contrasts(block: Block) -> list[Echo]:
    """Structures of which is denied what the clause before tells: "the heart is enlarged, the mediastinum is not".

    Each by its last token, as it stands before the verb.
    """
    structures = block.hits[trie.STRUCTURE]
    verbs = np.minimum(structures.end, len(block.words) - 3)
    denied = block.said(ARE)[verbs] & block.said(NOT)[verbs + 1] & block.has(SEGMENT_END)[verbs + 2]
    out = []
    for k in indices(denied).tolist():
        opens, end = int(structures.start[k]), int(structures.end[k])
        while block.words[opens - 1] in LEADS:
            opens -= 1
        first = int(block.tokens.first[block.sentence[opens]])
        if block.words[opens - 1] in OPENERS and NOT.isdisjoint(block.words[first:opens]):
            out.append(Echo(end - 1, opens, trie.STRUCTURE, int(structures.meaning[k])))
    return out


def _denied_properties(block: Block, echoes: list[Echo], meanings: Meanings) -> list[Echo]:
    """What is denied of a structure that is named again, without its word: "the right hilum is large, the left is not".

    Or asserted of it, where the first is denied: "the right hilum is not large, the left is". The verb stands for the
    property.
    """
    out, properties = [], block.hits[trie.PROPERTY]
    for echo in echoes:
        verb = echo.at + 1 + (block.words[echo.at + 1] in SIDE_NOUNS)
        bare = _is_bare_not(block, echo.opens, verb)
        denied = bare or (block.words[verb] in ARE and block.words[verb + 1] == "not")
        if echo.category != trie.STRUCTURE or not block.traits[verb + 1 + (denied and not bare)] & SEGMENT_END:
            continue
        begins = int(block.tokens.first[block.sentence[echo.at]])
        # "The left hilum is not enlarged; the right is."
        denied_before = not NOT.isdisjoint(block.words[begins : echo.opens])
        if not denied and (block.words[verb] not in ARE or not denied_before):
            continue
        first, last = properties.start.searchsorted((begins, echo.opens)).tolist()
        meant = {int(meaning) for meaning in properties.meaning[first:last] if properties.end[last - 1] <= echo.opens}
        # "Right angle sharp, left not": the "not" stands for the property, and denies none.
        if bare and meant and meant != {meanings.normal}:
            meant = {meanings.normal}
        elif (bare or denied_before) and meant == {meanings.normal}:
            meant = _opposite_of_normal(echo.meaning, meanings)
        out += [Echo(verb, verb, trie.PROPERTY, meaning) for meaning in sorted(meant)]
    return out


def _opposite_of_normal(structure: int, meanings: Meanings) -> set[int]:
    """The property that is denied of a structure where "not enlarged" calls it normal: a set of it, or of none."""
    of_it = meanings.combos[structure]
    if structure < 0 or of_it[meanings.normal] < 0:
        return set()
    told = indices(of_it >= 0)
    same = meanings.combo_card[of_it[told]] == meanings.combo_card[of_it[meanings.normal]]
    return set(told[same & ~meanings.combo_absent[of_it[told]]][-1:].tolist())


def _with_if_any(told: np.ndarray, block: Block) -> np.ndarray:
    """Tokens of degrees and changes, with those of an "if any" behind a degree: "trace, if any, on the left".

    So is what is left, or how much: "tiny residual on the right", "small amount on the left".
    """
    places = indices(block.said(IF)[:-1] & block.said(ANY)[1:]).tolist()
    left, situ = block.said(LEFT), block.said(SITU)
    told = told.copy() if places or left.any() or situ.any() else told
    # "Right drain out, left in situ."
    for at in indices(situ).tolist():
        if block.words[at - 1] == "in" and block.words[at - 2] in ("left", "right"):
            told[at - 1 : at + 1] = True
    if left.any():
        told[1:] |= told[:-1] & left[1:]
    for at in places:
        low = at - (block.words[at - 1] == ",")
        told[low : at + 2 + (block.words[at + 2] == ",")] |= told[low - 1]
    return told


def _echoes(block: Block, meanings: Meanings) -> list[Echo]:
    """Every echo of the block."""
    places, cues = block.hits[trie.ANATOMY], block.hits[trie.CUE]
    sided = places.at(meanings.has_side[places.meaning])
    side, sentence = meanings.one_side[sided.meaning], block.sentence[sided.start]
    heads: list[tuple[int, int, int]] = []
    apart = {at for _, *two in told_of_sides(block, meanings) for side in two if side for at in range(*side[:2])}
    told = _with_if_any(tokens_in(block, (trie.SEVERITY, trie.COMPARISON)), block)
    # "Effusions, small on the left; the left is smaller" tells of the same side anew.
    anew = side[1:] != side[:-1]
    again = block.said(STOPS)[sided.start[1:] - 2] & block.said(THE)[sided.start[1:] - 1]
    anew |= again & ~block.said(ONES)[sided.end[1:]]
    for k in (indices(anew & (side[1:] != 0) & (sentence[1:] == sentence[:-1])) + 1).tolist():
        end = int(sided.end[k])
        if block.words[sided.start[k] - 1] == "and" and meanings.places[sided.meaning[k]]:
            continue  # "in the right upper and left lower lobe" is one finding in two places
        start = int(sided.start[k])
        if start in apart:
            continue  # "bilateral effusions, the right moderate and the left small" are two already
        head = told_before(block, start, end, told) if "any" in words_before(block, start, 4) else None
        head = head or head_of(block, start) or told_before(block, start, end, told)
        head = head or graded_side(block, start, end, told)
        # Degrees of both are told of each within their clause: "bilateral effusions, large on the right".
        # "Both effusions have increased: moderate right, small left" tells of each behind the colon.
        if head is not None and (side[k - 1] or block.words[head[1] - 1] == ";" or _explains(block, head[1] - 1)):
            heads.append((*head, end))
    heads += changed_parts(block, places, told, meanings) + remnants(block, places)
    heads += known_ones(block, told, apart.union(at for at, _, _ in heads))
    vertebrae = levels(block, places.at(meanings.of_spine[places.meaning]), told)
    clear = clear_sides(block, sided) + clear_alone(block)
    out = [Echo(at, at, trie.STRUCTURE, meanings.lungs) for at in clear]
    out += [Echo(at, opens, trie.STRUCTURE, of) for at, opens, of in one_of_both(block, meanings)]
    more = several(block, meanings) + doubted_ones(block, meanings) + sides_of_one_noun(block)
    more += sides_without(block, meanings) + recurrences(block, meanings) + sides_that_do(block, meanings)
    more += sides_in_doubt(block, meanings)
    out += [Echo(at, opens, trie.FINDING, of) for at, opens, of in more]
    items = labelled_items(block, meanings)
    out += [Echo(at, at, trie.FINDING, of) for at, of in items]
    told_already = {opens for _, opens, _ in more} | {at for at, _ in items}
    heads = [head for head in heads if told_already.isdisjoint(head[:2])]
    if not (heads or vertebrae):
        return out
    # "The left shows haziness" names what it says.
    ends = cues.start[(meanings.level[cues.meaning] == END) & ~block.has(SHOWING)[cues.start]]
    view = View(block, meanings, merged(block.where(SEGMENT_END), ends))
    for at, opens, end in heads:
        end += block.words[end] in SIDE_NOUNS | CHANGES or block.words[end] in (")", ":")  # "the right one has gone"
        end += block.words[end] == "," and block.words[end + 1] in THEY  # "on the left, these have improved"
        end += opens < at and _alone_behind_comma(block, end)  # "on the right, moderate"
        end = _past_insertion(block, end)  # "the left, which was small, has resolved"
        stop = _before_what_it_does(view, at, end, int(view.stops[view.stops.searchsorted(end)]))
        named = named_before(view, opens)
        lies = tells_where_it_lies(view, (at, opens), end, stop, named)
        if not (lies or says_something(view, (at, opens), end, stop)):
            out += [Echo(at, opens, *named)] if named and is_changed_part(view, at, end, named) else []
            continue
        if named is not None:
            # "The remaining one is unchanged" tells of the finding, and not of the lung that it lies in.
            left = block.words[at] in REMNANTS or block.words[at - 1] in REMNANTS
            told_of = named if left else described_by(view, opens, (end, stop), named)
            carrier = _not_clear(block, meanings, opens, end) if told_of[0] == trie.FINDING else 0
            out.append(Echo(carrier or at, opens, *told_of))
    for at, opens in vertebrae:
        named = named_before(view, opens)
        out += [Echo(at, opens, *named)] if named is not None and named[0] == trie.FINDING else []
    return sorted(out)

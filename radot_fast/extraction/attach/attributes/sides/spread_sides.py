"""Sides that a comparative makes both, or one: "edema, worse on the right" is on both sides, and worse on one.

"The effusion has cleared on the right but is smaller on the left" tells of the left alone.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import DATED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WORSE, MORE = frozenset(("worse", "worst")), frozenset(("larger", "greater", "bigger", "smaller", "denser", "thicker"))
WHERE, THE = frozenset(("on", "in", "at")), frozenset(("the",))
SIDES, PAIR = frozenset(("left", "right")), 2
NOUNS = frozenset(("side", "lung", "hemithorax", "chest"))
BOTH = frozenset(("both", "bilateral", "bibasilar", "bibasal", "biapical", "bilaterally"))
SET_OFF = frozenset((",", "(", "is", "are", "being", "which", "appears", "appear"))
"""What stands before a comparative of places; others are changes: "now worse on the right"."""
GOES_ON = frozenset(("is", "are", "persists", "persist", "remains", "remain", "but", "and"))
"""What stands before a change of the second of two sides."""
SAME = frozenset(("unchanged", "stable", "similar"))
"""Words behind a comparative with which another statement begins: "worse on the right, unchanged since May"."""
JOINING = frozenset(("and", "as"))
READINGS = frozenset(
    (
        "likely", "probably", "possibly", "versus", "vs", "or", "favored", "favor", "favors", "favoring", "suggesting",
        "suspicious", "consistent", "compatible", "represent", "reflect", "representing", "reflecting", "?", "may",
    )
)  # fmt: skip
"""Words of what findings of both sides may be."""
OF_TIMES = DATED | {"since", "than", "compared", "comparison", "interval", "today", "now"}
"""Words of a sentence by which "worse" is a change."""


def with_spread_sides(block: Block, meanings: Meanings) -> Block:
    """The block with such sides as both, and with one where two sides have changed.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    return _without_sides_of_readings(_with_both_or_one(block, meanings), meanings)


def _without_sides_of_readings(block: Block, meanings: Meanings) -> Block:
    """The block without a comparative's both sides behind a reading: "bibasilar opacities, likely edema, left > right".

    The reading has the place of what it is of.
    """
    places, words = block.hits[trie.ANATOMY], block.words
    both = meanings.both_sides[places.meaning]
    kept = np.ones(len(both), bool)
    if both.sum() < PAIR or not (block.said(READINGS)).any():
        return block
    for k in indices(both & (places.end - places.start > 1)).tolist():
        at = int(places.start[k])
        span = words[at : int(places.end[k])]
        first = int(block.tokens.first[block.sentence[at]])
        if SIDES.isdisjoint(span) or not JOINING.isdisjoint(span) or words[at - 1] not in SET_OFF:
            continue
        before = indices(both[:k] & (places.start[:k] >= first)).tolist()
        kept[k] = not before or READINGS.isdisjoint(words[int(places.end[before[0]]) : at])
    if kept.all():
        return block
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(kept)
    # Nor is their "worse" a change.
    changes, gone = hits[trie.COMPARISON], places.at(~kept)
    hits[trie.COMPARISON] = changes.at(~gone.holds(changes.start, changes.end))
    return block.with_hits(hits)


def _with_both_or_one(block: Block, meanings: Meanings) -> Block:
    """The block with the sides of comparatives as both, and with one where two sides have changed."""
    places, words = block.hits[trie.ANATOMY], block.words
    worse = block.said(WORSE)[:-1] & block.said(WHERE)[1:]
    more = block.said(MORE)[places.start] & meanings.both_sides[places.meaning]
    if not (worse.any() or more.any()):
        return block
    number = {value: k for k, value in enumerate(meanings.values) if value in (("bilateral",), ("left",), ("right",))}
    meaning, start = places.meaning.copy(), places.start.copy()
    for at in indices(worse).tolist():
        side = at + 2 + (words[at + 2] in THE)
        if words[side] in SIDES and _compares(block, at, side):
            k = places.start.searchsorted(side)
            if k < len(places.start) and places.start[k] == side:
                meaning[k], start[k] = number["bilateral",], at
    for k in indices(more & block.said(SIDES)[places.end - 1]).tolist():
        at, side = int(places.start[k]), words[int(places.end[k]) - 1]
        if words[at - 1] in GOES_ON and _others(block, at, side):
            meaning[k], start[k] = number[(side,)], int(places.end[k]) - 1
    if (meaning == places.meaning).all():
        return block
    hits = list(block.hits)
    hits[trie.ANATOMY] = Hits(start, places.end, meaning)
    return block.with_hits(hits)


def _compares(block: Block, at: int, side: int) -> bool:
    """Whether a "worse" at a token only compares the side with the other, which its sentence does not name."""
    first, last = block.tokens.first[block.sentence[at] + np.arange(2)].tolist()
    end = side + 1 + (block.words[side + 1] in NOUNS)
    closed = bool(block.traits[end] & SEGMENT_END) or end >= last - 1
    # "Worse on the right, unchanged since the morning."
    last = next((t for t in range(side, last) if block.words[t] in SAME), last)
    # "Small left effusion and opacities at both bases, worse on the left."
    both = next((t for t in range(at, first - 1, -1) if block.words[t] in BOTH), first)
    others = SIDES.intersection((*block.words[both:side], *block.words[side + 1 : last]))
    return closed and not others and block.words[at - 1] in SET_OFF and OF_TIMES.isdisjoint(block.words[first:last])


def _others(block: Block, at: int, side: str) -> bool:
    """Whether the other side alone stands before a token of its sentence."""
    first = int(block.tokens.first[block.sentence[at]])
    return SIDES.intersection(block.words[first:at]) == SIDES - {side}

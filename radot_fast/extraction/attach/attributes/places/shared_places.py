"""Places that share a noun: "in the right upper and middle lobes" is in two lobes, though one noun stands there."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import FINITE, PART, PARTS, SEGMENT_END

JOINS = frozenset(("and", "or", ",", "/", "to", "through", "versus"))
BETWEEN = JOINS | PARTS | frozenset(("the", "left", "right", "both", "bilateral", "in"))
REACH = 8
"""Tokens between a part and the noun that it shares: "upper, the middle and both lower lobes"."""
ONE_SIDE, THE = frozenset(("left", "right")), frozenset(("the",))
TOWARDS = frozenset(("to", "toward", "towards"))
"""Words before the side to which something is shifted."""
GOES = ("shift", "deviat", "displac", "push", "pull")
"""Beginnings of words for what goes to a side."""
LUNG = frozenset(("lung", "lungs", "hemithorax"))
"""Nouns whose parts stand before the side: "the mid to lower left lung"."""


def with_sides_apart(block: Block, meanings: Meanings) -> Block:
    """The block with two sides where something goes to the first: "shift to the left and right effusion"."""
    places = block.hits[trie.ANATOMY]
    both = block.said(ONE_SIDE)[places.start] & (places.end == places.start + 3)
    both &= block.said(THE)[places.start - 1] & block.said(TOWARDS)[places.start - 2]
    if not both.any():
        return block
    for k in indices(both).tolist():
        start = int(places.start[k])
        name = block.words[start + 1] == "and" and not block.traits[start + 3] & (SEGMENT_END | FINITE)
        both[k] = name and block.words[start - 3].startswith(GOES)
    sides = {side[0]: k for k, side in enumerate(meanings.sides) if len(side) == 1 and not meanings.places[k]}
    first = places.start[both].tolist()
    new = [(at, at + 1, sides[block.words[at]]) for start in first for at in (start, start + 2)]
    return _with_places(block, places.at(~both), new) if new else block


def _with_places(block: Block, places: Hits, new: list[tuple[int, int, int]]) -> Block:
    """The block with some places and new ones, in order."""
    hits = list(block.hits)
    columns = [np.append(old, more) for old, more in zip(places, zip(*new, strict=True), strict=True)]
    order = columns[0].argsort(kind="stable")
    hits[trie.ANATOMY] = Hits(*(column[order] for column in columns))
    return block.with_hits(hits)


def with_shared_places(block: Block, meanings: Meanings) -> Block:
    """The block with a place for each "upper", "middle", "mid" or "lower" whose noun stands behind another one."""
    at = block.where(PART)
    if not len(at) or not meanings.shared_places:
        return block
    places = block.hits[trie.ANATOMY]
    at = at[~tokens_in(block, (trie.ANATOMY,))[at]]
    if not len(at):
        return block
    nearby = places.at(among(block.sentence[places.start], block.sentence[at]))
    named = {
        int(a): block.words[b - 1]
        for a, b, value in zip(*(x.tolist() for x in nearby), strict=True)
        if meanings.lung_part[value] or block.words[b - 1] in LUNG
    }
    new = [(k, k + 1, meaning) for k in at.tolist() if (meaning := _meant(block, k, named, meanings)) is not None]
    return _with_places(block, places, new) if new else block


def _meant(block: Block, at: int, named: dict[int, str], meanings: Meanings) -> int | None:
    """Number of the place that the part at a token means; None where it shares no noun."""
    words, joined = block.words, False
    for k in range(at + 1, min(at + 1 + REACH, len(words))):
        if k in named:
            lung = named[k] in LUNG and words[k] not in PARTS
            if not (joined or lung) or (lung and words[k + 1].startswith("volume")):
                return None
            return meanings.shared_places.get((words[at], named[k].startswith("lob")))
        joined |= words[k] in JOINS
        if words[k] not in BETWEEN:
            return None
    return None

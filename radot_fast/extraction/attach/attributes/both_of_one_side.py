"""The word "both" where it is no side: "collapse of both lobes (LUL, LLL)", "air or fluid or both"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

BOTH, SIDES, JOINS = frozenset(("both",)), frozenset(("left", "right")), frozenset(("and", "or", "/"))
PARTS, CONTENTS = frozenset(("lobes", "segments")), frozenset(("air", "gas", "fluid"))
OR = frozenset(("or", "versus", "vs"))
REACH = 7
"""Tokens behind "both lobes" among which the side of the lung stands: "both lobes of the left lung"."""


def without_both_of_one_side(block: Block, meanings: Meanings) -> Block:
    """The block without the places that are a "both" of two lobes of one lung, or of two findings.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    places = block.hits[trie.ANATOMY]
    both = block.said(BOTH)[places.start] & (places.end == places.start + 1)
    if not both.any():
        return block
    both &= block.said(SIDES | PARTS | CONTENTS)[places.end] | _of_readings(places, block)
    if not both.any():
        return block
    for k in indices(both).tolist():
        both[k] = _is_of_one_side(block, int(places.start[k]), meanings)
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(~both)
    return block.with_hits(hits) if both.any() else block


def _of_readings(places: Hits, block: Block) -> np.ndarray:
    """Which places end two readings of a shadow: "atelectasis or pneumonia or both", not "left, right or both"."""
    side = block.said(SIDES)
    closes = block.said(OR)[places.start - 1] & block.has(SEGMENT_END)[places.end]
    return closes & ~side[places.start - 2] & ~side[places.start - 3]


def _is_of_one_side(block: Block, at: int, meanings: Meanings) -> bool:
    """Whether the "both" at a token is before one side, before lobes of one side alone, or of no place."""
    words, places = block.words, block.hits[trie.ANATOMY]
    if words[at + 1] in CONTENTS or words[at - 1] in OR:
        return True
    if words[at + 1] in SIDES:
        return words[at + 2] not in JOINS
    stop = min(at + 2 + REACH, int(block.tokens.first[block.sentence[at] + 1]))
    a, b = places.start.searchsorted((at + 2, stop))
    sides = meanings.one_side[places.meaning[a:b]]
    return len(set(sides[sides > 0].tolist())) == 1 and not meanings.both_sides[places.meaning[a:b]].any()

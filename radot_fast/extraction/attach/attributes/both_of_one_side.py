"""The word "both" where it is of two lobes of one lung, and no side: "collapse of both lobes (LUL, LLL)"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

BOTH, SIDES, JOINS = frozenset(("both",)), frozenset(("left", "right")), frozenset(("and", "or", "/"))
PARTS = frozenset(("lobes", "segments"))
REACH = 7
"""Tokens behind "both lobes" among which the side of the lung stands: "both lobes of the left lung"."""


def without_both_of_one_side(block: Block, meanings: Meanings) -> Block:
    """The block without the places that are a "both" of two lobes of one lung.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    places = block.hits[trie.ANATOMY]
    both = block.said(BOTH)[places.start] & block.said(SIDES | PARTS)[places.end] & (places.end == places.start + 1)
    if not both.any():
        return block
    for k in indices(both).tolist():
        both[k] = _is_of_one_side(block, int(places.start[k]), meanings)
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(~both)
    return block.with_hits(hits) if both.any() else block


def _is_of_one_side(block: Block, at: int, meanings: Meanings) -> bool:
    """Whether the "both" at a token stands before one side, or before lobes of which one side alone is told behind."""
    words, places = block.words, block.hits[trie.ANATOMY]
    if words[at + 1] in SIDES:
        return words[at + 2] not in JOINS
    stop = min(at + 2 + REACH, int(block.tokens.first[block.sentence[at] + 1]))
    a, b = places.start.searchsorted((at + 2, stop))
    sides = meanings.one_side[places.meaning[a:b]]
    return len(set(sides[sides > 0].tolist())) == 1 and not meanings.both_sides[places.meaning[a:b]].any()

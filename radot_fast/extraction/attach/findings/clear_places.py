"""Places that are called clear where "clear" is of something else: "no clear left basal opacity"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among

CLEAR, NO = frozenset(("clear",)), frozenset(("no", "not", "any", "without"))
PLACES = frozenset(("base", "apex", "lobe", "lingula", "zone"))


def without_clear_signs(block: Block) -> Block:
    """The block without clear places that a "no" stands before, or a finding right behind.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    names = block.hits[trie.FINDING]
    places = block.said(CLEAR)[names.start] & block.said(PLACES)[names.end - 1]
    if not places.any():
        return block
    places &= block.said(NO)[names.start - 1] | among(names.end, names.start)
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(~places)
    return block.with_hits(hits) if places.any() else block

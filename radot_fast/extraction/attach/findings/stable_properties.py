"""Changes that are an adjective of a property: "pleura: unchanged thickening at both apices" calls no apex unchanged."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among

STABLE = frozenset(("stable", "unchanged"))
NOUNS = frozenset(
    (
        "thickening", "enlargement", "widening", "elevation", "flattening", "prominence", "blunting", "dilatation",
        "dilation", "tortuosity", "calcification", "unfolding", "ectasia", "haziness", "fullness",
    )
)  # fmt: skip
"""Properties that are nouns."""


def without_adjectives_of_properties(block: Block) -> Block:
    """The block without the property "stable" right before another one that is a noun; it stays a change.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    stable = block.said(STABLE)
    if not stable.any():
        return block
    words = block.hits[trie.PROPERTY]
    nouns = words.start[block.said(NOUNS)[words.start]]
    adjective = stable[words.start] & (words.end == words.start + 1) & among(words.end, nouns)
    if not np.any(adjective):
        return block
    hits = list(block.hits)
    hits[trie.PROPERTY] = words.at(~adjective)
    return block.with_hits(hits)

"""Words that are no property, as they describe one: "unchanged thickening at both apices", "borderline increased"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among

STABLE = frozenset(("stable", "unchanged"))
BORDERLINE = frozenset(("borderline",))
NOUNS = frozenset(
    (
        "thickening", "enlargement", "widening", "elevation", "flattening", "prominence", "blunting", "dilatation",
        "dilation", "tortuosity", "calcification", "unfolding", "ectasia", "haziness", "fullness",
    )
)  # fmt: skip
"""Properties that are nouns."""


def without_adjectives_of_properties(block: Block) -> Block:
    """The block without the property "stable" right before another one that is a noun; it stays a change.

    "Pleura: unchanged thickening at both apices" calls no apex unchanged. Nor is "borderline" one before an adjective.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    stable, borderline = block.said(STABLE), block.said(BORDERLINE)
    if not (stable.any() or borderline.any()):
        return block
    words = block.hits[trie.PROPERTY]
    nouns = words.start[block.said(NOUNS)[words.start]]
    adjective = (stable[words.start] & among(words.end, nouns)) | (
        borderline[words.start] & among(words.end, words.start)
    )
    adjective &= words.end == words.start + 1
    if not adjective.any():
        return block
    hits = list(block.hits)
    hits[trie.PROPERTY] = words.at(~adjective)
    return block.with_hits(hits)

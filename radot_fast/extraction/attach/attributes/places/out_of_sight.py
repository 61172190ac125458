"""Places that a film does not show, of which nothing else is told: "no effusion; the left angle is not included"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE

SHOWN = frozenset(("included", "imaged", "covered"))
CUT = frozenset(("cut", "excluded", "clipped", "coned"))
OBSCURED = frozenset(("obscured", "hidden"))
OVERLYING = frozenset(
    ("chin", "mandible", "jaw", "head", "leads", "monitor", "electrode", "electrodes", "arm", "arms", "scapula", "face")
)
HOW_FAR = frozenset(
    (
        "not", "fully", "partly", "partially", "completely", "incompletely", "been", "slightly", "largely", "entirely",
        "only", "just", "well",
    )
)  # fmt: skip
NOT_WHOLLY = frozenset(("not", "partly", "partially", "incompletely", "only"))
"""Words between a place and its verb, and those by which it is not wholly shown."""


def without_places_out_of_sight(block: Block) -> Block:
    """The block without places that are said to lie outside the film.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    said = block.said(SHOWN | CUT | OBSCURED)
    if not said.any():
        return block
    places = block.hits[trie.ANATOMY]
    kept, named = places.start >= 0, block.hits[trie.FINDING]
    for at in indices(said).tolist():
        words, low = block.words, at - 1
        while words[low] in HOW_FAR or block.traits[low] & FINITE:
            low -= 1
        between = words[low + 1 : at]
        verb = any(block.traits[t] & FINITE for t in range(low + 1, at))
        shown = words[at] in SHOWN and NOT_WHOLLY.isdisjoint(between)
        # "The apex is obscured by the chin."
        shown |= words[at] in OBSCURED and OVERLYING.isdisjoint(words_from(block, at + 1, 4))
        # "Pneumothorax is excluded", but "the apex is excluded from the film".
        if not verb or shown or (words[at] == "excluded" and words[at + 1] != "from"):
            continue
        end, out = low + 1, np.zeros(len(kept), bool)
        while (which := places.end == end).any():
            out |= which
            end = int(places.start[which].min())
        # "Dislocation of the left shoulder is partially imaged" tells where it is.
        leads = end - 1 - (words[end - 1] == "the")
        partly = "not" not in between and words[leads] == "of" and bool((named.end == leads).any())
        kept &= ~out | partly
    if kept.all():
        return block
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(kept)
    return block.with_hits(hits)

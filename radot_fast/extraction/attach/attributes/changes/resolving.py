"""Resolution that is under way: "the opacities have improved, consistent with resolution of edema" leaves some."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import INTERPRETING

RESOLUTION = frozenset(("resolution", "clearing", "clearance"))
LEADS = INTERPRETING | {"indicating", "indicative", "keeping", "with", "of", "to", "due", "interval", "suggests", "the"}
"""Words between a sign and its reading."""
LESS = "improved"


def still_resolving(block: Block, meanings: Meanings) -> Block:
    """The block with a change for the better where what is less is read as the resolution of something.

    "The opacities have cleared, consistent with resolution of edema" leaves none.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    resolution = block.said(RESOLUTION)
    if not resolution.any():
        return block
    changes = block.hits[trie.COMPARISON]
    words, less = block.words, [meanings.values[k] == LESS for k in changes.meaning.tolist()]
    found = []
    for at in indices(resolution).tolist():
        low, first = at, int(block.tokens.first[block.sentence[at]])
        while low > first and words[low - 1] in LEADS:
            low -= 1
        a, b = changes.start.searchsorted((first, low)).tolist()
        read = not INTERPRETING.isdisjoint(words[low:at]) or "keeping" in words[low:at]
        if read and words[at + 1] == "of" and any(less[a:b]) and all(less[a:b]):
            found.append(at)
    number = next((m for m, is_less in zip(changes.meaning.tolist(), less, strict=True) if is_less), -1)
    if not found:
        return block
    places, cues = np.array(found, np.int64), block.hits[trie.CUE]
    hits = list(block.hits)
    told = among(changes.end - 1, places) | among(changes.end - 2, places)
    hits[trie.COMPARISON] = Hits(changes.start, changes.end, np.where(told, number, changes.meaning))
    hits[trie.CUE] = cues.at(~(among(cues.end - 1, places) | among(cues.end - 2, places)))
    return block.with_hits(hits)

"""Resolution that is under way: "the opacities have improved, consistent with resolution of edema" leaves some."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import INTERPRETING
from radot_fast.extraction.text.tokens import BAR

RESOLUTION = frozenset(("resolution", "clearing", "clearance"))
LEADS = INTERPRETING | {"indicating", "indicative", "keeping", "with", "of", "to", "due", "interval", "suggests", "the"}
"""Words between a sign and its reading."""
DESCRIBED = frozenset(("the", "its", "their", "complete", "full", "radiographic", "interval", "total", "adequate"))
"""Words between a verb and the resolution that is sought: "to document complete resolution"."""
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
    block = _without_what_is_sought(block, indices(resolution))
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


def _without_what_is_sought(block: Block, at: np.ndarray) -> Block:
    """The block without the resolution that a film is to show: "advised to establish resolution"."""
    sought = []
    for k in at.tolist():
        low = k - 1
        while block.words[low] in DESCRIBED:
            low -= 1
        verb = block.words[low]
        sought += [k] if block.words[low - 1] == "to" and verb not in LEADS and verb != BAR else []
    if not sought:
        return block
    hits, places = list(block.hits), np.array(sought, np.int64)
    for kind in (trie.COMPARISON, trie.CUE):
        found = hits[kind]
        hits[kind] = found.at(places.searchsorted(found.start) == places.searchsorted(found.end))
    return block.with_hits(hits)

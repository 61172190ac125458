"""Places that are called clear where "clear" is of something else: "no clear left basal opacity".

Or of another time: "the previously clear left base now shows an opacity".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import PAST_WORD

CLEAR, NO = frozenset(("clear",)), frozenset(("no", "not", "any", "without"))
WELL = frozenset(("clear", "well", "aerated", "normal", "normally", "expanded"))
PLACES = frozenset(("base", "apex", "lobe", "lingula", "zone"))
ALL_PLACES = PLACES | {"lung", "lungs", "bases", "apices", "lobes", "zones"}


def without_clear_signs(block: Block) -> Block:
    """The block without clear places that a "no" stands before, or a finding right behind, or that were clear before.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    names = block.hits[trie.FINDING]
    places = block.said(CLEAR)[names.start] & block.said(PLACES)[names.end - 1]
    if places.any():
        places &= block.said(NO)[names.start - 1] | among(names.end, names.start)
    if block.there & PAST_WORD:
        places = places | _clear_before(block)
    if not places.any():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(~places)
    return block.with_hits(hits)


def _clear_before(block: Block) -> np.ndarray:
    """Which names say that a place was clear at another time, where its sentence tells of a finding besides."""
    names = block.hits[trie.FINDING]
    out = block.has(PAST_WORD)[np.maximum(names.start - 1, 0)] & block.said(WELL)[names.start]
    out &= block.said(ALL_PLACES)[names.end - 1]
    for k in indices(out).tolist():
        sentence = block.sentence[names.start[k]]
        out[k] = block.sentence[names.start[k] - 1] == sentence and (block.sentence[names.start] == sentence).sum() > 1
    return out

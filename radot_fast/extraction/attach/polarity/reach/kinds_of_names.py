"""Doubts of a kind that a name follows, which are of the name: "the opacity is likely positional atelectasis"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import MASK, Meanings
from radot_fast.extraction.match.segments import among, indices

PROBABLY = frozenset(("likely", "probably", "presumably"))
POSSIBLY = frozenset(("possibly", "perhaps", "potentially", "conceivably"))


def with_doubts_of_names(block: Block, meanings: Meanings) -> Block:
    """The block with the doubt alone for a verb, a doubt and a kind, where a finding stands right behind.

    "The density is likely artifactual" doubts no more than how it came about.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    doubting = block.said(PROBABLY | POSSIBLY)
    if not doubting.any():
        return block
    cues = block.hits[trie.CUE]
    kinds = (meanings.level[cues.meaning] == MASK) & doubting[cues.end - 2] & (cues.end - cues.start > 1)
    kinds &= among(cues.end, block.hits[trie.FINDING].start)
    if not kinds.any():
        return block
    start, end, meaning = (column.copy() for column in cues)
    at = indices(kinds)
    start[at], end[at] = end[at] - 2, end[at] - 1
    meaning[at] = np.where(block.said(PROBABLY)[start[at]], meanings.probably, meanings.possibly)
    hits = list(block.hits)
    hits[trie.CUE] = Hits(start, end, meaning)
    return block.with_hits(hits)

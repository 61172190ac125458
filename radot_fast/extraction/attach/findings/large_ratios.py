"""Ratios of the heart to the chest that are called normal and are not: "normal cardiothoracic ratio at 56%"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices

RATIO = frozenset(("cardiothoracic", "ctr", "ratio", "cti"))
LARGE = "large_ratio"
NORMAL = frozenset(("normal",))
PARTING = frozenset((",", ";", "but", "and"))
REACH = 7
"""Tokens before the number in which the ratio and its "normal" stand."""


def without_normal_ratios(block: Block, meanings: Meanings) -> Block:
    """The block without each "normal" whose ratio is told by a number that is none: the number holds.

    "The cardiothoracic ratio is normal at 0.56", "heart size is normal (CTR 55%)".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    ratio, normal = block.said(RATIO), block.said(NORMAL)
    if not (ratio.any() and normal.any()):
        return block
    words = block.hits[trie.PROPERTY]
    left_out = np.zeros(len(words.start), bool)
    for k in indices(among(block.sentence[words.start], block.sentence[ratio])).tolist():
        at = int(words.start[k])
        if meanings.values[words.meaning[k]] != LARGE:
            continue
        low = max(at - REACH, int(block.tokens.first[block.sentence[at]]))
        if not ratio[low:at].any():
            continue
        parted = [n for n in range(low, at) if block.words[n] in PARTING]
        low = parted[-1] + 1 if parted else low
        left_out |= normal[words.start] & (words.start >= low) & (words.start < at)
    if not left_out.any():
        return block
    hits = list(block.hits)
    hits[trie.PROPERTY] = words.at(~left_out)
    return block.with_hits(hits)

"""A name in doubt between commas, behind which a verb goes on: "a mass, probably a goiter, displaces the trachea".

The doubt is of the name only. What the verb tells of stands in a clause of its own.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, FINITE, SEGMENT_END

DOES = (
    "displac", "push", "narrow", "deviat", "shift", "compress", "destroy", "elevat", "widen", "erod", "invad",
    "encas", "indent", "splay", "flatten", "rais", "obliterat", "effac", "deform", "depress", "obstruct", "occlud",
    "lift", "stretch", "bow", "surround",
)  # fmt: skip
"""How verbs begin that tell what a finding does to something else."""
ENDINGS = frozenset(("s", "es", "e", "ed", "d", "ing", "", "ates", "ate", "ating", "ated"))
OPENS = frozenset(("is", "has", "are", "have", "now", "also", "mildly", "slightly", "markedly", "further"))
LONGEST = 8
"""Tokens of such an insertion."""


def behind_hedged_insertions(block: Block, meanings: Meanings) -> list[int]:
    """Closing commas of names in doubt behind which the sentence tells what their finding does.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    doubts = ((level == POSSIBLE) | (level == PROBABLE)) & meanings.points_on[cues.meaning]
    doubts &= block.has(COMMA)[np.maximum(cues.start - 1, 0)]
    out = []
    for k in indices(doubts).tolist():
        high = int(cues.end[k])
        last = high + LONGEST
        while high < last and not block.traits[high] & SEGMENT_END:
            high += 1
        if block.words[high] == "," and not (block.traits[cues.start[k] : high] & FINITE).any() and _does(block, high):
            out.append(high)
    return out


def _does(block: Block, comma: int) -> bool:
    """Whether a verb behind a comma tells what something does to something else: ", displaces the trachea"."""
    at = comma + 1
    while block.words[at] in OPENS:
        at += 1
    word = block.words[at]
    return any(word.startswith(stem) and word[len(stem) :] in ENDINGS for stem in DOES)

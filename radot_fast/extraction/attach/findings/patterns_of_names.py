"""Patterns of what stands before them, which are no findings of their own: "edema of interstitial pattern"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, NEGATION, SEMICOLON

PATTERNS = frozenset(("pattern", "patterns", "distribution", "configuration"))
"""Last words of names that tell how something looks."""
OF, A = frozenset(("of", "in")), frozenset(("a", "an", "the"))
WINGS = frozenset(("batwing", "bat", "butterfly"))
"""First words of a pattern that makes an opacity an edema: "opacities in a bat-wing pattern"."""
CHAMBERS = frozenset(("ventricular", "atrial", "lv", "rv"))
"""Words of a heart's pattern, which names its large chamber: "an enlarged heart in a left ventricular pattern"."""


def without_patterns_of_names(block: Block) -> Block:
    """The block with one name where a finding and its pattern are two: the finding, or the edema that its pattern is.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    if not block.said(PATTERNS).any():
        return block
    names = block.hits[trie.FINDING]
    kept = np.ones(len(names.start), bool)
    for k in indices(block.said(PATTERNS)[names.end - 1] & (names.end - names.start > 1)).tolist():
        at = int(names.start[k])
        if not CHAMBERS.isdisjoint(block.words[at : at + 2]):
            continue
        lead = at - 1 - (block.words[at - 1] in A)
        low = int(names.end[k - 1]) if k else 0
        led = k > 0 and block.words[lead] in OF and block.sentence[names.start[k - 1]] == block.sentence[at]
        if led and low <= lead and not (block.traits[low:lead] & (FINITE | SEMICOLON | NEGATION)).any():
            kept[k - 1 if block.words[at] in WINGS else k] = False
    if kept.all():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(kept)
    return block.with_hits(hits)

"""A change of the whole chest, which a sentence names by a noun: "Significant worsening from the prior study"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices

WENT = frozenset(("worsening", "improvement", "deterioration"))
OF_WHAT = frozenset(("of", "in", "at", "on", "within", "to", "involving", "affecting"))
"""Words behind such a noun, before what has changed."""


def without_changes_of_findings(block: Block) -> Block:
    """The block without such changes where their sentence says of what: "left effusion, with marked improvement".

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    findings = block.hits[trie.FINDING]
    went = block.said(WENT)[findings.end - 1]
    if not went.any():
        return block
    first, structures = block.tokens.first, block.hits[trie.STRUCTURE].start
    for k in indices(went).tolist():
        low, high = first[block.sentence[findings.start[k]] :][:2].tolist()
        others = np.diff(findings.start.searchsorted((low, high)))[0] > 1
        led = structures.searchsorted(low) < structures.searchsorted(findings.start[k])
        went[k] = others or led or block.words[findings.end[k]] in OF_WHAT
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~went)
    return block.with_hits(hits) if went.any() else block

"""Places that are free of a finding: "consolidation sparing the left apex", "opacity not extending to the right"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, SPARE

AROUND = DETERMINERS | frozenset(
    ("of", "in", "and", "or", ",", "only", "just", "entire", "whole", "rest", "remaining", "most", "much", "extreme")
)
"""Words between "sparing" and the places that are spared."""
REACHING = frozenset(("extending", "extend", "involving", "involve", "reaching", "reach", "affecting", "affect"))
NOT, TOWARDS = frozenset(("not",)), frozenset(("to", "into", "onto"))
"""Words behind a "not" for what a finding does not reach, and before the place."""
PAUSE = frozenset((",",))
SPARED, ARE = frozenset(("spared",)), frozenset(("is", "are", "being"))


def spared(hits: Hits, block: Block) -> np.ndarray:
    """Which places are free of what is told: "sparing the left", "the apices are spared", "with apical sparing".

    So are those that it does not reach: "opacity on the left, not extending to the right".
    """
    out = np.zeros(len(hits.start), bool)
    for at in indices(block.said(SPARED)).tolist():
        end = at - (block.words[at - 1] in ARE)
        for k in range(int(hits.end.searchsorted(end, side="right")) - 1, -1, -1):
            if hits.end[k] > end or not (AROUND - PAUSE).issuperset(block.words[hits.end[k] : end]):
                break
            out[k], end = True, int(hits.start[k])
    reached = block.said(REACHING)
    beyond = (indices(reached[1:] & block.said(NOT)[:-1]) + 1).tolist() if reached.any() else []
    for at in [*block.where(SPARE).tolist(), *beyond]:
        end = at + 1 + (block.words[at + 1] in TOWARDS)
        for k in range(int(hits.start.searchsorted(at)), len(hits.start)):
            if hits.start[k] < end or not AROUND.issuperset(block.words[end : hits.start[k]]):
                break
            out[k], end = True, int(hits.end[k])
        # "With apical sparing."
        k = int(hits.end.searchsorted(at)) if end == at + 1 and block.words[at] == "sparing" else len(hits.end)
        if k < len(hits.end) and hits.end[k] == at:
            out[k] = True
    return out

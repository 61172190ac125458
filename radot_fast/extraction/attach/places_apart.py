"""Places in which a finding is not: where it was at another time, and what it spares."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.words import DETERMINERS, PAST_WORD, SEGMENT_END, SPARE

AROUND = DETERMINERS | frozenset(("of", "in", "and"))
"""Words between "sparing" and the places that are spared."""


def is_apart(hits: Hits, block: Block) -> np.ndarray:
    """Which places are of an earlier time, or spared.

    Parameters
    ----------
    hits, block
        Places of the sentences, and their words.

    Returns
    -------
    bool, shape (n_places,)
    """
    return _of_before(hits, block) | _spared(hits, block)


def _of_before(hits: Hits, block: Block) -> np.ndarray:
    """Which places are of an earlier time: "previously bilateral, now on the left", and no "previously seen right"."""
    before, after = block.has(PAST_WORD)[hits.start - 1], block.has(SEGMENT_END)[hits.end]
    return before & after & (hits.start > block.tokens.first[block.sentence[hits.start]])


def _spared(hits: Hits, block: Block) -> np.ndarray:
    """Which places are free of what is told: "throughout the right lung, sparing the left"."""
    out = np.zeros(len(hits.start), bool)
    for at in np.flatnonzero(block.has(SPARE)).tolist():
        end = at + 1
        for k in range(int(np.searchsorted(hits.start, at)), len(hits.start)):
            if hits.start[k] < end or not AROUND.issuperset(block.words[end : hits.start[k]]):
                break
            out[k], end = True, int(hits.end[k])
    return out

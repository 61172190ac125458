"""Places before a denial, which are of what is there: "effusion, small, left, no pneumothorax"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import COMMA, DETERMINER, PREPOSITION

LIKELY = frozenset(("likely", "probably", "presumably", "possibly", "is", "are", "was"))
ADJACENT = 2
"""Tokens from a name to the last word of its place: "opacity left base"."""
WITHOUT, NO = frozenset(("without",)), frozenset(("no", "nil", "without"))

SIDES = frozenset(("left", "right", "both", "bilateral", "rul", "rml", "rll", "lul", "lll", "lingula", "bibasal"))


def before_denials(hits: Hits, around: Surroundings) -> np.ndarray:
    """Which places a denial parts from the next finding.

    "The mass abuts the left chest wall without rib destruction"; between commas a "no" does so too, but it does not in
    "in the left lung, no nodule".

    Parameters
    ----------
    hits, around
        Places, and the findings in their sentences.

    Returns
    -------
    bool, shape (n_places,)
    """
    block, starts = around.block, around.mentions.start
    out = np.zeros(len(hits.start), bool)
    if not len(starts):
        return out
    without = block.said(WITHOUT)
    if without.any():
        counts = count_before(without)
        out = counts[np.append(starts, len(without))[starts.searchsorted(hits.end)]] > counts[hits.end]
    comma, denied = block.has(COMMA), block.said(NO)
    out |= _before_its_reading(hits, around, comma)
    led = block.has(PREPOSITION | DETERMINER)
    for k in indices(comma[hits.end] & denied[np.minimum(hits.end + 1, len(denied) - 1)]).tolist():
        low = int(hits.start[k])
        while led[low - 1] or low in hits.end:
            low = int(hits.start[hits.end.searchsorted(low)]) if low in hits.end else low - 1
        first = int(block.tokens.first[block.sentence[low]])
        named = bool(starts.searchsorted(low) > starts.searchsorted(first))
        # "Right effusion, left lung, no nodule": the effusion has its side.
        if comma[low - 1] and named and SIDES.isdisjoint(block.words[first:low]):
            out[hits.start.searchsorted(low) : k + 1] = True
    return out


def _before_its_reading(hits: Hits, around: Surroundings, comma: np.ndarray) -> np.ndarray:
    """Which places stand between a name and what it is, right behind it: "opacity left base likely collapse"."""
    block, mentions = around.block, around.mentions
    before = np.maximum(mentions.start.searchsorted(hits.start) - 1, 0)
    gap = hits.start - mentions.end[before]
    near = (gap >= 0) & (gap < ADJACENT) & ~comma[mentions.end[before]]
    near &= block.sentence[mentions.start[before]] == block.sentence[hits.start]
    closes = np.arange(len(comma))
    closes[hits.start] = hits.end
    return near & block.said(LIKELY)[closes[hits.end]]

"""Sentences that are a label and nothing else: "Hardware:" or "Lines and Tubes" over the lines that tell of them."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import count_before
from radot_fast.extraction.match.words import COLON

LABEL_WORDS = 3
"""Words of a label that is a sentence of its own."""


DEVICES = frozenset(("lines", "tubes", "devices", "hardware", "apparatus", "catheters", "drains", "equipment", "leads"))
OF_DEVICES = DEVICES | {"support", "medical", "monitoring", "implanted", "and", "other", "/", ",", "&", ":", "|", "-"}
"""Words for devices of any kind, and those of a heading of nothing else."""


def only_heads(block: Block) -> np.ndarray:
    """Which sentences state nothing, as they only head what follows.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    first, last = block.tokens.first[:-1], block.tokens.first[1:] - 2
    heads: np.ndarray = (last > first) & (last - first <= LABEL_WORDS) & block.has(COLON)[last]
    devices = block.said(DEVICES)
    if devices.any():
        others, named = count_before(~block.said(OF_DEVICES)), count_before(devices)
        heads |= (others[first] == others[last + 1]) & (named[first] < named[last + 1])
    return heads

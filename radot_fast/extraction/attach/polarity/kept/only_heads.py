"""Sentences that are a label and nothing else: "Hardware:" over the lines that tell of it."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.words import COLON

LABEL_WORDS = 3
"""Words of a label that is a sentence of its own."""


def only_heads(block: Block) -> np.ndarray:
    """Which sentences state nothing, as they only head what follows.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    first, last = block.tokens.first[:-1], block.tokens.first[1:] - 2
    return (last > first) & (last - first <= LABEL_WORDS) & block.has(COLON)[last]

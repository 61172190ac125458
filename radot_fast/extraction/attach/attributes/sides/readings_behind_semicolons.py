"""What a sign before a semicolon may be: "new haziness at the left base; infection should be considered"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import NEAR, POSSIBLE, PROBABLE, Meanings

SIGNS = frozenset(
    ("opacity", "consolidation", "infiltrate", "density", "airspace_disease", "mass", "nodule", "lesion", "cavitation")
)
READINGS = frozenset(
    ("pneumonia", "aspiration", "malignancy", "tuberculosis", "atelectasis", "contusion", "consolidation")
)
DOUBTS = np.array((NEAR, PROBABLE, POSSIBLE))


def reads_the_sign(giver: int, k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether a doubt behind a semicolon calls finding k what the last finding before that semicolon may be.

    Parameters
    ----------
    giver, k
        Numbers of two findings of a sentence, a semicolon between them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions, block, cards = around.mentions, around.block, meanings.cards
    one, other = (cards[mentions.card[m]].finding for m in (giver, k))
    if giver > k or one not in SIGNS or other not in READINGS or one == other:
        return False
    low, high = int(mentions.end[giver]), int(block.tokens.first[block.sentence[mentions.start[k]] + 1])
    stop = low + block.words[low:high].index(";")
    if mentions.start.searchsorted(stop) != giver + 1 or ";" in block.words[stop + 1 : high]:
        return False
    cues = block.hits[trie.CUE]
    told = slice(*cues.start.searchsorted((stop, high)).tolist())
    return bool(np.isin(meanings.level[cues.meaning[told]], DOUBTS).any())

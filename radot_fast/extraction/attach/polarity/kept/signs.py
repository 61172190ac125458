"""Signs of a finding that is doubted: "deep left costophrenic sulcus, suspicious for pneumothorax" tells of none."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import INTERPRETING

SIGNS = frozenset(("sulcus", "sign", "signs", "angle", "line", "edge", "stripe", "shaped", "shape", "configuration"))
"""Last words of names that are a sign of their finding."""
DOUBTING = INTERPRETING | {
    "raises",
    "raising",
    "suggests",
    "suggesting",
    "suspicion",
    "concern",
    "?",
    "query",
    "possible",
    "may",
}


def is_sign(block: Block, end: int, start: int) -> bool:
    """Whether a name that ends before token ``end`` is a sign, and the words up to ``start`` doubt what it is of."""
    sign = block.words[end - 1] in SIGNS or block.words[end - 2] in SIGNS
    return sign and not DOUBTING.isdisjoint(block.words[end:start])


def with_their_findings(named: Mentions, said: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, a sign's as doubtful as that of the finding behind it.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    sentence = block.sentence[named.start]
    doubted = (said[1:] > DEFINITE) & (said[1:] < ABSENT) & (said[:-1] == DEFINITE)
    doubted &= (named.card[1:] == named.card[:-1]) & (sentence[1:] == sentence[:-1])
    for k in indices(doubted).tolist():
        words = block.words[int(named.start[k]) : int(named.end[k])]
        if not SIGNS.isdisjoint(words):
            said[k] = said[k + 1]
    return said

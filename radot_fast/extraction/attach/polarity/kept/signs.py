"""Signs of a finding that is doubted: "deep left costophrenic sulcus, suspicious for pneumothorax" tells of none."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import INTERPRETING

SIGNS = frozenset(
    (
        "sulcus", "sign", "signs", "angle", "line", "edge", "stripe", "meniscus", "margin", "shaped", "shape",
        "configuration",
    )
)  # fmt: skip
"""Last words of names that are a sign of their finding."""
DEEP = frozenset(("deep", "deepened"))
"""Last words of names that tell of such a sign: "the left costophrenic sulcus is deep"."""
WITH = frozenset(("with", "by", "where", "given", "as"))
"""Words before the sign of a finding that is told before it: "possible pneumothorax, with a deep sulcus"."""
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
    sign = block.words[end - 1] in SIGNS or block.words[end - 2] in SIGNS or block.words[end - 1] in DEEP
    return sign and not DOUBTING.isdisjoint(block.words[end:start])


def with_their_findings(named: Mentions, said: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, a sign's as doubtful as that of the finding behind it, or before it and a "with".

    "Possible small pneumothorax, with the pleural line 1 cm from the chest wall" tells of one that is possible.

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
    shown = (said[:-1] > DEFINITE) & (said[:-1] < ABSENT) & (said[1:] == DEFINITE)
    shown &= (named.card[1:] == named.card[:-1]) & (sentence[1:] == sentence[:-1])
    for k in indices(shown).tolist():
        low, start, end = int(named.end[k]), int(named.start[k + 1]), int(named.end[k + 1])
        if not (SIGNS.isdisjoint(block.words[start:end]) or WITH.isdisjoint(block.words[low:start])):
            said[k + 1] = said[k]
    return said

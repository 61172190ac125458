"""Places that are excepted and told of behind a comma: "the lungs are clear except for the lingula, which is hazy"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices

EXCEPT = frozenset(("except", "apart", "aside", "save", "exception", "besides"))
RELATIVE, IN = frozenset(("which", "where")), frozenset(("in", "within", "at"))
REACH = 9
"""Tokens from the exception to the comma."""


def with_excepted_places(told_of: np.ndarray, block: Block, clauses: Clauses, mentions: Mentions) -> np.ndarray:
    """Clauses of the findings that tokens describe, where such places are of the clause behind them.

    Parameters
    ----------
    told_of
        int64, shape (n_tokens,), ≥ 0: by token the clause of the findings that it describes.
    block, clauses, mentions
        Words, clauses and findings of the sentences.

    Returns
    -------
    int64, shape (n_tokens,), ≥ 0
    """
    if not (block.said(EXCEPT).any() and block.said(RELATIVE).any()):
        return told_of
    out = told_of.copy()
    for at in indices(block.said(RELATIVE)).tolist():
        comma = at - 1 - (block.words[at - 1] in IN)
        before = words_before(block, comma, REACH)
        led = next((n for n in range(len(before) - 1, -1, -1) if before[n] in EXCEPT), None)
        k = int(mentions.start.searchsorted(at))
        if block.words[comma] != "," or led is None or k == len(mentions.start):
            continue
        low = comma - len(before) + led + 1
        apart = int(mentions.start.searchsorted(low)) == k and block.sentence[mentions.start[k]] == block.sentence[at]
        if apart:
            out[low:comma] = clauses.of[mentions.start[k]]
    return out

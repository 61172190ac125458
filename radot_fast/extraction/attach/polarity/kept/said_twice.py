"""Properties of one structure that are one finding, told and denied: "the aorta is tortuous, not dilated"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE
from radot_fast.extraction.match.segments import indices


def said_twice(named: Mentions, said: np.ndarray, block: Block) -> np.ndarray:
    """Numbers of the denials that the same structure's other property takes back, as both are one finding.

    "The right hilum is enlarged, the left is not" tells of two structures.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), ≥ 0: what is said of each.

    Returns
    -------
    int64, shape (n_denials,), in [0, n_findings)
    """
    start, end = named.start, named.end
    pairs = (named.combo[1:] | named.combo[:-1]) & (named.card[1:] == named.card[:-1])
    pairs &= (start[1:] < end[:-1]) & (block.sentence[start[1:]] == block.sentence[start[:-1]])
    level = np.where(named.denied, ABSENT, said)
    first = pairs & (level[:-1] == ABSENT) & (level[1:] == DEFINITE)
    second = pairs & (level[1:] == ABSENT) & (level[:-1] == DEFINITE)
    return np.concatenate((indices(first), indices(second) + 1))

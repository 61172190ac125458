"""Examinations that are only called abnormal where their sentence tells of what: "abnormal film: left effusion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings

ABNORMAL = frozenset(("abnormal",))


def called_abnormal(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Which findings are an abnormal examination beside another finding, and so tell nothing of their own.

    Parameters
    ----------
    mentions, block, meanings
        Findings in order, the words of their sentences, and what these mean.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = meanings.any_abnormality[mentions.card] & ~mentions.denied
    if not out.any():
        return out
    abnormal = block.said(ABNORMAL)
    out &= abnormal[mentions.start] | abnormal[mentions.end - 1]
    sentence = block.sentence[mentions.start]
    _, number, count = np.unique(sentence, return_inverse=True, return_counts=True)
    return out & (count[number] > 1)

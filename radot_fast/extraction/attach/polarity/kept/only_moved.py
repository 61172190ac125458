"""Devices that were moved and not removed: "interval withdrawal of the ETT, now 4 cm above the carina"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices

WITHDRAWN = frozenset(("withdrawn", "withdrawal"))
LIES = frozenset(("tip", "ends", "ending", "terminates", "terminating", "above", "cm", "mm"))
"""Words that tell where a device lies: what has been removed lies nowhere."""
REACH = 24
"""Tokens behind a withdrawal in which it is told where the device lies."""


def only_moved(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the devices that are called absent by their withdrawal, though the sentence goes on with their tip.

    Parameters
    ----------
    named
        Findings of the sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    block, meanings
        The words of the sentences, and what they mean.
    """
    out: list[int] = []
    for at in indices(block.said(WITHDRAWN)).tolist():
        following = words_from(block, at + 1, REACH)
        if LIES.isdisjoint(following):
            continue
        sentence = block.tokens.first[block.sentence[at] :][:2]
        a, b, c = named.start.searchsorted((sentence[0], at, sentence[1])).tolist()
        k = b if following[0] == "of" else b - 1
        if not a <= k < c or not meanings.device[named.card[k]] or said[k] != ABSENT:
            continue
        behind = int(max(named.end[k], at))
        others = named.start[named.start.searchsorted(behind) :]
        stop = int(others[0]) if len(others) else len(block.words)
        if not LIES.isdisjoint(words_from(block, behind, min(REACH, stop - behind))):
            out.append(k)
    return out

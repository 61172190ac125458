"""What a shadow is said to be due to, which is one finding with it: "opacity at the right base due to infection".

It is as sure as "in keeping with" makes it, and read as that.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.parts_of_a_reading import SHADOWS
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import DEFINITE, Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, JOINT, SEGMENT_END

SHADOW = SHADOWS | {"shadow", "shadows", "haze"}
"""Last words of what is read."""
LEADS = (("due", "to"), ("secondary", "to"), ("caused", "by"), ("because", "of"), ("owing", "to"))
TO = frozenset(last for _, last in LEADS)
REPRESENTS = frozenset(("represents", "represent", "representing", "reflects", "reflect", "reflecting"))
FLAT_REACH = 8
"""Tokens from such a word to the reading, or to the last of several."""
ADJECTIVES = frozenset(("acute", "active", "early", "old", "the", "a", "an", "underlying", "known", "pulmonary"))
"""Words between such a lead and the reading."""


def stated_readings(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of such readings.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    if not block.said(TO).any():
        return []
    shadows = block.said(SHADOW)[named.end[:-1] - 1] & (said[:-1] == DEFINITE) & (said[1:] == DEFINITE)
    shadows &= block.sentence[named.start[1:]] == block.sentence[named.start[:-1]]
    shadows &= meanings.of_lung[named.card[1:]]
    return [k + 1 for k in indices(shadows).tolist() if _leads_to(block, int(named.end[k]), int(named.start[k + 1]))]


def flatly_stated(named: Mentions, near: np.ndarray, block: Block) -> list[int]:
    """Which readings that are as good as sure are stated without a doubt: "represents pneumonia", "due to infection".

    So is what stands behind one in its list, but not "compatible with pneumonia".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    near
        bool, shape (n_findings,): whether each is as good as sure.
    """
    return [k for k in indices(near).tolist() if _is_flat(words_before(block, int(named.start[k]), FLAT_REACH))]


def _is_flat(words: list[str]) -> bool:
    """Whether the last words that lead to a reading state it: "representing", "due to"."""
    for k in range(len(words) - 1, -1, -1):
        if words[k] in REPRESENTS or tuple(words[k - 1 : k + 1]) in LEADS:
            return True
        if words[k] in ("with", "of", "for"):
            return False
    return False


def _leads_to(block: Block, low: int, high: int) -> bool:
    """Whether the words between a shadow and what follows lead to its cause, and nothing else is told between."""
    at = high
    while at > low and block.words[at - 1] in ADJECTIVES:
        at -= 1
    if at - 2 < low or tuple(block.words[at - 2 : at]) not in LEADS:
        return False
    return not (block.traits[low : at - 2] & (FINITE | JOINT | SEGMENT_END)).any()

"""What is excluded of one finding and not of the next: "pneumothorax is excluded, pneumonia is not"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, POSSIBLE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, NEGATION, SEGMENT_END

EXCLUDED = frozenset(("excluded", "out"))
BETWEEN = frozenset((",", ";", "and", "but", "while", "whereas", "a", "an", "the", "not", "small", "subtle"))
"""Words between the verb and the second finding."""
NOT = (["is", "not"], ["are", "not"], ["cannot"], ["can", "not"])
ARE, NO = frozenset(("is", "are")), frozenset(("not",))
MUCH, NOT_SO = frozenset(("much",)), ["not", "so"]
DO, PERSIST = frozenset(("does", "do")), frozenset(("persists", "persist", "remains", "remain"))
PLACE_REACH = 5
"""Tokens from a finding to its "does not", among them its place."""
CAN = (["is"], ["are"], ["can"], ["can", "be"])
"""What stands behind the second finding, up to a mark: it is not excluded, or it is."""


def by_contrast(said: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, those behind an exclusion told by contrast to it.

    "Pneumothorax is excluded, but not pneumonia", "pneumonia cannot be excluded, effusion can".

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: level and tokens of each finding.
    block
        Words of the sentences.
    """
    words = block.words
    said[_that_do_not(start, end, block)] = ABSENT
    for k in _not_so_much(start, block):
        said[k] = DEFINITE if said[k] == ABSENT else said[k]
    for k in _told_of_the_next(start, end, block):
        said[k] = DEFINITE if said[k] == ABSENT else said[k]
    for at in indices(block.said(EXCLUDED)).tolist():
        k = int(start.searchsorted(at))
        ruled = words[at] != "out" or words[at - 1] == "ruled"
        if not (ruled and 0 < k < len(start)) or block.sentence[start[k - 1]] != block.sentence[start[k]]:
            continue
        between = words[at + 1 : start[k]]
        stop = int(end[k])
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        behind = words[end[k] : stop]
        if not between or not BETWEEN.issuperset(between):
            continue
        if said[k - 1] == ABSENT and (behind in NOT or ("not" in between and not behind)):
            said[k] = POSSIBLE
        elif said[k - 1] == POSSIBLE and behind in CAN:
            said[k] = ABSENT
    return said


def _that_do_not(start: np.ndarray, end: np.ndarray, block: Block) -> list[int]:
    """Findings that do not persist as the one before them does: "congestion persists; frank edema does not"."""
    verbs = block.said(DO)[:-2] & block.said(NO)[1:-1] & block.has(SEGMENT_END)[2:]
    out = []
    for at in indices(verbs).tolist():
        k = int(end.searchsorted(at, side="right")) - 1
        if k < 1 or at - end[k] > PLACE_REACH or block.sentence[start[k - 1]] != block.sentence[at]:
            continue
        lead = block.words[end[k - 1] : start[k]]
        out += [k] if not PERSIST.isdisjoint(lead) and "not" not in lead else []
    return out


def _not_so_much(start: np.ndarray, block: Block) -> list[int]:
    """Findings that a denial names in place of another one: "not so much consolidation as collapse"."""
    out: list[int] = []
    for at in indices(block.said(MUCH)).tolist():
        if block.words[at - 2 : at] != NOT_SO:
            continue
        turn = at
        while not block.traits[turn] & SEGMENT_END and block.words[turn] != "as":
            turn += 1
        stop = turn
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        first, second, last = start.searchsorted((at, turn, stop)).tolist()
        out += range(second, last) if first < second else []
    return out


def _told_of_the_next(start: np.ndarray, end: np.ndarray, block: Block) -> list[int]:
    """Findings with a verb of their own before another one that "is not": "the hilum is enlarged and the aorta is not".

    The denial is of the second alone.
    """
    verbs = block.said(ARE)[:-2] & block.said(NO)[1:-1] & block.has(SEGMENT_END)[2:]
    out = []
    for at in indices(verbs).tolist():
        k = int(start.searchsorted(at, side="right")) - 1
        if k < 1 or end[k] < at or block.sentence[start[k - 1]] != block.sentence[at]:
            continue
        first = int(block.tokens.first[block.sentence[at]])
        own = bool((block.traits[start[k - 1] : end[k - 1]] & FINITE).any())
        out += [k - 1] if own and not (block.traits[first : end[k - 1]] & NEGATION).any() else []
    return out

"""Two readings of which a verb behind both prefers the first: "edema, rather than infection, is favored"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, POSSIBLE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, FINITE, SEMICOLON

RATHER, NOT = frozenset(("rather", "instead", "opposed")), "not"
HEADS = RATHER | {NOT}
JOINS = {"rather": ("than",), "instead": ("of",), "opposed": ("to",)}
"""Words before the reading that is less likely, and those behind them."""
AS = "as"
VERB_REACH = 12
"""Tokens from the second reading to its verb: "infection in several foci at the base is favored"."""


def with_preferred_readings(
    said: np.ndarray, start: np.ndarray, end: np.ndarray, doubts: Hits, level: np.ndarray, block: Block
) -> np.ndarray:
    """Levels of findings, the first of two readings as likely as the verb says, and the second possible.

    "Edema rather than infection is likely": no more is denied of the infection than that it is likelier. "Edema, not
    infection, is likely" says the same.

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: levels of the findings, which are tokens ``start:end``.
    doubts, level
        Doubts of what stands before them, and the level of each.
    block
        Words of the sentences.
    """
    heads = indices(block.said(HEADS)).tolist() if len(doubts.start) else []
    for at in heads:
        if block.words[at] == NOT:
            if block.words[at - 1] != ",":
                continue
        elif block.words[at + 1] not in JOINS[block.words[at]]:
            continue
        m = int(start.searchsorted(at))
        low = at - (block.words[at - 1] == AS)
        low -= block.words[low - 1] == ","
        if not 0 < m < len(start) or block.sentence[start[m]] != block.sentence[at] or said[m] != ABSENT:
            continue
        if block.sentence[start[m - 1]] != block.sentence[at] or end[m - 1] > low:
            continue
        verb = int(doubts.start.searchsorted(end[m]))
        if verb == len(doubts.start) or not _is_its_verb(int(end[m]), int(doubts.start[verb]), block):
            continue
        # "There is edema, rather than infection, and an effusion is likely."
        if (block.traits[end[m - 1] : at] & (FINITE | SEMICOLON)).any():
            continue
        said[m] = POSSIBLE
        if said[m - 1] == DEFINITE:
            said[m - 1] = level[verb]
    return said


def _is_its_verb(end: int, verb: int, block: Block) -> bool:
    """Whether a doubt that begins at a token is the verb of a finding that ends before another: one comma may part."""
    between = block.traits[end:verb]
    parted = (between & (FINITE | SEMICOLON)).any() or "and" in block.words[end:verb]
    commas = int(np.count_nonzero(between & COMMA))
    same = block.sentence[end - 1] == block.sentence[verb]
    return bool(same and verb - end <= VERB_REACH and not parted and commas <= 1)

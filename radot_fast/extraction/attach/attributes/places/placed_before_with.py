"""Places right before "with", which are of what stands behind it: "left effusion, right base with an opacity"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER

WITH = frozenset(("with",))
SPINE = ("spine",)
"""Organ of findings that lie nowhere else: kyphosis."""
JOINS, SIDES = frozenset((",", "and", ";")), frozenset(("left", "right", "both", "bilateral"))


def with_places_before_with(
    told_of: np.ndarray, block: Block, clauses: Clauses, mentions: Mentions, meanings: Meanings
) -> np.ndarray:
    """Clauses of the findings that tokens describe, where places before "with" are of the clause that this opens.

    The finding before them has a place of its own: "mass, right upper lobe with cavitation" tells where the mass is.

    Parameters
    ----------
    told_of
        int64, shape (n_tokens,), ≥ 0: by token the clause of the findings that it describes.
    block, clauses, mentions, meanings
        Words, clauses and findings of the sentences, and what they mean.

    Returns
    -------
    int64, shape (n_tokens,), ≥ 0
    """
    of, opens = clauses.of, indices(block.said(WITH))
    opens = opens[of[opens] > of[np.maximum(opens - 1, 0)]]
    if not len(opens):
        return told_of
    placed, described = tokens_in(block, (trie.ANATOMY,)), clauses.described | tokens_in(block, (trie.STRUCTURE,))
    described |= block.has(DETERMINER)
    out = told_of.copy()
    for at in opens[placed[opens - 1]].tolist():
        first, low = int(block.tokens.first[block.sentence[at]]), at
        while low > first and described[low - 1]:
            low -= 1
        m = int(mentions.start.searchsorted(low)) - 1
        if not SIDES.isdisjoint(block.words[low:at]) and "than" in block.words[low:at]:  # "left greater than right"
            continue
        if low == first or block.words[low - 1] not in JOINS or m < 0 or mentions.start[m] < first:
            continue
        # "Opacities in the left base and right apex with an effusion": both places are of the opacities.
        if block.words[low - 1] == "and" and clauses.described[low - 2]:
            continue
        own = meanings.midline[mentions.card[m]] or meanings.cards[mentions.card[m]].anatomy == SPINE
        if own or _has_a_place(block, placed, mentions, m, first, low - 1):
            out[low:at] = of[at]
    return out


def _has_a_place(block: Block, placed: np.ndarray, mentions: Mentions, m: int, first: int, stop: int) -> bool:
    """Whether a place stands beside finding m, in its item between tokens ``first`` and ``stop``."""
    start, end = int(mentions.start[m]), int(mentions.end[m])
    low = start
    while low > first and block.words[low - 1] not in JOINS:
        low -= 1
    around = [*range(low, start), *range(end, stop)]
    return any(placed[t] for t in around) or not SIDES.isdisjoint(block.words[start:end])

"""The finding that an attribute belongs to: the nearest one, by tokens, pauses and clauses between the two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.links import Links, links, opens
from radot_fast.extraction.attach.scopes import Clauses
from radot_fast.extraction.attach.splits import Splits
from radot_fast.extraction.attach.structures import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import first_least, ranges
from radot_fast.extraction.match.words import JOINT, PREPOSITION

CLAUSE_PENALTY = 6.0
PAUSE_PENALTY = 1.0
BEHIND_PENALTY = 0.5
AHEAD_PENALTY = 4.0
PHRASE_REACH = 4
"""Tokens between a preposition and the place that ends its phrase."""


class Nearest(NamedTuple):
    """Which of the attributes have a finding in their sentence, their distances from the nearest, and its number."""

    which: np.ndarray
    distance: np.ndarray
    mention: np.ndarray


class Surroundings(NamedTuple):
    """What the distance between attributes and findings depends on.

    ``edges[s]:edges[s + 1]`` are the findings of sentence s, ``lists`` joins them, ``opens`` marks the words
    that lead up to a new one, ``splits`` are those that stand for two.
    """

    block: Block
    clauses: Clauses
    mentions: Mentions
    edges: np.ndarray
    lists: Links
    opens: np.ndarray
    splits: Splits

    def barred(self, token: np.ndarray, k: np.ndarray) -> np.ndarray:
        """Whether attributes at tokens are of the other side of findings that stand for two."""
        return (self.splits.low[k] <= token) & (token < self.splits.high[k])


def surroundings(block: Block, clauses: Clauses, mentions: Mentions, splits: Splits) -> Surroundings:
    """Surroundings of the findings of a block."""
    edges = np.searchsorted(mentions.start, block.tokens.first)
    joined = links(mentions.start, mentions.end, block, clauses.described)
    leading = opens(mentions.start, block, clauses.described)
    return Surroundings(block, clauses, mentions, edges, joined, leading, splits)


def nearest(
    start: np.ndarray,
    end: np.ndarray,
    around: Surroundings,
    *,
    ahead: np.ndarray | None = None,
    behind: float = BEHIND_PENALTY,
    reserved: tuple[np.ndarray, np.ndarray] | None = None,
) -> Nearest:
    """The findings nearest to attributes at tokens ``start:end``.

    A finding that follows is preferred by ``behind``, the penalty of those before; it is avoided by the attributes
    that ``ahead`` names. In a sentence with one finding there is no penalty. Attributes that ``reserved`` names first
    belong to the findings that it names second, and to no other.
    """
    block, clauses, mentions, edges = around[:4]
    if not len(start) or not len(mentions.start):
        return Nearest(np.empty(0, np.int64), np.empty(0), np.empty(0, np.int64))
    sentence = block.sentence[start]
    of, k = ranges(edges[sentence], edges[sentence + 1])
    if around.splits.pairs:
        free = ~around.barred(start[of], k)
        of, k = of[free], k[free]
    if reserved is not None:
        free = ~reserved[0][of] | reserved[1][k]
        of, k = of[free], k[free]
    a, b = start[of], end[of]
    low, high = mentions.start[k], mentions.end[k]
    distance = np.maximum(np.maximum(a - high, low - b), 0.0)
    pauses = clauses.pauses
    penalty = np.where(a >= high, behind + PAUSE_PENALTY * (pauses[a] - pauses[high]), 0.0)
    follows = (b <= low) & (a < high)
    penalty += np.where(follows, PAUSE_PENALTY * (pauses[low] - pauses[b]), 0.0)
    penalty += AHEAD_PENALTY * ((a >= high) & around.opens[a])
    if ahead is not None:
        penalty += AHEAD_PENALTY * (follows & ahead[of])
    penalty += CLAUSE_PENALTY * (mentions.clause[k] != clauses.of[a])
    several = (edges[sentence + 1] - edges[sentence] > 1)[of]
    distance += penalty * several
    least = first_least(distance, of)
    return Nearest(of[least], distance[least], k[least])


def in_phrase(start: np.ndarray, block: Block) -> np.ndarray:
    """Whether places begin with a preposition or end its phrase ("in the left upper lobe").

    Such a place describes what went before.
    """
    preposition = block.has(PREPOSITION)
    last = np.maximum.accumulate(np.where(block.has(PREPOSITION | JOINT), np.arange(len(block.words)), -1))
    before = last[np.maximum(start - 1, 0)]
    low = np.maximum(start - PHRASE_REACH, block.tokens.first[block.sentence[start]])
    return preposition[start] | ((before >= low) & preposition[before])

"""What goes with a reading is part of it: "an opacity, likely atelectasis with a small effusion" doubts both."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COMMA, SEGMENT_END

SHADOWS = frozenset(
    (
        "opacity", "opacities", "opacification", "opacifications", "density", "densities", "shadowing", "haziness",
        "infiltrate", "infiltrates", "opacified", "whiteout",
    )
)  # fmt: skip
"""Names of what several things at once may be."""
SHADOW_REACH = 8
"""Tokens between such a name and the doubt of its nature: "opacity at the left base likely"."""
ALONG = frozenset(("together", "along", "as", "combined", "coupled"))
"""First words of what joins as "with" does: "together with", "combined with", "as well as"."""
JOINS = frozenset(("with", "as"))
LISTED = frozenset(("differential", "differentials", "considerations", "possibilities", "diagnoses", "ddx"))
"""Words of doubts that open a list of readings."""


def of_one_reading(block: Block, ends: Hits, meanings: Meanings) -> np.ndarray:
    """Which ends of clauses join two parts of one reading.

    The reading is what a doubt takes a shadow for, and the "with" stands right behind it. What has a side of its own,
    or stands behind another comma, is a finding besides: "opacity, likely atelectasis, with an effusion".

    Parameters
    ----------
    block, ends, meanings
        Words of the sentences, cues that end clauses, and what the cues mean.

    Returns
    -------
    bool, shape (n_ends,)
    """
    out = block.said(JOINS)[ends.end - 1]
    if not out.any():
        return out
    names, cues = block.hits[trie.FINDING], block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    doubts = cues.at(((level == NEAR) | (level == PROBABLE) | (level == POSSIBLE)) & meanings.points_on[cues.meaning])
    # "Together" and a comma before it stand between a name and its "with".
    along = block.said(ALONG)[ends.start - 1]
    behind = ends.start - along - (along & block.has(COMMA)[ends.start - 2])
    out &= among(behind, names.end)
    for k in indices(out).tolist():
        at = int(ends.start[k])
        doubted = _takes_a_shadow(block, doubts, at) or _is_of_a_list(block, doubts, at)
        out[k] = doubted and not _has_side(block, int(ends.end[k]), meanings)
    return out


def _is_of_a_list(block: Block, doubts: Hits, at: int) -> bool:
    """Whether a doubt before a token opens a list of readings: "the differential includes abscess with emboli"."""
    n = int(doubts.start.searchsorted(at)) - 1
    if n < 0 or block.sentence[doubts.start[n]] != block.sentence[at]:
        return False
    return not LISTED.isdisjoint(block.words[int(doubts.start[n]) : int(doubts.end[n])])


def _takes_a_shadow(block: Block, doubts: Hits, at: int) -> bool:
    """Whether a doubt before a token is of what a shadow before it is."""
    n = int(doubts.start.searchsorted(at)) - 1
    first = int(block.tokens.first[block.sentence[at]])
    if n < 0 or doubts.start[n] < first or (block.traits[int(doubts.end[n]) : at - 2] & SEGMENT_END).any():
        return False
    low = max(first, int(doubts.start[n]) - SHADOW_REACH)
    return not SHADOWS.isdisjoint(block.words[low : int(doubts.start[n])])


def _has_side(block: Block, low: int, meanings: Meanings) -> bool:
    """Whether the words from a token to the next mark name a side."""
    high = low
    while not block.traits[high] & SEGMENT_END:
        high += 1
    places = block.hits[trie.ANATOMY]
    a, b = places.start.searchsorted((low, high))
    return any(meanings.sides[value] for value in places.meaning[a:b].tolist())

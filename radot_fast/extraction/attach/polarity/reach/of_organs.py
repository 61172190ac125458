"""Denials and doubts of an organ that stands right before them: "left effusion, costophrenic angle not seen"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER, FINITE

ORGANS = frozenset(
    (
        "angle", "angles", "sulcus", "diaphragm", "hemidiaphragm", "hemidiaphragms", "dome", "domes", "border",
        "borders", "margin", "margins", "outline", "heart", "size", "silhouette", "shadow", "lung", "lungs", "hilum",
        "hila", "mediastinum", "trachea", "aorta", "knuckle", "knob", "spine", "base", "bases", "apex", "apices",
        "parenchyma", "vasculature", "contour", "contours", "markings", "bubble",
    )
)  # fmt: skip
BESIDE = frozenset(("underlying", "adjacent", "remaining", "overlying", "of", "whole", "entire", "rest", "detailed"))
"""Words before the organ, besides places and sides."""
JOINS, LISTS = frozenset((",", ";", "and", "with", "hence", "so")), frozenset(("and",))
"""Words before what is told of it; behind a place "and" adds another place: "opacity in both apices and bases"."""
REACH = 7
"""Most tokens of such an organ."""


def of_organs(a: np.ndarray, high: np.ndarray, block: Block) -> np.ndarray:
    """Whether cues that begin at some tokens are said of an organ that a comma or "and" parts from what is before.

    Parameters
    ----------
    a, high
        int64, shape (n_meetings,): the first token of each cue, and last + 1 of the finding that it may be of.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    organs = block.said(ORGANS)
    out = organs[a - 1] | (organs[a - 2] & block.has(FINITE)[a - 1])
    if not out.any():
        return out
    out &= high < a - 1  # "the mediastinum is not" is of what that is not
    known: dict[int, bool] = {}
    placed = tokens_in(block, (trie.ANATOMY, trie.STRUCTURE))
    for k in indices(out).tolist():
        at = int(a[k]) - 1 - (not organs[a[k] - 1])
        if at not in known:
            known[at] = _is_parted(at, placed, block)
        out[k] = known[at] and high[k] <= at
    return out


def _is_parted(at: int, placed: np.ndarray, block: Block) -> bool:
    """Whether words that part statements stand before the organ that ends with a token."""
    low, first = at, max(int(block.tokens.first[block.sentence[at]]), at - REACH)
    while low > first and (placed[low - 1] or block.words[low - 1] in BESIDE or block.traits[low - 1] & DETERMINER):
        low -= 1
    if low <= first or block.words[low - 1] not in JOINS:
        return False
    return block.words[low - 1] not in LISTS or not placed[low - 2]

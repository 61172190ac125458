"""What lies beside a finding shares its place, and not that of the next one.

"Cavity in the right apex surrounded by consolidation, and nodules in the left base": the consolidation is on the right.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.segments import indices

BESIDE = frozenset(
    (
        "surrounding", "surrounded", "adjacent", "associated", "accompanying", "accompanied", "neighboring",
        "overlying", "underlying", "encircled", "encircling", "adjoining", "around",
    )
)  # fmt: skip
"""Words between a finding and what lies beside it."""
WITH, AND = frozenset(("with", "w")), [",", "and"]
"""A word that joins two findings, if a comma parts the third from them: "effusion with collapse, and a nodule"."""


def beside_others(
    of: np.ndarray, k: np.ndarray, giver: np.ndarray, side: np.ndarray, around: Surroundings
) -> np.ndarray:
    """Which places are not of a finding of a list, as it lies beside the one before, which is on the other side.

    Parameters
    ----------
    of, k
        int64, shape (n,): numbers of the places, and of findings of the lists of those that they are nearest to.
    giver, side
        int64, shape (n_places,): the findings that places are nearest to, and the one side that each names, or 0.
    around
        The findings in their sentences.

    Returns
    -------
    bool, shape (n,)
    """
    out, block, mentions = np.zeros(len(of), bool), around.block, around.mentions
    if not block.said(BESIDE | WITH).any():
        return out
    first = around.edges[block.sentence[mentions.start]]
    sides = np.zeros(len(mentions.start), np.int64)
    np.bitwise_or.at(sides, giver[side != 0], 1 << side[side != 0])
    own, told = sides[k - 1], sides[giver[of]]
    may = (giver[of] > k) & (k > first[k]) & (sides[k] == 0) & (own != 0) & (told != 0) & (own & told == 0)
    for pair in indices(may).tolist():
        out[pair] = lies_beside(int(k[pair]), around)
    return out


def lies_beside(k: int, around: Surroundings) -> bool:
    """Whether finding k lies beside the one before it: "effusion with adjacent collapse".

    Parameters
    ----------
    k
        Number of a finding that is not the first one of its sentence.
    around
        The findings in their sentences.
    """
    block, mentions = around.block, around.mentions
    between = block.words[mentions.end[k - 1] : mentions.start[k]]
    if ";" in between:
        return False
    end = int(mentions.end[k])
    parted = block.words[end : end + 2] == AND
    return not BESIDE.isdisjoint(between) or (parted and not WITH.isdisjoint(between))

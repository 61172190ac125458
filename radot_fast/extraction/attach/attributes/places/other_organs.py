"""Places of other organs in a list: "left basal atelectasis, degenerative change in the spine"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among

PAIRED = frozenset(("rib", "clavicle", "shoulder"))
EITHER, SIDES = frozenset(("or", "nor")), frozenset(("left", "right"))
"""Bones that have a side, and words before the last item of a list whose side is that of all."""


def of_other_organs(
    meaning: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    finding: np.ndarray,
    of: np.ndarray,
    k: np.ndarray,
    around: Surroundings,
    meanings: Meanings,
) -> np.ndarray:
    """Whether the place of one item of a list would go to an item of another organ.

    No atelectasis of the left base lies in the spine, and no change of the spine in the left base. A finding without a
    place of its own shares that of its list: "mass and enlarged nodes in the mediastinum".

    Parameters
    ----------
    meaning, start, end, finding
        int64, shape (n_places,): what each place means, its tokens ``start:end``, and the finding nearest to it.
    of, k
        int64, shape (n_pairs,): numbers of places, and of findings that may share them.
    around, meanings
        The findings in their sentences, and what the words mean.

    Returns
    -------
    bool, shape (n_pairs,)
    """
    outside = meanings.off_lungs[meaning] & ~meanings.device[around.mentions.card[finding]]
    if not outside.any():
        return np.zeros(len(of), bool)
    # "The left clavicle": the left is of no lung.
    outside |= among(end, start[outside])
    placed, placed_outside = np.zeros((2, len(around.mentions.start)), bool)
    placed[finding] = True
    placed_outside[finding[outside]] = True
    other = (k != finding[of]) & placed[k]
    # "No rib fracture or effusion on the left."
    block, mentions = around.block, around.mentions
    either = block.said(EITHER)
    if either.any():
        bare = block.said(SIDES)[start] & (end == start + 1) & (mentions.end[finding] <= start)
        bare &= either[mentions.start[finding] - 1]
        paired = np.ones(len(mentions.start), bool)
        paired[finding[[PAIRED.isdisjoint(meanings.places[what]) for what in meaning.tolist()]]] = False
        other &= ~(bare[of] & paired[k])
    return other & (placed_outside[k] | outside[of]) & ~meanings.device[around.mentions.card[k]]

"""Places of ribs and vertebrae, which share none in a list: "left rib fractures, wedging of T10"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import count_before

RIBS = frozenset(("rib", "ribs"))


def of_other_bones(
    meaning: np.ndarray, finding: np.ndarray, of: np.ndarray, k: np.ndarray, around: Surroundings, meanings: Meanings
) -> np.ndarray:
    """Whether places of ribs would go to findings of a vertebra, or the other way round.

    No rib lies in the spine, and no vertebra on the left.

    Parameters
    ----------
    meaning, finding
        int64, shape (n_places,): what each place means, and the finding that it is nearest to.
    of, k
        int64, shape (n_pairs,): numbers of places, and of findings that may share them.
    around, meanings
        The findings in their sentences, and what the words mean.

    Returns
    -------
    bool, shape (n_pairs,)
    """
    spine, mentions = meanings.of_spine[meaning], around.mentions
    if not spine.any():
        return np.zeros(len(of), bool)
    ribs, own = count_before(around.block.said(RIBS)), np.zeros(len(mentions.start), bool)
    own[finding[spine]] = True
    ribbed, giver = ribs[mentions.end] > ribs[mentions.start], finding[of]
    return (k != giver) & ((spine[of] & ribbed[k]) | (own[k] & ~spine[of] & ribbed[giver]))

"""Removals that are only advised, so that the device is there: "removal of the chest tube is recommended"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

REMOVAL = frozenset(("removal", "extraction", "withdrawal", "explantation"))
ADVISING = frozenset(
    (
        "recommend", "recommends", "recommended", "suggest", "suggests", "suggested", "advise", "advised", "consider",
        "requires", "require", "needs", "need", "request", "requested", "planned", "plan", "await", "awaiting",
    )
)  # fmt: skip
"""Words before a removal that has not come yet."""
ADVISED = frozenset(
    (
        "recommended", "advised", "suggested", "indicated", "warranted", "considered", "needed", "required", "planned",
        "requested", "advisable", "awaited",
    )
)  # fmt: skip
"""The same behind a verb: "is recommended", "should be considered"."""
BEFORE = 4
"""Tokens from such a word to the removal: "recommend prompt removal"."""
BEHIND = 4
"""Tokens from the verb behind a removal to what is said of it: "is now strongly recommended"."""
MAY = frozenset(("should", "may", "could", "can", "must"))


def only_advised(hits: Hits, block: Block) -> np.ndarray:
    """Which cues or changes hold a removal that is only advised.

    Parameters
    ----------
    hits, block
        Cues or changes of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = np.zeros(len(hits.start), bool)
    for at in indices(block.said(REMOVAL)).tolist():
        if _is_advised(block, at):
            out |= (hits.start <= at) & (hits.end > at)
    return out


def _is_advised(block: Block, at: int) -> bool:
    """Whether the removal at a token is advised before it, or by a verb behind it."""
    words = block.words
    first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
    if not ADVISING.isdisjoint(words[max(first, at - BEFORE) : at]):
        return True
    for k in range(at + 1, stop):
        if block.traits[k] & SEGMENT_END:
            return False
        if block.traits[k] & FINITE or words[k] in MAY:
            return not ADVISED.isdisjoint(words[k + 1 : min(k + 1 + BEHIND, stop)])
    return False

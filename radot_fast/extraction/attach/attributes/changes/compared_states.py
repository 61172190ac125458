"""States that are compared with another day, and so are changes: "lung volumes are reduced compared with May"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, indices

SINCE = frozenset(("since", "from", "compared", "than", "relative"))
"""Words behind a state, before the day that it is compared with."""
LEADS = frozenset(("to", "with", "when", "as"))
AS_BEFORE = frozenset(("unchanged", "stable", "similar", "same", "constant", "static", "unaltered"))
"""Words of what has not changed since that day: "diminished lung volumes are unchanged from before"."""
SO, THAN = frozenset(("so",)), frozenset(("than",))
MOST = 3
"""Tokens between a state and such a word: "as compared to", "in size since"."""


def compared_with_a_day(hits: Hits, state: np.ndarray, around: Surroundings) -> np.ndarray:
    """Which words of change within a name are compared with another day: "increased markings since May".

    Parameters
    ----------
    hits, state
        Words of change, and bool, shape (n_hits,): which of them are within a name.
    around
        Findings and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    block, mentions = around.block, around.mentions
    out = state & among(block.sentence[hits.start], block.sentence[block.said(SINCE)])
    for k in indices(out).tolist():
        which = int(mentions.start.searchsorted(hits.start[k], side="right")) - 1
        end = max(int(hits.end[k]), int(mentions.end[which]) if which >= 0 else 0)
        out[k] = _is_compared(end, around)
    return out


def _is_compared(end: int, around: Surroundings) -> bool:
    """Whether another day is named right behind a state that ends at token ``end``, or behind its place."""
    words, described = around.block.words, around.clauses.described
    at = end
    while words[at] not in SINCE and (described[at] or words[at] in LEADS or at < end + MOST - 1):
        if words[at] in (",", ";", ".", "|", "and", "but") or words[at] in AS_BEFORE:
            return False
        at += 1
    if words[at] not in SINCE:
        return False
    at += 1 + (words[at + 1] in LEADS)
    return day_ends(around.block, at) > 0


def so_of_no_day(block: Block, hits: Hits) -> np.ndarray:
    """Which changes are a "more so than" that leads to no other day: "more so than at the bases", "… than pneumonia".

    "Markings are prominent, more so than on the study from March" have increased.

    Parameters
    ----------
    block, hits
        Words of the sentences, and words of change.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = block.said(THAN)[hits.end - 1] & block.said(SO)[np.maximum(hits.end - 2, 0)]
    for k in indices(out).tolist():
        out[k] = not past_ends(block, int(hits.end[k]))
    return out

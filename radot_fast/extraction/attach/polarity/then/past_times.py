"""Days and hours of another examination: "since this morning", "than it was yesterday", "as at 0600"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import COUNTS, EXAMINATIONS, PLACING, SPANS, WAS, day_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.text.tokens import BAR

IT_WAS = frozenset(("it", "they", "that", "there", "was", "were", "seen", "noted", "present"))
"""Words between "than" and the earlier day: "less than it was yesterday"."""
ENDS = frozenset((",", ";", ".", BAR, "and", "but", ")"))
"""Marks and words behind "than it was" alone, which is of the day before."""
HOURS = frozenset(
    ("morning", "am", "a.m", "m", "overnight", "night", "evening", "afternoon", "noon", "midnight", "hours")
)
TO_HOURS = (PLACING | EXAMINATIONS | SPANS | COUNTS | {"this", "same"}) - HOURS
"""Words of an hour that is past, and those between "than" and it: "less than this morning"."""
SINCE, OF_WHAT = frozenset(("since",)), frozenset(("in", "of", "for"))
"""A word behind a change, and those behind its day before what has changed."""


def past_ends(block: Block, at: int) -> int:
    """The token behind another day or hour that begins at token ``at``: "it was yesterday", "at 0600"; 0 for none."""
    words = block.words
    while words[at] in IT_WAS:
        at += 1
    if words[at] in ENDS and words[at - 1] in WAS:
        return at
    hour = at
    while words[hour] in TO_HOURS or words[hour].isdigit():
        hour += 1
    return hour + 1 if words[hour] in HOURS else day_ends(block, at)


def between_a_change_and_its_finding(block: Block, ends: Hits) -> np.ndarray:
    """Which terminators are the "since" of a day that a change has before its finding.

    "No change since this morning in the left effusion" is one clause.

    Parameters
    ----------
    block, ends
        Words of the sentences, and words that end a clause.

    Returns
    -------
    bool, shape (n_ends,)
    """
    out = block.said(SINCE)[ends.start]
    if out.any():
        out &= among(ends.start, block.hits[trie.COMPARISON].end)
        for k in indices(out).tolist():
            behind = at = past_ends(block, int(ends.end[k]))
            while behind and block.words[at - 1] in PLACING:
                at -= 1
            out[k] = behind > 0 and block.words[at] in OF_WHAT
    return out

"""Sentences that tell of an earlier film alone: "the prior film showed an effusion", "there was one on the last film".

Whether it is there today is not said.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import (
    COUNTS,
    DATED,
    EXAMINATIONS,
    NOT,
    PLACING,
    SPANS,
    WAS,
)
from radot_fast.extraction.attach.polarity.then.seen_then import SEEN
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE
from radot_fast.extraction.text.tokens import BAR

SHOWED = frozenset(("showed", "demonstrated", "revealed", "disclosed", "had", "displayed", "contained"))
FILMS = EXAMINATIONS | SPANS | DATED
OF_TODAY = frozenset(("admission", "preoperative", "preop", "postoperative", "arrival", "referral"))
"""Words of a film that may be the one that is reported: "the admission film showed an effusion"."""
OF_DAYS = PLACING | FILMS | COUNTS | {BAR}
THERE, ON = frozenset(("there",)), frozenset(("on", "in", "at"))
OPENS = frozenset(("there", "a", "an", "no"))
NOW = NOT | {
    "now", "currently", "today", "presently", "still", "again", "also", "since", "which", "that", "it", "this",
    "longer",
}  # fmt: skip
"""Words by which such a sentence tells of today as well."""


def of_only_then(start: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings of sentences that tell of an earlier film, and of nothing else.

    "The prior film showed an effusion", "on the outside film there was a mass", "edema was seen on the last study"; not
    "the prior film showed an effusion, which is unchanged".

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    block
        Words of the sentences.
    """
    was = block.said(WAS)
    may = was.copy()
    may[:-1] &= block.said(SEEN)[1:]
    may[1:] |= was[1:] & block.said(THERE)[:-1]
    may[1:] |= block.said(SHOWED)[1:] & block.said(FILMS)[:-1]
    out: list[int] = []
    for at in indices(may).tolist():
        first, stop = block.tokens.first[block.sentence[at] + np.arange(2)].tolist()
        words = block.words[first:stop]
        if _is_of_then(words, at - first) and _says_nothing_else(block, at, first, stop):
            out += range(*start.searchsorted((first, stop)).tolist())
    return out


def _is_of_then(words: Sequence[str], at: int) -> bool:
    """Whether the verb of the past at a place among the words of a sentence is of an earlier film."""
    if not OF_TODAY.isdisjoint(words):
        return False
    if words[at] in SHOWED:
        return _is_day(words[:at])
    if words[0] in ON:
        return _is_day(words[1 : next(k for k in range(1, at + 1) if words[k] not in OF_DAYS)])
    if words[0] not in OPENS:  # "the right base opacity was present on the prior film" and is there today
        return False
    days = [k for k in range(at, len(words)) if words[k] in ON]
    return bool(days) and _is_day(words[days[-1] : len(words)])


def _is_day(words: Sequence[str]) -> bool:
    """Whether words are the name of an earlier film: "the previous chest radiograph of 3 March"."""
    return not DATED.isdisjoint(words) and all(word in OF_DAYS or word.isdigit() for word in words)


def _says_nothing_else(block: Block, at: int, first: int, stop: int) -> bool:
    """Whether a sentence has no other verb than that at token ``at``, and tells of no change or of today."""
    told = block.has(FINITE)[first:stop].copy()
    told[at - first] = False
    changes = block.hits[trie.COMPARISON].start
    changed = changes.searchsorted(first) < changes.searchsorted(stop)
    return not told.any() and not changed and NOW.isdisjoint(block.words[first:stop])

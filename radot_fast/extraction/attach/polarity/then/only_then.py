"""Sentences that tell of an earlier film alone: "the prior film showed an effusion", "there was one on the last film".

Whether it is there today is not said.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import (
    COUNTS,
    DATED,
    EXAMINATIONS,
    NOT,
    PLACING,
    SPANS,
    WAS,
    day_ends,
)
from radot_fast.extraction.attach.polarity.then.seen_then import SEEN
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import BRACKET, COMMA, FINITE
from radot_fast.extraction.text.tokens import BAR

SHOWED = frozenset(
    ("showed", "demonstrated", "revealed", "disclosed", "had", "displayed", "contained", "described", "mentioned")
)
READ_AS = frozenset(("reported", "read", "interpreted", "described", "called", "labeled", "said", "thought"))
"""Verbs of what somebody took an earlier film for: "the last film was reported as pneumonia"."""
REPORTS = frozenset(("report", "reports"))
FILMS = EXAMINATIONS | SPANS | DATED | REPORTS
OF_TODAY = frozenset(("admission", "preoperative", "preop", "postoperative", "arrival", "referral"))
"""Words of a film that may be the one that is reported: "the admission film showed an effusion"."""
OF_DAYS = PLACING | FILMS | COUNTS | {BAR}
YESTERDAY = "yesterday"
ON_THIS = frozenset(("on", "in", "of"))
THERE, ON = frozenset(("there",)), frozenset(("on", "in", "at"))
REFERS = frozenset(("one", "ones", "none", "it", "this", "these", "they", "that", "both", "neither", "which"))
OPENS_BRACKET, CLOSES_BRACKET = frozenset(("(",)), frozenset((")",))
OPENS_DAYS = PLACING | DATED
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
    may[:-1] &= block.said(SEEN | READ_AS)[1:]
    may[1:] |= was[1:] & block.said(THERE)[:-1]
    may[1:] |= block.said(SHOWED | READ_AS)[1:] & block.said(FILMS)[:-1]
    out: list[int] = []
    for at in indices(may).tolist():
        first, stop = _segment(block, at)
        words = block.words[first:stop]
        if _is_of_then(words, at - first) and _says_nothing_else(block, at, first, stop):
            out += range(*start.searchsorted((first, stop)).tolist())
    return out


def _segment(block: Block, at: int) -> tuple[int, int]:
    """First token and last + 1 of what stands between semicolons around a token, if nothing refers to it.

    "No effusion was seen in May; there is a small one now" is one statement.
    """
    first, stop = block.tokens.first[block.sentence[at] + np.arange(2)].tolist()
    refers = [t for t in range(first, stop) if block.words[t] in REFERS and not _is_of_this_film(block.words, t)]
    if refers:
        return first, stop
    before = [t for t in range(first, at) if block.words[t] == ";"]
    behind = next((t for t in range(at, stop) if block.words[t] == ";"), stop)
    return (before[-1] + 1 if before else first), behind


def _is_of_this_film(words: Sequence[str], at: int) -> bool:
    """Whether a pronoun is of this film: "on this one the hila are normal"."""
    this = at - (words[at] == "one")
    return words[this] == "this" and words[this - 1] in ON_THIS


def inserted_then(named: Mentions, block: Block) -> list[int]:
    """Numbers of the findings that a bracket or an insertion tells of an earlier film.

    "Lungs clear (consolidation on the last film)", "the left lung, collapsed yesterday, is now aerated".

    Parameters
    ----------
    named
        Findings of the sentences.
    block
        Words of the sentences.
    """
    may = block.said(OPENS_DAYS)[named.end] & block.has(COMMA)[named.start - 1]
    if block.there & BRACKET:
        may |= block.said(OPENS_DAYS)[named.end] & _opened(named.start, block)
    out: list[int] = []
    for k in indices(may).tolist():
        words, at, day = block.words, int(named.start[k]) - 1, day_ends(block, int(named.end[k]))
        while words[at] not in (",", "(", ")", ";", BAR):
            at -= 1
        inside = words[at + 1 : named.end[k]]
        if not day or not NOW.isdisjoint(inside):
            continue
        now = bool(block.traits[day + 1] & FINITE) and "now" in words[day + 1 : day + 3]
        if (words[at], words[day]) == ("(", ")") or ((words[at], words[day]) == (",", ",") and now):
            out.append(k)
    return out


def _opened(start: np.ndarray, block: Block) -> np.ndarray:
    """Whether a bracket stands open before each token."""
    opens, closes = (count_before(block.said(marks)) for marks in (OPENS_BRACKET, CLOSES_BRACKET))
    first = block.tokens.first[block.sentence[start]]
    return (opens[start] - opens[first]) > (closes[start] - closes[first])


def _is_of_then(words: Sequence[str], at: int) -> bool:
    """Whether the verb of the past at a place among the words of a sentence is of an earlier film."""
    if not OF_TODAY.isdisjoint(words):
        return False
    if words[at] in SHOWED | READ_AS:
        return _is_day(words[:at])
    if not READ_AS.isdisjoint(words[at + 1 : at + 2]) and _is_day(words[:at]):
        return True
    if words[0] in ON:
        return _is_day(words[1 : next(k for k in range(1, at + 1) if words[k] not in OF_DAYS)])
    if words[0] not in OPENS:  # "the right base opacity was present on the prior film" and is there today
        return False
    if YESTERDAY in words[-2:]:  # "there was collapse yesterday"
        return True
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

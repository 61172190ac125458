"""What was not there on an earlier day and is today: "no effusion on 12/03, moderate effusion now" is a new one."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, HISTORY
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices

NO = frozenset(("no", "nil", "without"))
DAYS = frozenset(("on", "in", "at", "yesterday", "previously", "last", "before", "earlier"))
"""First words of such a day."""
NOW, MARKS = frozenset(("now", "today", "currently")), frozenset((",", ";", "and", "but"))

THERE_IS, PRESENT_NOW = (
    frozenset(
        (
            ("there", "is", "one"), ("there", "are", "some"), ("it", "is", "present"), ("it", "is", "there"),
            ("it", "is", "seen"), ("it", "is", "visible"), ("one", "is", "seen"), ("one", "is", "present"),
        )
    ),
    6,
)  # fmt: skip
"""What says that one is there, and in how many words with its "now"."""


def none_then(block: Block) -> list[tuple[int, int]]:
    """First tokens of findings that are denied of an earlier day, and the tokens behind that day.

    "No effusion in the right base" tells of today.
    """
    hits = block.hits[trie.FINDING]
    may = block.said(NO)[hits.start - 1] & block.said(DAYS)[hits.end]
    told = [(int(hits.start[k]), day_ends(block, int(hits.end[k]))) for k in indices(may).tolist()]
    return [(start, end) for start, end in told if end]


def with_none_then(named: Mentions, said: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, without the denials of an earlier day where the finding is told of today.

    What only its degree tells of today is there: "no effusion on 12/03, now moderate".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    for start, end in block.once(none_then):
        k = int(named.start.searchsorted(start))
        if k == len(named.start) or named.start[k] != start or said[k] != ABSENT:
            continue
        if told_again(k, end, named, block) is not None:
            said[k] = HISTORY
        elif _graded_now(end, block):
            said[k] = DEFINITE
    return said


def told_again(k: int, end: int, named: Mentions, block: Block) -> int | None:
    """Number of the finding behind token ``end`` in its sentence that has the name of finding k; None without one."""
    m = int(named.start.searchsorted(end))
    same = m < len(named.start) and named.card[m] == named.card[k]
    return m if same and block.sentence[named.start[m]] == block.sentence[named.start[k]] else None


def _graded_now(end: int, block: Block) -> bool:
    """Whether a degree stands behind a day, or that one is there today: ", now moderate", "; there is one now"."""
    at = end + (block.words[end] in MARKS)
    behind = words_from(block, at + (block.words[at] in MARKS), PRESENT_NOW)
    if tuple(behind[:3]) in THERE_IS and not NOW.isdisjoint(behind[3:]):
        return True
    degrees = block.hits[trie.SEVERITY]
    n = int(degrees.start.searchsorted(at + 1))
    return block.words[at] in NOW and n < len(degrees.start) and bool(degrees.start[n] == at + 1)

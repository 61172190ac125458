"""What an earlier film showed: "compared with the prior film, on which there was a large effusion, only fluid remains".

It is no statement about these images.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import DATED, EXAMINATIONS, SPANS, day_ends
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHICH, WERE = frozenset(("which",)), frozenset(("was", "were"))
ON = frozenset(("on", "in", "where"))
SHOWED = frozenset(("showed", "demonstrated", "revealed", "had"))
SINCE = frozenset(("since", "after", "following"))
REACH = 6
"""Tokens before "which" among which the earlier day stands."""


def shown_then(block: Block) -> list[tuple[int, int]]:
    """Tokens ``start:end`` of relative clauses that tell what an earlier film showed, in order."""
    out: list[tuple[int, int]] = []
    words = block.words
    for at in indices(block.said(WHICH)).tolist():
        was = words[at - 1] in ON and words[at + 1] == "there" and words[at + 2] in WERE
        film = at - (words[at - 1] in ON)
        film -= words[film - 1] == ","
        first = max(int(block.tokens.first[block.sentence[at]]), film - REACH)
        dated = words[film - 1] in EXAMINATIONS | SPANS | DATED and not DATED.isdisjoint(words[first:film])
        if dated and (was or words[at + 1] in SHOWED):
            stop = at + 2
            while not block.traits[stop] & SEGMENT_END:
                stop += 1
            out += [] if "no" in words[at:stop] else [(at, stop)]
    return out


def of_shown_then(start: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings that such a clause tells of, beside another one of their sentence.

    "…, on which there was a large effusion, only a small one remains" tells of it by its pronoun.

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    block
        Words of the sentences.
    """
    out: list[int] = []
    for told in block.once(shown_then):
        low, high = start.searchsorted(told).tolist()
        sentence = block.sentence[told[0]]
        first, last = start.searchsorted((block.tokens.first[sentence], block.tokens.first[sentence + 1])).tolist()
        out += range(low, high) if last - first > high - low else []
    return out


def of_since_then(start: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings since which another one has changed: "re-expanded since last week's collapse".

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    block
        Words of the sentences.
    """
    out: list[int] = []
    for at in indices(block.said(SINCE)).tolist():
        day = day_ends(block, at + 1)
        k = int(start.searchsorted(at))
        # "Following an old thoracoplasty" tells of an operation.
        behind = day and block.words[day - 1] == "s" and k < len(start) and start[k] == day
        if behind and start.searchsorted(block.tokens.first[block.sentence[at]]) < k:
            out.append(k)
    return out

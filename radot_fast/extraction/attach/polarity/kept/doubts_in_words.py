"""What the words of a doubt say of it, as modifiers: consistent with, representing, unlikely."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.kept.stated_readings import flatly_stated
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import NEAR, POSSIBLE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA

CONSISTENT, REPRESENTED = "consistent_with", "represented"
"""Modifiers of a probable finding that the words are as good as sure of: "opacity consistent with pneumonia".

The second where they state it without a doubt: "opacity representing pneumonia"."""
UNLIKELY = "unlikely"
"""Modifier of a finding that is thought unlikely rather than possible: "pneumonia is less likely"."""
IMPROBABLE = frozenset(("unlikely", "improbable", "implausible"))
LESS, LIKELY = (
    frozenset(("less", "least", "not")),
    frozenset(("likely", "probable", "plausible", "favored", "favoured")),
)
NOT, BUT = frozenset(("not", "nor")), frozenset(("but", "although", "though", "yet"))
BETWEEN = frozenset(
    (
        "is", "are", "seems", "seem", "appears", "appear", "remains", "remain", "would", "be", "being", "considered",
        "thought", "felt", "judged", "deemed", "very", "highly", "rather", "quite", "therefore", "now", "also", "to",
        "represent", "reflect", "that", "there", "this", "these", "due", "caused", "by", "a", "an", "the", "of", "any",
        "acute", "new", "left", "right", "bilateral", "superimposed", "underlying", "developing", "early", ":", "(",
    )
)  # fmt: skip
"""Words between such a word and what it is said of."""
REACH = 6
"""Most tokens between the two."""


def doubts_in_words(named: Mentions, level: np.ndarray, block: Block) -> dict[int, tuple[str, ...]]:
    """Modifiers of findings by number.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    level
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    near = level == NEAR
    flat = frozenset(flatly_stated(named, near, block))
    out: dict[int, tuple[str, ...]] = {
        k: (CONSISTENT, REPRESENTED) if k in flat else (CONSISTENT,) for k in indices(near).tolist()
    }
    possible = level == POSSIBLE
    out.update((k, (UNLIKELY,)) for k in _thought_unlikely(named, block) if possible[k])
    return out


def _thought_unlikely(named: Mentions, block: Block) -> list[int]:
    """Numbers of the findings of which such a word is said: of the one before it if only a verb lies between."""
    said = block.said(IMPROBABLE)
    likely = block.said(LIKELY)
    if not (said.any() or likely.any()):
        return []
    marks = [k for k in indices(said).tolist() if block.words[k - 1] not in NOT]
    marks += [k for k in indices(likely).tolist() if block.words[k - 1] in LESS]
    out = []
    for mark in marks:
        begin = mark - (block.words[mark] in LIKELY)
        k = int(named.start.searchsorted(begin, side="left")) - 1
        if block.words[mark + 1] in BUT or (block.has(COMMA)[mark + 1] and block.words[mark + 2] in BUT):
            continue  # "unlikely but not excluded" is possible
        if k >= 0 and _only_between(block, int(named.end[k]), begin):
            out.append(k)
        elif k + 1 < len(named.start) and _only_between(block, mark + 1, int(named.start[k + 1])):
            out.append(k + 1)
    return out


def _only_between(block: Block, low: int, high: int) -> bool:
    """Whether few words that join such a word with what it is said of stand between two places, in one sentence."""
    return 0 <= high - low <= REACH and BETWEEN.issuperset(block.words[low:high])

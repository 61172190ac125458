"""Relative clauses that tell of what stands before them and close again: "the nodule, which was small, has grown"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, FINITE, SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

RELATIVE = frozenset(("which",))
CONCEDES = frozenset(
    (
        "although", "though", "albeit", "while", "however", "nevertheless", "nonetheless", "even", "allowing",
        "accounting", "given", "considering",
    )
)  # fmt: skip
"""Words of insertions without a verb: "the heart, although partially obscured, is normal", "the heart, however, is"."""
DO = frozenset(("does", "do"))
"""More verbs behind an insertion: "the heart, though difficult to evaluate, does not appear enlarged"."""
CONCEDED = 9
"""Tokens of such an insertion."""
CONTRASTS = frozenset(("though", "although", "but", "however", "while", "whereas", "because"))
"""Words that begin a clause with a verb of its own: "which may be edema though infection is not excluded"."""


class Insertion(NamedTuple):
    """Tokens ``low:high`` of a relative clause; ``names``: it names a finding or structure of its own."""

    low: int
    high: int
    names: bool


def insertions(block: Block, ends: Hits, described: np.ndarray) -> list[Insertion]:
    """Relative clauses behind which their sentence goes on with what stood before them.

    "The nodule, which was present before, is no longer seen", "the nodule which was described last year is not
    identified", "cardiomegaly, which is mild, and emphysema".

    Parameters
    ----------
    block, ends
        Words of the sentences, and the cues that end clauses.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.
    """
    out = []
    for at in ends.start[block.said(RELATIVE)[ends.start]].tolist():
        high = _closes(block, at, described) if block.words[at - 1] == "," else _second_verb(block, at)
        if high is not None and _goes_on(block, at, high, described):
            out.append(Insertion(at, high, _names(block, at, high)))
    for at in ends.start[block.said(CONCEDES)[ends.start]].tolist():
        high = _closes(block, at, described) if block.words[at - 1] == "," else None
        if high is not None and _without_verb(block, at, high):
            out.append(Insertion(at, high, _names(block, at, high)))
    return out


def behind_concessions(block: Block, commas: np.ndarray) -> np.ndarray:
    """Tokens behind such insertions where commas open one, else the commas: "the hila, while prominent, are"."""
    out = commas.copy()
    opens = block.has(COMMA)[commas] & block.said(CONCEDES)[np.minimum(commas + 1, len(block.words) - 1)]
    for k in indices(opens).tolist():
        at = int(commas[k]) + 1
        high = next((t for t in range(at, at + CONCEDED) if block.traits[t] & SEGMENT_END), at)
        out[k] = high + 1 if _without_verb(block, at, high) else out[k]
    return out


def _without_verb(block: Block, at: int, high: int) -> bool:
    """Whether an insertion has no verb, and one follows it: ", although partially obscured, is"."""
    verb = block.words[high] == "," and (bool(block.traits[high + 1] & FINITE) or block.words[high + 1] in DO)
    return verb and not any(block.traits[t] & FINITE for t in range(at + 1, high))


def _closes(block: Block, at: int, described: np.ndarray) -> int | None:
    """The comma that closes an insertion that begins at token ``at``, or the end behind a degree: ", which is mild"."""
    high = at + 1
    while not block.traits[high] & SEGMENT_END:
        high += 1
    told = all(described[t] or block.traits[t] & FINITE for t in range(at + 1, high)) and bool(described[high - 1])
    return high if block.traits[high] & COMMA or told else None


def _second_verb(block: Block, at: int) -> int | None:
    """The second verb behind a "which" that no comma parts from its finding, up to a mark or a clause of its own."""
    high, verbs = at + 1, 0
    while not block.traits[high] & SEGMENT_END and block.words[high] not in CONTRASTS:
        verbs += bool(block.traits[high] & FINITE)
        if verbs > 1:
            return high
        high += 1
    return None


def _names(block: Block, low: int, high: int) -> bool:
    """Whether a finding or structure is named among some tokens."""
    named = (block.hits[category].start for category in (trie.FINDING, trie.STRUCTURE))
    return any(start.searchsorted(low) < start.searchsorted(high) for start in named)


def _goes_on(block: Block, at: int, high: int, described: np.ndarray) -> bool:
    """Whether a sentence goes on with a verb behind an insertion, or the insertion only tells a degree or place."""
    if block.words[high] == BAR:
        return True
    behind = high + (block.words[high] == ",")
    if block.traits[behind] & FINITE:
        return True
    told = [t for t in range(at + 1, high) if not described[t]]
    return bool(told) and all(block.traits[t] & FINITE for t in told)

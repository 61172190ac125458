"""What has gone in part is still there: "the effusion has resolved partly", "has cleared to some extent"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import indices

GONE = frozenset(
    (
        "resolved", "cleared", "disappeared", "vanished", "gone", "settled", "subsided", "dissipated", "abated",
        "resorbed", "reabsorbed", "absorbed", "regressed", "receded", "involuted", "evacuated", "drained", "dispersed",
        "melted", "faded", "washed", "dried", "lifted", "expanded", "reexpanded", "reaerated", "aerated", "corrected",
    )
)  # fmt: skip
"""Verbs of what goes away."""
PARTICLES = frozenset(("up", "away", "out", "off", "down"))
RISEN, FILLED = ["gone", "up"], frozenset(("expanded", "aerated"))
PARTLY = frozenset(
    (
        "partly", "partially", "incompletely", "largely", "mostly", "mainly", "predominantly", "slightly", "somewhat",
        "considerably", "substantially", "markedly", "significantly", "moderately", "greatly", "dramatically",
        "appreciably", "noticeably", "minimally", "mildly", "nearly", "almost", "virtually", "practically",
    )
)  # fmt: skip
"""Adverbs by which something is left."""
WHOLLY = frozenset(("completely", "entirely", "fully", "totally", "wholly", "altogether", "quite"))
LEADS = frozenset(("has", "have", "had", "is", "are", "been", "be", "being", "now", "since", "only", "just", "re"))
"""Words between a verb and its adverb or its denial."""
NOT = frozenset(("not", "never", "hardly", "barely", "t", "cannot"))
BEHIND = (
    ("in", "part"),
    ("a", "little"),
    ("a", "bit"),
    ("for", "the", "most", "part"),
    ("to", "some", "extent"),
    ("to", "some", "degree"),
    ("to", "a", "degree"),
    ("to", "an", "extent"),
    ("to", "a", "large", "extent"),
    ("to", "a", "great", "extent"),
    ("to", "a", "certain", "extent"),
    ("to", "a", "large", "degree"),
    ("to", "a", "certain", "degree"),
)
"""Phrases behind a verb that say the same."""
JOINS = frozenset((",", "but", "though", "although"))
LESS = "improved"
NAMES = (trie.FINDING, trie.STRUCTURE, trie.PROPERTY)


def with_what_is_left(block: Block, meanings: Meanings) -> Block:
    """The block with a change for the better where something has gone in part.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    spans = [span for at in indices(block.said(GONE)).tolist() if (span := _in_part(block, at))]
    if not spans or LESS not in meanings.values:
        return block
    low, high = (np.array(column, np.int64) for column in zip(*spans, strict=True))
    changes, cues = block.hits[trie.COMPARISON], block.hits[trie.CUE]
    # "Remains incompletely re-expanded" is no change for the better.
    others = changes.at(~(meanings.worse_or_better | meanings.resolved)[changes.meaning])
    free = others.end.searchsorted(low, side="right") == others.start.searchsorted(high)
    low, high = low[free], high[free]
    if not len(low):
        return block
    hits = list(block.hits)
    hits[trie.COMPARISON] = _with(changes, low, high, meanings.values.index(LESS))
    hits[trie.CUE] = cues.at(~(_meet(cues, low, high) & (meanings.level[cues.meaning] == ABSENT)))
    return block.with_hits(hits)


def _in_part(block: Block, at: int) -> tuple[int, int] | None:
    """Tokens of a verb and of what says that it is so in part only; None where nothing does."""
    words = block.words
    # "Is incompletely expanded" tells of no change.
    if words[at : at + 2] == RISEN or (words[at] in FILLED and words[at - 1] != "re"):
        return None
    first, last = block.tokens.first[block.sentence[at] :][:2].tolist()
    low, said = at, False
    while low > first and (words[low - 1] in LEADS or words[low - 1] in WHOLLY or words[low - 1] in PARTLY):
        low -= 1
        said |= words[low] in PARTLY
    if low > first and words[low - 1] in NOT:
        return None
    end = at + 1 + (words[at + 1] in PARTICLES)
    behind = _phrase_ends(block, end, last)
    return (low, behind or end) if said or behind else None


def _phrase_ends(block: Block, at: int, last: int) -> int:
    """The token behind what tells, right behind a verb, that it is so in part: "partly", "to some extent"; else 0."""
    words = block.words
    at += words[at] in ("only", "just", "at") and at + 1 < last
    if words[at] in PARTLY:
        end = at + 1 + (words[at + 1] in WHOLLY)
        return 0 if _names_at(block, end) else end
    for phrase in BEHIND:
        if tuple(words[at : at + len(phrase)]) == phrase:
            return at + len(phrase)
    # "But not entirely", "not completely".
    while words[at] in JOINS:
        at += 1
    denied = words[at] == "not" and words[at + 1] in WHOLLY
    return at + 2 if denied and not _names_at(block, at + 2) and words[at + 2] not in GONE else 0


def _names_at(block: Block, at: int) -> bool:
    """Whether a finding or structure, or its property, begins at a token: "cleared mildly enlarged heart"."""
    starts = (block.hits[kind].start.searchsorted((at, at + 1)) for kind in NAMES)
    return any(low < high for low, high in starts)


def _meet(hits: Hits, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Which hits share a token with one of some spans, which are in order and apart."""
    k = np.minimum(high.searchsorted(hits.start, side="right"), len(low) - 1)
    return (low[k] < hits.end) & (hits.start < high[k])


def _with(changes: Hits, low: np.ndarray, high: np.ndarray, number: int) -> Hits:
    """Changes, those that meet the spans put in their place."""
    kept = changes.at(~_meet(changes, low, high))
    new = (low, high, np.full(len(low), number))
    start, end, meaning = (np.append(*columns) for columns in zip(kept, new, strict=True))
    order = start.argsort(kind="stable")
    return Hits(start[order], end[order], meaning[order])

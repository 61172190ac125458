"""Degrees that stand for what was named before: "an effusion on the right and a trace on the left", "mild at T11"."""

from __future__ import annotations

import re

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

LEADS = frozenset(("the", "on", "at", "in", "to", "of"))
"""Words between what opens a clause and the side: "while on the left"."""
ARTICLES = frozenset(("a", "an", "only", "just", "merely"))
HEDGES = frozenset(
    ("perhaps", "possibly", "possible", "maybe", "questionable", "probably", "probable", "likely", "at", "most", "?")
)
"""Words of doubt before such a degree: "and perhaps a trace on the left"."""
IF_ANY = ["if", "any"]
AMOUNTS = frozenset(("amount", "quantity", "volume", "degree", "rim", "sliver"))
"""Nouns behind a degree that stand for the name too."""
JOINS = frozenset(("and", "but", "with", "while", "whereas", ",", ";", "("))
LEVEL = re.compile(r"[ctl]\d{1,2}")
"""Vertebrae: "T7"."""


def graded_side(block: Block, start: int, end: int, told: np.ndarray) -> tuple[int, int] | None:
    """The side at tokens ``start:end`` behind a degree with an article, and the token that opens its clause.

    "There is a moderate effusion on the right and a trace on the left."

    Parameters
    ----------
    block, start, end
        Words of the sentences, and the tokens of a side.
    told
        bool, shape (n_tokens,): tokens of a degree or change.
    """
    words, opens = block.words, start
    while words[opens - 1] in LEADS:
        opens -= 1
    led = opens < start
    # "Moderate effusion on the right, trace if any on the left."
    doubted = words[opens - 2 : opens] == IF_ANY
    opens -= 2 * doubted
    opens -= words[opens - 1] in AMOUNTS or (doubted and words[opens - 1] == ",")
    graded = opens
    while told[opens - 1]:
        opens -= 1
    hedged = doubted or words[opens] in HEDGES or words[opens - 1] in ARTICLES | HEDGES
    if opens == graded or not led or not hedged:
        return None
    while words[opens - 1] in ARTICLES | HEDGES:
        opens -= 1
    places = block.hits[trie.ANATOMY]
    k = int(places.start.searchsorted(end))
    while k < len(places.start) and places.start[k] == end:
        end, k = int(places.end[k]), k + 1
    closed = bool(block.traits[end] & (SEGMENT_END | FINITE)) or words[end] in JOINS
    return (start, opens) if closed and words[opens - 1] in JOINS else None


def levels(block: Block, spine: Hits, told: np.ndarray) -> list[tuple[int, int]]:
    """Levels of the spine with a degree or change of their own behind another one: "severe at T7 and mild at T11".

    Parameters
    ----------
    block, spine
        Words of the sentences, and the places of the spine.
    told
        bool, shape (n_tokens,): tokens of a degree or change.

    Returns
    -------
    The level's token, and the token that opens its clause.
    """
    out = []
    for k in (indices(block.sentence[spine.start[1:]] == block.sentence[spine.start[:-1]]) + 1).tolist():
        at = low = int(spine.start[k])
        first = int(spine.end[k - 1])
        if LEVEL.fullmatch(block.words[at]) is None or LEVEL.fullmatch(block.words[first - 1]) is None:
            continue
        while low > first and (block.words[low - 1] in LEADS or told[low - 1]):
            low -= 1
        aside = block.words[at + 1] == "(" and block.words[first] == "("
        if (told[low:at].any() or aside) and block.words[low - 1] in ("and", ","):
            out.append((at, low))
    return out

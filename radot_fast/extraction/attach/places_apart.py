"""Places in which a finding is not: where it was at another time, and what it spares."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, NEGATION, PAST_WORD, SEGMENT_END, SPARE

AROUND = DETERMINERS | frozenset(("of", "in", "and"))
"""Words between "sparing" and the places that are spared."""
IN = DETERMINERS | frozenset(("in", "on", "at"))
"""Words between "not" and the place that it denies."""
WAS = DETERMINERS | frozenset(
    (
        "it", "its", "tip", "was", "were", "been", "in", "at", "on", "of", "within", "into", "over", "located", "lying",
        "seen", "positioned", "projecting", "terminating", "up", "to",
    )
)  # fmt: skip
"""Words between a word of the past and where something was."""


def is_apart(hits: Hits, block: Block) -> np.ndarray:
    """Which places are of an earlier time, or spared.

    Parameters
    ----------
    hits, block
        Places of the sentences, and their words.

    Returns
    -------
    bool, shape (n_places,)
    """
    return of_before(hits, block) | _spared(hits, block) | _not_there(hits, block)


def of_before(hits: Hits, block: Block) -> np.ndarray:
    """Which places or positions are of an earlier time: "previously it was in the right atrium".

    Nothing but they and ``WAS`` stands between a word of the past and the end of its segment: in "the previously noted
    right effusion" the side is of today.

    Parameters
    ----------
    hits, block
        Places or modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = np.zeros(len(hits.start), bool)
    past = indices(block.has(PAST_WORD)).tolist()
    if not past:
        return out
    told = tokens_in(block, (trie.ANATOMY, trie.MODIFIER))
    for at in past:
        stop = at + 1
        while told[stop] or block.words[stop] in WAS:
            stop += 1
        if block.traits[stop] & SEGMENT_END:
            out |= (hits.start > at) & (hits.end <= stop)
    return out


def denied_sides(hits: Hits, block: Block) -> list[tuple[int, int]]:
    """Find negations of a place and of nothing else: "on the right but not on the left".

    Parameters
    ----------
    hits, block
        Places of the sentences, and their words.

    Returns
    -------
    The token of each negation, and the number of the place.
    """
    out = []
    for at in [k for k in indices(block.has(NEGATION)).tolist() if block.words[k] == "not"]:
        if block.words[at - 1] not in ("but", "and", ","):
            continue
        start = at + 1
        while block.words[start] in IN:
            start += 1
        k = int(hits.start.searchsorted(start))
        if k < len(hits.start) and hits.start[k] == start and block.traits[hits.end[k]] & SEGMENT_END:
            out.append((at, k))
    return out


def _not_there(hits: Hits, block: Block) -> np.ndarray:
    """Which places are denied: "consolidation on the right but not on the left"."""
    out = np.zeros(len(hits.start), bool)
    out[[k for _, k in denied_sides(hits, block)]] = True
    return out


def _spared(hits: Hits, block: Block) -> np.ndarray:
    """Which places are free of what is told: "throughout the right lung, sparing the left"."""
    out = np.zeros(len(hits.start), bool)
    for at in indices(block.has(SPARE)).tolist():
        end = at + 1
        for k in range(int(hits.start.searchsorted(at)), len(hits.start)):
            if hits.start[k] < end or not AROUND.issuperset(block.words[end : hits.start[k]]):
                break
            out[k], end = True, int(hits.end[k])
    return out

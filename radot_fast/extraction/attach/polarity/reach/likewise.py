"""What is said of one finding and of another "as well": "the effusion has resolved, and so has the edema"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import Links
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, POSSIBLE
from radot_fast.extraction.match.segments import count_before, followed_by, indices
from radot_fast.extraction.match.words import AS, COMMA, DETERMINER, FINITE, PREPOSITION, SEGMENT_END

AUXILIARIES = frozenset(("is", "are", "was", "were", "has", "have", "does", "do", "did"))
TOO, LEAD = frozenset(("too", "well")), 4
ALONG, WITH = frozenset(("along", "together", "well")), frozenset(("with", "as"))
LIKE = ALONG | {"like"}
OPENS = frozenset((",", "and", ";"))
"""What stands before "as" and "so" that add: ", as has", "and so is"."""


def likewise(said: np.ndarray, start: np.ndarray, joined: Links, block: Block, described: np.ndarray) -> np.ndarray:
    """Levels of findings, those that "as has" or "and so is" adds as absent or doubtful as the one before.

    "The drain has been removed, as has the sheath"; not "no effusion, as is usual after a pneumonectomy".

    Parameters
    ----------
    said, start
        int64, shape (n_findings,): level and first token of each finding, ``start`` ascending.
    joined, block
        Lists of the findings, and the words of their sentences.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.
    """
    plain = described | block.has(DETERMINER | PREPOSITION)
    for k, m in [*_added(start, plain, block), *_too(start, block), *_compared(start, plain, block)]:
        if said[k] in (ABSENT, POSSIBLE) and block.sentence[start[k]] == block.sentence[start[m]]:
            last = int(joined.breaks.searchsorted(joined.breaks[m], side="right")) if m > k else m + 1
            for n in range(m, last):
                said[n] = said[k] if said[n] == DEFINITE else said[n]
    return said


def _added(start: np.ndarray, plain: np.ndarray, block: Block) -> list[tuple[int, int]]:
    """Find findings with the one that "as has" or "and so is" adds to each."""
    adds = block.said(AS)[1:-1] & block.said(OPENS)[:-2] & block.said(AUXILIARIES)[2:]
    if not adds.any():
        return []
    at = indices(adds) + 1
    other = count_before(~plain)
    following = start.searchsorted(at)
    close = followed_by(start, len(block.words) - 1)[following]
    named = (other[close] == other[at + 2]) & (following > 0) & (following < len(start))
    return [(k - 1, k) for k in following[named].tolist()]


def _too(start: np.ndarray, block: Block) -> list[tuple[int, int]]:
    """Find findings with the one that "and the … too" adds: "the edema has cleared and the effusion too"."""
    ends = block.said(TOO)[:-1] & block.has(SEGMENT_END)[1:]
    out = []
    for at in indices(ends).tolist():
        k = int(start.searchsorted(at)) - 1
        if k < 1 or block.sentence[start[k]] != block.sentence[at]:
            continue
        low = int(start[k])
        known = [t for t in range(low - LEAD, low) if block.words[t : t + 2] == ["and", "the"]]
        out += [(k - 1, k)] if known else []
    return out


def _compared(start: np.ndarray, plain: np.ndarray, block: Block) -> list[tuple[int, int]]:
    """Find findings with those they are named beside: "the effusion, like the edema, has resolved"."""
    joins = block.said(LIKE)[1:-1] & (block.has(COMMA)[:-2] | block.said(WITH)[2:])
    out = []
    for at in (indices(joins) + 1).tolist():
        k, behind = int(start.searchsorted(at)), at + (2 if block.words[at] in ALONG else 1)
        same = 0 < k < len(start) and not (block.traits[start[k - 1] : at] & FINITE).any()
        if same and plain[behind : start[k]].all() and (behind == at + 1 or block.words[at + 1] in WITH):
            out.append((k, k - 1))
    return out

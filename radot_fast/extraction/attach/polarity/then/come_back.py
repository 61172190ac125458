"""What had gone and has come back is there: "the effusion cleared last week but has reappeared"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT
from radot_fast.extraction.match.segments import indices

RETURNED = frozenset(
    ("recurred", "reappeared", "returned", "reaccumulated", "recollected", "refilled", "reformed", "back", "relapsed")
)
IS_BACK = frozenset(("is", "are", "come", "now"))
"""Words before "back" where that is what has come back."""
GONE = frozenset(("resolved", "cleared", "gone", "disappeared", "vanished", "drained", "evacuated", "subsided"))
NOT, NOT_REACH = frozenset(("not", "never", "no", "without", "nor", "t", "neither")), 4
"""Words of a denial, and tokens before the return among which they stand: "has not since recurred"."""


def returns(block: Block) -> list[tuple[int, int]]:
    """Tokens of what has gone and of its return behind it, with no finding between the two."""
    out: list[tuple[int, int]] = []
    returned = block.said(RETURNED)
    if not returned.any():
        return out
    gone, names = block.said(GONE), block.hits[trie.FINDING].start
    for at in indices(returned).tolist():
        first = int(block.tokens.first[block.sentence[at]])
        before = indices(gone[first:at])
        back = block.words[at] != "back" or block.words[at - 1] in IS_BACK
        if not back or not len(before) or not NOT.isdisjoint(block.words[max(first, at - NOT_REACH) : at]):
            continue
        low = first + int(before[-1])
        if names.searchsorted(low) == names.searchsorted(at):
            out.append((low, at))
    return out


def that_come_back(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings that are called absent before they are told to have come back.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out = []
    for low, _ in block.once(returns):
        k = int(named.start.searchsorted(low)) - 1
        here = k >= 0 and block.sentence[named.start[k]] == block.sentence[low]
        out += [k] if here and said[k] == ABSENT else []
    return out


def of_then(hits: Hits, block: Block) -> np.ndarray:
    """Which words of change tell that something had gone which has come back: bool, shape (n_hits,)."""
    out = np.zeros(len(hits.start), bool)
    for low, _ in block.once(returns):
        out |= (hits.start <= low) & (low < hits.end)
    return out

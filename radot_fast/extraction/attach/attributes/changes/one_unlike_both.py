"""Changes of both sides and of one that is unlike them: "effusions are unchanged, but the left is smaller"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.changed import Changed
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.findings.two_sides import CONTRASTS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import Meanings

OPENED = 3
"""Tokens before what is told of one side in which the contrast stands."""


def tell_one_unlike_both(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give one side its own change, and the other one that of both.

    Parameters
    ----------
    found
        Changes of the findings, which are changed here.
    around, meanings
        The findings in their sentences, those of two sides listed twice, and what the words mean.
    """
    block, changes = around.block, around.block.hits[trie.COMPARISON]
    for k, parts in around.splits.pairs.items():
        low, high = parts.low[0], parts.high[0]
        if not parts.apart or parts.low[1] < parts.high[1] or found.absent[k] or found.absent[k + 1]:
            continue
        if CONTRASTS.isdisjoint(block.words[max(int(around.mentions.end[k]), low - OPENED) : low]):
            continue
        first = int(block.tokens.first[block.sentence[low]])
        both, one = (_told(changes.start, *span) for span in ((first, low), (low, high)))
        if both is None or one is None:
            continue
        found.comparison[k] = str(meanings.values[changes.meaning[one]])
        found.comparison[k + 1] = str(meanings.values[changes.meaning[both]])


def _told(starts: np.ndarray, low: int, high: int) -> int | None:
    """The last change among the tokens ``low:high``; None without one."""
    a, b = starts.searchsorted((low, high)).tolist()
    return b - 1 if b > a else None

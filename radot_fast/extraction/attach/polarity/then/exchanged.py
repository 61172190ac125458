"""Devices that are gone for others by a noun: "exchange of the jugular line for a PICC", "conversion from ETT to …"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS

EXCHANGE = frozenset(
    (
        "exchange", "replacement", "conversion", "change", "swap", "changeover", "switch", "substitution", "converted",
        "changed", "switched", "changing", "swapping", "exchanging", "replacing", "converting",
    )
)  # fmt: skip
"""Words of an exchange, before the device that is gone."""
OF_WHAT = frozenset(("of", "from", "the"))
INTO = frozenset(("for", "by", "to", "with", "into"))
"""Words before the device that came instead."""
BEFORE_NAMES = DETERMINERS | {"new", "fresh", "sided", "sidedly", "another"}
NO = frozenset(("no", "without", "any"))
REACH = 8
"""Tokens from such a word to the device that is gone, and from there to the other."""


def exchanged(named: Mentions, block: Block, meanings: Meanings) -> list[tuple[int, int]]:
    """Numbers of devices that are gone, each with the number of the one that came instead.

    "Replacement of the left jugular line by a PICC", but not "replacement of the left jugular line with a PICC in
    situ" where another word stands between: the name follows right behind.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    said = block.said(EXCHANGE)
    if not said.any():
        return []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.COMPARISON))
    out = []
    for at in indices(said[:-1] & block.said(OF_WHAT)[1:]).tolist():
        k = int(named.start.searchsorted(at + 1))
        if block.words[at - 1] in NO or k + 1 >= len(named.start) or not meanings.device[named.card[k : k + 2]].all():
            continue
        near = named.start[k] - at <= REACH and named.start[k + 1] - named.end[k] <= REACH
        if not near or block.sentence[named.start[k + 1]] != block.sentence[at]:
            continue
        low = int(named.start[k + 1]) - 1
        while low >= named.end[k] and (described[low] or block.words[low] in BEFORE_NAMES):
            low -= 1
        if low >= named.end[k] and block.words[low] in INTO:
            out.append((k, k + 1))
    return out


def gone_in_exchange(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the devices that are gone.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    return np.array(exchanged(named, block, meanings), np.int64).reshape(-1, 2)[:, 0].tolist()

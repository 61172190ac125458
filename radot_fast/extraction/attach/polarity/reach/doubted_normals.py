"""Normality in doubt: "the heart is probably normal", "likely clear lungs"."""

from __future__ import annotations

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices

DOUBTS = {
    **dict.fromkeys(("probably", "likely", "presumably", "probable"), "probable"),
    **dict.fromkeys(("possibly", "perhaps", "maybe"), "possible"),
}
"""Words that leave open what is said behind them, and the certainty of it."""
DOUBTING = frozenset(DOUBTS)
LED = frozenset(("to", "be", "is", "are", "still", "now", "within", "all", "both", "of", "the", "a", "an", "in"))
LED_BY = 3
"""Words that may stand between a doubt and the word of normality, and how many at most: "likely to be normal"."""


def doubted_normals(mentions: Mentions, block: Block) -> dict[int, str]:
    """Findings that are denied by a word of normality behind a doubt, and their certainty.

    What cues deny is another matter: "probably no effusion" leaves an effusion open.
    """
    doubts = indices(block.said(DOUBTING))
    if not len(doubts):
        return {}
    hits, led = block.hits[trie.PROPERTY], block.said(LED)
    ends = dict(zip(hits.start.tolist(), hits.end.tolist(), strict=True))
    out = {}
    for at in doubts.tolist():
        value = at + 1
        while value <= at + LED_BY and led[value] and value not in ends:
            value += 1
        if value in ends and block.sentence[value] == block.sentence[at]:
            its = mentions.denied & ((mentions.start == value) | (mentions.end == ends[value]))
            out.update(dict.fromkeys(indices(its).tolist(), DOUBTS[block.words[at]]))
    return out

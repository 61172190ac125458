"""Sides of which is only doubted what is told of the other: "effusion on the right and possibly on the left"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.echo_heads import behind_places
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COPULAS, DETERMINERS, SEGMENT_END

OTHER = {"left": "right", "right": "left"}
SIDES = frozenset(OTHER)
LEADS = DETERMINERS | frozenset(("in", "on", "at", "within", "also"))
"""Words between a doubt and its side: "and possibly also on the left"."""
JOINS = frozenset(("and", "but", ",", ";", "with", "(", "while", "although", "though"))
NOUNS = frozenset(("side", "sided", "one"))
CLOSING = frozenset((")", "too", "also", "as", "well"))
"""Words behind the side: "and possibly on the left side too"."""


def sides_in_doubt(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find sides that a doubt parts from what is told of the other side.

    "Effusion on the right, ? left", "consolidation is seen on the right and cannot be excluded on the left".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The side's token, the token that opens what is told of it, and the number of the meaning.
    """
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    behind = block.said(SIDES | LEADS)[cues.end] | block.has(SEGMENT_END)[cues.start - 1]
    doubts = indices(((level == POSSIBLE) | (level == PROBABLE)) & behind)
    out: list[tuple[int, int, int]] = []
    if not len(doubts) or not block.said(SIDES).any():
        return out
    degrees, names = tokens_in(block, (trie.SEVERITY,)), block.hits[trie.FINDING]
    for start, end in zip(cues.start[doubts].tolist(), cues.end[doubts].tolist(), strict=True):
        side, opens = _side_behind(block, end, degrees), start - (block.words[start - 1] in COPULAS)
        first = int(block.tokens.first[block.sentence[start]])
        if side < 0 or block.words[opens - 1] not in JOINS or opens <= first:
            continue
        other = OTHER[block.words[side]]
        k = int(names.end.searchsorted(opens, side="right")) - 1
        if k < 0 or names.start[k] < first or other not in block.words[first:opens] or not _closes(block, side):
            continue
        meaning = int(names.meaning[k])
        if not meanings.denied[meaning] and not meanings.device[meanings.card[meaning]]:
            out.append((side, opens, meaning))
    return list(dict.fromkeys(out))


def _side_behind(block: Block, at: int, degrees: np.ndarray) -> int:
    """The side that a doubt ending before a token leads to, with a degree at most between: "possible small left"."""
    while block.words[at] in LEADS or degrees[at]:
        at += 1
    return at if block.words[at] in SIDES else -1


def _closes(block: Block, side: int) -> bool:
    """Whether nothing but a place stands behind a side in its segment: "possibly in the left lower lobe"."""
    at = max(side + 1, behind_places(block, side))
    while block.words[at] in NOUNS or block.words[at] in CLOSING:
        at += 1
    return bool(block.traits[at] & SEGMENT_END)

"""Sides that have what is denied of the other: "the right lung shows no opacity, but the left does"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

DO, SIDES = frozenset(("does", "did")), frozenset(("left", "right"))
DID, JOINS = "did", frozenset((",", ";", "and", "but", "while", "whereas", "though"))
"""The verb of what is told in other words, "left base clear of infiltrate, right did", and words before its side."""
NOUNS = frozenset(("lung", "side", "hemithorax", "base", "apex", "hilum", "one"))


def sides_that_do(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find such sides.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The side's token, the token that opens its clause, and the number of the meaning.
    """
    out: list[tuple[int, int, int]] = []
    names = block.hits[trie.FINDING]
    for verb in indices(block.said(DO)).tolist():
        at = verb - 1 - (block.words[verb - 1] in NOUNS)
        led = block.words[at - 1] == "the" or (block.words[verb] == DID and block.words[at - 1] in JOINS)
        if block.words[at] not in SIDES or not block.traits[verb + 1] & SEGMENT_END or not led:
            continue
        first, k = int(block.tokens.first[block.sentence[at]]), int(names.end.searchsorted(at, side="right")) - 1
        named = k >= 0 and names.start[k] >= first and not meanings.denied[names.meaning[k]]
        if named and not meanings.device[meanings.card[names.meaning[k]]]:
            out.append((at, at - (block.words[at - 1] == "the"), int(names.meaning[k])))
    return out

"""Lungs that a sentence does not name and calls clear: "Right clear, left effusion", "All clear"."""

from __future__ import annotations

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, EXCEPTIONS, SEGMENT_END, SEMICOLON

OPENERS = frozenset(("and", "but", "while", "whereas", "although", "though", "yet"))
SIDE_WORDS = frozenset(("left", "right", "both"))
SIDE_NOUNS = frozenset(("one", "ones", "side"))
ARE, CLEAR = frozenset(("is", "are")), frozenset(("clear",))
NORMAL = frozenset(("unremarkable", "normal"))
"""Words of a whole side: "left side: unremarkable"."""
ALL = frozenset(("all", "now", "still", "remains", "otherwise", "completely"))


def clear_sides(block: Block, sided: Hits) -> list[int]:
    """Find sides that begin a sentence or follow a semicolon, and are clear: "Right clear, left effusion".

    Parameters
    ----------
    block, sided
        Words of the sentences, and their places that are a side.

    Returns
    -------
    First tokens of the sides.
    """
    out = []
    begins = sided.start - block.tokens.first[block.sentence[sided.start]] <= 1
    stops = block.has(SEMICOLON)
    begins |= stops[sided.start - 1] | stops[sided.start - 2]
    for at in sided.start[begins & block.said(SIDE_WORDS)[sided.start]].tolist():
        low = at - (block.words[at - 1] in DETERMINERS)
        end = at + 1 + (block.words[at + 1] in SIDE_NOUNS)
        side = block.words[end - 1] == "side"
        end += block.words[end] in ARE | {":"}
        told = block.words[end] in CLEAR or (side and block.words[end] in NORMAL)
        if told and (low == block.tokens.first[block.sentence[at]] or stops[low - 1]):
            out += [at] if block.traits[end + 1] & SEGMENT_END or block.words[end + 1] in OPENERS | EXCEPTIONS else []
    return out


def clear_alone(block: Block) -> list[int]:
    """Find words before a lone "clear", which is of the lungs: "All clear.", "Now clear."."""
    out = []
    for at in indices(block.said(CLEAR)).tolist():
        first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        out += [first] if at == stop - 2 == first + 1 and block.words[first] in ALL else []
    return out

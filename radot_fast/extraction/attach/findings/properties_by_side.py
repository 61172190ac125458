"""Sides of a structure with a property each: "the angles are sharp on the right and blunted on the left"."""

from __future__ import annotations

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

SIDES = frozenset(("left", "right"))
OTHER = {"left": "right", "right": "left"}
JOINS, ON = frozenset(("and", ",", "but", "yet")), frozenset(("on", "at", "to"))
BEING = frozenset(("is", "are", "appears", "appear", "remains", "remain", "looks", "look", "slightly", "now", "still"))
"""Words between "and" and the second property: "and is blunted on the left"."""


def properties_by_side(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find second sides with a word of their own before them, behind a structure and what its first side has.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The token of each side, the token that opens its clause, and the structure; -1 where a finding is told of the side,
    which needs none: "the lungs are clear on the right and hazy on the left".
    """
    side = block.said(SIDES)
    led = indices(side[2:] & block.said(ON)[:-2] & (block.sentence[2:] == block.sentence[:-2]))
    out: list[tuple[int, int, int]] = []
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    if len(led) < 2 or not len(properties.start):
        return out
    described = tokens_in(block, (trie.SEVERITY, trie.MODIFIER))
    for on in led.tolist():
        opens, told = _told_before(block, on, properties)
        if not opens:
            continue
        while described[opens - 1] or block.words[opens - 1] in BEING:
            opens -= 1
        first = opens
        while block.words[first - 1] in JOINS:
            first -= 1
        if first == opens or block.words[first - 1] != OTHER[block.words[on + 2]] or block.words[first - 3] not in ON:
            continue
        before, _ = _told_before(block, first - 3, properties)
        k = int(structures.start.searchsorted(before)) - 1
        if not before or k < 0 or block.sentence[structures.start[k]] != block.sentence[on]:
            continue
        if told >= 0 and meanings.combos[structures.meaning[k], properties.meaning[told]] >= 0:
            out.append((on + 2, opens, int(structures.meaning[k])))
        elif _ends(block.hits[trie.FINDING], on) >= 0:
            out.append((on + 2, opens, -1))
    return out


def _told_before(block: Block, end: int, properties: Hits) -> tuple[int, int]:
    """First token of the property that ends before a token, or of a finding, or 0; and the property's number, or -1."""
    k, names = _ends(properties, end), block.hits[trie.FINDING]
    if k >= 0:
        return int(properties.start[k]), k
    j = _ends(names, end)
    return (int(names.start[j]) if j >= 0 else 0), -1


def _ends(hits: Hits, end: int) -> int:
    """Number of the hit that ends before a token, or -1."""
    k = int(hits.end.searchsorted(end))
    return k if k < len(hits.end) and hits.end[k] == end else -1

"""Sides that do not share what is told of the other: "consolidation on the right but not on the left"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.places.places_apart import OTHER, denied_sides
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.words import COPULAS, FINITE, SEGMENT_END

SIDES = frozenset(OTHER)
NOT, YET, WHERE = frozenset(("not",)), frozenset(("yet",)), frozenset(("where", "which", "with"))
JOINS = frozenset((",", "but", "and"))
GONE = "resolved"
CHANGED = frozenset(("improved", "worsened", "stable"))
"""Changes that the other side does not share, of what may be there all the same."""


def sides_without(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find sides of which is denied what is told of the other, and which thus have nothing, or still have it.

    "The effusion has resolved on the right but not on the left" leaves one on the left. Where it has grown on one side
    and not on the other, nothing is told of the other.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The token that stands for the name, which is the "not" itself where it is still there, the token that opens what is
    told of the side, and the number of the meaning.
    """
    out: list[tuple[int, int, int]] = []
    if not (block.said(NOT).any() and block.said(SIDES).any()):
        return out
    names, places = block.hits[trie.FINDING], block.hits[trie.ANATOMY]
    for at, which in denied_sides(places, block):
        side, first = int(places.start[which[0]]), int(block.tokens.first[block.sentence[at]])
        first = max([first, *(t + 1 for t in range(first, at) if block.words[t] == ";")])
        other = OTHER.get(block.words[side])
        k = int(names.end.searchsorted(_before_where(block, first, at, other), side="right")) - 1
        if k < 0 or names.start[k] < first or other not in block.words[first:at]:
            continue
        # "Not yet on the left" is a mask of negations.
        if block.words[at + 1] in YET or _shares_its_noun(block, at, int(places.end[which[-1]])):
            continue
        meaning = int(names.meaning[k])
        low = int(names.start[k])
        while low > first and not block.traits[low - 1] & SEGMENT_END:
            low -= 1
        # "But is not seen on the left" begins with its verb.
        opens = at - (block.words[at - 1] in COPULAS)
        changes, denied = _told(block, low, opens, meanings)
        behind = _told_behind(block, int(places.end[which[-1]]), meanings)
        if (
            meanings.denied[meaning]
            or meanings.device[meanings.card[meaning]]
            or not CHANGED.isdisjoint(changes)
            or behind
        ):
            continue
        if GONE in changes:
            out.append((at, at, meaning))
        elif not denied:
            out.append((side, opens, meaning))
    return out


def _before_where(block: Block, first: int, at: int, other: str | None) -> int:
    """Where what lies there too is told between two commas: "on the left, where there is an effusion, but not"."""
    for t in range(first + 1, at):
        inside = block.words[t] in WHERE and block.words[t - 1] == ","
        if inside and other in block.words[first:t] and "," in block.words[t:at]:
            return t
    return at


def _shares_its_noun(block: Block, at: int, end: int) -> bool:
    """Whether the place is of both sides: "in the left but not the right base", "at the right, not the left, base"."""
    low = at - 1
    while block.words[low] in JOINS:
        low -= 1
    end += block.words[end] == ","
    return block.words[low] in SIDES and bool((block.hits[trie.ANATOMY].start == end).any())


def _told_behind(block: Block, end: int, meanings: Meanings) -> bool:
    """Whether a change follows that the side does not share: "the left effusion, but not the right, has grown"."""
    if block.words[end] != "," or not block.traits[end + 1] & FINITE:
        return False
    return bool(_told(block, end, int(block.tokens.first[block.sentence[end] + 1]), meanings)[0])


def _told(block: Block, low: int, high: int, meanings: Meanings) -> tuple[set[str], bool]:
    """Changes that are told in tokens ``low:high``, and whether anything is denied there."""
    changes, cues = block.hits[trie.COMPARISON], block.hits[trie.CUE]
    a, b = changes.start.searchsorted((low, high))
    c, d = cues.start.searchsorted((low, high))
    told = {meanings.values[k] for k in changes.meaning[a:b].tolist()}
    return told, bool((meanings.level[cues.meaning[c:d]] == ABSENT).any())

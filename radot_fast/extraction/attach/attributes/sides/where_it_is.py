"""Sides of what is told beside something: "in the right lung, where there is no mass", "clips with adjacent scarring".

And places before what something is not in: "no calcification in the right lower lobe nodule" has a nodule there.
"""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.sides.drained_sides import DRAINS
from radot_fast.extraction.attach.polarity.kept.presupposed import FILLS, IN
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHERE, SIDES = frozenset(("where",)), frozenset(("left", "right"))
BESIDE = frozenset(("surrounding", "adjacent", "accompanying", "neighboring", "overlying", "underlying"))
"""First words of what lies beside the device before it."""
ONE = (("left",), ("right",))
PARTS = frozenset(
    (
        ",", "lung", "lobe", "base", "apex", "zone", "field", "side", "hemithorax", "hemidiaphragm", "upper", "lower",
        "middle", "mid",
    )
)  # fmt: skip
"""Words between such a side and the "where"."""


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]


def lies_where_told(found: Sided, around: Surroundings, meanings: Meanings) -> None:
    """Give findings behind "where" the side before it, or before its part of the lung; no device but a drain.

    Nor what has no side.

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, mentions = around.block, around.mentions
    for at in indices(block.said(WHERE)).tolist():
        before = at - 1
        while block.words[before] in PARTS:
            before -= 1
        side = block.words[before]
        stop = at + 1
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        behind = range(*mentions.start.searchsorted((at, stop)).tolist())
        for k in behind if side in SIDES else ():
            device = meanings.devices[mentions.card[k]]
            if not found.sides[k] and (device in DRAINS or not (device or meanings.sideless[mentions.card[k]])):
                found.sides[k] = (side,)
        _give_part_of_lung(found, at, behind, around, meanings)
    held = block.said(FILLS)
    for k in indices(held[mentions.end - 1]).tolist() if held.any() else ():
        if k + 1 < len(found.sides) and _is_denied_in_the_next(k, found, around):
            found.sides[k + 1], found.places[k + 1] = found.sides[k], found.places[k + 1] or found.places[k]
    for at in indices(block.said(BESIDE)).tolist():
        k = int(mentions.start.searchsorted(at))
        if _is_beside_a_device(k, at, found, around, meanings):
            found.sides[k] = found.sides[k - 1]


def _give_part_of_lung(found: Sided, at: int, behind: range, around: Surroundings, meanings: Meanings) -> None:
    """Give the part of the lung right before the "where" at a token to what is found there and lies in a lung.

    "Scarring at the right apex, where a nodule is also seen" has a nodule of the apex.
    """
    block, card = around.block, around.mentions.card
    hits = block.hits[trie.ANATOMY]
    end = at - (block.words[at - 1] == ",")
    for which in indices(hits.end == end).tolist():
        value = hits.meaning[which]
        for k in behind if meanings.clear_part[value] else ():
            outside = meanings.outside_lung[card[k]] or meanings.device[card[k]] or meanings.bony[card[k]]
            if not (found.places[k] or found.absent[k] or outside):
                found.places[k] = meanings.places[value]


def _is_denied_in_the_next(k: int, found: Sided, around: Surroundings) -> bool:
    """Whether finding k is absent from the next one, which has no side but that right before its name."""
    block, mentions = around.block, around.mentions
    low, high = int(mentions.end[k]), int(mentions.start[k + 1])
    apart = block.sentence[low - 1] != block.sentence[high]
    if apart or not found.absent[k] or found.absent[k + 1] or found.sides[k + 1]:
        return False
    return high in block.hits[trie.ANATOMY].end and not IN.isdisjoint(block.words[low:high])


def _is_beside_a_device(k: int, at: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k, which a word at a token opens, is of no side itself and a device before it is of one."""
    block, mentions = around.block, around.mentions
    if not 0 < k < len(mentions.start) or block.sentence[mentions.start[k - 1]] != block.sentence[at]:
        return False
    near = block.sentence[mentions.start[k]] == block.sentence[at]
    near = near and all(around.clauses.described[t] for t in range(at + 1, int(mentions.start[k])))
    sided = bool(meanings.device[mentions.card[k - 1]]) and found.sides[k - 1] in ONE
    return near and sided and not (found.sides[k] or meanings.sideless[mentions.card[k]])

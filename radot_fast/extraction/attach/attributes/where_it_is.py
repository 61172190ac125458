"""Sides before a "where", which are of what it leads to: "opacities, worse on the left, where there is an effusion".

And places before what something is not in: "no calcification in the right lower lobe nodule" has a nodule there.
"""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.kept.presupposed import FILLS, IN
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHERE, SIDES = frozenset(("where",)), frozenset(("left", "right"))


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]


def lies_where_told(found: Sided, around: Surroundings, meanings: Meanings) -> None:
    """Give findings behind "where" the side right before it; no device, nor what has no side.

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, mentions = around.block, around.mentions
    for at in indices(block.said(WHERE)).tolist():
        side = block.words[at - 1 - (block.words[at - 1] == ",")]
        stop = at + 1
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        for k in range(*mentions.start.searchsorted((at, stop)).tolist()) if side in SIDES else ():
            if not (found.sides[k] or meanings.sideless[mentions.card[k]] or meanings.device[mentions.card[k]]):
                found.sides[k] = (side,)
    held = block.said(FILLS)
    for k in indices(held[mentions.end - 1]).tolist() if held.any() else ():
        if k + 1 < len(found.sides) and _is_denied_in_the_next(k, found, around):
            found.sides[k + 1], found.places[k + 1] = found.sides[k], found.places[k + 1] or found.places[k]


def _is_denied_in_the_next(k: int, found: Sided, around: Surroundings) -> bool:
    """Whether finding k is absent from the next one, which has no side but that right before its name."""
    block, mentions = around.block, around.mentions
    low, high = int(mentions.end[k]), int(mentions.start[k + 1])
    if not found.absent[k] or found.absent[k + 1] or found.sides[k + 1]:
        return False
    return high in block.hits[trie.ANATOMY].end and not IN.isdisjoint(block.words[low:high])

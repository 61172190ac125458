"""Sides before a "where", which are of what it leads to: "opacities, worse on the left, where there is an effusion"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHERE, SIDES = frozenset(("where",)), frozenset(("left", "right"))


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    sides: list[tuple[str, ...]]


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

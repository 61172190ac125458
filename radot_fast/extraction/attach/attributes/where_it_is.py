"""Sides before a "where", which are of what it leads to: "scarring in the right lung, where there is no nodule"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHERE, SIDES = frozenset(("where",)), frozenset(("left", "right"))
PARTS = frozenset(
    (
        ",", "lung", "lobe", "base", "apex", "zone", "field", "side", "hemithorax", "hemidiaphragm", "upper", "lower",
        "middle", "mid",
    )
)  # fmt: skip
"""Words between such a side and the "where"."""


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    sides: list[tuple[str, ...]]


def lies_where_told(found: Sided, around: Surroundings, meanings: Meanings) -> None:
    """Give findings behind "where" the side before it, or before its part of the lung; no device, nor what has no side.

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
        for k in range(*mentions.start.searchsorted((at, stop)).tolist()) if side in SIDES else ():
            if not (found.sides[k] or meanings.sideless[mentions.card[k]] or meanings.device[mentions.card[k]]):
                found.sides[k] = (side,)

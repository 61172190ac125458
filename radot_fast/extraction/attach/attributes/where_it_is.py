"""Sides of what is told beside something: "on the left, where there is an effusion", "clips with adjacent scarring"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.drained_sides import DRAINS
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHERE, SIDES = frozenset(("where",)), frozenset(("left", "right"))
BESIDE = frozenset(("surrounding", "adjacent", "accompanying", "neighboring", "overlying", "underlying"))
"""First words of what lies beside the device before it."""
ONE = (("left",), ("right",))


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    sides: list[tuple[str, ...]]


def lies_where_told(found: Sided, around: Surroundings, meanings: Meanings) -> None:
    """Give findings behind "where" the side right before it; no device but a drain, nor what has no side.

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
            device = meanings.devices[mentions.card[k]]
            if not found.sides[k] and (device in DRAINS or not (device or meanings.sideless[mentions.card[k]])):
                found.sides[k] = (side,)
    for at in indices(block.said(BESIDE)).tolist():
        k = int(mentions.start.searchsorted(at))
        if _is_beside_a_device(k, at, found, around, meanings):
            found.sides[k] = found.sides[k - 1]


def _is_beside_a_device(k: int, at: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k, which a word at a token opens, is of no side itself and a device before it is of one."""
    block, mentions = around.block, around.mentions
    if not 0 < k < len(mentions.start) or block.sentence[mentions.start[k - 1]] != block.sentence[at]:
        return False
    near = block.sentence[mentions.start[k]] == block.sentence[at]
    near = near and all(around.clauses.described[t] for t in range(at + 1, int(mentions.start[k])))
    sided = bool(meanings.device[mentions.card[k - 1]]) and found.sides[k - 1] in ONE
    return near and sided and not (found.sides[k] or meanings.sideless[mentions.card[k]])

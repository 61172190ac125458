"""The side of a shadow behind the heart, which the edge that it blurs tells: "obscuring the left hemidiaphragm"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.sides.drained_sides import ONE
from radot_fast.extraction.match.meanings import Meanings

RETROCARDIAC, DIAPHRAGM, SILHOUETTE_SIGN = "retrocardiac", "diaphragm", "silhouette_sign"


class Sided(Protocol):
    """Attributes of findings, as far as places are concerned."""

    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]


def side_of_its_edge(
    k: int, first: int, last: int, found: Sided, around: Surroundings, meanings: Meanings
) -> tuple[str, ...]:
    """The side of the edge that finding k behind the heart blurs; none where it blurs none.

    "Retrocardiac opacity obscuring the left hemidiaphragm", "left hemidiaphragm obscured by a retrocardiac opacity":
    the findings of the sentence are those from ``first`` to ``last``.
    """
    if RETROCARDIAC not in found.places[k]:
        return ()
    words, mentions = around.block.words, around.mentions
    for low, high in ((k, k + 1), (k - 1, k)):
        edge = low + high - k
        if low < first or high == last or found.sides[edge] not in ONE:
            continue
        blurred = meanings.cards[mentions.card[edge]].finding == SILHOUETTE_SIGN
        blurred &= edge > k or DIAPHRAGM in found.places[edge]
        if blurred and ";" not in words[mentions.end[low] : mentions.start[high]]:
            return found.sides[edge]
    return ()

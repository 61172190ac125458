"""What goes with two findings of either side: "left effusion, small right effusion, both with atelectasis"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.segments import indices

EITHER = frozenset(("both", "each"))
WITH = frozenset(("with", "having", "accompanied", "associated"))
OPPOSITE = frozenset((("left",), ("right",)))


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]


def lies_with_either(found: Sided, around: Surroundings) -> None:
    """Give both sides to a finding behind "both with" that has none, where two of one name lie on either side.

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    around
        The findings in their sentences.
    """
    block, mentions = around.block, around.mentions
    for at in indices(block.said(EITHER)[:-1] & block.said(WITH)[1:]).tolist():
        k = int(mentions.start.searchsorted(at))
        if k < 2 or k == len(found.sides) or found.sides[k] or found.absent[k]:
            continue
        first, last = block.sentence[mentions.start[[k - 2, k]]].tolist()
        one_name = mentions.card[k - 2] == mentions.card[k - 1]
        if first == last and one_name and {found.sides[k - 2], found.sides[k - 1]} == OPPOSITE:
            found.sides[k] = ("bilateral",)

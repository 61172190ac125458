"""Sides that head a sentence: "Right lung: clear, small effusion", "On the left: rib fractures; drain in situ"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.sides.drained_sides import DRAINS, PLEURA
from radot_fast.extraction.match.meanings import Meanings

ONE_SIDE = frozenset(("left", "right"))
ZONES = {"luz": "left", "lmz": "left", "llz": "left", "ruz": "right", "rmz": "right", "rlz": "right"}
"""Letters of zones that head a sentence: "LUZ: cavity; infiltrate"."""
SIDED = ONE_SIDE | ZONES.keys()
LABEL = 4
"""Tokens in which a label ends: "Right lung:"."""
LABELS = SIDED | {"lung", "side", "sided", "hemithorax", "chest", "thorax", "pleura", "pleural", "space", "field"}
LABELS |= {"upper", "mid", "middle", "lower", "lobe", "zone", "base", "apex"}
OF_LUNG = LABELS - SIDED - {"side", "sided", "hemithorax", "chest", "thorax"}
OF_DRAINS = LABELS | {"drains", "tubes", "two", "intercostal"}
"""Words of labels, some of which name drains: "Left chest tubes: apical out, basal unchanged"."""
OPENS_A_CLAUSE = frozenset((",", "the", "there", "i", "we", "no"))
"""What follows a side that heads its sentence: "on the left, …", "on the left the lung is clear and …"."""
RIBS = frozenset(("rib", "clavicle"))
"""Bones on either side: "on the left, there are rib fractures"."""
ONE_A_SIDE = frozenset(("subcutaneous_emphysema", "diaphragm_elevated", "diaphragm_flattened"))
"""What either side has besides its lung: "Right: drain in place; subcutaneous emphysema, raised hemidiaphragm"."""


class Sided(Protocol):
    """Attributes of findings, as far as places are concerned."""

    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    absent: list[bool]


def take_from_label(found: Sided, first: int, last: int, around: Surroundings, meanings: Meanings) -> None:
    """Give findings of a lung or pleura the side that heads their sentence: "Right lung: clear, small effusion".

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    first, last
        Numbers of the first finding of a sentence, and of the last one + 1.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, mentions = around.block, around.mentions
    begin = int(block.tokens.first[block.sentence[mentions.start[first]]])
    label = block.words[begin : begin + LABEL]
    if SIDED.isdisjoint(label):
        return
    # "On the left, the lung is clear and the pleura free", "On the left there is"
    headed = label[0] in ("on", "at") and not OPENS_A_CLAUSE.isdisjoint(label[3:])
    unmarked = headed and label[3] != ","
    label = label[2:3] if headed else label[: label.index(":")] if ":" in label else []
    behind = begin + len(label) + 1
    label = label[2:] if label[:2] in (["on", "the"], ["at", "the"]) else label  # "On the left: fractures; effusion"
    sides = ONE_SIDE.intersection([ZONES.get(word, word) for word in label])
    if len(sides) != 1 or not OF_DRAINS.issuperset(label):
        return
    for k in range(first, last):
        card = mentions.card[k]
        between = block.words[behind : mentions.start[k]]
        of_both = headed and meanings.both_lungs[card] and not found.sides[k]
        parted = headed and found.absent[k] and (";" in between or (unmarked and "," in between))
        if ":" in between or of_both or parted:
            break
        # "On the right, no change; on the left, there is a small effusion and atelectasis."
        if headed and not (ONE_SIDE - sides).isdisjoint(between):
            break
        bony = (headed or OF_LUNG.isdisjoint(label)) and not RIBS.isdisjoint(found.places[k])
        if OF_LUNG.isdisjoint(label) and meanings.cards[card].finding in ONE_A_SIDE:
            named = block.words[mentions.start[k] : mentions.end[k]]
            bony |= not any(word.endswith("diaphragms") for word in named)
        here = meanings.cards[card].group in ("lung", PLEURA) or bony
        drain = meanings.cards[card].device in DRAINS
        if not found.sides[k] and (drain or (here and not meanings.sideless[card])):
            found.sides[k] = tuple(sides)

"""Sides of what is told apart from the rest: "the right lung is clear except for a granuloma", "…, leaving a scar"."""

from __future__ import annotations

import itertools
from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.sides.drained_sides import DRAINS, PLEURA
from radot_fast.extraction.match.meanings import LUNG_PARTS, Meanings
from radot_fast.extraction.match.words import EXCEPTIONS

ONE = (("left",), ("right",))
EXCEPTING = EXCEPTIONS | {"other", "beyond", "exception", "excluding", "where"}
"""Words before what is told apart from the rest: "other than a scar", "no effusion on the left, where a scar is"."""
EXCEPT = EXCEPTING | {"with", "w", "but", "although", "though", "albeit", "however"}
"""Words behind which a statement of a lung goes on: "the left lung is clear except for basal scarring", "the left lung
is clear, although a nodule may be present"."""
LEAVES = frozenset(("leaving", "leaves", "residual"))
HAS_LEFT = frozenset((("has", "left"), ("have", "left"), ("having", "left"), ("left", "behind")))
REMAINING = frozenset(("remaining", "persisting", "remains", "remain"))
"""Two words before what is left of something, and words right behind it."""
"""Words behind what has gone, before what is left of it."""
REMAIN = frozenset(("remains", "remain", "left", "persists"))
"""Words behind "what" before what is left of a finding."""


class Sided(Protocol):
    """Attributes of findings, as far as places are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]


def parted_by_exception(giver: int, k: int, around: Surroundings) -> bool:
    """Whether one of two findings is the exception from the other: "scarring is stable apart from a left nodule".

    It stands first in "except for a left nodule, the scarring is stable".
    """
    mentions, block = around.mentions, around.block
    if giver > k:
        return not EXCEPTIONS.isdisjoint(block.words[mentions.end[k] : mentions.start[giver]])
    first = int(block.tokens.first[block.sentence[mentions.start[giver]]])
    fronted = block.words[first] in EXCEPTIONS
    return fronted and "," in block.words[mentions.end[giver] : mentions.start[k]]


def is_excepted(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is all that the lung before it has: "the right is clear apart from a granuloma"."""
    mentions = around.mentions
    between = around.block.words[mentions.end[k - 1] : mentions.start[k]] if k > first else []
    return not EXCEPTING.isdisjoint(between) and tells_of(k - 1, k, found, around, meanings)


def excepted_of(k: int, first: int, last: int, found: Sided, around: Surroundings, meanings: Meanings) -> int | None:
    """The clear lung behind finding k that has nothing else: "apart from a granuloma, the right lung is clear"."""
    mentions, block = around.mentions, around.block
    breaks = around.lists.breaks
    head = next((m for m in range(k, first, -1) if breaks[m - 1] != breaks[m]), first)
    begin = mentions.end[head - 1] if head > first else block.tokens.first[block.sentence[mentions.start[k]]]
    own = meanings.cards[mentions.card[k]].group
    if own not in ("lung", PLEURA) or EXCEPTING.isdisjoint(block.words[begin : mentions.start[head]]):
        return None
    lung = next((m for m in range(k + 1, last) if found.absent[m]), last)
    if lung == last or found.sides[lung] not in ONE or not mentions.combo[lung]:
        return None
    return lung if ";" not in block.words[mentions.end[k] : mentions.start[lung]] else None


def tells_of(before: int, k: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is said of the lung, or of the drain, that is named before it.

    "The right lung is expanded with mild basal atelectasis", "left chest tube with a small pneumothorax".
    """
    mentions, words = around.mentions, around.block.words
    sides, card = found.sides[before], mentions.card
    if len(sides) != 1 or sides == ("bilateral",):
        return False
    between = words[mentions.end[before] : mentions.start[k]]
    # "No effusion on the left; what remains is pleural thickening."
    if found.absent[before] and "what" in between and not REMAIN.isdisjoint(between):
        return meanings.cards[card[k]].group in ("lung", PLEURA)
    # "Scarring on the left but not on the right, where there is a nodule."
    if found.absent[before] and "where" in between and ";" not in between:
        return meanings.cards[card[k]].group in ("lung", PLEURA)
    # "Right basal consolidation has cleared, leaving atelectasis", "... with atelectasis remaining in its place".
    left = not LEAVES.isdisjoint(between) or any(pair in HAS_LEFT for pair in itertools.pairwise(between))
    left |= "with" in between and words[mentions.end[k]] in REMAINING
    if found.absent[before] and left and ";" not in between:
        return meanings.cards[card[k]].group in ("lung", PLEURA)
    if EXCEPT.isdisjoint(between) or ";" in between:
        return False
    named, own = meanings.cards[card[before]], meanings.cards[card[k]].group
    if named.device is not None:
        return named.device in DRAINS and own == PLEURA
    here = own in ("lung", PLEURA) or not LUNG_PARTS.isdisjoint(found.places[k])
    return bool(found.absent[before] and mentions.combo[before] and here)

"""Attributes to the findings they belong to: place, side, severity, comparison, modifiers."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes import attach_changes, attach_sizes, changes_in
from radot_fast.extraction.attach.attributes.degrees import attach_degrees
from radot_fast.extraction.attach.attributes.inherited_sides import inherit_sides, settled
from radot_fast.extraction.attach.attributes.modifiers import attach_modifiers
from radot_fast.extraction.attach.attributes.nearest import (
    INTERPRETED_WEIGHT,
    Nearest,
    Surroundings,
    ends_a_line,
    nearest,
)
from radot_fast.extraction.attach.attributes.places import attach_places
from radot_fast.extraction.attach.attributes.shared_attributes import share, tell_sides_apart
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import (
    MEASURE,
)

MEASURE_REACH = 16


class Attributes:
    """Attributes of the findings of a block, by finding; ``low:high`` are the tokens of its phrase."""

    def __init__(self, around: Surroundings, polarity: list[str]) -> None:
        n = len(polarity)
        self.absent = [p == "absent" for p in polarity]
        self.sides: list[tuple[str, ...]] = [()] * n
        self.places: list[tuple[str, ...]] = [()] * n
        self.place_words: list[tuple[str, ...]] = [()] * n
        self.severity: list[str | None] = [None] * n
        self.comparison = ["none"] * n
        self.modifiers: list[tuple[str, ...]] = [()] * n
        self.modifier_words: list[tuple[str, ...]] = [()] * n
        self.low, self.high = around.mentions.start.copy(), around.mentions.end.copy()

    def take_in(self, hits: Hits, near: Nearest, taken: list[bool] | np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        which, k = near.attribute[taken], near.finding[taken]
        np.minimum.at(self.low, k, hits.start[which])
        np.maximum.at(self.high, k, hits.end[which])


def attach(around: Surroundings, polarity: list[str], meanings: Meanings) -> Attributes:
    """Give every attribute of the sentences to the nearest finding, and places to all findings of its list."""
    attributes = Attributes(around, polarity)
    attach_places(attributes, around, meanings)
    changes = changes_in(around, meanings)
    attach_degrees(attributes, changes, around, meanings)
    attach_changes(attributes, changes, around, meanings)
    attach_sizes(attributes, around, meanings)
    attach_modifiers(attributes, around, meanings)
    _take_in_measures(attributes, around)
    tell_sides_apart(attributes, around)
    plural = [sides == (PAIRED,) for sides in attributes.sides]
    for k, sides in enumerate(attributes.sides):
        if sides:
            attributes.sides[k] = settled(sides, absent=attributes.absent[k])
    share(attributes, around, meanings)
    inherit_sides(attributes, plural, around, meanings)
    return attributes


def _take_in_measures(attributes: Attributes, around: Surroundings) -> None:
    """Let a finding's phrase take in its measurement ("2.1 x 1.5 cm mass"): the unit table has no column for it."""
    words = around.block.words
    starts, ends = [], []
    for k in around.block.where(MEASURE).tolist():
        if words[k - 1][0].isdigit():
            # "2.1 x 1.5 cm mass": back from "cm" to the first number.
            start = k - 1
            while words[start - 1] in ("x", "by") and words[start - 2][0].isdigit():
                start -= 2
            starts.append(start)
            ends.append(k + 1)
    if not starts:
        return
    hits = Hits(np.array(starts), np.array(ends), np.zeros(len(starts), np.int64))
    # "With its tip 4 cm above the carina, right jugular line": the distance is that of the tube before it.
    ahead = np.where(ends_a_line(hits.start, around), INTERPRETED_WEIGHT, 0)
    near = nearest(hits.start, hits.end, around, ahead=ahead)
    attributes.take_in(hits, near, near.distance <= MEASURE_REACH)

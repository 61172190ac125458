"""Attributes to the findings they belong to: place, side, severity, comparison, modifiers."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.changes import attach_changes, changes_in
from radot_fast.extraction.attach.attributes.changes.of_beginnings import without_beginnings
from radot_fast.extraction.attach.attributes.changes.one_unlike_both import tell_one_unlike_both
from radot_fast.extraction.attach.attributes.changes.only_some_left import graded_by_what_remains
from radot_fast.extraction.attach.attributes.changes.then_and_now import attach_then_and_now
from radot_fast.extraction.attach.attributes.counts import count_findings
from radot_fast.extraction.attach.attributes.degrees import attach_degrees
from radot_fast.extraction.attach.attributes.hollow import hollow_out
from radot_fast.extraction.attach.attributes.measures import ends_behind_clauses, measures_of
from radot_fast.extraction.attach.attributes.modifiers import attach_modifiers
from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.attach.attributes.places.behind_insertions import place_behind_insertions
from radot_fast.extraction.attach.attributes.places.places import attach_places
from radot_fast.extraction.attach.attributes.shared_attributes import share, tell_sides_apart
from radot_fast.extraction.attach.attributes.sides.inherited_sides import (
    inherit_sides,
    place_tumors_of_bones,
    settled,
    without_both,
)
from radot_fast.extraction.attach.attributes.sides.more_of_one_side import more_of_one_side
from radot_fast.extraction.attach.attributes.tension import give_tension
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

NECK = "neck"
"""Where air of the mediastinum may go on to."""
HOLLOW = frozenset(("trachea", "mediastinum", "carina", "airway", "hilum"))
"""Places that lose no volume."""


class Attributes:
    """Attributes of the findings of a block, by finding; ``low:high`` are the tokens of its phrase.

    ``measured``: where the phrase ends with a measurement behind its clause, 0 for none.
    """

    def __init__(self, around: Surroundings, polarity: list[str]) -> None:
        n = len(polarity)
        self.absent = [*map("absent".__eq__, polarity)]
        self.sides: list[tuple[str, ...]] = [()] * n
        self.places: list[tuple[str, ...]] = [()] * n
        self.place_words: list[tuple[str, ...]] = [()] * n
        self.severity: list[str | None] = [None] * n
        self.comparison = ["none"] * n
        self.modifiers: list[tuple[str, ...]] = [()] * n
        self.modifier_words: list[tuple[str, ...]] = [()] * n
        self.low, self.high = around.mentions.start.copy(), around.mentions.end.copy()
        self.measured = np.zeros(n, np.int64)

    def told(self, k: int) -> tuple[str, ...]:
        """Modifiers, sides and places of finding k."""
        return self.modifiers[k] + self.sides[k] + self.places[k]

    def take_in(self, hits: Hits, near: Nearest, taken: list[bool] | np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        which, k = near.attribute[taken], near.finding[taken]
        np.minimum.at(self.low, k, hits.start[which])
        np.maximum.at(self.high, k, hits.end[which])

    def measure(self, around: Surroundings, meanings: Meanings) -> None:
        """Let the phrases of findings take in their measurements."""
        measured = measures_of(around, meanings)
        if measured is not None:
            np.minimum.at(self.low, measured.finding, measured.start)
            np.maximum.at(self.high, measured.finding, measured.end)
            self.measured = ends_behind_clauses(measured, around)


def attach(around: Surroundings, polarity: list[str], certainty: list[str], meanings: Meanings) -> Attributes:
    """Give every attribute of the sentences to the nearest finding, and places to all findings of its list.

    What is present for sure and has resolved is absent, in ``polarity`` too: "the atelectasis it caused has
    re-expanded"; not the fold in "the opacity was probably a skin fold because it is no longer visible".
    """
    attributes = Attributes(around, polarity)
    attach_places(attributes, around, meanings)
    changes = changes_in(around, meanings)
    attach_degrees(attributes, changes, around, meanings)
    attach_changes(attributes, changes, around, meanings)
    tell_one_unlike_both(attributes, around, meanings)
    attach_then_and_now(attributes, around, meanings)
    graded_by_what_remains(attributes, around)
    without_beginnings(attributes, certainty, around)
    for k in indices(np.array([*map("resolved".__eq__, attributes.comparison)], bool)).tolist():
        polarity[k] = "absent" if polarity[k] == "present" and certainty[k] == "definite" else polarity[k]
        attributes.absent[k] = polarity[k] == "absent"
    attach_modifiers(attributes, certainty, around, meanings)
    give_tension(attributes, certainty, around, meanings)
    hollow_out(attributes, around, meanings)
    more_of_one_side(attributes, around)
    attributes.measure(around, meanings)
    tell_sides_apart(attributes, around, meanings)
    plural = [*map((PAIRED,).__eq__, attributes.sides)]
    without_both(attributes.sides, around)
    for k, sides in enumerate(attributes.sides):
        if sides:
            attributes.sides[k] = settled(sides, absent=attributes.absent[k])
    share(attributes, around, meanings)
    inherit_sides(attributes, plural, around, meanings)
    place_behind_insertions(attributes, around, meanings)
    count_findings(attributes, around)
    place_tumors_of_bones(attributes, around, meanings)
    for k in indices(meanings.of_sternum[around.mentions.card]).tolist():
        # "Sternotomy wires and clips at the left hilum": the wires lie nowhere else.
        attributes.sides[k] = attributes.places[k] = ()
    # "Pneumomediastinum tracking into the neck" lies where its name says.
    for k in indices(meanings.mediastinal_air[around.mentions.card]).tolist():
        attributes.places[k] = tuple(place for place in attributes.places[k] if place != NECK)
    # "Volume loss and shift of the trachea to the right": a lung has lost it.
    for k in indices(around.mentions.card == meanings.volume_loss).tolist():
        attributes.places[k] = tuple(place for place in attributes.places[k] if place not in HOLLOW)
    return attributes

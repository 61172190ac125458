"""Places of two findings of which only one is there.

They stand behind an insertion of what is not, "consolidation, not collapse, at the right base", before what the first
one explains, "consolidation, not collapse, accounts for the left basal opacity", or with what has gone: "the left basal
consolidation has been replaced by collapse".
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COPULAS, PREPOSITIONS

NOT, RATHER = frozenset(("not",)), frozenset(("rather", "instead", "opposed"))
BETWEEN = frozenset((",", "(", "not", "rather", "than", "instead", "of", "as", "opposed", "to", "a", "an", "the", "-"))
"""Words between two names, of which the second is inserted to be denied."""
LEADS = frozenset((",", "(", "-", "not", "rather", "instead", "as"))
"""The first of them."""
EXPLAINS = frozenset(
    ("accounts", "account", "explains", "explain", "underlies", "underlie", "responsible", "causes", "produces",
     "explaining", "accounting", "causing", "producing", "reason", "cause", "behind")
)  # fmt: skip
"""Verbs of what a shadow comes from: "consolidation, not collapse, accounts for the left basal opacity"."""
KINDS = 1
"""Words of any kind among them: "not active disease"."""
CLOSES = frozenset((",", ")", "-"))
ITS_OWN = frozenset(("pleura", "lung", "heart", "mediastinum"))


CAME = (
    ["replaced", "by"],
    ["replaced", "with"],
    ["way", "to"],
    ["leaving", "a"],
    ["leaving", "some"],
    ["leaving", "only"],
)
"""Words between what has gone and what has come instead."""


class Placed(Protocol):
    """Attributes of findings, as far as their places are concerned, and which findings are absent."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    place_words: list[tuple[str, ...]]


def place_behind_insertions(found: Placed, around: Surroundings, meanings: Meanings) -> None:
    """Give a finding without a place that of the one that is inserted behind it to be denied.

    Parameters
    ----------
    found
        Attributes of the findings, with their places.
    around, meanings
        The findings in their sentences, and what the cards mean.
    """
    _place_what_came(found, around, meanings)
    block, mentions = around.block, around.mentions
    if not block.said(NOT | RATHER).any():
        return
    _place_what_explains(found, around, meanings)
    same = block.sentence[mentions.start[1:]] == block.sentence[mentions.start[:-1]]
    absent = np.array(found.absent, bool)
    may = same & absent[1:] & ~absent[:-1] & block.said(LEADS)[mentions.end[:-1]]
    for k in (indices(may) + 1).tolist():
        own = set(found.places[k - 1]) - ITS_OWN  # "pleural thickening" is of the pleura by its name
        if found.sides[k - 1] or own or not (found.sides[k] or found.places[k]):
            continue
        between = block.words[mentions.end[k - 1] : mentions.start[k]]
        # "Fluid at the right costophrenic angle" holds its place.
        behind = [*block.words[mentions.start[k] : mentions.end[k]], block.words[mentions.end[k]]]
        led = not (NOT | RATHER).isdisjoint(between[:3])
        plain = sum(word not in BETWEEN for word in between) <= KINDS
        if led and plain and not (CLOSES | COPULAS | PREPOSITIONS).isdisjoint(behind):
            found.sides[k - 1] = found.sides[k]
            found.places[k - 1] = tuple(dict.fromkeys(found.places[k - 1] + found.places[k]))
            found.place_words[k - 1] += found.place_words[k]


def _place_what_explains(found: Placed, around: Surroundings, meanings: Meanings) -> None:
    """Give what explains a shadow its place, behind an insertion of what does not; a pleural finding its side alone."""
    block, mentions = around.block, around.mentions
    outside = meanings.outside_lung[mentions.card]
    for at in indices(block.said(EXPLAINS)).tolist():
        # The findings before, in and behind: "consolidation, not collapse, accounts for the left basal opacity".
        k = int(mentions.start.searchsorted(at)) - 2
        if k < 0 or k + 2 >= len(mentions.start) or found.sides[k] or found.absent[k] or not found.absent[k + 1]:
            continue
        same = block.sentence[mentions.start[k]] == block.sentence[at] == block.sentence[mentions.start[k + 2]]
        between = block.words[mentions.end[k] : mentions.start[k + 1]]
        plain = sum(word not in BETWEEN | {"and"} for word in between) <= KINDS
        same = same and ";" not in block.words[at : mentions.start[k + 2]]
        if same and plain and not (NOT | RATHER).isdisjoint(between) and not meanings.sideless[mentions.card[k]]:
            found.sides[k] = found.sides[k + 2]
            if not outside[k]:
                found.places[k] = tuple(dict.fromkeys(found.places[k] + found.places[k + 2]))
                found.place_words[k] += found.place_words[k + 2]


def _place_what_came(found: Placed, around: Surroundings, meanings: Meanings) -> None:
    """Give what has come instead of a finding the place of what has gone; a device has its own."""
    block, mentions = around.block, around.mentions
    device = meanings.device[mentions.card]
    firsts = frozenset(first for first, _ in CAME)
    for at in indices(block.said(firsts)).tolist():
        k = int(mentions.start.searchsorted(at))
        if block.words[at : at + 2] not in CAME or not 0 < k < len(mentions.start):
            continue
        same = block.sentence[mentions.start[k - 1]] == block.sentence[at] == block.sentence[mentions.start[k]]
        own = found.sides[k] or set(found.places[k]) - ITS_OWN or found.absent[k]
        if same and not own and found.absent[k - 1] and not device[k]:
            found.sides[k] = found.sides[k - 1]
            found.places[k] = tuple(dict.fromkeys(found.places[k] + found.places[k - 1]))
            found.place_words[k] += found.place_words[k - 1]

"""Sides and places that findings take from others of their sentence: "left basal consolidation with volume loss"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.changes.only_some_left import lies_where_it_was
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.sides.blurred_edges import RETROCARDIAC, side_of_its_edge
from radot_fast.extraction.attach.attributes.sides.denied_there import denied_side, is_denied_there
from radot_fast.extraction.attach.attributes.sides.drained_sides import share_with_drains
from radot_fast.extraction.attach.attributes.sides.excepted_sides import (
    excepted_of,
    is_excepted,
    tells_of,
)
from radot_fast.extraction.attach.attributes.sides.givers import (
    ONE,
    READINGS_OF,
    SITES,
    givers_of,
    is_interpreted,
    is_its_look,
    nearest_giver,
)
from radot_fast.extraction.attach.attributes.sides.readings_behind_semicolons import WORDS_OF_DOUBT
from radot_fast.extraction.attach.attributes.sides.sides_of_labels import take_from_label
from radot_fast.extraction.attach.attributes.sides.where_it_is import lies_where_told
from radot_fast.extraction.attach.attributes.sides.with_either import lies_with_either
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import LUNG_PARTS, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import count_before, indices

MIDDLE = frozenset((RETROCARDIAC, "mediastinum", "spine", "sternum", "aorta", "ascending_aorta", "descending_aorta"))
"""Places of findings that are on neither side."""
ONE_SIDE = frozenset(("left", "right"))
BASE = {"diaphragm": "lung_base"}
"""What lies beside the diaphragm is at the base: "raised hemidiaphragm with adjacent atelectasis"."""
ALL_OVER = frozenset(("emphysema", "hyperinflation"))
"""What flattens a diaphragm and lies not only beside it: "flat hemidiaphragms, in keeping with emphysema"."""
NOT_LUNG = frozenset(("pleura", "costophrenic_angle", "rib", "clavicle", "chest_wall", "soft_tissue"))
"""Places that findings of the lung take from no other."""
BONES = frozenset(("rib", "clavicle", "shoulder", "spine"))
"""Places that findings of the pleura, and of others beside the lung, take from no other."""


LEFT_BEHIND = frozenset(
    ("sequelae", "sequela", "residue", "residua", "residuum", "remnant", "remnants", "aftermath", "legacy")
)
"""Words of what a disease leaves: "a scar, the aftermath of tuberculosis"."""
CAUSES = READINGS_OF | {"due", "keeping", "from", "?", "secondary", "related", *LEFT_BEHIND}
"""The same, where it may be the cause: "right apical fibrosis from old tuberculosis"."""
SUSPECTED = CAUSES | {"possible", "probable", "suspected", "question", "query", "suspicious", "consider", "suspect"}
"""The same between a full hilum and its nodes: "left hilar fullness, possible adenopathy"."""
DOUBT_BEHIND = 5
"""Tokens behind such nodes in which their doubt stands: "right hilum is bulky, adenopathy is possible"."""
LEVEL, HERNIA = "air_fluid_level", "hiatal_hernia"
NODES_LABEL, OF_A_SIGN = "lymphadenopathy", frozenset(("tuberculosis", "interstitial_lung_disease"))
PARTED, WITH = frozenset((";", "and")), "with"
ROOTS = frozenset(("hilum", "mediastinum"))
"""Places in which nodes lie that are seen."""
THEIR_OWN = frozenset(("lymph_nodes",))
"""Places that are nodes by name."""
NODES = frozenset(("node", "nodes", "adenopathy", "lymphadenopathy"))


class Sided(Protocol):
    """Attributes of findings, as far as places are concerned."""

    absent: list[bool]
    comparison: list[str]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    place_words: list[tuple[str, ...]]


def are_nodes(around: Surroundings) -> np.ndarray:
    """Which findings are nodes with a place of their own: "right hilar mass and calcified hilar nodes" are of no side.

    Nor are they in the lobe of what stands before them.

    Parameters
    ----------
    around
        The findings in their sentences.

    Returns
    -------
    bool, shape (n_findings,)
    """
    mentions, places = around.mentions, around.block.hits[trie.ANATOMY]
    own = places.start.searchsorted(mentions.end) > places.start.searchsorted(mentions.start)
    nodes = count_before(around.block.said(NODES))
    return own & (nodes[mentions.end] > nodes[mentions.start])


def without_both(sides: list[tuple[str, ...]], around: Surroundings) -> None:
    """Take "both" from two findings of one name that have a side each: "small right, large left, both growing".

    Parameters
    ----------
    sides
        Sides of each finding, as they were told.
    around
        The findings in their sentences.
    """
    mentions, sentence = around.mentions, around.block.sentence
    several = {told for told in set(sides) if len(told) > 1 and "bilateral" in told}
    for k in [k for k, told in enumerate(sides) if told in several] if several else ():
        own = tuple(side for side in sides[k] if side in ONE_SIDE)
        for m in (k - 1, k + 1):
            near = own in ONE and 0 <= m < len(sides) and mentions.card[m] == mentions.card[k]
            if (
                near
                and sides[m] in ONE
                and sides[m] != own
                and sentence[mentions.start[m]] == sentence[mentions.start[k]]
            ):
                sides[k] = own


def settled(sides: tuple[str, ...], *, absent: bool) -> tuple[str, ...]:
    """Merge sides to one side or ``bilateral``; an absent finding is of both by a plural alone of no side."""
    if sides in ONE:
        return sides
    if "bilateral" in sides:
        return ("bilateral",)
    if PAIRED in sides:
        sides = tuple(x for x in sides if x != PAIRED) or (() if absent else ("bilateral",))
    if len(sides) > 1:
        return ("bilateral",)
    return sides


def inherit_sides(found: Sided, plural: list[bool], around: Surroundings, meanings: Meanings) -> None:
    """Give a finding without a side that of its nearest sibling; no device, nor the heart, and not across a negation.

    Nor one behind the heart: "bilateral effusions with retrocardiac opacity" has one opacity.

    An item of a list has the side of one behind it only where that stands behind its name: "emphysema and scarring on
    the right", not "emphysema and right basal scarring". What lies in the mediastinum has none.

    Nor does a shift give any: in "collapsed lung with leftward shift" the left is where the mediastinum goes; nor a
    ``plural`` alone: "effusions are stable; edema". Edema takes one side only of what it may be: "left effusion and
    edema" has edema of no side.

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    plural
        Whether each finding is on both sides because its name, or its place, is in the plural.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    card, edges = around.mentions.card, around.edges
    device, sideless, directed = (
        mask[card].tolist() for mask in (meanings.device, meanings.sideless, meanings.directed)
    )
    nodes = are_nodes(around).tolist()
    lies_where_it_was(found, around, meanings)
    lies_where_told(found, around, meanings)
    lies_with_either(found, around)
    several = (edges[1:] - edges[:-1] > 1).nonzero()[0]
    for first, last in zip(edges[several].tolist(), edges[several + 1].tolist(), strict=True):
        if not any(found.sides[first:last]):
            continue
        take_from_label(found, first, last, around, meanings)
        if True in device[first:last]:
            share_with_drains(found, first, last, around, meanings)
        own = [k for k in range(first, last) if found.sides[k] and not (found.absent[k] or device[k] or directed[k])]
        for k in range(first, last):
            if (
                found.absent[k]
                and k > first
                and found.sides[k - 1] in ONE
                and is_denied_there(k, first, found, around, meanings)
            ):
                found.sides[k] = found.sides[k] or found.sides[k - 1]
            if found.absent[k] and k > first and not found.sides[k]:
                sides = denied_side(k, first, found, around, meanings)
                found.sides[k] = sides if sides in ONE else ()
            if k > first and not found.sides[k] and (giver := _fullness(k, first, found, around, meanings)) is not None:
                _take(found, k, giver, around, meanings)
            if not found.sides[k] and (edge := side_of_its_edge(k, first, last, found, around, meanings)):
                # "Retrocardiac opacity obscuring the left hemidiaphragm, likely atelectasis; aspiration is possible."
                found.sides[k], own = edge, sorted((*own, k)) if _goes_on(k, last, around) else own
            if not found.sides[k] and (sign := _sign_of_it(k, first, found, around, meanings)) is not None:
                _take(found, k, sign, around, meanings)
            if k > first and RETROCARDIAC in found.places[k] and not found.sides[k] and is_its_look(k, around):
                found.sides[k] = found.sides[k - 1]
            if found.sides[k] or found.absent[k] or sideless[k] or nodes[k] or not MIDDLE.isdisjoint(found.places[k]):
                continue
            if k > first and meanings.findings[card[k]] == LEVEL and meanings.findings[card[k - 1]] == HERNIA:
                continue  # "a hiatal hernia with an air-fluid level, and left basal atelectasis"
            givers = givers_of(k, own, plural, found, around, meanings)
            if givers and not is_excepted(k, first, found, around, meanings):
                _take(found, k, nearest_giver(givers, k, around, meanings), around, meanings)
            elif (
                (before := _before_pair(k, around)) >= first
                and not device[k]
                and tells_of(before, k, found, around, meanings)
            ):
                found.sides[k] = found.sides[before]
                # "Right basal pneumonia has cleared, leaving a scar and pleural thickening."
                own = sorted((*own, k)) if found.absent[before] else own
            elif (lung := excepted_of(k, first, last, found, around, meanings)) is not None:
                found.sides[k] = found.sides[lung]
        if True in device[first:last]:
            share_with_drains(found, first, last, around, meanings)


def place_tumors_of_bones(found: Sided, around: Surroundings, meanings: Meanings) -> None:
    """Give what a finding of a bone may be its place: "sclerotic lesion of a rib, suspicious for metastasis"."""
    card = around.mentions.card
    first = around.edges[around.block.sentence[around.mentions.start]]
    for k in indices(meanings.tumor[card]).tolist():
        bone = k > first[k] and not found.places[k] and meanings.cards[card[k - 1]].group == "bone"
        if bone and is_interpreted(k - 1, k, around):
            found.places[k] = found.places[k - 1] or meanings.cards[card[k - 1]].anatomy


def _goes_on(k: int, last: int, around: Surroundings) -> bool:
    """Whether a semicolon stands behind finding k, before the last one of its sentence."""
    return ";" in around.block.words[around.mentions.end[k] : around.mentions.start[last - 1]]


def _fullness(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> int | None:
    """The fullness of a hilum or mediastinum that nodes or a mass may be: "right hilar prominence, possibly nodes".

    Those have no place, or that of the fullness: "the right hilum is bulky; hilar adenopathy to be considered".
    """
    card = around.mentions.card
    own = THEIR_OWN.issuperset(found.places[k])
    if found.absent[k]:
        return None
    if meanings.cards[card[k]].finding != NODES_LABEL if own else ROOTS.isdisjoint(found.places[k]):
        return None
    for m in range(k - 1, first - 1, -1):
        between = around.block.words[around.mentions.end[m] : around.mentions.start[k]]
        behind = between[between.index(";") + 1 :] if ";" in between else []
        suspected = behind[:1] if not own and behind else between if not behind else []
        read_as = is_interpreted(m, k, around) or not SUSPECTED.isdisjoint(suspected)
        read_as |= not WORDS_OF_DOUBT.isdisjoint(words_from(around.block, int(around.mentions.end[k]), DOUBT_BEHIND))
        if not read_as or meanings.device[card[m]]:
            return None
        same = own or (ROOTS.issuperset(found.places[k]) and set(found.places[m]) == set(found.places[k]))
        if found.sides[m] and same and not (found.absent[m] or ROOTS.isdisjoint(found.places[m])):
            return m
    return None


def _before_pair(k: int, around: Surroundings) -> int:
    """The finding before finding k, and before one of its own words: "lung clear but for a calcified nodule"."""
    mentions, before = around.mentions, k - 1
    while before >= 0 and mentions.end[before] >= mentions.start[k]:
        before -= 1
    return before


def _sign_of_it(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> int | None:
    """The finding before finding k that shows it, or comes from it, if it is such a disease: "left cavity, likely TB".

    One that goes "with" another is of that: "a cavity in the left upper lobe with an air-fluid level, likely TB".
    """
    cards, mentions = meanings.cards, around.mentions
    if cards[mentions.card[k]].finding not in OF_A_SIGN or found.absent[k] or k == first or found.absent[k - 1]:
        return None
    between = around.block.words[mentions.end[k - 1] : mentions.start[k]]
    if CAUSES.isdisjoint(between) or not PARTED.isdisjoint(between):
        return None
    # "Fibrocalcific lesions" are fibrosis and calcification.
    one_word = range(max(first, k - 2), k)
    named = [m for m in one_word if mentions.start[m] == mentions.start[k - 1]]
    if any(cards[mentions.card[m]].group == "lung" for m in named):
        return k - 1
    low = named[0] - 1
    if low < first or WITH not in around.block.words[mentions.end[low] : mentions.start[k - 1]]:
        return None
    of_it = cards[mentions.card[low]].group == "lung" and found.sides[low] == found.sides[k - 1]
    return low if of_it and not found.absent[low] else None


def _take(found: Sided, k: int, giver: int, around: Surroundings, meanings: Meanings) -> None:
    """Give finding k the side of another one, and its place where it has none."""
    # "Left lower lobe consolidation with volume loss": the volume loss is on the left, in the lower lobe.
    one = around.splits.first(giver)
    sides = found.sides[giver] if one is None else ("bilateral",)
    places = found.places[giver] if one is None else found.places[one] + found.places[one + 1]
    if meanings.outside_lung[around.mentions.card[k]]:
        group = meanings.cards[around.mentions.card[k]].group
        other = LUNG_PARTS if group == "bone" else LUNG_PARTS | BONES
        other |= SITES if group == "soft tissue" else frozenset()
        places = tuple(place for place in places if place not in other)
    elif meanings.cards[around.mentions.card[k]].group == "lung":
        places = tuple(BASE.get(place, place) for place in places if place not in NOT_LUNG)
        if meanings.cards[around.mentions.card[k]].finding in ALL_OVER:
            places = tuple(place for place in places if place not in BASE.values())
    found.sides[k], found.places[k] = sides, found.places[k] or tuple(dict.fromkeys(places))

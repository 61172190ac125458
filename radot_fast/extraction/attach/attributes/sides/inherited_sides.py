"""Sides and places that findings take from others of their sentence: "left basal consolidation with volume loss"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.changes.only_some_left import lies_where_it_was
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.places.in_phrases import INTERPRETS
from radot_fast.extraction.attach.attributes.sides.blurred_edges import RETROCARDIAC, SILHOUETTE_SIGN, side_of_its_edge
from radot_fast.extraction.attach.attributes.sides.denied_there import denied_side, is_denied_there
from radot_fast.extraction.attach.attributes.sides.drained_sides import PLEURA, share_with_drains
from radot_fast.extraction.attach.attributes.sides.excepted_sides import (
    excepted_of,
    is_excepted,
    parted_by_exception,
    tells_of,
)
from radot_fast.extraction.attach.attributes.sides.heads_of_readings import sign_of_reading
from radot_fast.extraction.attach.attributes.sides.readings_behind_semicolons import is_another_reading, reads_the_sign
from radot_fast.extraction.attach.attributes.sides.sides_of_labels import take_from_label
from radot_fast.extraction.attach.attributes.sides.where_it_is import lies_where_told
from radot_fast.extraction.attach.attributes.sides.with_either import lies_with_either
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import LUNG_PARTS, Meanings
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import INTERPRETING, REMNANTS

SITES = LUNG_PARTS | {"lung_apex", "lung_base", "lingula"}
THINGS = frozenset(("with", "w", "a", "an"))
"""Words between a widespread finding and a thing that lies somewhere in it."""
MIDDLE = frozenset((RETROCARDIAC, "mediastinum", "spine", "sternum", "aorta", "ascending_aorta", "descending_aorta"))
"""Places of findings that are on neither side."""
SPINAL = frozenset(("spinal", "spine", "spondylosis", "vertebral", "disc", "endplate", "thoracic"))
"""Words of names that are of the spine and no other bone."""
ONE, ONE_SIDE = (("left",), ("right",)), frozenset(("left", "right"))
MANY = frozenset(("multifocal", "diffuse", "widespread"))
"""Words of findings that lie in many places."""
BASE = {"diaphragm": "lung_base"}
"""What lies beside the diaphragm is at the base: "raised hemidiaphragm with adjacent atelectasis"."""
NOT_LUNG = frozenset(("pleura", "costophrenic_angle", "rib", "clavicle", "chest_wall", "soft_tissue"))
"""Places that findings of the lung take from no other."""
BONES = frozenset(("rib", "clavicle", "shoulder", "spine"))
"""Places that findings of the pleura, and of others beside the lung, take from no other."""
APART = frozenset((";", ":", "is", "are", "has", "have", "but"))
"""Words between a plural and a finding that is told for itself."""
PARTS_OF_BOTH = ("lungs", "zones", "fields")
"""Last words of places in the plural."""
ITEMS = frozenset((",", "and"))
BESIDE = frozenset(
    (
        "surrounding", "adjacent", "associated", "accompanying", "neighboring", "neighbouring", "overlying",
        "underlying", "superimposed", "superadded", "concomitant", "its",
    )
)  # fmt: skip
"""First words of what is told of something beside the finding before it."""
POINTERS, BEING = frozenset(("this", "these", "it")), frozenset(("be", "represent", "reflect", "represents"))
"""First words of what a finding may be, and words behind them: "; this may represent pneumonia"."""
ASKING = frozenset(("?", "query", "possibly", "probably", "likely", "presumably", "perhaps"))
ARTICLES = frozenset(("a", "an", "the", "some", "any"))
VERBS = frozenset(("is", "are", "has", "have", "be", "been"))
READINGS_OF = INTERPRETS | INTERPRETING | {"or", "versus", "vs", "be", "?"}
"""Words between a finding and what it may be."""
ONE_THING = READINGS_OF | {"with", "w", "which", "due", "from"}
"""Words between a finding and what it is, or goes with."""


CAUSES = READINGS_OF | {"due", "from", "?", "sequelae", "sequela", "secondary", "related"}
"""The same, where it may be the cause: "right apical fibrosis from old tuberculosis"."""
SUSPECTED = CAUSES | {"possible", "probable", "suspected", "question", "query", "suspicious"}
"""The same between a full hilum and its nodes: "left hilar fullness, possible adenopathy"."""
LUMPS = frozenset(("mass", "nodule", "lesion", "bone_lesion", "cavitation", "lytic_lesion", "sclerosis"))
"""What a tumor is seen as."""
LEVEL, HERNIA = "air_fluid_level", "hiatal_hernia"
NODES_LABEL, TUBERCULOSIS = "lymphadenopathy", "tuberculosis"
ROOTS = frozenset(("hilum", "mediastinum"))
"""Places in which nodes lie that are seen."""
THEIR_OWN = frozenset(("lymph_nodes",))
"""Places that are nodes by name."""
NODES = frozenset(("node", "nodes", "adenopathy", "lymphadenopathy"))


class Sided(Protocol):
    """Attributes of findings, as far as places are concerned."""

    absent: list[bool]
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
    """Merge sides to one side or ``bilateral``; a finding absent on both sides needs no side."""
    if sides in ONE:
        return sides
    if PAIRED in sides:
        sides = tuple(x for x in sides if x != PAIRED) or ("bilateral",)
    if "bilateral" in sides or len(sides) > 1:
        return () if absent else ("bilateral",)
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
    both_lungs, nodes = meanings.both_lungs, are_nodes(around).tolist()
    lies_where_it_was(found, around)
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
            found.sides[k] = found.sides[k] or side_of_its_edge(k, first, last, found, around, meanings)
            if not found.sides[k] and _is_its_cause(k, first, found, around, meanings):
                _take(found, k, k - 1, around, meanings)
            if found.sides[k] or found.absent[k] or sideless[k] or nodes[k] or not MIDDLE.isdisjoint(found.places[k]):
                continue
            if k > first and meanings.findings[card[k]] == LEVEL and meanings.findings[card[k - 1]] == HERNIA:
                continue  # "a hiatal hernia with an air-fluid level, and left basal atelectasis"
            givers = [
                m for m in own if _may_give(m, k, plural[m], around, meanings) and not _lie_apart(m, k, found, around)
            ]
            # "Left effusion and degenerative change": that of the spine has no side.
            if not found.places[k] and meanings.spinal[card[k]]:
                spine = not SPINAL.isdisjoint(around.block.words[around.mentions.start[k] : around.mentions.end[k]])
                givers = [m for m in givers if not (spine or meanings.inner[card[m]])]
            if both_lungs[card[k]]:
                givers = [
                    m for m in givers if _is_of_lungs(m, found, around, meanings) or _is_interpreted(m, k, around)
                ]
            # "Multifocal pneumonia and left basal collapse": the pneumonia is of no one side.
            elif _in_many_places(k, found, around):
                givers = [m for m in givers if found.sides[m] not in ONE or around.splits.first(m) is not None]
            if givers and not is_excepted(k, first, found, around, meanings):
                _take(found, k, _nearest_giver(givers, k, around, meanings), around, meanings)
            elif (
                (before := _before_pair(k, around)) >= first
                and not device[k]
                and tells_of(before, k, found, around, meanings)
            ):
                found.sides[k] = found.sides[before]
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
        if bone and _is_interpreted(k - 1, k, around):
            found.places[k] = found.places[k - 1] or meanings.cards[card[k - 1]].anatomy


def _fullness(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> int | None:
    """The fullness of a hilum or mediastinum that nodes may be: "right hilar prominence, possibly adenopathy"."""
    card = around.mentions.card
    if meanings.cards[card[k]].finding != NODES_LABEL or not THEIR_OWN.issuperset(found.places[k]):
        return None
    for m in range(k - 1, first - 1, -1):
        between = around.block.words[around.mentions.end[m] : around.mentions.start[k]]
        read_as = _is_interpreted(m, k, around) or (";" not in between and not SUSPECTED.isdisjoint(between))
        if not read_as or meanings.device[card[m]]:
            return None
        if found.sides[m] and not (found.absent[m] or ROOTS.isdisjoint(found.places[m])):
            return m
    return None


def _before_pair(k: int, around: Surroundings) -> int:
    """The finding before finding k, and before one of its own words: "lung clear but for a calcified nodule"."""
    mentions, before = around.mentions, k - 1
    while before >= 0 and mentions.end[before] >= mentions.start[k]:
        before -= 1
    return before


def _is_its_cause(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is tuberculosis that the one before it is, or comes from: "left cavity, likely TB"."""
    cards, mentions = meanings.cards, around.mentions
    if cards[mentions.card[k]].finding != TUBERCULOSIS or found.absent[k] or k == first or found.absent[k - 1]:
        return False
    between = around.block.words[mentions.end[k - 1] : mentions.start[k]]
    return cards[mentions.card[k - 1]].group == "lung" and not CAUSES.isdisjoint(between) and ";" not in between


def _nearest_giver(givers: list[int], k: int, around: Surroundings, meanings: Meanings) -> int:
    """Which of some findings gives finding k its side."""
    if _is_interpreted(k - 1, k, around) and (sign := sign_of_reading(givers, k, around, meanings)) is not None:
        return sign
    if len(givers) == 1:
        return givers[0]
    card, clause = around.mentions.card, around.mentions.clause
    # "Right effusion, left nodule; the effusion is larger" tells of one effusion.
    again = around.block.words[around.mentions.start[k] - 1] == "the"
    # "Left opacity that obscures the diaphragm, likely atelectasis" is where the opacity is, not where its edge lies.
    edge = {m: meanings.cards[card[m]].finding == SILHOUETTE_SIGN for m in givers}
    # "Hilar mass with upper lobe collapse, suspicious for carcinoma": the carcinoma is where the mass is.
    beside = {m: bool(meanings.tumor[card[k]]) and meanings.cards[card[m]].finding not in LUMPS for m in givers}
    return min(
        givers, key=lambda m: (again and card[m] != card[k], edge[m], beside[m], clause[m] != clause[k], abs(m - k))
    )


def _may_give(giver: int, k: int, plural: bool, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is told beside another one: "effusions with atelectasis", not "effusions are stable; edema"."""
    mentions = around.mentions
    low, high = sorted((giver, k))
    between = around.block.words[mentions.end[low] : mentions.start[high]]
    if parted_by_exception(giver, k, around) or (giver > k and stands_alone(giver, k, around, meanings)):
        return False
    # "The left pneumothorax is smaller; a tiny component remains": what is left is where it was.
    if giver < k and mentions.card[giver] == mentions.card[k]:
        at = int(mentions.start[k])
        if not REMNANTS.isdisjoint(around.block.words[at - 1 : at + 1]):
            return True
    # "Pneumothorax cannot be excluded, consolidation is present on the right."
    if giver > k and mentions.clause[giver] != mentions.clause[k] and _is_told_apart(between):
        return False
    # "Opacity consistent with pneumonia, and a left effusion": of the words behind the pneumonia.
    last = between if giver <= k + 1 else around.block.words[mentions.end[giver - 1] : mentions.start[giver]]
    if giver > k and _begins_an_item(giver, last, around, meanings):
        return False
    group = meanings.cards[mentions.card[giver]].group
    if plural and group == PLEURA:
        return APART.isdisjoint(between) and "," not in between
    if plural and group == "diaphragm":
        return APART.isdisjoint(between)
    beside = giver < k and not meanings.widespread[mentions.card[k]]
    if ";" not in between or (beside and _lies_beside(between)):
        return True
    besides = giver < k and is_another_reading(giver, k, around, meanings)
    return besides or reads_the_sign(giver, k, around, meanings)


def _lies_beside(between: list[str]) -> bool:
    """Whether a finding behind a semicolon lies beside one before it: "left effusion; associated atelectasis".

    "Left effusion; an underlying mass is not excluded", "left basal opacity; this may represent pneumonia", "; ?scar".
    """
    behind = between[len(between) - between[::-1].index(";") :]
    behind = behind[1:] if behind and behind[0] in ARTICLES else behind
    reads = not (POINTERS.isdisjoint(behind[:1]) or BEING.isdisjoint(behind)) and "and" not in behind
    return reads or not (BESIDE | ASKING).isdisjoint(behind[:1])


def stands_alone(giver: int, k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is widespread, and one behind it a thing: "emphysema with a nodule in the left apex"."""
    mentions = around.mentions
    between = around.block.words[mentions.end[k] : mentions.start[giver]]
    return bool(meanings.widespread[mentions.card[k]]) and not THINGS.isdisjoint(between)


def _lie_apart(giver: int, k: int, found: Sided, around: Surroundings) -> bool:
    """Whether two items have places of their own: "consolidation in the lower lobe and a nodule in the left apex".

    What another lies on a background of is in all of the lungs: "lingular infection on a background of emphysema".
    """
    words, start, end = around.block.words, around.mentions.start, around.mentions.end
    if giver < k and "background" in words[end[giver] : start[k]]:
        return True
    if giver > k and words[start[k] - 1] == "background":
        return True
    between = words[end[k] : start[giver]]
    one, other = (SITES.intersection(found.places[n]) for n in (giver, k))
    return bool(one and other) and one.isdisjoint(other) and giver > k and "and" in between


def _in_many_places(k: int, found: Sided, around: Surroundings) -> bool:
    """Whether a finding is of no one side: "multifocal pneumonia", "right effusion, and nodules in the mid zones"."""
    words = around.block.words[max(around.mentions.start[k] - 1, 0) : around.mentions.end[k]]
    return not MANY.isdisjoint(words) or any(name.endswith(PARTS_OF_BOTH) for name in found.place_words[k])


def _begins_an_item(giver: int, between: list[str], around: Surroundings, meanings: Meanings) -> bool:
    """Whether "and" or a comma parts a finding from those before it, and its side stands before its name."""
    if ITEMS.isdisjoint(between) or not ONE_THING.isdisjoint(between):
        return False
    places, mentions = around.block.hits[trie.ANATOMY], around.mentions
    low = int(mentions.start[giver]) - len(between)
    a, b = places.start.searchsorted((low, int(mentions.end[giver])))
    return bool((meanings.one_side[places.meaning[a:b]] != 0).any())


def _is_told_apart(between: list[str]) -> bool:
    """Whether words between two findings hold a verb of the first one and then a comma: "is possible, a nodule"."""
    if "," not in between or "which" in between:
        return False
    return not VERBS.isdisjoint(between[: between.index(",")])


def _is_of_lungs(m: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding m is of both lungs, and not of both pleuras: edema with bilateral effusions is told no side."""
    return found.sides[m] == ("bilateral",) and not meanings.outside_lung[around.mentions.card[m]]


def _is_interpreted(m: int, k: int, around: Surroundings) -> bool:
    """Whether finding k is what finding m, before it, may be: "left base opacity, likely edema"."""
    between = around.block.words[around.mentions.end[m] : around.mentions.start[k]]
    # "The right hilum is enlarged and lobulated, suspicious for adenopathy."
    last = next((n for n in range(len(between) - 1, -1, -1) if between[n] == ","), 0)
    between = between[last:] if k == m + 1 else between
    # "Right rib fracture and possibly edema" are two things, "an opacity and may be edema" one.
    return not (INTERPRETS if "and" in between else READINGS_OF).isdisjoint(between)


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
    found.sides[k], found.places[k] = sides, found.places[k] or tuple(dict.fromkeys(places))

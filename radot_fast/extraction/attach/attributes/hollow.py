"""What a cavitation makes hollow: "a mass with cavitation" is a cavitary mass, as is "cavitation within the mass".

Of airless lung the cavity alone is hollow, whether it lies in it or is surrounded by it: "a cavity with surrounding
consolidation", "cavitating consolidation", "consolidation with a cavity within it".
"""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, JOINT, PREPOSITION, SEGMENT_END

CAVITY, HOLLOW = "cavitation", "cavitary"
NAMES = frozenset(("cavity", "cavities", "cavitation", "cavitary", "cavitating", "cavitated", "excavation"))
PARTING = JOINT | PREPOSITION | FINITE | SEGMENT_END
MAY_BE_HOLLOW = frozenset(("mass", "nodule", "lesion", "opacity", "density"))
HAS = frozenset(
    (
        "with", "is", "are", "has", "have", "contains", "contain", "containing", "shows", "show", "showing",
        "demonstrates", "demonstrating", "appears", "undergoing",
    )
)  # fmt: skip
OF = frozenset(("of", "within", "in", "inside"))
"""Words between a thing and its cavitation, and between a cavitation and its thing."""
PARTS = frozenset(
    (
        ",", ";", ":", "without", "no", "possible", "possibly", "probable", "may", "suspected", "likely", "and",
        "adjacent", "adjoining", "neighboring", "nearby", "beside", "next", "separate", "contralateral", "associated",
        "surrounding", "surrounded", "surrounds", "around",
    )
)  # fmt: skip
AIRLESS = frozenset(("consolidation", "infiltrate", "pneumonia", "airspace_disease"))
EITHER = frozenset((("left",), ("right",)))
HOLDS = frozenset(("contains", "contain", "shows", "show", "demonstrates", "has", "have"))
ADJECTIVES = frozenset(("cavitating", "cavitated", "cavitary"))
WITH = "with"
REACH = 9
"""Most tokens between the two."""


class Described(Protocol):
    """Attributes of findings, as far as cavitations are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def hollow_out(found: Described, around: Surroundings, meanings: Meanings) -> None:
    """Call the findings cavitary that a cavitation is told of, before it or behind, and no airless lung.

    Parameters
    ----------
    found
        Attributes of the findings.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions, named = around.mentions, around.block.said(NAMES)
    if not named.any():
        return
    for k in indices(named[mentions.start] | named[mentions.end - 1]).tolist():
        if meanings.cards[mentions.card[k]].finding != CAVITY or found.absent[k]:
            continue
        for other, links in ((k - 1, HAS), (k + 1, OF)):
            if not 0 <= other < len(found.absent) or found.absent[other]:
                continue
            # "Left basal infiltrate with a right upper lobe cavity."
            if {found.sides[k], found.sides[other]} == EITHER:
                continue
            thing, pair = meanings.cards[mentions.card[other]].finding, (min(k, other), max(k, other))
            if around.block.sentence[mentions.start[other]] != around.block.sentence[mentions.start[k]]:
                continue
            if thing in AIRLESS:
                found.modifiers[other] = tuple(x for x in found.modifiers[other] if x != HOLLOW)
            elif HOLLOW not in found.modifiers[other] and _is_hollow(thing, *pair, links, around):
                found.modifiers[other] += (HOLLOW,)
                found.modifier_words[other] += (HOLLOW,)


def _is_hollow(thing: str | None, low: int, high: int, links: frozenset[str], around: Surroundings) -> bool:
    """Whether one of two neighbours in a sentence is a cavity, and the other a thing that it lies in."""
    block, mentions = around.block, around.mentions
    between = block.words[mentions.end[low] : mentions.start[high]]
    if len(between) > REACH:
        return False
    # "The upper lobe is consolidated and contains a cavity."
    joint = between.index("and") + 1 if "and" in between else 0
    if links is HAS and joint and not HOLDS.isdisjoint(between[joint : joint + 1]):
        between = between[joint:]
    # "Cavitating right upper lobe consolidation."
    parted = (block.traits[mentions.end[low] : mentions.start[high]] & PARTING).any()
    if links is OF and block.words[mentions.end[low] - 1] in ADJECTIVES and not parted:
        return thing in MAY_BE_HOLLOW
    # "A mass, 30 mm, which is cavitating."
    if links is HAS and "which" in between:
        between = between[between.index("which") :]
    # "A cavity in the left apex with a nodule": it is the cavity that lies there.
    placed = links is OF and WITH in between
    return thing in MAY_BE_HOLLOW and not placed and not links.isdisjoint(between) and PARTS.isdisjoint(between)

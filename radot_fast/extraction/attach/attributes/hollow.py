"""What a cavitation makes hollow: "a mass with cavitation" is a cavitary mass, as is "cavitation within the mass"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

CAVITY, HOLLOW = "cavitation", "cavitary"
NAMES = frozenset(("cavity", "cavities", "cavitation", "cavitary", "cavitating", "cavitated", "excavation"))
MAY_BE_HOLLOW = frozenset(
    ("mass", "nodule", "lesion", "opacity", "consolidation", "density", "infiltrate", "pneumonia")
)
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
        "surrounding", "adjacent", "surrounded", "around", "adjoining", "neighboring", "nearby", "beside", "next",
        "separate", "contralateral", "associated",
    )
)  # fmt: skip
WITH = frozenset(("with",))
"""Word before what a cavity lies beside: "a cavity in the upper lobe with consolidation"."""
REACH = 9
"""Most tokens between the two."""


class Described(Protocol):
    """Attributes of findings, as far as cavitations are concerned."""

    absent: list[bool]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def hollow_out(found: Described, around: Surroundings, meanings: Meanings) -> None:
    """Call the findings cavitary that a cavitation is told of, before it or behind.

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
            thing = meanings.cards[mentions.card[other]].finding in MAY_BE_HOLLOW
            parts = PARTS if other < k else PARTS | WITH
            if thing and HOLLOW not in found.modifiers[other] and _linked(sorted((k, other)), links, parts, around):
                found.modifiers[other] += (HOLLOW,)
                found.modifier_words[other] += (HOLLOW,)


def _linked(two: list[int], links: frozenset[str], parts: frozenset[str], around: Surroundings) -> bool:
    """Whether words that link them stand between two findings of one sentence, and none that part or doubt them."""
    block, mentions, (low, high) = around.block, around.mentions, two
    between = block.words[mentions.end[low] : mentions.start[high]]
    near = len(between) <= REACH and block.sentence[mentions.start[low]] == block.sentence[mentions.start[high]]
    return bool(near) and not links.isdisjoint(between) and parts.isdisjoint(between)

"""Which of two findings a reading behind them is of: "left basal opacity with a right effusion, likely pneumonia"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings

SIGNS = frozenset(
    (
        "opacity", "consolidation", "mass", "nodule", "lesion", "density", "infiltrate", "airspace_disease",
        "cavitation", "granuloma",
    )
)  # fmt: skip
"""Shadows of the lung that a reading tells the cause of."""
WITH, LINKS = frozenset(("with", "w")), frozenset(("with", "w", "and"))
PARTS = frozenset((";", ":", "is", "are", "has", "have", "was", "but", "no", "without"))
"""Words that part two findings into two statements."""
SEEN = frozenset(("seen", "noted", "present", "identified", "visible", "demonstrated", "evident"))
"""Words behind a verb that tells no more than that the first one is there: "a mass is seen with nodes"."""


def sign_of_reading(givers: list[int], k: int, around: Surroundings, meanings: Meanings) -> int | None:
    """The shadow that reading k is of, where something else stands between the two; None where the nearest one is.

    In "right apical mass with left hilar nodes, suspicious for malignancy" it is the mass, and in "left opacity and
    right effusion, suspicious for pneumonia" the opacity.

    Parameters
    ----------
    givers
        Numbers of the findings whose side reading k may have, ascending.
    k
        Number of the reading, right behind the last of those before it.
    around, meanings
        The findings in their sentences, and what they mean.
    """
    mentions, words = around.mentions, around.block.words
    if k - 1 not in givers or meanings.cards[mentions.card[k]].group != "lung":
        return None
    last = meanings.findings[mentions.card[k - 1]]
    for m in [m for m in reversed(givers) if m < k - 1]:
        between = words[mentions.end[m] : mentions.start[k - 1]]
        links = WITH if last in SIGNS else LINKS
        if meanings.findings[mentions.card[m]] in SIGNS and not links.isdisjoint(between):
            seen = between[1:2] if between[:1] in (["is"], ["are"]) else []
            return m if PARTS.isdisjoint(between[2:] if not SEEN.isdisjoint(seen) else between) else None
    return None

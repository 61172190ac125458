"""Findings of both sides of which one side has more: "consolidation of the right lower zone more than the left"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.findings.mention_columns import last_before
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import indices

THAN = frozenset(("than",))
MORE = frozenset(("more", "greater", "worse"))
HOW = frozenset(("so", "severely", "markedly", "extensively", "heavily", "prominently", "extensive", "marked"))
"""Words between "more" and "than"."""
LEADS = frozenset(("the", "on", "in", "at", "of"))
"""Words between "than" and the other side."""
OTHER: dict[tuple[str, ...], str] = {("left",): "right", ("right",): "left"}
REACH = 4
"""Tokens from "than" to the other side."""


class Sided(Protocol):
    """Attributes of findings, as far as sides and modifiers are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def more_of_one_side(found: Sided, around: Surroundings) -> None:
    """Give both sides to a finding of one that is said to have more than the other.

    Not so "the right hilum is more prominent than the left", where the left one is as usual.

    Parameters
    ----------
    found
        Attributes of the findings.
    around
        The findings in their sentences.
    """
    block, mentions = around.block, around.mentions
    than = block.said(THAN)
    if not than.any():
        return
    for at in indices(than).tolist():
        before = words_before(block, at, 2)
        more = before[0] if before and before[-1] in HOW else before[-1] if before else ""
        k = last_before(mentions.start, mentions.end, at)
        if more not in MORE or k < 0 or found.absent[k] or found.sides[k] not in OTHER:
            continue
        if block.sentence[mentions.start[k]] != block.sentence[at]:
            continue
        side = next((word for word in words_from(block, at + 1, REACH) if word not in LEADS), "")
        if side == OTHER[found.sides[k]]:
            label = f"greater_{found.sides[k][0]}"
            found.modifiers[k] += () if label in found.modifiers[k] else (label,)
            found.modifier_words[k] += (f"{more} than {side}",)
            found.sides[k] = ("left", "right")

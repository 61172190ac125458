"""Findings that are denied of the one lung that is named before them: "the left lung is free of consolidation"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings

GROUPS = ("lung", "pleura")
DENYING = frozenset(("without", "of", "from"))
"""Words behind a lung that is clear, before what is not in it."""
PARTING = frozenset((";", "but", ",", "and"))
NEXT = frozenset((",", "and", "with", "no", "any", "without", "shows", "contains", "has", "evidence", "of", "sign"))
"""Words between such a lung and what a "no" denies of it."""
LISTED = frozenset((",", "or", "and", "nor", "any", "/"))
"""Words between two items of a list that is denied."""


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]


def is_denied_there(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k, which is absent, is denied of the lung that is named before it.

    So is the rest of its list: "the left lung is free of consolidation or nodules". What a "no" denies behind a comma
    is meant of that lung only if it lies in one: "The left lung is clear, no nodule.", but not "no effusion".

    Parameters
    ----------
    k, first
        Number of a finding, and of the first one of its sentence, which stands before it.
    found, around, meanings
        Attributes of the findings, the findings in their sentences, and what their words mean.
    """
    mentions, words, card = around.mentions, around.block.words, around.mentions.card
    group, named = meanings.cards[card[k]].group, bool(mentions.combo[k - 1])
    if group not in GROUPS:
        return False
    before, low, high = int(mentions.start[k - 1]), int(mentions.end[k - 1]), int(mentions.start[k])
    subject = words[int(around.block.tokens.first[around.block.sentence[before]]) : before]
    between = words[low:high]
    if (named or "lung" in subject) and not DENYING.isdisjoint(between) and PARTING.isdisjoint(between):
        return True
    if mentions.combo[k] or not found.absent[k - 1]:
        return False
    plain = {words[t] for t in range(low, high) if not around.clauses.described[t]}
    if named:
        of_it = "with" in plain or "without" in plain or (group == "lung" and not meanings.both_lungs[card[k]])
        return of_it and not plain.isdisjoint(("no", "without")) and plain <= NEXT
    listed = k - 1 > first and plain <= LISTED and found.sides[k - 2] == found.sides[k - 1]
    return listed and is_denied_there(k - 1, first, found, around, meanings)

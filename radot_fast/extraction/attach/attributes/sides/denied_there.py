"""Findings that are denied of the one lung that is named before them: "the left lung is free of consolidation"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.words import SHOWS

GROUPS, DRAINS = ("lung", "pleura"), frozenset(("chest_tube", "drain"))
DENYING = frozenset(("without", "of", "from"))
"""Words behind a lung that is clear, before what is not in it."""
WITHIN = frozenset(("in", "within", "inside"))
"""Words before the "it" that stands for a lung."""
PARTING = frozenset((";", "but", ",", "and"))
NEXT = frozenset((",", "and", "with", "no", "any", "without", "shows", "contains", "has", "evidence", "of", "sign"))
"""Words between such a lung and what a "no" denies of it."""
SHOWING = SHOWS | frozenset(("has", "contains", "exhibits"))
BUT_NONE = frozenset((",", "but", "and", "no", "with", "evidence", "of"))
"""Words between what a lung shows and what it does not: "the right lung shows scarring but no nodule"."""
JOINED = frozenset((",", "and", "the", "its"))
"""Words between a lung and its pleura."""
LISTED = frozenset((",", "or", "and", "nor", "any", "/"))
"""Words between two items of a list that is denied."""


NAMING = frozenset(
    (
        "is", "are", "was", "represents", "represent", "reflects", "due", "likely", "probably", "consistent",
        "compatible", ":", "rather", "instead", "from", "c", "suggests", "suggesting", "suggestive", "reflect",
        "reflecting", "representing", "favor", "favors", "favored", "felt", "related", "secondary", "presumed",
        "presumably", "keeping",
    )
)  # fmt: skip
"""Words between a finding and what it is: "the opacity is a fat pad and not a mass"."""
IS = ("is", "are", "was", "were", "be", "represents", "represent", "reflects", "reflect")
INSTEAD = (
    ("rather", "than"), ("instead", "of"), ("and", "not"), (",", "not"), ("likely", "not"), ("probably", "not"),
    *((verb, "not") for verb in IS[:4]),
)  # fmt: skip
"""Words right before what it is not."""
PREFERRED = INSTEAD[:2]
"""Those before which a comma names a reading: "left basilar opacity, scarring rather than pneumonia"."""
OWN = frozenset(("its", "whose"))
"""Words before what is part of the finding before it."""
TRUE = frozenset(("a", "an", "the", "true", "real", "actual", "to"))
BESIDE = frozenset(("underlying", "overlying", "associated", "accompanying", "adjacent"))
"""Words behind "the" of what lay beside something: "the associated effusion has cleared"."""
AGAIN = frozenset(("recurrent", "residual", "recurrence", "reaccumulation", "reaccumulated", "redevelopment", "return"))
"""Words of what was there and is gone: "right chest tube out, no recurrent pneumothorax"."""


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
    group, named = meanings.cards[card[k]].group, bool(mentions.combo[k - 1] or mentions.denied[k - 1])
    if group not in GROUPS:
        return False
    before, low, high = int(mentions.start[k - 1]), int(mentions.end[k - 1]), int(mentions.start[k])
    subject = words[int(around.block.tokens.first[around.block.sentence[before]]) : before]
    between = words[low:high]
    # "The left lung is hyperinflated, with no opacity in it."
    behind = words_from(around.block, int(mentions.end[k]), 2)
    if behind[1:] == ["it"] and behind[0] in WITHIN and not found.absent[k - 1]:
        return True
    if (named or "lung" in subject) and not DENYING.isdisjoint(between) and PARTING.isdisjoint(between):
        return True
    if mentions.combo[k] and named and found.absent[k - 1] and _is_its_pleura(words[low : int(mentions.end[k])]):
        return True
    if mentions.combo[k]:
        return False
    plain = {words[t] for t in range(low, high) if not around.clauses.described[t]}
    if not found.absent[k - 1]:
        # "The right lung shows scarring but no nodule."
        own_lung = "lung" in subject and not SHOWING.isdisjoint(subject) and not meanings.both_lungs[card[k]]
        return own_lung and group == "lung" and "no" in plain and plain <= BUT_NONE
    if named:
        of_it = "with" in plain or "without" in plain or (group == "lung" and not meanings.both_lungs[card[k]])
        return of_it and not plain.isdisjoint(("no", "without")) and plain <= NEXT
    listed = k - 1 > first and plain <= LISTED and found.sides[k - 2] == found.sides[k - 1]
    return listed and is_denied_there(k - 1, first, found, around, meanings)


def _is_its_pleura(words: list[str]) -> bool:
    """Whether words behind a lung are of its pleura: "left lung clear, pleura normal", not "and the pleural spaces"."""
    told = next((word for word in words if word not in JOINED), "")
    return told == "pleura" or (told == "pleural" and ("space" in words or "cavity" in words))


def denied_side(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> tuple[str, ...]:
    """Side of finding k, which is absent, where it is what one before it is not, or what a drain there drained.

    "The opacity at the right base is scar rather than a mass", "left drain out, no recurrent effusion". What was part
    of it, or lay beside it and is gone, was there too: "right apical cavity, its fluid level gone", "left rib fractures
    are unchanged, but the underlying pneumothorax has cleared".

    Parameters
    ----------
    k, first
        Number of a finding, and of the first one of its sentence, which stands before it.
    found, around, meanings
        Attributes of the findings, the findings in their sentences, and what their words mean.
    """
    mentions, words, cards = around.mentions, around.block.words, meanings.cards
    low, at = int(mentions.end[k - 1]), int(mentions.start[k])
    if words[at - 1] in OWN and not found.absent[k - 1]:
        return found.sides[k - 1]
    if mentions.combo[k] or cards[mentions.card[k]].group not in GROUPS:
        return ()
    named, drained = cards[mentions.card[k - 1]], cards[mentions.card[k]].group == "pleura"
    drains = named.device in DRAINS or (named.group == "pleura" and found.absent[k - 1])
    # A word of the name itself: "recurrent pneumothorax".
    if drained and drains and not AGAIN.isdisjoint(words[low : at + 1]):
        return found.sides[k - 1]
    while words[at - 1] in TRUE or around.clauses.described[at - 1]:
        at -= 1
    if words[at - 2] == "the" and words[at - 1] in BESIDE and not around.clauses.described[at - 2]:
        return found.sides[k - 1]
    # "I do not think the right apical lucency is a pneumothorax."
    if (words[at - 2], words[at - 1]) not in INSTEAD and words[at - 1] not in IS:
        return ()
    naming = NAMING | {","} if (words[at - 2], words[at - 1]) in PREFERRED else NAMING
    for m in range(k - 1, max(first, k - 2) - 1, -1):
        between = words[mentions.end[m] : at]
        # "Right basal opacity, not pneumonia but atelectasis."
        alike = cards[mentions.card[m]].group == cards[mentions.card[k]].group
        named_so = not naming.isdisjoint(between) or (alike and between == [",", "not"])
        if not found.absent[m] and found.sides[m] and named_so:
            return found.sides[m]
    return ()

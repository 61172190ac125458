"""Sides of drains, clips and plates that only what they are for tells: "left pneumothorax despite a chest tube"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import DETERMINERS

DRAINS, CLIPS = frozenset(("chest_tube", "drain")), frozenset(("surgical_clips",))
"""Devices that lie where the pleura is ill, or where somebody operated."""
FIXING, FRACTURE = frozenset(("orthopedic_hardware",)), "fracture"
PLEURA, OPERATED = "pleura", "postoperative_change"
DRAINED_AIR_OR_FLUID = frozenset(("pneumothorax", "pleural_effusion"))
ONE = (("left",), ("right",))
LEADS = frozenset(
    (
        "with", "w", "despite", "after", "following", "post", "p", "by", "via", "through", "since", "for", "under",
        "notwithstanding",
    )
)  # fmt: skip
"""Words before a drain of what stands before them; "p" of "s/p"."""
BESIDE = LEADS | {","}
PLACING = DETERMINERS | frozenset(
    (
        "placement", "insertion", "introduction", "of", "interval", "recent", "new", "its", "two", "2", "one", "1",
        "his", "her", "indwelling", "treatment", "status", "presence", "drainage", "s", "/", "known", "existing",
        "removal", "withdrawal", "extraction",
    )
)  # fmt: skip
"""Words between such a word and its drain."""
PARTS = frozenset((";", "and", "but", "without", "or", "no", "where"))
"""Words between a finding and a drain of something else."""
NO_LONGER = "no longer"
MIDLINE = frozenset(("mediastinal", "pericardial", "mediastinum", "abdominal", "subdiaphragmatic", "biliary"))
OPERATION_LEADS = LEADS | {"and", ",", ";"}
LYING = frozenset(("of", "in", "over", "at", "across", "through", "within", "along"))
DRAINED = frozenset(("drain", "drains", "drained", "draining", "evacuate", "evacuates", "treat", "treats"))
REPLACED = frozenset(("replaced", "exchanged", "swapped", "changed", "upsized"))
INSTEAD = frozenset(("by", "with", "for", "to"))
PRONOUNS = frozenset(("it", "which", "that", "they"))
BOTH, AHEAD = frozenset(("bilateral", "bilaterally", "both")), 3
"""Words of devices on both sides, and tokens before their name."""
REACH = 7
"""Tokens from an effusion to the end of "which it was placed to drain"."""
EXPANDING = ("expan", "aerat", "inflat")


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    absent: list[bool]
    comparison: list[str]
    sides: list[tuple[str, ...]]


def share_with_drains(found: Sided, first: int, last: int, around: Surroundings, meanings: Meanings) -> None:
    """Give drains the side of what they are for, and the effusion that a drain drains the drain's.

    "Right pneumothorax after pigtail placement", "following insertion of a drain, the left effusion is smaller", "the
    right lung has expanded with the tube in place"; "right drain, and the effusion that it was placed to drain". So
    has a plate that of its fracture: "left clavicle fracture with plate fixation".

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    first, last
        Numbers of the first finding of a sentence, and of the last one + 1.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions, words, cards = around.mentions, around.block.words, meanings.cards
    for k in range(first, last):
        device = cards[mentions.card[k]].device
        if device is None and not found.sides[k]:
            _take_from_drain(found, k, first, around, meanings)
        if device is None or found.sides[k]:
            continue
        if k > first and _replaces(k, around, meanings):
            found.sides[k] = found.sides[k - 1]
        if k + 1 < last and _lies_in_the_next(k, around):
            found.sides[k] = found.sides[k + 1]
        if device in FIXING and not found.sides[k] and _is_its_fracture(k - 1, first, around, meanings):
            found.sides[k] = found.sides[k - 1]
        if device not in DRAINS | CLIPS or found.sides[k]:
            continue
        if not MIDLINE.isdisjoint(words[mentions.start[k] : mentions.end[k]]) or _on_both_sides(k, first, last, around):
            continue
        giver = _before(k, first, found, around, meanings)
        giver = _behind(k, last, around, meanings) if giver is None and device in DRAINS else giver
        if giver is not None and found.sides[giver] in ONE:
            found.sides[k] = found.sides[giver]


def _on_both_sides(k: int, first: int, last: int, around: Surroundings) -> bool:
    """Whether device k is one on either side: "chest tubes have been removed bilaterally, with a left pneumothorax"."""
    mentions, words = around.mentions, around.block.words
    begin = int(around.block.tokens.first[around.block.sentence[mentions.start[k]]])
    low = int(mentions.end[k - 1]) if k > first else begin
    high = int(mentions.start[k + 1]) if k + 1 < last else int(mentions.end[k])
    return not BOTH.isdisjoint(words[max(low, int(mentions.start[k]) - AHEAD) : high])


def _replaces(k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether device k is put in the place of the one before it: "the right drain has been replaced by a pigtail"."""
    mentions = around.mentions
    between = around.block.words[mentions.end[k - 1] : mentions.start[k]]
    put_in = not REPLACED.isdisjoint(between) and not INSTEAD.isdisjoint(between) and PARTS.isdisjoint(between)
    return put_in and bool(meanings.device[mentions.card[k - 1]])


def _lies_in_the_next(k: int, around: Surroundings) -> bool:
    """Whether device k lies in what the next finding is said of: "plate of the left clavicle is intact"."""
    mentions, block = around.mentions, around.block
    low, high = int(mentions.end[k]), int(mentions.start[k + 1])
    if not mentions.combo[k + 1] or low >= high or block.words[low] not in LYING:
        return False
    return all(around.clauses.described[t] or block.words[t] in DETERMINERS for t in range(low + 1, high))


def _is_its_fracture(m: int, first: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding m is the fracture that the hardware behind it fixes."""
    mentions = around.mentions
    if m < first or meanings.cards[mentions.card[m]].finding != FRACTURE:
        return False
    return PARTS.isdisjoint(around.block.words[mentions.end[m] : mentions.start[m + 1]])


def _before(k: int, first: int, found: Sided, around: Surroundings, meanings: Meanings) -> int | None:
    """The finding before device k that it is for: "right effusion after drainage", "left air, drain in situ".

    It may be gone: "the left pneumothorax is no longer seen, with the pigtail still in place".
    """
    mentions, words = around.mentions, around.block.words
    clips = meanings.cards[mentions.card[k]].device in CLIPS
    for m in range(k - 1, first - 1, -1):
        if not _is_for(m, around, meanings, clips=clips):
            continue
        between = words[mentions.end[m] : mentions.start[k]]
        denied = found.absent[m] and found.comparison[m] != "resolved"
        led = _led(int(mentions.start[k]), around, OPERATION_LEADS if clips else LEADS if denied else BESIDE)
        no_longer = {"no"} if NO_LONGER in " ".join(between) else set[str]()
        parted = () if clips else PARTS.intersection(between) - no_longer
        return m if led >= mentions.end[m] and not parted else None
    return None


def _behind(k: int, last: int, around: Surroundings, meanings: Meanings) -> int | None:
    """The finding behind drain k, which a word of time leads to: "after placement of a drain, the left effusion"."""
    mentions, words = around.mentions, around.block.words
    if k + 1 >= last or not _is_for(k + 1, around, meanings, clips=False):
        return None
    begin = int(around.block.tokens.first[around.block.sentence[mentions.start[k]]])
    between = words[mentions.end[k] : mentions.start[k + 1]]
    led = _led(int(mentions.start[k]), around, LEADS) >= begin or "with" in between
    return k + 1 if led and PARTS.isdisjoint(between) else None


def _led(start: int, around: Surroundings, leads: frozenset[str]) -> int:
    """The token of the word that leads to a device at token ``start``; -1 where none does."""
    at, block = start - 1, around.block
    first = int(block.tokens.first[block.sentence[start]])
    while at >= first and (block.words[at] in PLACING or around.clauses.described[at]):
        at -= 1
    return at if at >= first and block.words[at] in leads else -1


def _is_for(m: int, around: Surroundings, meanings: Meanings, *, clips: bool) -> bool:
    """Whether finding m is what drains, or ``clips``, are for."""
    card = meanings.cards[around.mentions.card[m]]
    if card.finding == OPERATED:
        return True
    if clips or card.device is not None:
        return False
    words = around.block.words[around.mentions.start[m] : around.mentions.end[m]]
    return card.group == PLEURA or any(part in word for word in words for part in EXPANDING)


def _take_from_drain(found: Sided, k: int, first: int, around: Surroundings, meanings: Meanings) -> None:
    """Give finding k the side of the drain before it that drains it: "left drain; the effusion it drains".

    So does a pneumothorax or effusion behind a drain have its side, where nothing else of the sentence has one: "right
    drain in situ; small apical pneumothorax".
    """
    mentions, cards = around.mentions, meanings.cards
    card = cards[mentions.card[k]]
    drains = [m for m in range(first, k) if cards[mentions.card[m]].device in DRAINS]
    if not drains or card.group != PLEURA:
        return
    sides = {found.sides[m] for m in range(first, k) if found.sides[m]}
    alone = card.finding in DRAINED_AIR_OR_FLUID and not found.absent[k] and sides == {found.sides[drains[-1]]}
    if (alone or _is_drained(k, around)) and found.sides[drains[-1]] in ONE:
        found.sides[k] = found.sides[drains[-1]]


def _is_drained(k: int, around: Surroundings) -> bool:
    """Whether it is told of finding k that something drains it: "the effusion which it was placed to drain"."""
    block, end = around.block, int(around.mentions.end[k])
    stop = min(end + REACH, int(block.tokens.first[block.sentence[end - 1] + 1]))
    told = block.words[end:stop]
    return not (PRONOUNS.isdisjoint(told[:2]) or DRAINED.isdisjoint(told))

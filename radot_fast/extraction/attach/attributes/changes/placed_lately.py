"""What was put in just before, and so is new: "no pneumothorax after placement of a PICC", "patient now intubated"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.changes.changed import Changed
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.plans.advised_removals import ADVISING
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, SEGMENT_END

INTUBATED = frozenset(("intubated", "reintubated", "intubation", "reintubation"))
"""Names of a tube that tell that it was put in."""
PUTTING_IN = INTUBATED | {"placement", "insertion", "introduction", "implantation", "implant"}
AFTER, NOW = frozenset(("after", "following", "post", "upon")), frozenset(("now", "newly"))
PAST = frozenset(("status", "p"))
"""The word before "post", and the last letter of "s/p": either may be of long ago."""
LINES, HEART = "tubes and lines", "cardiac devices"
"""Groups of devices that may be new."""
KEPT_LONG = frozenset(("port", "ventriculoperitoneal_shunt", "gastrostomy_tube", "ivc_filter"))
"""What stays in for years, as devices of the heart do: "status post" does not tell when it was put in."""
IN, CLOSES = frozenset(("in",)), frozenset(("(", ")", "and"))
"""A word behind a device that was put in, and what ends what is said of it: "trach in (ETT out)"."""
BESIDE = DETERMINERS | frozenset(
    (
        "of", "interval", "recent", "new", "its", "his", "her", "two", "2", "one", "1", "uncomplicated", "bedside",
        "attempted", "successful", "ultrasound", "image", "fluoroscopic", "guided", "emergency", "urgent",
    )
)  # fmt: skip
"""Words between "after" and what was put in, besides places."""
DATED = frozenset(("ago", "years", "prior", "previous", "previously", "remote", "removal", "removed"))
"""Words behind what was put in long ago, or has been taken out since; so does a year tell."""
YEAR, DATED_REACH = 4, 3
"""Digits of a year, and tokens behind the name among which such a word stands."""


def give_placed_lately(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to what the report says was put in just before, unless another change is told of it.

    Parameters
    ----------
    found
        Attributes of the findings.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, mentions = around.block, around.mentions
    _give_in_place_of_others(found, around, meanings)
    for at in indices(block.said(PUTTING_IN)).tolist():
        of = block.words[at + 1] == "of"
        k = int(mentions.start.searchsorted(at) if of else mentions.end.searchsorted(at))
        k += not of and k < len(mentions.end) and mentions.end[k] == at and block.words[at] in INTUBATED
        here = k < len(found.comparison) and block.sentence[mentions.start[k]] == block.sentence[at]
        if not here or not _is_of(k, at, around) or not _is_lately(k, at, around, meanings):
            continue
        _give(k, found, around, meanings)
        while of and k + 1 < len(found.comparison) and _goes_on(k, around):
            k += 1
            _give(k, found, around, meanings)


def _give_in_place_of_others(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to a device that is "in" where another one is "out": "ETT out, trach in"."""
    block, mentions = around.block, around.mentions
    for at in indices(block.said(IN)[:-1] & (block.has(SEGMENT_END) | block.said(CLOSES))[1:]).tolist():
        k = int(mentions.end.searchsorted(at))
        if k == len(mentions.end) or mentions.end[k] != at:
            continue
        first, last = (int(around.edges[block.sentence[at] + n]) for n in (0, 1))
        if any(found.comparison[m] == "resolved" and meanings.device[mentions.card[m]] for m in range(first, last)):
            _give(k, found, around, meanings)


def _give(k: int, found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to device k, unless it has a change or is not there."""
    group = meanings.cards[around.mentions.card[k]].group
    if group in (LINES, HEART) and found.comparison[k] == "none" and not found.absent[k]:
        found.comparison[k] = "new"


def _is_of(k: int, at: int, around: Surroundings) -> bool:
    """Whether the word at a token tells that device k was put in: "placement of a left PICC", "PICC placement"."""
    block, mentions = around.block, around.mentions
    start, end = int(mentions.start[k]), int(mentions.end[k])
    if start > at:
        return _leads_on(at + 1, start, around)
    return end == at or (start <= at < end and block.words[at] in INTUBATED)


def _goes_on(k: int, around: Surroundings) -> bool:
    """Whether the next finding is of the list of device k: "placement of a left PICC and a right chest tube"."""
    block, mentions = around.block, around.mentions
    end, start = int(mentions.end[k]), int(mentions.start[k + 1])
    return block.words[end] in ("and", ",") and _leads_on(end + 1, start, around)


def _leads_on(low: int, high: int, around: Surroundings) -> bool:
    """Whether some tokens, of one sentence, only lead to a device."""
    return all(around.block.words[t] in BESIDE or around.clauses.described[t] for t in range(low, high))


def _is_lately(k: int, at: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether the word at a token says that device k was put in just before, and not long ago or some day."""
    block, mentions = around.block, around.mentions
    card = meanings.cards[mentions.card[k]]
    first, stop = (int(block.tokens.first[block.sentence[at] + n]) for n in (0, 1))
    low = min(at, int(mentions.start[k])) - 1
    while low >= first and (block.words[low] in BESIDE or around.clauses.described[low]):
        low -= 1
    if low < first or not ADVISING.isdisjoint(block.words[first:low]):
        return False
    if block.words[low] in NOW:
        return block.words[at] in INTUBATED
    past = block.words[low] in PAST or (low > first and block.words[low - 1] in PAST)
    if block.words[low] not in AFTER | PAST or (past and (card.group != LINES or card.device in KEPT_LONG)):
        return False
    high = max(at + 1, int(mentions.end[k]))
    behind = block.words[high : min(high + DATED_REACH, stop)]
    return DATED.isdisjoint(behind) and not any(word.isdigit() and len(word) == YEAR for word in behind)

"""Measurements to the phrases of the findings that they measure: the unit table has no column for them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.changes.sizes import AFTER, NOT_SIZE, earlier_sizes
from radot_fast.extraction.attach.attributes.nearest import INTERPRETED_WEIGHT, TIP_WEIGHT, Surroundings, nearest
from radot_fast.extraction.attach.attributes.places.in_phrases import ends_a_line
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import JOINT, MEASURE, PREPOSITION
from radot_fast.extraction.text.tokens import BAR

MEASURE_REACH = 16
MEASURING = frozenset(("measuring", "measures", "measured", "measure"))
"""Words before the size of what stands before them: "a cavity, measuring 5 cm and containing a fluid level"."""
BEFORE = 3
"""Tokens before a size among which one of them stands: "cavity measuring up to 5 cm"."""
TO = frozenset(("to",))
GROWN_REACH = 14
"""Tokens before the size of now in which the "from" of an earlier one stands."""
ACROSS = frozenset(("across", "wide", "thick", "deep", "long"))
"""Words right behind the size of what stands before it: "a cavity, 2 cm across, with a fluid level"."""

MOVED = frozenset(("by", "back", "advance", "advanced", "retract", "retracted", "withdraw", "withdrawn"))
"""Words right before how far a device is to be moved: "the tube is high; advance 3 cm"."""
FARTHER = frozenset(("further", "farther", "lower", "higher", "deeper"))
"""Words right behind how far it has moved: "the tip is 3 cm above the carina, 2 cm lower than before"."""
FROM_THEN = frozenset(
    ("than", "since", "compared", "in", "out", "down", "up", "now", "today", ",", ";", ")", "and", BAR, "from")
)
"""Words behind these: "an 8 mm lower lobe nodule" has not moved."""


ON = frozenset(("on", "at", "last"))
DAYS = frozenset(
    (
        "morning", "am", "yesterday", "night", "overnight", "admission", "monday", "tuesday", "wednesday", "thursday",
        "friday", "saturday", "sunday",
    )
)  # fmt: skip
"""Words of days before this film's, and before them."""
THIS_MORNING = (["this", "morning"], ["this", "am"])


class Measured(NamedTuple):
    """Measurements at tokens ``start:end``, each with its finding."""

    start: np.ndarray
    end: np.ndarray
    finding: np.ndarray


def measures_of(around: Surroundings, meanings: Meanings) -> Measured | None:
    """Measurements within reach of a finding, each with the nearest one: "2.1 x 1.5 cm mass"; None without any.

    A distance is of a device alone: "nodule beside a tube that ends 4 cm above the carina".
    """
    block, mentions = around.block, around.mentions
    hits = _measures_in(block)
    if not len(hits.start) or not len(mentions.start):
        return None
    # "With its tip 4 cm above the carina, right jugular line": the distance is that of the tube before it.
    told = np.where(_is_told(hits, block), INTERPRETED_WEIGHT, _stands_behind(hits, block))
    ahead = np.where(ends_a_line(hits.start, around), TIP_WEIGHT, told)
    distances = block.said(NOT_SIZE)[hits.end]
    reserved = (distances.astype(np.int64), meanings.device[mentions.card].astype(np.int64))
    near = nearest(hits.start, hits.end, around, ahead=ahead, reserved=reserved)
    for n in indices(block.said(TO)[hits.start[near.attribute] - 1]).tolist():
        start = int(hits.start[near.attribute[n]])
        grown, named = _grown_from(start, block), int(mentions.start.searchsorted(start)) - 1
        same = block.sentence[mentions.start[named]] == block.sentence[start]
        if named >= 0 and same and mentions.start[named] < grown:
            near.finding[n] = named
    # "Two nodules in the left lung, the largest of which is 11 mm."
    within = (near.distance <= MEASURE_REACH) | (around.owner[hits.start[near.attribute]] >= 0)
    which = near.attribute[within]
    return Measured(hits.start[which], hits.end[which], near.finding[within])


def ends_behind_clauses(measured: Measured, around: Surroundings) -> np.ndarray:
    """Where the phrase of each finding ends with a measurement of a later clause that names nothing, 0 for none.

    "The tube is unchanged, with its tip 4 cm above the carina."
    """
    clause, mentions = around.clauses.of, around.mentions
    out = np.zeros(len(mentions.start), np.int64)
    start, end, k = measured
    named = mentions.start.searchsorted(end) - mentions.start.searchsorted(mentions.end[k]) > 0
    later = (start >= mentions.end[k]) & (clause[start] > mentions.clause[k]) & ~named
    later &= ~around.block.said(MOVED)[start - 1]
    np.maximum.at(out, k[later], end[later])
    return out


def _measures_in(block: Block) -> Hits:
    """Measurements of now, from their first number on: not the earlier one of "14 mm nodule, previously 9 mm"."""
    words, earlier = block.words, earlier_sizes(block)
    starts: list[int] = []
    ends: list[int] = []
    for k in block.where(MEASURE).tolist():
        if words[k - 1][0].isdigit():
            start = k - 1
            while words[start - 1] in ("x", "by") and words[start - 2][0].isdigit():
                start -= 2
            # "2 cm above the carina (5 cm yesterday)".
            of_then = bool(starts) and block.sentence[starts[-1]] == block.sentence[k]
            moved = words[k + 1] in FARTHER and words[k + 2] in FROM_THEN
            of_then = of_then and (moved or words[k + 1] in AFTER or _is_of_a_day(block, start, k + 1))
            if start not in earlier and not of_then:
                starts.append(start)
                ends.append(k + 1)
    return Hits(np.array(starts, np.int64), np.array(ends, np.int64), np.zeros(len(starts), np.int64))


def _grown_from(start: int, block: Block) -> int:
    """The "from" before the "to" of a size, "has grown from 6 mm, four hours ago, to 12 mm"; −1 without one."""
    before = words_before(block, start, GROWN_REACH)
    first = start - len(before)
    named = before.index("from") if "from" in before else -1
    return first + named if named >= 0 else -1


def _is_of_a_day(block: Block, start: int, end: int) -> bool:
    """Whether a day before this film's stands at a size, tokens ``start:end``: "5 cm this morning", "Monday: 5 cm"."""
    words = block.words
    if words[start - 1] == ":" and words[start - 2] in DAYS:
        return True
    return words[end : end + 2] in THIS_MORNING or (words[end] in ON | DAYS and day_ends(block, end) > 0)


def _is_told(hits: Hits, block: Block) -> np.ndarray:
    """Whether measurements are said to be those of what stands before: "cavity measuring 5 cm", "2 cm across"."""
    said = block.said(MEASURING)
    first = block.tokens.first[block.sentence[hits.start]]
    out = np.zeros(len(hits.start), bool)
    for back in range(1, BEFORE + 1):
        at = hits.start - back
        out |= said[at] & (at >= first)
    return out | block.said(ACROSS)[hits.end]


def _stands_behind(hits: Hits, block: Block) -> np.ndarray:
    """Whether measurements stand before no name: "a mass of 5 cm and effusion"; "5 mm and 8 mm nodules" do."""
    words, numbers = block.words, np.zeros(len(hits.start), bool)
    parted = block.has(JOINT | PREPOSITION)[hits.end]
    for k in np.flatnonzero(parted).tolist():
        behind = int(hits.end[k]) + 1
        numbers[k] = behind < len(words) and words[behind][0].isdigit()
    return parted & ~numbers

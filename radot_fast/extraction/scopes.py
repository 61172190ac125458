"""Clauses of sentences, and what cues of negation and doubt say about a finding in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction import trie
from radot_fast.extraction.links import Links, links, tokens_in
from radot_fast.extraction.matching import Block, Hits
from radot_fast.extraction.meanings import ABSENT, DEFINITE, EITHER, END, HISTORY, MASK, Meanings
from radot_fast.extraction.segments import count_before, ranges
from radot_fast.extraction.words import COLON, COMMA, CONJUNCTION, DETERMINER, FINITE, LIST_END, PAUSE, SEMICOLON, VERB

HEADING = 3
"""A colon after so few words heads what follows ("Mediastinum: normal") and does not cut it off."""

STATUS = (
    ("present", "definite"),
    ("present", "probable"),
    # "atelectasis or scarring": something is there, and this is one reading of it
    ("present", "possible"),
    ("uncertain", "possible"),
    ("absent", "definite"),
)
"""Polarity and certainty of a finding by the level of what is said of it."""


class Clauses(NamedTuple):
    """By token: number of its clause, which rises through the block, and number of pauses before it.

    ``described`` says which tokens are of a place, a degree or a modifier.
    """

    of: np.ndarray
    pauses: np.ndarray
    described: np.ndarray


def clauses(block: Block, meanings: Meanings) -> Clauses:
    """Cut sentences at terminators, ``;``, ``:``, and at a comma before a segment with its own verb or property."""
    first, cues = block.tokens.first, block.hits[trie.CUE]
    cut = block.has(SEMICOLON)
    colons = np.flatnonzero(block.has(COLON))
    cut[colons] |= colons - first[block.sentence[colons]] > HEADING
    commas = np.flatnonzero(block.has(COMMA))
    cut[commas] |= _said(block, commas) & (_own_verb(block, commas + 1) | _own_property(block, commas + 1))
    cut[cues.start[meanings.level[cues.meaning] == END]] = True
    cut[first[:-1]] = True
    pauses = count_before(block.has(PAUSE))
    return Clauses(np.cumsum(cut), pauses, tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)))


def _said(block: Block, commas: np.ndarray) -> np.ndarray:
    """Whether a verb, a finding, or a structure and a property stand before commas in their sentences."""
    telling = block.has(VERB)
    telling[block.hits[trie.FINDING].start] = True
    structures, properties = (_before(block, commas, block.hits[c].start) for c in (trie.STRUCTURE, trie.PROPERTY))
    return _before(block, commas, np.flatnonzero(telling)) | (structures & properties)


def _before(block: Block, commas: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Whether any of the places stands before commas in their sentences."""
    begin = block.tokens.first[block.sentence[commas]]
    return np.searchsorted(places, commas) > np.searchsorted(places, begin)


def _own_verb(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` to the next comma are statements of their own."""
    joins = block.has(CONJUNCTION)
    # ", and the heart is enlarged" begins anew, ", and pneumothorax is seen" ends a list
    anew = joins[start] & block.has(DETERMINER)[np.minimum(start + 1, len(joins) - 1)]
    # "No infiltrate, pneumothorax or effusion is seen": an "or" before the verb goes on with the list
    marks = np.flatnonzero(block.has(FINITE | LIST_END))
    following = marks[np.searchsorted(marks, start + anew)]
    return (anew | ~joins[start]) & block.has(FINITE)[following]


def _own_property(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` are a structure and its property without a verb.

    The property follows in the segment (", lungs clear") or stands right before (", stable mediastinal contours").
    """
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    # "No consolidation, large pleural effusion": the pleura is part of a finding's name.
    structures = structures.at(~block.hits[trie.FINDING].holds(structures.start, structures.end))
    beyond = len(block.words) + 1
    marks = np.append(np.flatnonzero(block.has(LIST_END)), beyond)
    named, end = _from(structures, start, beyond)
    stop = marks[np.searchsorted(marks, end)]
    follows = np.append(properties.end, beyond)[np.searchsorted(properties.start, end)] <= stop
    told, then = _from(properties, start, beyond)
    return (named & follows) | (told & _from(structures, then, beyond)[0])


def _from(hits: Hits, start: np.ndarray, beyond: int) -> tuple[np.ndarray, np.ndarray]:
    """Whether a hit begins at each place, and where that or the next one ends."""
    which = np.searchsorted(hits.start, start)
    return np.append(hits.start, beyond)[which] == start, np.append(hits.end, beyond)[which]


def live_cues(block: Block, meanings: Meanings) -> np.ndarray:
    """Which cues say something of a finding: no terminators, no negation under a mask such as "no change"."""
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    masked = np.zeros(len(block.words), bool)
    masked[cues.start[level == MASK]] = True
    return np.flatnonzero((level <= HISTORY) & ~((level == ABSENT) & masked[cues.start]))


def _of_list(cues: Hits, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues are an "or" that only lists: behind a mask, "no change in effusion or atelectasis" tells of both."""
    known = block.hits[trie.CUE]
    masks = known.start[meanings.level[known.meaning] == MASK]
    before = np.append(masks, -1)[np.searchsorted(masks, cues.start) - 1]
    return (meanings.level[cues.meaning] == EITHER) & (before >= 0) & (of[before] == of[cues.start])


def _listed(start: np.ndarray, finding: np.ndarray, cue: tuple[np.ndarray, ...], joined: Links) -> np.ndarray:
    """Whether cues that stand behind a finding, and the "or" of two readings, reach it.

    They hold for the nearest finding and its list, which an "and" or "or" must close: "atelectasis, pneumonia not
    excluded" doubts the pneumonia only, and "or" in "opacity, atelectasis or scarring" is of the last two.
    """
    a, b, either = cue
    before = np.maximum(np.searchsorted(start, a) - 1, 0)
    behind = np.minimum(np.searchsorted(start, b), max(len(start) - 1, 0))
    backward = joined.one_list(finding, before) & (either | joined.closed[np.maximum(before - 1, 0)])
    ahead = start[finding] >= b
    return np.where(
        ahead, ~either | (finding == behind) | joined.one_list(behind, finding), (finding >= before) | backward
    )


def status(
    start: np.ndarray, end: np.ndarray, combo: np.ndarray, block: Block, cut: Clauses, meanings: Meanings
) -> np.ndarray:
    """Level of what is said of the findings at tokens ``start:end``: an index to ``STATUS``, or ``HISTORY``.

    ``HISTORY`` is no statement about these images ("history of"). A negation wins over a doubt, the stronger doubt over
    the weaker. Inside a structure-property pair (``combo``) a cue may stand between the two words ("the heart is not
    enlarged").
    """
    cues = block.hits[trie.CUE].at(live_cues(block, meanings))
    of = cut.of
    cues = cues.at(~_of_list(cues, block, of, meanings))
    edges = np.searchsorted(cues.start, block.tokens.first)
    sentence = block.sentence[start]
    finding, cue = ranges(edges[sentence], edges[sentence + 1])
    a, b, meaning = cues.start[cue], cues.end[cue], cues.meaning[cue]
    low, high, here = start[finding], end[finding], of[start][finding]
    on = meanings.points_on[meaning] & (b <= low)
    back = meanings.points_back[meaning] & (a >= high)
    between = combo[finding] & (low <= a) & (a < high)
    distance = np.where(on, low - b, np.where(back, a - high, 0))
    listed = _listed(start, finding, (a, b, meanings.level[meaning] == EITHER), links(start, end, block, cut.described))
    on, back = on & listed, back & listed
    tells = (on | back | between) & (distance <= meanings.reach[meaning]) & ((of[a] == here) | (of[b - 1] == here))
    finding, level = finding[tells], meanings.level[meaning[tells]]
    said = np.full(len(start), DEFINITE)
    np.maximum.at(said, finding[level < ABSENT], level[level < ABSENT])
    # Of negation and history the first one holds.
    final = np.flatnonzero(level >= ABSENT)[::-1]
    said[finding[final]] = level[final]
    return said

"""Clauses of a sentence, and what cues of negation and doubt say about a finding in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from radot_fast.extraction import trie
from radot_fast.extraction.cards import Cue
from radot_fast.extraction.words import BREAKS, CONJUNCTIONS, DETERMINERS, LIST_ENDS, PARTICIPLES, PAUSES, VERBS

MARKS = PAUSES | BREAKS
FINITE = VERBS - PARTICIPLES

SILENT = frozenset(("mask", "end"))
HEADING = 3
"""A colon after so few words heads what follows ("Mediastinum: normal") and does not cut it off."""


class Clauses(NamedTuple):
    """Clause number of every token, and the number of pauses before it."""

    of: list[int]
    pauses: list[int]


class Status(NamedTuple):
    """Polarity and certainty of a finding."""

    polarity: str
    uncertainty: str


ABSENT = Status("absent", "definite")
_STATUS = {
    "definite": Status("present", "definite"),
    "probable": Status("present", "probable"),
    "possible": Status("uncertain", "possible"),
    # "atelectasis or scarring": something is there, and this is one reading of it
    "either": Status("present", "possible"),
}

_DOUBT = {"definite": 0, "probable": 1, "either": 2, "possible": 3}


def clauses(words: Sequence[str], hits: Sequence[Sequence[trie.Hit]]) -> Clauses:
    """Cut a sentence at terminators, ``;``, ``:``, and at a comma before a segment with its own verb."""
    cues = hits[trie.CUE]
    marks = cuts = [start for start, _, cue in cues if cue.level == "end"] if cues else []
    if not MARKS.isdisjoint(words):
        marks = [i for i, word in enumerate(words) if word in MARKS or i in cuts]
    n = len(words) + 1
    if not marks:
        flat = [0] * n
        return Clauses(flat, flat)
    of: list[int] = []
    pauses: list[int] = []
    number = seen = 0
    for i in marks:
        of += [number] * (i - len(of))
        word = words[i]
        if i in cuts or (word in BREAKS and (word == ";" or i > HEADING)) or (word == "," and _new(words, hits, i)):
            number += 1
        if word in PAUSES:
            pauses += [seen] * (i + 1 - len(pauses))
            seen += 1
    of += [number] * (n - len(of))
    pauses += [seen] * (n - len(pauses))
    return Clauses(of, pauses)


def _new(words: Sequence[str], hits: Sequence[Sequence[trie.Hit]], comma: int) -> bool:
    """Whether a statement stands before a comma and another one after it."""
    findings = hits[trie.FINDING]
    said = (findings and findings[0][0] < comma) or not VERBS.isdisjoint(words[:comma])
    return bool(said) and _own_verb(words, comma + 1)


def _own_verb(words: Sequence[str], start: int) -> bool:
    """Whether the segment from ``start`` to the next comma is a statement of its own."""
    if start + 1 < len(words) and words[start] in CONJUNCTIONS and words[start + 1] in DETERMINERS:
        start += 1  # ", and the heart is enlarged" begins anew, ", and pneumothorax is seen" ends a list
    if start >= len(words) or words[start] in CONJUNCTIONS:
        return False
    for word in words[start:]:
        # "No infiltrate, pneumothorax or effusion is seen": an "or" before the verb goes on with the list
        if word in LIST_ENDS:
            return False
        if word in FINITE:
            return True
    return False


def live_cues(hits: Sequence[Sequence[trie.Hit]]) -> list[trie.Hit]:
    """Cues that say something of a finding: no terminators, none under a mask such as "no change"."""
    cues = hits[trie.CUE]
    if not cues:
        return []
    live = [hit for hit in cues if hit[2].level not in SILENT]
    masks = [(start, end) for start, end, cue in cues if cue.level == "mask"] if len(live) < len(cues) else []
    if masks:
        return [c for c in live if c[2].level != "absent" or not any(a <= c[0] and c[1] <= b for a, b in masks)]
    return live


def status(start: int, end: int, clause: Sequence[int], cues: Sequence[trie.Hit], *, combo: bool) -> Status | None:
    """Polarity and certainty of the finding at tokens ``start:end``.

    None where the sentence makes no statement about these images ("history of"). A negation wins over a doubt, the
    stronger doubt over the weaker. Inside a structure-property pair a cue may stand between the two words ("the
    heart is not enlarged").
    """
    here = clause[start]
    doubt = "definite"
    for a, b, cue in cues:
        if clause[a] != here and clause[b - 1] != here:
            continue
        distance = _distance(start, end, a, b, cue, combo=combo)
        if distance is None or (cue.reach and distance > cue.reach):
            continue
        if cue.level == "absent":
            return ABSENT
        if cue.level == "history":
            return None
        if _DOUBT[cue.level] > _DOUBT[doubt]:
            doubt = cue.level
    return _STATUS[doubt]


def _distance(start: int, end: int, a: int, b: int, cue: Cue, *, combo: bool) -> int | None:
    """Tokens between a cue and a finding on the side to which the cue points; None on the other side."""
    if cue.direction != "after" and b <= start:
        return start - b
    if cue.direction != "before" and a >= end:
        return a - end
    if combo and start <= a < end:
        return 0
    return None

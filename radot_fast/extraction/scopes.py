"""Clauses of a sentence, and what cues of negation and doubt say about a finding in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from radot_fast.extraction import trie
from radot_fast.extraction.cards import Cue

VERBS = frozenset(
    (
        "is", "are", "was", "were", "has", "have", "remains", "remain", "appears", "appear", "demonstrates",
        "demonstrate", "shows", "show", "seen", "noted", "identified", "project", "projects", "terminates",
        "terminate", "extends", "overlies", "reveal", "reveals", "contains", "lies", "measures",
    )
)  # fmt: skip
PARTICIPLES = frozenset(("seen", "noted", "identified"))
LIST_ENDS = frozenset((",", "or", "nor"))
CONJUNCTIONS = frozenset(("or", "and", "nor", "as"))
DETERMINERS = frozenset(("the", "there", "a", "an", "this"))
PAUSES = frozenset((",", "/", "(", ")"))
BREAKS = frozenset((";", ":"))
MARKS = PAUSES | BREAKS
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
    cuts = {start for start, _, cue in hits[trie.CUE] if cue.level == "end"}
    if not cuts and MARKS.isdisjoint(words):
        flat = [0] * (len(words) + 1)
        return Clauses(flat, flat)
    of, pauses = [], []
    findings = hits[trie.FINDING]
    first_finding = findings[0][0] if findings else len(words)
    number = seen = 0
    verb = False
    for i, word in enumerate(words):
        if (
            (word in BREAKS and (word == ";" or i > HEADING))
            or i in cuts
            or (word == "," and (verb or first_finding < i) and _own_verb(words, i + 1))
        ):
            number += 1
        of.append(number)
        pauses.append(seen)
        if word in PAUSES:
            seen += 1
        elif word in VERBS:
            verb = True
    of.append(number)
    pauses.append(seen)
    return Clauses(of, pauses)


def _own_verb(words: Sequence[str], start: int) -> bool:
    """Whether the segment from ``start`` to the next comma is a statement of its own."""
    if start + 1 < len(words) and words[start] in CONJUNCTIONS and words[start + 1] in DETERMINERS:
        start += 1  # ", and the heart is enlarged" begins anew, ", and pneumothorax is seen" ends a list
    if start >= len(words) or words[start] in CONJUNCTIONS:
        return False
    for i in range(start, len(words)):
        # "No infiltrate, pneumothorax or effusion is seen": an "or" before the verb goes on with the list
        if words[i] in LIST_ENDS or words[i] in BREAKS:
            return False
        if words[i] in VERBS and words[i] not in PARTICIPLES:
            return True
    return False


def live_cues(hits: Sequence[Sequence[trie.Hit]]) -> list[trie.Hit]:
    """Cues that say something of a finding: no terminators, none under a mask such as "no change"."""
    cues = hits[trie.CUE]
    masks = [(start, end) for start, end, cue in cues if cue.level == "mask"]
    out = []
    for start, end, cue in cues:
        if cue.level in ("mask", "end"):
            continue
        if cue.level == "absent" and any(a <= start and end <= b for a, b in masks):
            continue
        out.append((start, end, cue))
    return out


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

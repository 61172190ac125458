"""Doubts of a whole list of what a finding may be: "DDx atypical infection, mild edema, chronic lung disease"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.reach.alternatives import SIGNS
from radot_fast.extraction.attach.polarity.reach.named_differentials import INCLUDE, LEADS, READINGS, verb_of_readings
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import DEFINITE, EITHER, POSSIBLE
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COLON, COMMA, FINITE, NEGATION, SEMICOLON, SHOWING
from radot_fast.extraction.text.tokens import BAR

SHORT = frozenset(("ddx", "dd"))
"""Words of a list that needs no colon."""
DIAGNOSES = frozenset(("diagnosis", "diagnoses", "considerations"))
"""The same behind "differential"."""
CAUSES, PERHAPS = frozenset(("causes", "etiologies")), frozenset(("possible", "potential", "conceivable", "diagnostic"))
"""Words that head a list of doubts only behind such an adjective."""
ARE = frozenset(("are", "is", "would", "may", "could", "be", "therefore"))
"""Words between such a word and its list: "considerations would include"."""
ENDS = frozenset(
    (
        "but", "however", "although", "though", "with", "without", "there", "while", "whereas", "given", "which",
        "recommend", "suggest", "consider", "advise", "correlate", "less", "favor", "favored", "likely", "probably",
    )
)  # fmt: skip
"""Words behind which the list has ended."""


ALL_ARE = frozenset(("are", "remain", "may", "might", "could", "can", "should", "must"))
"""Verbs of several findings, all of which are in doubt: "… are considerations", "… should be considered"."""
IN_DOUBT = READINGS | {"considered", "entertained", "possible", "suspected", "conceivable", "account", "explain"}
"""Words behind such a verb that doubt what stands before it."""
FAR = 5
"""Tokens behind the verb in which they stand."""


def with_listed_readings(said: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, each item of a list of readings in doubt, however long the list is.

    "Possibilities: thymoma, lymphoma, germ cell tumor", "differential includes edema, infection, and drug reaction".
    What follows an item behind "and" or "or" is no item: "DDx edema or infection, small effusion".

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: levels of the findings, which are tokens ``start:end``.
    block
        Words of the sentences.
    """
    for verb in _verbs_of_several(block):
        last = int(start.searchsorted(verb)) - 1
        if last < 1 or said[last] != POSSIBLE:
            continue
        low = _list_before(block, verb, int(start[last]))
        for k in range(int(start.searchsorted(low)), last):
            if said[k] in (DEFINITE, EITHER) and block.words[end[k] - 1] not in SIGNS:
                said[k] = POSSIBLE
    for head in indices(block.said(READINGS)).tolist():
        low = _list_behind(block, head)
        k = int(start.searchsorted(low)) if low else len(start)
        high = _end_of_list(start, low, block) if k < len(start) else low
        while k < len(start) and start[k] < high:
            if said[k] in (DEFINITE, EITHER):
                said[k] = POSSIBLE
            k += 1
    return said


def _verbs_of_several(block: Block) -> list[int]:
    """Verbs that leave all of a list before them open: "A, B and a small C are in the differential"."""
    verbs = block.said(ALL_ARE)
    out: list[int] = []
    for at in indices(block.said(IN_DOUBT)).tolist():
        first = max(int(block.tokens.first[block.sentence[at]]), at - FAR)
        out += [t for t in range(first, at) if verbs[t]][-1:]
    return out


def _list_before(block: Block, verb: int, last: int) -> int:
    """First token of the list before a verb whose last item is at a token; that token where there is no list.

    It has one "and": "an effusion, and edema and pneumonia are possible" doubts two.
    """
    joints, low = 0, last
    for at in range(verb - 1, -1, -1):
        word, traits = block.words[at], block.traits[at]
        if traits & FINITE:
            return last
        if word == BAR or word in ENDS or traits & (SEMICOLON | COLON | NEGATION | SHOWING):
            break
        if word in ("and", "or", "versus", "vs"):
            if joints and (block.traits[at - 1] & COMMA or word == "and"):
                break
            joints += 1
        low = at
    return low if joints else last


def _list_behind(block: Block, head: int) -> int:
    """First token of the list that a word heads, or 0 where it heads none."""
    words, at = block.words, head + 1
    if words[head] in CAUSES and PERHAPS.isdisjoint(words_before(block, head, 1)):
        return 0
    if words[at] in LEADS:
        verb = verb_of_readings(block, at + 1)
        return verb + 1 if verb else 0
    if words[head] == "differential" and words[at] in DIAGNOSES:
        return 0
    while words[at] in ARE:
        at += 1
    if words[at] in INCLUDE or block.traits[at] & COLON:
        return at + 1
    told = words[head] in SHORT or (words[head] in DIAGNOSES and "differential" in words_before(block, head, 1))
    return at if at > head + 1 or told else 0


def _end_of_list(start: np.ndarray, low: int, block: Block) -> int:
    """Token behind a list: a mark, a verb, a denial, or the comma behind its last item."""
    closed = False
    for at in range(low, len(block.words)):
        word, traits = block.words[at], block.traits[at]
        if word == BAR or word in ENDS or traits & (SEMICOLON | FINITE | NEGATION | SHOWING):
            return at
        if traits & COMMA and closed:
            return at
        if word in ("and", "or"):
            k = int(start.searchsorted(at))
            closed = k > 0 and start[k - 1] >= low
    return low

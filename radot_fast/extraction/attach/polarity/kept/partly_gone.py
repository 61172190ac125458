"""What has gone of several: "one of the two chest tubes has been removed" leaves one in place."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, NEGATION

SOME = frozenset(("one", "two", "three", "four", "some", "several", "most", "many", "few"))
"""Words for a part of several."""
PORTIONS = SOME | {"much", "bulk", "majority", "part", "parts", "half", "portion"}
"""The same, and those for a part of one: "much of the effusion has gone"."""
NEARLY = frozenset(("nearly", "almost", "virtually"))
OF = frozenset(("of",))
THESE = frozenset(
    (
        "the", "her", "his", "these", "those", "two", "three", "four", "several", "yesterday", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "last",
    )
)  # fmt: skip
HAVE, JOINS = frozenset(("has", "have")), frozenset(("and", "but", ",", ";", "while", "whereas", "although", "though"))
THE, NOT, ALL = frozenset(("the",)), frozenset(("not",)), frozenset(("all",))
WHICH = frozenset(("which", "them", "these"))
OTHERS = frozenset(("other", "others", "second", "third", "fourth", "first", "smaller", "larger", "rest", "remaining"))
"""Words behind "the" for one of several: "two nodules: one is stable, the other has resolved"."""
ONES, VERBS = (
    frozenset(("one", "ones", "two", "three")),
    HAVE | {"is", "are", "remains", "remain", "persists", "persist"},
)
WHERE = frozenset(
    (
        "apical", "basal", "basilar", "upper", "lower", "lateral", "medial", "anterior", "posterior", "superior",
        "inferior", "larger", "smaller", "older", "newer", "first", "second", "higher",
    )
)  # fmt: skip
TWO = frozenset(("two", "three", "four"))
"""Words for one of several by its place, and numbers of them: "the apical of two chest tubes"."""
ON_PAPER = frozenset(
    (
        "mentioned", "listed", "documented", "suspected", "questioned", "described", "reported", "requested", "ordered",
        "queried", "referenced", "recorded", "stated", "claimed", "reportedly", "indicated", "expected", "planned",
    )
)  # fmt: skip
"""Words of what is told elsewhere: "no line is seen, though one is mentioned in the order"."""
REACH = 5
"""Tokens from "of" to the name ("one of the two left chest tubes")."""


def partly_gone(block: Block, start: np.ndarray) -> np.ndarray:
    """Which names stand behind "one of the", so that what is said is of a part only.

    Parameters
    ----------
    block
        Words of the sentences.
    start
        int64, shape (n_findings,), ascending: first token of each name.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = np.zeros(len(start), bool)
    of = block.said(OF)
    parts = block.said(PORTIONS).copy()
    parts[1:] |= block.said(ALL)[1:] & block.said(NEARLY)[:-1]
    # "Almost all the fluid has drained" has no "of".
    bare = block.said(NEARLY)[:-2] & block.said(ALL)[1:-1]
    for at in indices((of[1:-1] & parts[:-2] | bare) & block.said(THESE)[2:]).tolist():
        k = int(start.searchsorted(at))
        near = k < len(start) and start[k] - at <= REACH + 1
        out[k : k + 1] |= near and block.sentence[start[k]] == block.sentence[at] and not _says(block, at, start[k])
    # "The apical of two left chest tubes has been removed."
    for at in indices(block.said(WHERE)[:-2] & of[1:-1] & block.said(TWO | THE)[2:]).tolist():
        k = int(start.searchsorted(at))
        near = k < len(start) and start[k] - at <= REACH + 1 and not TWO.isdisjoint(words_from(block, at + 2, 2))
        out[k : k + 1] |= near and block.sentence[start[k]] == block.sentence[at]
    # "Not all of the opacities have cleared."
    not_all = indices(block.said(NOT)[:-1] & block.said(ALL)[1:])
    for at in not_all.tolist():
        k = int(start.searchsorted(at))
        near = k < len(start) and start[k] - at <= REACH + 1
        out[k : k + 1] |= near and block.sentence[start[k]] == block.sentence[at]
    # "The nodules are smaller, and several have gone", "two drains, one of which was removed".
    # "The nodules are smaller, several are no longer visible."
    alone = block.said(SOME)[1:-1] & block.said(VERBS)[2:] & block.said(JOINS)[:-2]
    alone |= of[1:-1] & block.said(SOME)[:-2] & block.said(WHICH)[2:]
    for at in indices(alone).tolist():
        k = int(start.searchsorted(at)) - 1
        if k >= 0 and block.sentence[start[k]] == block.sentence[at] and not _is_of_paper(block, at):
            out[k] = True
    for at in _one_of_them(block):
        k = int(start.searchsorted(at)) - 1
        if k >= 0 and block.sentence[start[k]] == block.sentence[at]:
            out[k] = True
    return out


def _is_of_paper(block: Block, at: int) -> bool:
    """Whether the verb behind a "one" tells of papers or of a suspicion: "no line is seen, though one is listed"."""
    return not ON_PAPER.isdisjoint(words_from(block, at + 2, 3))


def _one_of_them(block: Block) -> list[int]:
    """Pronouns for one of several, with its verb: "the third has", "the other one is"."""
    others = block.said(OTHERS)
    if not others.any():
        return []
    at = indices(others[1:-1] & block.said(THE)[:-2]) + 1
    ends = at + 1 + block.said(ONES)[at + 1]
    return at[block.said(VERBS)[ends]].tolist()


def _says(block: Block, first: int, last: int) -> bool:
    """Whether a verb or negation stands among some words: "one of the views shows no effusion"."""
    return bool(block.has(FINITE | NEGATION)[first:last].any())

"""What an earlier day showed, before what today shows: "there was collapse on Monday; now both bases are clear"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import DATED
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import DEFINITE

NOW = frozenset(("today", "now", "currently"))
PAST = frozenset(("was", "were", "showed", "demonstrated", "revealed", "had"))
EARLIER = DATED - {"may", "old", "older", "first", "recent", "initial", "admission", "preoperative", "baseline"}
"""Words of an earlier day."""
OF_TODAY = NOW | {"is", "are", "has", "have", "remains", "remain", "persists", "persist", "which", "who", "that"}
"""Words by which the first statement tells of today as well."""
ITS = frozenset(("it", "they", "these", "this"))
STILL = frozenset(("still", "also", "remains", "remain", "persists", "persist", "again", "unchanged", "stable", "same"))
"""Words by which the second statement tells of the same finding."""
CLEARED = frozenset(("clear", "normal", "aerated", "expanded", "gone", "resolved", "reexpanded"))
SHORT = 7
"""Marks and words of a statement of no more than that."""
NONE, NOT = frozenset(("none", "neither")), frozenset(("not", "nearly", "almost", "partly", "partially", "less"))


def told_of_then(named: Mentions, said: np.ndarray, block: Block) -> tuple[list[int], list[int]]:
    """Numbers of findings of an earlier day alone, and of those that today's statement says have gone.

    "There was a left effusion last week; today there is one on the right" tells of the right one, "the left base was
    consolidated on the prior film; it is now clear" of none.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    history: list[int] = []
    gone: list[int] = []
    now = block.said(NOW)
    if not (now.any() and block.said(PAST).any()):
        return history, gone
    for sentence in np.unique(block.sentence[now]).tolist():
        first, last = block.tokens.first[sentence : sentence + 2].tolist()
        words = block.words[first:last]
        mark = words.index(";") if ";" in words else 0
        if not (mark and _is_of_then(words[:mark]) and not NOW.isdisjoint(words[mark:])):
            continue
        low, middle, high = named.start.searchsorted((first, first + mark, last)).tolist()
        behind = words[mark:]
        plain = STILL.isdisjoint(behind)
        if not NONE.isdisjoint(behind) or (not ITS.isdisjoint(behind) and _has_cleared(behind)):
            gone += [k for k in range(low, middle) if said[k] == DEFINITE]
        elif plain and middle < high and ITS.isdisjoint(behind):
            history += [k for k in range(low, middle) if said[k] == DEFINITE]
    return history, gone


def _is_of_then(words: list[str]) -> bool:
    """Whether a statement is of an earlier day and tells nothing of today."""
    return not (PAST.isdisjoint(words) or EARLIER.isdisjoint(words)) and OF_TODAY.isdisjoint(words)


def _has_cleared(words: list[str]) -> bool:
    """Whether a statement says no more than that something has gone: "it is now clear"."""
    return not CLEARED.isdisjoint(words[-3:]) and NOT.isdisjoint(words) and len(words) <= SHORT

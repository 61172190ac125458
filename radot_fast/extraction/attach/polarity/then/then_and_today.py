"""What an earlier day showed, before what today shows: "there was collapse on Monday; now both bases are clear"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import (
    COUNTS,
    DATED,
    EXAMINATIONS,
    PLACING,
    SPANS,
    day_ends,
)
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

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
MARKS, SIDES = frozenset((",", ";", "but", "and", "while")), frozenset(("left", "right"))
OF_DAYS = PLACING | DATED | EXAMINATIONS | SPANS | COUNTS
NO_DAY = frozenset(("since", "than", "with", "to", "after", "following", "until", "from", "before", "for"))
"""Words before a day that make it none of a finding: "a granuloma since 2015"."""
OF_LUNGS = frozenset(
    (
        "pneumonia", "consolidation", "opacity", "infiltrate", "edema", "atelectasis", "airspace_disease", "contusion",
        "aspiration", "congestion", "interstitial_opacity",
    )
)  # fmt: skip
"""What is not there where the lungs are clear."""
PASSING = frozenset(("pleural_effusion", "pneumothorax"))
EARLIER_ONES = frozenset(
    (
        "prior", "previous", "old", "comparison", "first", "initial", "no", "not", "known", "over", "during", "within",
    )
)  # fmt: skip
"""Words by which a sentence of a finding and a day tells more than that."""
LAST_OF_DAYS = EARLIER | SPANS | EXAMINATIONS | {"may"}
"""Last words of an earlier day."""
IN_THE_LAST = ["in", "the", "last"]
LONGEST = 9
"""Words of such a sentence at most."""
OPACITY, IN_MAY = "opacity", ["in", "may"]


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


def of_a_day_before(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of findings of an earlier day that is told right behind them, which today's statement denies.

    "Pneumonia in March, lungs now clear", "left effusion last week; no effusion today"; not "a granuloma since 2015,
    the lungs are now clear", which is still there.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what they mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out: list[int] = []
    now = block.said(NOW)
    if not now.any() or not len(said):
        return out
    absent = (said == ABSENT) | named.denied
    for sentence in np.unique(block.sentence[now]).tolist():
        first, last = block.tokens.first[sentence : sentence + 2].tolist()
        words = block.words[first:last]
        marks = (k for k in range(1, len(words)) if words[k] in MARKS)
        mark = next((k for k in marks if _ends_with_a_day(block, first, first + k)), 0)
        low, middle, high = named.start.searchsorted((first, first + mark, last)).tolist()
        if not (mark and low < middle < high) or NOW.isdisjoint(words[mark:]) or not absent[middle:high].all():
            continue
        # "Effusion on the left last week; no effusion on the right today."
        sides = SIDES.intersection(words[mark:]) - SIDES.intersection(words[:mark])
        if sides or not (STILL | ITS).isdisjoint(words[mark:]) or not OF_TODAY.isdisjoint(words[:mark]):
            continue
        names = [meanings.cards[card].finding for card in named.card[low:high].tolist()]
        denied = set(names[middle - low :])
        out += [
            k
            for k in range(low, middle)
            if said[k] == DEFINITE
            and not named.denied[k]
            and (names[k - low] in denied or (OPACITY in denied and names[k - low] in OF_LUNGS))
        ]
    return out


def of_a_day_alone(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of findings of sentences that name them and an earlier day: "Pneumonia in March.", "Edema last week".

    Whether they are there today is not said. Not so "pneumonia, smaller than in March" or "fracture in 2019".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what they mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    bars = block.tokens.first[1:] - 1
    ends = block.said(LAST_OF_DAYS)[np.maximum(bars - 1, 0)] & (bars > 0)
    may = ends[block.sentence[named.start]] & (said == DEFINITE)
    out: list[int] = []
    for k in indices(may).tolist():
        first, last = block.tokens.first[block.sentence[named.start[k]] :][:2].tolist()
        # The last word is the day's, which may be "May".
        traits, words = block.traits[first : last - 2], block.words[first : last - 1]
        # "Consolidation in the last week" may be of today.
        short = len(words) <= LONGEST and words[-4:-1] != IN_THE_LAST and not (traits & (FINITE | SEGMENT_END)).any()
        changes = block.hits[trie.COMPARISON].start.searchsorted((first, last))
        passing = meanings.cards[named.card[k]].finding in OF_LUNGS | PASSING
        if short and passing and changes[0] == changes[1] and (NOW | STILL | EARLIER_ONES).isdisjoint(words):
            out += [k] if _ends_with_a_day(block, first, last - 1) else []
    return out


def _ends_with_a_day(block: Block, first: int, mark: int) -> bool:
    """Whether an earlier day stands right before a mark: "left effusion last week,"."""
    low = mark
    while low > first and (block.words[low - 1] in OF_DAYS or block.words[low - 1].isdigit()):
        low -= 1
    # "Consolidation was in the left base in May": the words of a place may lead to the day.
    begins = (k for k in range(low, mark) if day_ends(block, k) == mark)
    day = next(begins, mark)
    earlier = not EARLIER.isdisjoint(block.words[day:mark]) or any(word.isdigit() for word in block.words[day:mark])
    earlier |= block.words[day : day + 2] == IN_MAY
    return day < mark and earlier and NO_DAY.isdisjoint(block.words[max(day - 1, first) : mark - 1])

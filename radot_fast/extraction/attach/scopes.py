"""What cues of negation and doubt say of a finding: how far each reaches, and which holds."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses import Clauses
from radot_fast.extraction.attach.denied_changes import denied_changes
from radot_fast.extraction.attach.denying_nouns import spent
from radot_fast.extraction.attach.links import Links, links
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import (
    ABSENT,
    DEFINITE,
    EITHER,
    HISTORY,
    MASK,
    NEAR,
    POSSIBLE,
    PROBABLE,
    Meanings,
)
from radot_fast.extraction.match.segments import count_before, ranges
from radot_fast.extraction.match.words import (
    COLON,
    COMMA,
    CONJUNCTION,
    DETERMINER,
    FINITE,
    LIST_END,
    NEGATION,
    PAUSE,
    PREPOSITION,
    READING,
    SHOWING,
    SIGN,
    VERB,
)

ANSWER = 2
"""Words of any kind between a finding and a value that follows it: "consolidation is conspicuously absent"."""

SIGNS = frozenset(
    ("opacity", "opacities", "opacification", "density", "densities", "shadowing", "mass", "nodule", "lesion")
)
"""Last words of findings that alternatives behind a comma are readings of."""
COMPARES = frozenset(("than", "over", "less"))
"""First or last words of doubts that go on with what is less likely: "pneumonia is favored over edema"."""

STATUS = (
    ("present", "definite"),
    # "an opacity consistent with pneumonia": told apart from "probably" by a modifier
    ("present", "probable"),
    ("present", "probable"),
    # "atelectasis or scarring": something is there, and this is one reading of it
    ("present", "possible"),
    ("uncertain", "possible"),
    ("absent", "definite"),
)
"""Polarity and certainty of a finding by the level of what is said of it."""


def live_cues(block: Block, meanings: Meanings) -> np.ndarray:
    """Which cues say something of a finding: no terminators, no negation under a mask such as "no change".

    Returns
    -------
    int64, shape (n_live,), ascending: indices of ``block.hits[trie.CUE]``
    """
    meaning = block.hits[trie.CUE].meaning
    said = (meanings.level[meaning] <= HISTORY) & (meanings.points_on[meaning] | ~meanings.closing[meaning])
    return np.flatnonzero(said & (_masked(block, meanings) == 0))


def _masked(block: Block, meanings: Meanings) -> np.ndarray:
    """By cue, the end of the mask that a negation is ("no change"); 0 where there is none."""
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    end = np.zeros(len(block.words), np.int64)
    end[cues.start[level == MASK]] = cues.end[level == MASK]
    return np.where((level == ABSENT) | (level == MASK), end[cues.start], 0)


def _of_list(cues: Hits, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues are an "or" that only lists: behind a mask, "no change in effusion or atelectasis" tells of both."""
    known = block.hits[trie.CUE]
    masks = known.start[meanings.level[known.meaning] == MASK]
    before = np.append(masks, -1)[np.searchsorted(masks, cues.start) - 1]
    return (meanings.level[cues.meaning] == EITHER) & (before >= 0) & (of[before] == of[cues.start])


def _compares_nothing(cues: Hits, start: np.ndarray, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues are an "over" or "than" that compares no two readings.

    In "favor atelectasis over pneumonia" it doubts the pneumonia, in "likely a nodule over the rib" it is a place.
    """
    out = np.zeros(len(cues.start), bool)
    level = meanings.level[cues.meaning]
    alone = (level == POSSIBLE) & meanings.points_on[cues.meaning] & (cues.end == cues.start + 1)
    compared = [k for k in np.flatnonzero(alone).tolist() if block.words[cues.start[k]] in COMPARES]
    favors = [k for k in np.flatnonzero(level == PROBABLE).tolist() if compared and _favors(block, cues, k)]
    for k in compared:
        at = int(cues.start[k])
        ahead = [j for j in favors if cues.end[j] <= at and of[cues.start[j]] == of[at]]
        named = ahead and np.searchsorted(start, at) > np.searchsorted(start, cues.end[ahead[-1]])
        out[k] = not named
    return out


def _ordinary(cues: Hits, block: Block) -> np.ndarray:
    """Which cues say that something is as usual ("within normal limits"), which the nearest structure is."""
    return np.array([block.words[end - 1] in ("limits", "normal") for end in cues.end.tolist()], bool)


def _between(places: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Whether any of the ascending places stands in each range ``low:high``."""
    return np.searchsorted(places, high) > np.searchsorted(places, low)


def _favors(block: Block, cues: Hits, k: int) -> bool:
    """Whether a cue prefers what follows: "favoring", "more likely"."""
    words = block.words[cues.start[k] : cues.end[k]]
    return any(word.startswith(("favo", "prefer", "more")) for word in words)


def _leads_to_name(
    cues: Hits, start: np.ndarray, block: Block, described: np.ndarray, meanings: Meanings
) -> np.ndarray:
    """Which doubts that follow what they doubt have a finding right behind them, which they then doubt instead.

    "Pneumonia is likely" doubts the pneumonia, "the opacity is likely a small pneumonia" what the opacity is, "edema,
    possible pneumonia" the pneumonia only.
    """
    level = meanings.level[cues.meaning]
    doubts = np.isin(level, (NEAR, PROBABLE, POSSIBLE)) & ~meanings.points_on[cues.meaning]
    doubts &= block.has(FINITE)[cues.start] | block.has(COMMA | CONJUNCTION)[cues.start - 1]
    for k in np.flatnonzero(doubts).tolist():
        doubts[k] = COMPARES.isdisjoint((block.words[cues.start[k]], block.words[cues.end[k] - 1]))
    other = count_before(~(described | block.has(DETERMINER)))
    following = np.append(start, len(block.words))[np.searchsorted(start, cues.end)]
    return doubts & (other[following] == other[cues.end])


def _listed(
    start: np.ndarray, end: np.ndarray, finding: np.ndarray, cue: tuple[np.ndarray, ...], joined: Links, block: Block
) -> np.ndarray:
    """Whether cues that stand behind a finding, and the "or" of two readings, reach it.

    They hold for the nearest finding and its list, which an "and" or "or" must close: "atelectasis, pneumonia not
    excluded" doubts the pneumonia only, and "or" in "opacity, atelectasis or scarring" is of the last two. What "and"
    adds is no reading: "effusions and infiltrate versus atelectasis" asserts the effusions.
    """
    a, b, either = cue
    before = np.maximum(np.searchsorted(start, a) - 1, 0)
    behind = np.minimum(np.searchsorted(start, b), max(len(start) - 1, 0))
    ands = count_before(block.has(CONJUNCTION) & block.has(READING) & ~block.has(LIST_END))
    added = either & (ands[start[finding]] < ands[start[before]])
    # "New opacity, atelectasis vs pneumonia": the opacity is what the two are readings of.
    signs = np.array([block.words[k - 1] in SIGNS and block.words[k] == "," for k in end.tolist()], bool)
    added |= either & signs[finding] & (finding < before)
    backward = joined.one_list(finding, before) & (
        (either & ~added) | (~either & joined.closed[np.maximum(before - 1, 0)])
    )
    ahead = start[finding] >= b
    return np.where(
        ahead, ~either | (finding == behind) | joined.one_list(behind, finding), (finding >= before) | backward
    )


def status(
    start: np.ndarray, end: np.ndarray, combo: np.ndarray, block: Block, cut: Clauses, meanings: Meanings
) -> np.ndarray:
    """Level of what is said of the findings at tokens ``start:end``: an index to ``STATUS``, or ``HISTORY``.

    ``HISTORY`` is no statement about these images ("history of"). A negation wins over a doubt, the stronger doubt over
    the weaker, a value over both. Inside a structure-property pair (``combo``) a cue may stand between the two words
    ("the heart is not enlarged").

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), in [0, n_tokens], ``start`` ascending: tokens of each finding.
    combo
        bool, shape (n_findings,): whether it is a structure with its property.
    block, cut, meanings
        Words and cues of the sentences, their clauses, and what the cues mean.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    known, of = block.hits[trie.CUE], cut.of
    mask = _masked(block, meanings)
    masking = (meanings.level[known.meaning] == MASK) & block.has(NEGATION)[known.start]
    live = ((meanings.level[known.meaning] <= HISTORY) | masking) & ~_of_list(known, block, of, meanings)
    live &= ~_compares_nothing(known, start, block, of, meanings)
    live &= ~np.isin(known.start, denied_changes(block).deniers)
    cues, mask, value = known.at(live), mask[live], cut.values[live]
    kind = np.minimum(meanings.level[cues.meaning], HISTORY)
    kind[masking[live]] = ABSENT
    edges = np.searchsorted(cues.start, block.tokens.first)
    sentence = block.sentence[start]
    finding, cue = ranges(edges[sentence], edges[sentence + 1])
    a, b, meaning = cues.start[cue], cues.end[cue], cues.meaning[cue]
    low, high, here = start[finding], end[finding], of[start][finding]
    on_hold = spent(cues, block, meanings)
    # A cue may end with a word of the finding: "no active" of "active disease".
    names = _leads_to_name(cues, start, block, cut.described, meanings)[cue]
    on = (meanings.points_on[meaning] | names) & (a < low) & (b < high)
    shown = count_before(block.has(SHOWING))
    on &= (meanings.level[meaning] != HISTORY) | (shown[low] == shown[b])
    on &= low < on_hold[cue]
    # A mask that holds a word of the finding masks nothing: "no enlargement of the heart".
    on &= (mask[cue] == 0) | (low < mask[cue])
    # "Effusion: none", "pneumonia is possible": a cue behind the finding.
    back = (
        meanings.points_back[meaning]
        & ~names
        & (a >= high)
        & (mask[cue] == 0)
        & (value[cue] | ~meanings.closing[meaning])
    )
    # "The aorta is tortuous and the heart is within normal limits": the heart is.
    back &= ~_ordinary(cues, block)[cue] | ~_between(block.hits[trie.STRUCTURE].start, high, a)
    # A mask within the two words holds the property: "vascularity is not increased" denies congestion.
    between = combo[finding] & (low <= a) & (a < high) & (mask[cue] <= high)
    # "The left hemidiaphragm is not seen" is an abnormality by that very word.
    properties = block.hits[trie.PROPERTY]
    between &= ~properties.at(properties.meaning != meanings.normal).holds(a, b)
    # "Pneumonia in the right upper lobe is possible": a place between the two is no distance.
    apart = count_before(~(cut.described | block.has(DETERMINER | PREPOSITION)))
    behind = apart[a] - apart[np.minimum(high, a)]
    distance = np.where(on, np.maximum(low - b, 0), np.where(back, behind, 0))
    joined = links(start, end, block, cut.described)
    listed = _listed(start, end, finding, (a, b, meanings.level[meaning] == EITHER), joined, block)
    answers = back & value[cue] & _answered(start, finding, high, a, block, cut.described, joined)
    answered = np.zeros(len(block.words) + 1, bool)
    answered[a[answers]] = True
    on, back = on & listed & ~answered[a], back & np.where(value[cue], answers, listed)
    near = answers | (of[a] == here) | (of[b - 1] == here)
    # "The heart is enlarged; no effusion": the cue and the finding share a clause, or a value answers a label.
    tells = (on | back | between) & (distance <= meanings.reach[meaning]) & near
    # "Possible, probably early, pneumonia" is possible.
    said = np.full(len(start), DEFINITE)
    finding, level, value = finding[tells], kind[cue[tells]], answers[tells]
    np.maximum.at(said, finding[level < ABSENT], level[level < ABSENT])
    # Of negation and history the first one holds.
    final = np.flatnonzero(level >= ABSENT)[::-1]
    said[finding[final]] = level[final]
    said[finding[value]] = level[value]
    return said


def _answered(
    start: np.ndarray,
    finding: np.ndarray,
    high: np.ndarray,
    value: np.ndarray,
    block: Block,
    described: np.ndarray,
    joined: Links,
) -> np.ndarray:
    """Whether values at tokens ``value`` are of findings before them that end at tokens ``high``.

    They are of the last one before them, if little but its places and degrees stands between ("effusion on the left:
    none"), and of the list that it closes ("effusion, pneumothorax: none").
    """
    last = np.maximum(np.searchsorted(start, value) - 1, 0)
    other = count_before(~(described | block.has(VERB | COLON | PAUSE | SIGN | PREPOSITION | DETERMINER)))
    near = (finding == last) & (other[value] - other[np.minimum(high, value)] <= ANSWER)
    marked = block.has(COLON)[value - 1] | joined.closed[np.maximum(last - 1, 0)]
    return near | (marked & (finding < last) & joined.one_list(finding, last))

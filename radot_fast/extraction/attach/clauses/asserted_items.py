"""Items behind a denial that are no part of its list: "no pneumothorax, small right effusion".

A list of denials ends in "or" ("no consolidation, large effusion or pneumothorax"). Without one, what follows a comma
and begins with how much there is of it, with how it changed, or with a doubt, is there. A large amount is denied as
often as it is told ("no pneumothorax, large effusion"), so that it needs a side. Behind the finding any degree tells
that it is there: "no pneumothorax, effusion small".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.own_statements import begins_at
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINER, SEGMENT_END, SEMICOLON
from radot_fast.extraction.text.sentences import BAR

GOES_ON = frozenset(("or", "nor"))
TOLD = frozenset(("mild", "moderate", "stable", "improved", "worsened"))
"""Degrees and changes of what is there; what is denied may be new or large."""


def asserted_items(block: Block, meanings: Meanings, commas: np.ndarray) -> np.ndarray:
    """Whether each comma stands between a denial and an item that is asserted."""
    out = np.zeros(len(commas), bool)
    cues = block.hits[trie.CUE]
    denials = cues.start[(meanings.level[cues.meaning] == ABSENT) & meanings.points_on[cues.meaning]]
    begin = block.tokens.first[block.sentence[commas]]
    out |= _behind_a_doubt(block, meanings, commas)
    denied = denials.searchsorted(commas) > denials.searchsorted(begin)
    if not denied.any():
        return out
    described = {
        int(a): (int(b), meanings.values[value])
        for kind in (trie.SEVERITY, trie.COMPARISON)
        for a, b, value in zip(*_right_behind(block.hits[kind], commas[denied]), strict=True)
    }
    doubted = _right_behind(cues.at(_is_doubt(meanings, cues)), commas[denied]).start
    told = _told_behind(block, meanings, commas + 1, denied)
    for k in indices(denied).tolist():
        if int(commas[k]) + 1 in doubted:
            out[k] = True
            continue
        item = int(commas[k]) + 1
        item += block.words[item] in ("and", "but")
        if block.words[item] == "only":  # "no pneumothorax, and only minimal effusion"
            out[k] = True
            continue
        end, degree = described.get(int(commas[k]) + 1, (0, ""))
        out[k] |= end > 0 and _is_asserted(block, meanings, end, degree)
        out[k] |= told[k]
    return out


def _behind_a_doubt(block: Block, meanings: Meanings, commas: np.ndarray) -> np.ndarray:
    """Whether each comma before "and" ends a doubt.

    A doubt between commas ends at the second one: "opacity, likely atelectasis, and an effusion". So does any before
    how much there is of something: "likely atelectasis, and mild emphysema".
    """
    out = np.zeros(len(commas), bool)
    degrees, cues = block.hits[trie.SEVERITY], block.hits[trie.CUE]
    doubts = cues.start[_is_doubt(meanings, cues)]
    if not len(doubts):
        return out
    first = block.tokens.first[block.sentence[commas]]
    number = doubts.searchsorted(commas)
    doubted = number > doubts.searchsorted(first)
    for k in indices(doubted).tolist():
        at, doubt = int(commas[k]), int(doubts[number[k] - 1])
        if block.words[at + 1] != "and":
            continue
        begin = at + 2 + bool(block.traits[at + 2] & DETERMINER)
        n = int(degrees.start.searchsorted(begin))
        if n < len(degrees.start) and degrees.start[n] == begin:
            out[k] = _is_asserted(block, meanings, int(degrees.end[n]), meanings.values[degrees.meaning[n]])
        out[k] |= commas[k - 1] == doubt - 1 and _names_between(block, int(first[k]), doubt, at)
    return out


def _names_between(block: Block, first: int, doubt: int, comma: int) -> bool:
    """Whether findings are named before a doubt, between it and a comma, and behind that up to a mark."""
    stop = comma + 1
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    edges = block.hits[trie.FINDING].start.searchsorted((first, doubt, comma, stop))
    return bool((edges[1:] > edges[:-1]).all())


def _told_behind(block: Block, meanings: Meanings, start: np.ndarray, denied: np.ndarray) -> np.ndarray:
    """Which ``denied`` items are a finding and its degree, or a device in order: "effusion small", "lines ok"."""
    places, findings = block.hits[trie.ANATOMY], block.hits[trie.FINDING]
    for _ in range(2):
        here, end = begins_at(places, start, 0)
        start = np.where(here, end, start)
    here, end = begins_at(findings, start, 0)
    out = denied & here
    for k in indices(out).tolist():
        out[k] = _in_order(block, meanings, int(findings.start.searchsorted(start[k])), int(end[k]))
    return out


def _in_order(block: Block, meanings: Meanings, k: int, start: int) -> bool:
    """Whether a degree of finding k, or the order of a device, begins at a token behind it."""
    findings = block.hits[trie.FINDING]
    device = bool(meanings.device[meanings.card[findings.meaning[k]]])
    degrees = block.hits[trie.PROPERTY if device else trie.SEVERITY]
    n = int(degrees.start.searchsorted(start))
    if n == len(degrees.start) or degrees.start[n] != start:
        return False
    told = not device or degrees.meaning[n] == meanings.normal
    return bool(told) and GOES_ON.isdisjoint(block.words[start : _end_of_list(block, start)])


def _is_doubt(meanings: Meanings, cues: Hits) -> np.ndarray:
    """Which cues doubt what follows, and so take it for there: "no effusion, likely atelectasis"."""
    level = meanings.level[cues.meaning]
    return ((level == NEAR) | (level == PROBABLE) | (level == POSSIBLE)) & meanings.points_on[cues.meaning]


def _right_behind(hits: Hits, commas: np.ndarray) -> Hits:
    """The hits that begin right behind a comma."""
    return hits.at(among(hits.start, commas + 1))


def _is_asserted(block: Block, meanings: Meanings, end: int, degree: str) -> bool:
    """Whether the words behind a ``degree`` or change that ends at token ``end`` name what is there."""
    stop = end
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    if not len(_within(block.hits[trie.FINDING], end, stop)):
        return False
    sided = bool((meanings.one_side[_within(block.hits[trie.ANATOMY], end, stop)] != 0).any())
    listed = block.words[end : _end_of_list(block, stop)]
    return (degree in TOLD or (degree == "severe" and sided)) and GOES_ON.isdisjoint(listed)


def _end_of_list(block: Block, last: int) -> int:
    """The semicolon or end of the sentence from token ``last`` on."""
    while block.words[last] != BAR and not block.traits[last] & SEMICOLON:
        last += 1
    return last


def _within(hits: Hits, low: int, high: int) -> np.ndarray:
    """Meanings of the hits that begin at tokens ``low:high``."""
    a, b = hits.start.searchsorted((low, high))
    return hits.meaning[a:b]

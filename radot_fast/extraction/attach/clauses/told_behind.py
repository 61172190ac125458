"""Items behind a denial that are told by what stands behind them: "no pneumothorax, effusion small", "…, lines ok"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.closed_denials import ENDS, behind_its_place
from radot_fast.extraction.attach.clauses.own_statements import begins_at
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, MEASURE, NEGATION, SEGMENT_END, SEMICOLON

GOES_ON = frozenset(("or", "nor"))
ONLY = frozenset(("only", "just", "merely", "simply", "some"))
"""Words before what there is instead: "no pneumonia, just atelectasis"."""


def told_behind(block: Block, meanings: Meanings, start: np.ndarray, denied: np.ndarray) -> np.ndarray:
    """Which ``denied`` items are a finding and its degree, or a device in order: "effusion small", "lines ok"."""
    places, findings = block.hits[trie.ANATOMY], block.hits[trie.FINDING]
    for _ in range(2):
        here, end = begins_at(places, start, 0)
        start = np.where(here & ~begins_at(findings, start, 0)[0], end, start)
    here, end = begins_at(findings, start, 0)
    out = denied & here
    for k in indices(out).tolist():
        end[k] = behind_its_place(block, int(end[k]))
        # "No mass, nodule 6 mm in the left lung."
        if block.words[end[k]][:1].isdigit() and block.traits[end[k] + 1] & MEASURE:
            out[k] = ends_alone(block, int(end[k]))
            continue
        # "No collapse, and consolidation only at the left base."
        only = block.words[end[k]] in ONLY and not block.traits[end[k] + 1] & FINITE
        only &= ends_alone(block, int(end[k]))
        out[k] = only or _in_order(block, meanings, int(findings.start.searchsorted(start[k])), int(end[k]))
    return out


def _in_order(block: Block, meanings: Meanings, k: int, start: int) -> bool:
    """Whether a degree of finding k, or the order of a device, begins at a token behind it."""
    findings = block.hits[trie.FINDING]
    device = bool(meanings.device[meanings.card[findings.meaning[k]]])
    degrees = block.hits[trie.PROPERTY if device else trie.SEVERITY]
    # "No congestion, cardiomegaly, mild."
    aside = not device and block.words[start] == ","
    start += aside
    n = int(degrees.start.searchsorted(start))
    if aside and (n == len(degrees.start) or not block.traits[degrees.end[n]] & SEGMENT_END):
        return False
    if n == len(degrees.start) or degrees.start[n] != start:
        return False
    told = not device or degrees.meaning[n] == meanings.normal
    return bool(told) and ends_alone(block, start)


def end_of_list(block: Block, last: int) -> int:
    """Where a list ends from token ``last`` on: "no edema, small effusion with no pneumothorax or collapse"."""
    while block.words[last] not in ENDS and not block.traits[last] & (SEMICOLON | NEGATION):
        last += 1
    return last


def ends_alone(block: Block, at: int) -> bool:
    """Whether the list goes on from a token without an "or"."""
    return GOES_ON.isdisjoint(block.words[at : end_of_list(block, at)])

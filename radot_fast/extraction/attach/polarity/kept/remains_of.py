"""What is gone but for what remains of it: "only a scar remains of the pneumonia"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import DEFINITE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, SEGMENT_END, SEMICOLON

REMAIN, OF = frozenset(("remains", "remain", "left", "remaining")), frozenset(("of",))
KNOWN = DETERMINERS | {
    "previous",
    "prior",
    "former",
    "earlier",
    "known",
    "old",
    "her",
    "his",
    "recent",
    "those",
    "these",
}
"""Words between "remains of" and the finding, besides places, degrees and looks."""
NOTHING, NO = frozenset(("nothing", "none")), frozenset(("no", "without"))
TRACES = frozenset(("trace", "traces", "sign", "signs", "residue", "evidence", "remnant", "vestige", "hint"))
ALL, ARE = frozenset(("all", "what")), frozenset(("is", "are"))
"""First words of "all that remains of", and verbs behind which something else is named."""


def remains_of(starts: np.ndarray, block: Block) -> list[tuple[int, int]]:
    """The "remains" or "left" of which a finding stands behind, and the number of that finding.

    Parameters
    ----------
    starts
        int64, shape (n_findings,), ascending: first token of each finding.
    block
        Words of the sentences.
    """
    places = indices(block.said(REMAIN)[:-1] & block.said(OF)[1:])
    if not len(places):
        return []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    out = []
    for at in places.tolist():
        k = int(starts.searchsorted(at))
        end = int(starts[k]) if k < len(starts) else at
        led = end > at and all(described[t] or block.words[t] in KNOWN for t in range(at + 2, end))
        out += [(at, k)] if led and block.sentence[end] == block.sentence[at] else []
    return out


def gone_but_for(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings of which nothing remains, or something else: "all that is left of the effusion is a scar".

    "Only a rim remains of the effusion" leaves it there.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out = []
    for at, k in remains_of(named.start, block):
        low, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        low = next((t + 1 for t in range(at - 1, low - 1, -1) if block.traits[t] & SEMICOLON), low)
        before = block.words[low:at]
        nothing = not NOTHING.isdisjoint(before[-3:]) or (not NO.isdisjoint(before) and not TRACES.isdisjoint(before))
        first, last = named.start.searchsorted((low, stop)).tolist()
        behind = k + 1 < last and not ALL.isdisjoint(before[:1]) and _names(block, named, k)
        others = [*range(first, k), *([k + 1] if behind else [])]
        replaced = any(named.card[j] != named.card[k] and said[j] == DEFINITE for j in others)
        out += [k] if said[k] == DEFINITE and (nothing or replaced) else []
    return out


def _names(block: Block, named: Mentions, k: int) -> bool:
    """Whether "is" leads from finding k to the next one: "what remains of the pneumonia is a scar"."""
    low, high = int(named.end[k]), int(named.start[k + 1])
    return not ARE.isdisjoint(block.words[low:high]) and not (block.traits[low:high] & SEGMENT_END).any()

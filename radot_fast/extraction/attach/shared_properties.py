"""Structures that share the property in another finding's name: "enlarged heart and left hilum"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import CONJUNCTION, DETERMINERS, FINITE, PREPOSITION, SEGMENT_END

SIDED = DETERMINERS | frozenset(("left", "right", "both"))
"""Words between "and" and a structure: "and the left hilum"."""
BEHIND = frozenset(("with", "without", "after", "following", "since", "due", "despite"))
"""Words behind such a structure that are no noun of it: "enlarged heart and hila with edema"."""


def shared_properties(
    names: Hits, block: Block, of: np.ndarray, meanings: Meanings
) -> list[tuple[int, int, int, int, bool]]:
    """Find what the property that begins a finding's name makes of the structure that "and" adds to it.

    "Enlarged heart and hila" is a cardiomegaly by its own name, and large hila besides.

    Parameters
    ----------
    names
        Findings that are named directly.
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), ≥ 0: the clause of each token.
    meanings
        What the hits mean.

    Returns
    -------
    Start, end, clause and card of each, and False, as none is denied.
    """
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    which = np.maximum(np.searchsorted(names.start, properties.start, side="right") - 1, 0)
    if not len(names.start):
        return []
    begins = (names.start[which] == properties.start) & (names.end[which] > properties.end)
    begins &= block.has(CONJUNCTION)[names.end[which]]
    out: list[tuple[int, int, int, int, bool]] = []
    for k in np.flatnonzero(begins).tolist():
        low = int(names.end[which[k]])
        at = low + 1
        while block.words[at] in SIDED:
            at += 1
        j = int(np.searchsorted(structures.start, at, side="right")) - 1
        if block.words[low] != "and" or structures.start[j] <= low or structures.end[j] <= at:
            continue
        start, end = int(structures.start[j]), int(structures.end[j])
        combo = int(meanings.combos[structures.meaning[j], properties.meaning[k]])
        if combo >= 0 and not meanings.combo_absent[combo] and _closes(block, end):
            out.append((start, end, int(of[start]), int(meanings.combo_card[combo]), False))
    return list(dict.fromkeys(out))


def _closes(block: Block, end: int) -> bool:
    """Whether a list of structures ends before token ``end``: at a mark, a verb or a preposition, not at a noun."""
    return bool(block.traits[end] & (SEGMENT_END | FINITE | PREPOSITION)) or block.words[end] in BEHIND

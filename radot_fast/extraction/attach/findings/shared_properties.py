"""Structures that share the property in another finding's name: "enlarged heart and left hilum"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import CONJUNCTION, DETERMINERS, FINITE, PREPOSITION, SEGMENT_END, SLASH

JOINS, VOLUME = frozenset(("and", "or", "/")), frozenset(("volume",))
OF = frozenset(("of",))
AS_WELL_AS = ["as", "well", "as"]
SIDED = DETERMINERS | frozenset(("left", "right", "both", "bilateral"))
"""Words between "and" and a structure: "and the left hilum"."""
BEHIND = frozenset(("with", "without", "after", "following", "since", "due", "despite"))
"""Words behind such a structure that are no noun of it: "enlarged heart and hila with edema"."""


def shared_properties(
    names: Hits, block: Block, of: np.ndarray, meanings: Meanings
) -> list[tuple[int, int, int, int, bool]]:
    """Find what the property that begins a finding's name makes of the structure that "and" adds, or the reverse.

    "Enlarged heart and hila" is a cardiomegaly by its own name, and large hila besides; "pleural calcification and
    thickening" is both of the pleura, and so is "pleural fluid/thickening".

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
    if not len(names.start):
        return []
    out: list[tuple[int, int, int, int, bool]] = []
    for first, others in ((properties, structures), (structures, properties)):
        for k, low in _begin_a_name(first, names, block):
            at = low + 1
            # "Prominence of the heart and of the aorta."
            at += others is structures and block.words[at] in OF and not OF.isdisjoint(block.words[first.end[k] : low])
            while others is structures and block.words[at] in SIDED:
                at += 1
            j = int(others.start.searchsorted(at, side="right")) - 1
            if j < 0 or others.start[j] <= low or others.end[j] <= at or not _closes(block, int(others.end[j])):
                continue
            both = (others.meaning[j], first.meaning[k])
            combo = int(meanings.combos[both if others is structures else both[::-1]])
            start = int(others.start[j])
            # "Aortic ectasia and tortuosity" are one finding.
            known = start in names.start or meanings.combo_card[combo] == names.meaning[_name_at(names, first.start[k])]
            if combo >= 0 and not known and not meanings.combo_absent[combo]:
                out.append((start, int(others.end[j]), int(of[start]), int(meanings.combo_card[combo]), False))
    return list(dict.fromkeys(out))


def _begin_a_name(hits: Hits, names: Hits, block: Block) -> list[tuple[int, int]]:
    """Numbers of the hits that begin a longer name which "and" follows, and the token of the "and".

    "Prominence of the aorta as well as both hila" adds with its last "as".
    """
    which = _name_at(names, hits.start)
    begins = (names.start[which] == hits.start) & (names.end[which] > hits.end)
    # "The lung has lost volume and the diaphragm is raised": no diaphragm is lost.
    begins &= block.has(CONJUNCTION | SLASH)[names.end[which]] & ~block.said(VOLUME)[hits.end]
    ends = names.end[which].tolist()
    also = [(k, ends[k] + 2) for k in indices(begins).tolist() if block.words[ends[k] : ends[k] + 3] == AS_WELL_AS]
    return [(k, ends[k]) for k in indices(begins).tolist() if block.words[ends[k]] in JOINS] + also


def _name_at(names: Hits, start: np.ndarray) -> np.ndarray:
    """Number of the last name that begins at some tokens or before them."""
    return np.maximum(names.start.searchsorted(start, side="right") - 1, 0)


def _closes(block: Block, end: int) -> bool:
    """Whether a list of structures ends before token ``end``: at a mark, a verb or a preposition, not at a noun."""
    return bool(block.traits[end] & (SEGMENT_END | FINITE | PREPOSITION)) or block.words[end] in BEHIND

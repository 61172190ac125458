"""Subjects with an "any", which may not be there: "any residual pneumothorax is small"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import DEFINITE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

ANY = frozenset(("any",))
OPENERS = frozenset((BAR, ",", ";", ":", "if", "that", "and", "but", "although", "though", "while"))
"""What stands before an "any" that begins a clause: "if any effusion is present"."""
KINDS = frozenset(
    (
        "residual", "remaining", "underlying", "associated", "superimposed", "coexisting", "coexistent", "persistent",
        "of",
    )
)  # fmt: skip
"""Words between an "any" and its finding, besides places, degrees and looks."""


def any_there(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings that are told of if they are there at all.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out: list[int] = []
    places = indices(block.said(ANY))
    if not len(places):
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON))
    for at in places.tolist():
        first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        k = int(named.start.searchsorted(at))
        if k == len(named.start) or named.start[k] >= stop or said[k] != DEFINITE or named.combo[k]:
            continue
        opens = at == first or block.words[at - 1] in OPENERS
        near = all(described[t] or block.words[t] in KINDS for t in range(at + 1, int(named.start[k])))
        out += [k] if opens and near and not block.traits[named.end[k]] & SEGMENT_END else []
    return out

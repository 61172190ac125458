"""Denials of anything but: "there is no reason to think that the wide mediastinum is anything but a tortuous aorta"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEMICOLON

ANYTHING = frozenset(("anything", "something"))
IS = frozenset(("is", "are", "be", "was", "were", "represents", "represent", "reflects"))
BUT = (("but",), ("other", "than"), ("else", "than"), ("except",), ("more", "than"), ("apart", "from"))
"""Words behind "anything" before what something is."""


def anything_but(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings that are denied to be anything but what is named behind, and of the latter.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), ≥ 0: what is said of each.
    """
    out: list[int] = []
    for at in indices(block.said(ANYTHING)).tolist():
        if block.words[at - 1] not in IS or not any(
            tuple(block.words[at + 1 : at + 1 + len(words)]) == words for words in BUT
        ):
            continue
        first, stop = block.tokens.first[block.sentence[at] + np.arange(2)].tolist()
        marks = [t for t in range(first, stop) if block.traits[t] & SEMICOLON]
        first = max([first, *(t for t in marks if t < at)])
        stop = min([stop, *(t for t in marks if t > at)])
        low, high = named.start.searchsorted((first, stop)).tolist()
        out += [k for k in range(low, high) if said[k] == ABSENT]
    return out

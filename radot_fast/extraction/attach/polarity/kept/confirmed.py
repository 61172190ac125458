"""What was in doubt and is no longer: "the previously questioned pneumonia is confirmed", "is now clearly seen"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import PAST_WORD, SEGMENT_END

CONFIRMED = frozenset(("confirmed", "verified", "proven", "definite", "corroborated", "substantiated"))
SEEN = frozenset(("seen", "evident", "visible", "visualized", "apparent", "identified", "present", "shown"))
"""Words of what is beyond doubt, and those that are so of what was in doubt before: "now clearly seen"."""
ADVERBS = frozenset(("now", "clearly", "again", "better", "well", "definitely", "readily", "also", "unequivocally"))
VERBS = frozenset(("is", "are", "was", "were", "been", "has", "have"))
REACH = 6
"""Tokens between the finding and its verb: "noted previously", "at the left base"."""


def confirmed(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of such findings.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out: list[int] = []
    sure = block.said(CONFIRMED)
    known, past = block.said(SEEN), block.has(PAST_WORD)
    if not (sure.any() or (known.any() and past.any())):
        return out
    doubted = (said > DEFINITE) & (said < ABSENT)
    for at in indices(sure | (known & block.said(ADVERBS)[np.arange(len(known)) - 1])).tolist():
        k = int(named.start.searchsorted(at)) - 1
        if k < 0 or not doubted[k] or block.sentence[named.start[k]] != block.sentence[at]:
            continue
        verb = at
        while block.words[verb - 1] in VERBS | ADVERBS:
            verb -= 1
        end = int(named.end[k])
        if verb == at or verb - end > REACH or VERBS.isdisjoint(block.words[verb:at]):
            continue
        first = max(int(block.tokens.first[block.sentence[at]]), int(named.end[k - 1]) if k else 0)
        told = bool(sure[at]) or bool(past[first : named.start[k]].any()) or bool(past[end:verb].any())
        if told and not (block.traits[end:verb] & SEGMENT_END).any():
            out.append(k)
    return out

"""Air that is named beside pleural fluid, without a word of where it lies: "pleura: no fluid or air"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import SEGMENT_END

AIR = frozenset(("air", "gas"))
LEADS = frozenset(("no", "nor", "or", "and", "/", "any"))
"""Words right before such air, which ends what is said."""
ON, SIDE = frozenset(("on",)), frozenset(("left", "right", "either", "both"))
"""Words behind such air that tell its side: "no fluid or air on the left"."""


def with_bare_air(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and a pneumothorax where air closes a list that an effusion is in: "no effusion, no air".

    Not so "no effusion, no air under the diaphragm", nor air that was read as something.

    Parameters
    ----------
    mentions
        Findings that were read before.
    block
        Words of the sentences.
    of
        int64, shape (n_tokens,), >= 0: the clause of each token.
    meanings
        What the words mean.
    """
    air = block.said(AIR)
    if not air.any():
        return mentions
    cards = indices(meanings.pneumothorax)
    at = indices(air[1:-1] & block.said(LEADS)[:-2]) + 1
    closed, on = block.has(SEGMENT_END), block.said(ON)
    at = at[[bool(closed[t + 1]) or (bool(on[t + 1]) and _has_a_side(block, t + 2)) for t in at.tolist()]]
    effused = block.sentence[mentions.start[mentions.card == meanings.effusion]]
    at = at[among(block.sentence[at], effused)] if len(cards) else at[:0]
    at = at[[not bool(((mentions.start <= t) & (mentions.end > t)).any()) for t in at.tolist()]]
    if not len(at):
        return mentions
    none = np.zeros(len(at), bool)
    added = Mentions(at, at + 1, of[at], np.full(len(at), cards[0]), none, none)
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))


def _has_a_side(block: Block, start: int) -> bool:
    """Whether a side stands at a token, with or without an article: "the left"."""
    words = block.words
    return words[start] in SIDE or (words[start] == "the" and words[start + 1] in SIDE)

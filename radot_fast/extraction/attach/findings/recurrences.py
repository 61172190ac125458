"""What a bare "recurrence" is of: a tumor, or a finding before it that comes back: "lobectomy, no recurrence".

"The pneumothorax has resolved without recurrence" is a pneumothorax.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

RECURRENCE, OF, TUMOR = frozenset(("recurrence", "recurrences")), frozenset(("of",)), "malignancy"
COME_BACK = frozenset(
    (
        "pneumothorax", "tension_pneumothorax", "pleural_effusion", "hemothorax", "empyema", "pneumonia", "edema",
        "heart_failure", "consolidation", "infiltrate", "airspace_disease", "atelectasis", "opacity", "aspiration",
        "pneumomediastinum", "subcutaneous_emphysema", "lung_abscess", "tuberculosis", "malignancy", "hiatal_hernia",
        "pericardial_effusion", "hemorrhage", "free_air", "sarcoidosis",
    )
)  # fmt: skip
"""Findings that come back under their own name."""


def recurrences(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find such words.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The word's token, the token that opens its clause, and the number of the meaning.
    """
    out: list[tuple[int, int, int]] = []
    names, cues = block.hits[trie.FINDING], block.hits[trie.CUE]
    said = indices(block.said(RECURRENCE)).tolist()
    placed = tokens_in(block, (trie.ANATOMY,)) if said else np.empty(0, bool)
    for at in said:
        k = int(names.start.searchsorted(at, side="right")) - 1
        # "Local recurrence" is a name, "recurrence of the effusion" has one behind it.
        if block.words[at + 1] in OF or (k >= 0 and names.end[k] > at):
            continue
        before = k if k >= 0 and block.sentence[names.start[k]] == block.sentence[at] else -1
        # "No mass recurrence", "no mass to indicate recurrence" deny the mass alone.
        if before >= 0 and (names.end[k] == at or block.words[at - 2] == "to"):
            continue
        meaning = int(names.meaning[before]) if before >= 0 else -1
        if meaning < 0 or meanings.findings[meanings.card[meaning]] not in COME_BACK:
            meaning = _tumor(meanings)
        j = int(cues.end.searchsorted(at, side="right")) - 1
        led = j >= 0 and cues.start[j] >= block.tokens.first[block.sentence[at]]
        # "No chest wall recurrence."
        led = led and bool(placed[int(cues.end[j]) : at].all())
        if meaning >= 0:
            out.append((at, int(cues.start[j]) if led else at, meaning))
    return out


def _tumor(meanings: Meanings) -> int:
    """Number of a meaning that is a tumor; -1 where the lexicon has none."""
    cards = [k for k, label in enumerate(meanings.findings) if label == TUMOR]
    told = indices((meanings.card == cards[0]) & ~meanings.denied).tolist() if cards else []
    return told[0] if told else -1

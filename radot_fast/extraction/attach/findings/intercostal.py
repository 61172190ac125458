"""Intercostal drains by the letters of a defibrillator: "ICD in situ, with a residual pneumothorax" on a ward."""

from __future__ import annotations

import itertools

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.text.wards import MARK

LETTERS = frozenset(("icd", "icds"))
"""The letters of a defibrillator, which on a ward are an intercostal drain's."""
OF_THE_HEART = frozenset(("lead", "leads", "generator", "ventricle", "ventricular", "rv", "shock", "pacing", "coil"))
"""Words that leave no doubt of a defibrillator: "ICD with its lead at the apex"."""
RIGHT = frozenset(("right", "r", "rt"))
PLACED = frozenset(
    ("in", "situ", "place", "is", "are", "seen", "noted", "placed", "inserted", "present", "on", "the", "at")
)
"""Words between the letters and their side: "ICD is seen on the right"."""
SEVERAL = frozenset(("second", "another", "two", "2", "three", "3", "both", "bilateral", "pair"))
"""Words before the letters by which there are more than one has of a defibrillator: "two left ICDs"."""
EXPANDED = frozenset(("expanded", "expansion", "reexpanded", "expand"))
DRAINED = frozenset(("pneumothorax", "pneumothoraces", "ptx", "effusion", "collection", "air", "fluid"))
ONLY_DRAINED = frozenset(
    ("hydropneumothorax", "hemopneumothorax", "pyopneumothorax", "hemothorax", "empyema", "htx", "hptx", "hemothoraces")
)
"""What a drain is for, and a defibrillator goes with by chance at most."""
OF_A_WARD = frozenset(
    (
        "ryle", "ryles", "drain", "drains", "ijv", "bag", "removed", "removal", "taken", "pulled", "clamped",
        "hole", "holes", "sidehole", "underwater", "kinked", "blocked", "slipped", "thoracocentesis", "tapping",
        "suction", "reexpanded", "column",
    )
)  # fmt: skip
"""What stands beside a drain, or is done with one: "left ICD and mediastinal drain in place", "ICD taken out"."""
AIR_OUTSIDE = frozenset(("pneumothorax", "pneumothoraces", "ptx"))
DENIALS = frozenset(("no", "without", "not", "nil", "none", "excluded"))
"""Words beside which no air is there: "left ICD, no pneumothorax" is of a defibrillator put in today."""


def with_intercostal_drains(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Cards of the findings, with a drain for each ICD in a sentence that tells what a drain is for.

    Parameters
    ----------
    mentions, block, meanings
        Findings, the words of their sentences, and what these mean.

    Returns
    -------
    int64, shape (n_findings,), ≥ 0
    """
    named = block.said(LETTERS)[mentions.start] & meanings.device[mentions.card]
    if not named.any() or "chest_tube" not in meanings.devices:
        return mentions.card
    card, drain = mentions.card.copy(), meanings.devices.index("chest_tube")
    for k in indices(named).tolist():
        start = int(mentions.start[k])
        if may_be_intercostal(start, block) and _tells_of_a_drain(block, start):
            card[k] = drain
    return card


def may_be_intercostal(start: int, block: Block) -> bool:
    """Whether a defibrillator is named by letters alone, and nothing in its sentence is of the heart.

    Parameters
    ----------
    start
        Its first token, in [0, n_tokens).
    block
        The words of its sentence.
    """
    low, high = block.tokens.first[block.sentence[start] :][:2].tolist()
    return block.words[start] in LETTERS and OF_THE_HEART.isdisjoint(block.words[low:high])


def _tells_of_a_drain(block: Block, start: int) -> bool:
    """Whether the sentence of a token tells what a drain is for: "residual pneumothorax", "the lung is expanded"."""
    low, high = block.tokens.first[block.sentence[start] :][:2].tolist()
    words = [word for word, behind in itertools.pairwise(block.words[low : high + 1]) if behind != "longer"]
    if block.tokens.text[int(block.tokens.begins[block.sentence[start] + 1]) - 2] == MARK:
        return True
    left = "residual" in words and not DRAINED.isdisjoint(words)
    left |= not AIR_OUTSIDE.isdisjoint(words) and DENIALS.isdisjoint(words)
    # Defibrillators lie on the left: "right ICD in situ", "ICD on the right".
    left |= start > low and not RIGHT.isdisjoint(block.words[max(start - 2, low) : start])
    behind = start + 1
    while block.words[behind] in PLACED:
        behind += 1
    left |= block.words[behind] in RIGHT or block.words[behind] in SEVERAL
    left |= not SEVERAL.isdisjoint(block.words[max(start - 3, low) : start])
    left |= "emphysema" in words and "surgical" in words
    left |= not OF_A_WARD.isdisjoint(words)
    return left or not ONLY_DRAINED.isdisjoint(words) or ("lung" in words and not EXPANDED.isdisjoint(words))

"""Tension of a pneumothorax where a word of its own tells it: "tension is suspected", "tension is not excluded"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import count_before, indices

TENSION = "tension"
EXCLUDED = frozenset(("excluded", "exclude", "excluding", "ruled", "rule", "discounted", "unlikely"))
BEFORE, BEHIND = 6, 4
"""Words by which a tension is left open or unlikely, and tokens among which one stands: "tension is not excluded"."""


class Modified(Protocol):
    """Attributes of findings, as far as their modifiers are concerned."""

    absent: list[bool]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def tension_in_doubt(hits: Hits, certainty: list[str], around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Whether modifiers are a tension of its own that is left open: "tension is not excluded".

    "Findings reflect a tension pneumothorax" has one as far as it is there, as has "consistent with tension". So has
    one that is suspected or possible, "concerning for tension": who reads it acts on it as on one that is there.

    Parameters
    ----------
    hits
        Modifiers of the sentences.
    certainty
        How certain each finding is.
    around, meanings
        The findings in their sentences, and what their words mean.

    Returns
    -------
    bool, shape (n_hits,)
    """
    mentions = around.mentions
    if not len(mentions.start):  # a block of talk
        return np.zeros(len(hits.start), bool)
    doubted = np.array([*map("possible".__eq__, certainty)], bool) & ~meanings.pneumothorax[mentions.card]
    k = np.maximum(mentions.start.searchsorted(hits.end) - 1, 0)
    out = doubted[k] & (mentions.start[k] < hits.end) & (hits.start < mentions.end[k])
    return out & _left_open(hits.start, hits.end, around.block)


def give_tension(found: Modified, certainty: list[str], around: Surroundings, meanings: Meanings) -> None:
    """Give its own name to a tension that is there or possible, as its pneumothorax may stand in another sentence.

    Parameters
    ----------
    found
        Attributes of the findings, which get their modifiers.
    certainty, around, meanings
        As for ``tension_in_doubt``.
    """
    mentions = around.mentions
    tense = indices(meanings.bare_tension[mentions.card])
    if not len(tense):
        return
    left_open = _left_open(mentions.start[tense], mentions.end[tense], around.block)
    for k, is_open in zip(tense.tolist(), left_open.tolist(), strict=True):
        there = certainty[k] != "possible" or not is_open
        if there and not found.absent[k] and TENSION not in found.modifiers[k]:
            found.modifiers[k] += (TENSION,)
            found.modifier_words[k] += (around.block.phrase(int(mentions.start[k]), int(mentions.end[k])),)


def _left_open(start: np.ndarray, end: np.ndarray, block: Block) -> np.ndarray:
    """Whether a word by which something is left open stands near the tokens ``start:end``, in their sentence."""
    said, first, sentence = count_before(block.said(EXCLUDED)), block.tokens.first, block.sentence[start]
    low, high = np.maximum(start - BEFORE, first[sentence]), np.minimum(end + BEHIND, first[sentence + 1])
    return said[low] < said[high]

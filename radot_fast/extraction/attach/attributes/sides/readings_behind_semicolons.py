"""What a sign before a semicolon may be: "new haziness at the left base; infection should be considered"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.sides.heads_of_readings import SIGNS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import EITHER, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.near_words import words_from

READINGS = frozenset(
    (
        "pneumonia",
        "aspiration",
        "malignancy",
        "tuberculosis",
        "atelectasis",
        "contusion",
        "consolidation",
        "lung_abscess",
    )
)
DOUBTS = np.array((NEAR, PROBABLE, POSSIBLE, EITHER))
"""What is said of such readings: "opacity; pneumonia is likely", "opacity; pneumonia or atelectasis"."""
WORDS_OF_DOUBT = frozenset(
    (
        "excluded",
        "possible",
        "considered",
        "likely",
        "unlikely",
        "out",
        "consideration",
        "considerations",
        "possibility",
        "possibilities",
        "differential",
        "favored",
        "suspected",
        "questioned",
    )
)
"""Words of a doubt behind a finding: "malignancy is not excluded"."""
LEADS = frozenset(
    (
        "a", "an", "but", "however", "superimposed", "underlying", "early", "active", "possible", "although", "though",
        "with", "also", "coexisting", "developing",
    )
)  # fmt: skip
NEXT = frozenset((",", "and", "or"))
"""Words before the next one of several readings."""
DOUBT_REACH = 6
"""Tokens behind a finding in which its doubt begins."""


def reads_the_sign(giver: int, k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether a doubt behind a semicolon calls finding k what the last finding before that semicolon may be.

    Parameters
    ----------
    giver, k
        Numbers of two findings of a sentence, a semicolon between them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions, block, cards = around.mentions, around.block, meanings.cards
    one, other = (cards[mentions.card[m]].finding for m in (giver, k))
    if giver > k or one not in SIGNS or other not in READINGS or one == other:
        return False
    low, high = int(mentions.end[giver]), int(block.tokens.first[block.sentence[mentions.start[k]] + 1])
    stop = low + block.words[low:high].index(";")
    if mentions.start.searchsorted(stop) != giver + 1 or ";" in block.words[stop + 1 : high]:
        return False
    cues = block.hits[trie.CUE]
    told = slice(*cues.start.searchsorted((stop, high)).tolist())
    return bool(np.isin(meanings.level[cues.meaning[told]], DOUBTS).any())


def is_another_reading(giver: int, k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is what a shadow before a semicolon may be besides: "nodule, likely scar; cancer is possible".

    Parameters
    ----------
    giver, k
        Numbers of the shadow, and of the finding.
    around, meanings
        The findings in their sentences, and what they mean.
    """
    mentions, words = around.mentions, around.block.words
    start, end = int(mentions.start[k]), int(mentions.end[k])
    if meanings.findings[mentions.card[giver]] not in SIGNS or meanings.cards[mentions.card[k]].group != "lung":
        return False
    low = start
    while words[low - 1] in LEADS:
        low -= 1
    if WORDS_OF_DOUBT.isdisjoint(words_from(around.block, end, DOUBT_REACH)):
        return False
    # "Left opacity with volume loss; aspiration favored, pneumonia possible."
    listed = words[low - 1] in NEXT and k > giver + 1 and ";" in words[mentions.end[giver] : start]
    return words[low - 1] == ";" or (listed and is_another_reading(giver, k - 1, around, meanings))

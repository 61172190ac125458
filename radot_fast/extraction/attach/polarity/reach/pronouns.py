"""Denials of a pronoun, which are of the finding before it: "a nodule on the CT; it is not seen on this film"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.reach.of_organs import of_organs
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import CARRIES, COMMA, FINITE, SEGMENT_END

PRONOUNS = frozenset(("it", "this", "that", "they", "these"))
AUXILIARIES = frozenset(("is", "are", "was", "were", "has", "have", "can", "could"))
SPEAKERS, WHICH = frozenset(("i", "we")), frozenset(("which", "that"))
SHOWN, SHOWN_IN = frozenset(("it", "them", "this", "that", "these")), 2
"""Last words of a cue that holds the pronoun itself, and the words that it has at least before it."""
REASONS = frozenset(("as", "since", "because"))
DOUBTED = frozenset(("excluded", "possible", "suspected", "considered", "conceivable"))
"""Last words of doubts of what stands right before them."""
UNNAMED, FILLERS = 4, frozenset(("however", "therefore", "though", "too", "also", "otherwise", "still", "then", "but"))
"""The most tokens of what has no name, and words that are no such name."""
HIDDEN = frozenset(("well", "fully", "completely", "entirely"))
"""Words of a denial that leaves the finding where it is: "it is not well seen"."""


def of_pronouns(start: np.ndarray, finding: np.ndarray, a: np.ndarray, b: np.ndarray, block: Block) -> np.ndarray:
    """Whether cues are said of a pronoun that stands for the finding before it.

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    finding, a, b
        int64, shape (n_meetings,): a finding, and tokens ``a:b`` of a cue that denies and stands behind it.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    out = np.zeros(len(a), bool)
    words = block.words
    # "Pneumothorax yesterday; today's film no longer shows it."
    shown = block.said(SHOWN)[b - 1] & (b - a > SHOWN_IN)
    for k in indices(_spoken(a, block) | _by_someone(a, block) | shown).tolist():
        last = int(start.searchsorted(a[k])) - 1
        of = _subject(last, start, int(a[k]), block)
        out[k] = finding[k] == of and HIDDEN.isdisjoint(words[a[k] : b[k]])
    return out


class Met(Protocol):
    """Cues that begin at tokens ``a``, with findings that end before tokens ``high``."""

    @property
    def a(self) -> np.ndarray:
        """First token of each cue."""

    @property
    def b(self) -> np.ndarray:
        """The token behind each cue."""

    @property
    def high(self) -> np.ndarray:
        """The token behind each finding."""


def of_others(met: Met, own: np.ndarray, block: Block) -> np.ndarray:
    """Whether cues are said of a pronoun in a reason, and of a finding for which that does not stand, or of an organ.

    Parameters
    ----------
    met, own
        Cues with findings, and, bool, shape (n_meetings,), what ``of_pronouns`` says of each.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    a, reasons = met.a, block.said(REASONS)
    organs = of_organs(a, met.high, block) | _of_the_unnamed(met, block)
    if not reasons.any():
        return organs
    near = block.sentence[a - 3] == block.sentence[a]
    return organs | (_spoken(a, block) & (reasons[a - 2] | (reasons[a - 3] & near)) & ~own)


def _of_the_unnamed(met: Met, block: Block) -> np.ndarray:
    """Whether doubts are of something without a name that a comma parts from what is before.

    "Elevated left hemidiaphragm, rupture not excluded" has the elevation.
    """
    out = block.said(DOUBTED)[met.b - 1]
    if not out.any():
        return out
    known = tokens_in(block, (trie.FINDING, trie.STRUCTURE, trie.PROPERTY, trie.ANATOMY, trie.CUE, trie.MODIFIER))
    unread = (block.traits == CARRIES) & ~known
    for k in indices(out).tolist():
        noun = int(met.a[k]) - 1 - int(block.has(FINITE)[met.a[k] - 1])
        low = noun
        while noun - low < UNNAMED and not block.traits[low] & (COMMA | SEGMENT_END):
            low -= 1
        named = unread[noun] and not block.words[noun].endswith("ly") and block.words[noun] not in FILLERS
        out[k] = named and bool(block.traits[low] & COMMA) and met.high[k] <= low
    return out


def _spoken(a: np.ndarray, block: Block) -> np.ndarray:
    """Whether a pronoun stands before each token, with its verb or without."""
    spoken = block.said(PRONOUNS)
    return (spoken[a - 1] | (spoken[a - 2] & block.said(AUXILIARIES)[a - 1])) & (a > 1)


def _by_someone(a: np.ndarray, block: Block) -> np.ndarray:
    """Whether cues are what somebody says of a pronoun: "pneumonia was questioned but I don't see it"."""
    someone = block.said(SPEAKERS)
    if not someone.any():
        return someone[a]
    return someone[a] | someone[a - 1] | (block.said(WHICH)[a] & someone[np.minimum(a + 1, len(someone) - 1)])


def _subject(last: int, start: np.ndarray, at: int, block: Block) -> int:
    """The finding that a pronoun before token ``at`` stands for: the last one, or that of which it is a reading.

    "The opacity was likely a nipple shadow as it is not reproduced" has lost the opacity.
    """
    reason = not REASONS.isdisjoint(words_before(block, at, 3))
    if not reason or last < 1 or block.sentence[start[last - 1]] != block.sentence[at]:
        return last
    copula = any(word in AUXILIARIES for word in block.words[start[last - 1] : start[last]])
    return last - 1 if copula else last

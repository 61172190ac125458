"""Several devices that a pronoun tells to be gone: "a line and two drains were in place; all have been removed"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

ALL, NONE = frozenset(("all", "both", "these", "they")), frozenset(("none", "neither"))
BEFORE = frozenset((";", ",", "(", ":", "and", "but", "are", "have", "-", "."))
"""Words before such a pronoun: behind the devices, or of their own verb, "the tubes are all out"."""
OWN_VERBS, STOPS = frozenset(("have", "are")), frozenset((";",))
CONTRASTS = STOPS | {"while", "whereas", "but", "although", "though", "however"}
"""Verbs before a pronoun of their own devices, and words behind which these stand: "the line remains, but the tubes
have both been removed"."""
BETWEEN = frozenset(
    ("of", "them", "these", "which", "the", "have", "has", "since", "now", "all", "both", "been", "are", "is", "then",
     "subsequently", "lines", "tubes", "devices", "three", "two", "four", "meanwhile", "in", "interim", "interval",
     "again", "today", "currently", "was", "were", "drains", "catheters", "since", "come", "taken", "pulled")
)  # fmt: skip
"""Words between the pronoun and what has become of the devices."""
GONE = frozenset(("removed", "withdrawn", "discontinued", "extracted", "out", "gone", "explanted", "pulled"))
LEFT = frozenset(
    ("remains", "remain", "remaining", "present", "seen", "visible", "there", "left", "persists", "evident")
)
"""The same behind "none" or "no longer": "none of these remains"."""
MOVED = frozenset(("withdrawn", "pulled"))
"""Words of what may have been moved alone: "both have been withdrawn by 2 cm"."""
BEHIND = frozenset(("now", "today", "since", "on", "after", "following", "currently", "again", "as", "prior", "before"))
BESIDE = frozenset(("and", "but", "with", "without", "from", "in", "by", "there"))
"""Words behind all that has been removed: "all removed today", "both removed without a pneumothorax"."""


def removed_together(block: Block) -> list[tuple[int, int]]:
    """Tokens ``start:end`` within which all devices have been removed, in order.

    "Two drains were in place; both are now out", "the tubes seen yesterday are all out"; but not "all should be
    removed".

    Parameters
    ----------
    block
        Words of the sentences.
    """
    out: list[tuple[int, int]] = []
    said = block.said(ALL | NONE)
    if not said.any() or not block.said(GONE | LEFT).any():
        return out
    words = block.words
    for at in indices(said[1:] & block.said(BEFORE)[:-1]).tolist():
        pronoun, end = at + 1, at + 2
        while words[end] in BETWEEN and words[end] not in GONE - {"pulled"}:
            end += 1
        longer = words[end : end + 2] == ["no", "longer"]
        end += 2 * longer
        told = words[end] in (LEFT if longer or words[pronoun] in NONE else GONE)
        if not told and words[pronoun] in ALL and words[end - 1] == "pulled":
            end, told = end - 1, True
        closes = BEHIND if words[end] in MOVED | LEFT else BEHIND | BESIDE
        if told and (block.traits[end + 1] & SEGMENT_END or words[end + 1] in closes):
            first = int(block.tokens.first[block.sentence[pronoun]])
            ends = CONTRASTS if words[at] in OWN_VERBS else STOPS
            out.append((max(first, _begins(words, first, at, ends)), pronoun))
    return out


def _begins(words: list[str], first: int, at: int, ends: frozenset[str]) -> int:
    """Where the statement begins that ends at a token: behind the last semicolon or other end before it."""
    return next((t + 1 for t in range(at - 1, first, -1) if words[t] in ends), first)


def of_removed_together(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the devices that have been removed so, where no other one is named behind the pronoun.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    out: list[int] = []
    for low, high in block.once(removed_together):
        first, last = named.start.searchsorted((low, high)).tolist()
        devices = np.flatnonzero(meanings.device[named.card[first:last]]) + first
        stop = high
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        names = block.hits[trie.FINDING].start
        # "The line is in place, and both drains have been removed."
        if len(devices) and names.searchsorted(high) == names.searchsorted(stop):
            out += devices.tolist()
    return out

"""What is there "now", and so is new: "the left lung is now collapsed", "a mass, now with an effusion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.changed import Changed
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import MEASURES

NOW = frozenset(("now",))
WITH = frozenset(("with", "w"))
ARTICLES = frozenset(("a", "an"))
SIZES, SIZE_REACH = (
    frozenset(("depth", "width", "thickness", "length", "diameter", "size", "height", "volume", "extent", "caliber")),
    2,
)
"""Nouns of sizes, and how many words behind "now has a" are looked at: "an apical depth"."""
LEADS = frozenset(
    (
        "with", "w", "/", "a", "an", "the", "its", "shows", "show", "showing", "has", "have", "having", "contains",
        "contain", "containing", "harbors", "shown", "also", "some", "in", "on", "at", "is", "are", "being", "been",
        "associated", "accompanying", "accompanied", "by", "nearly", "almost", "completely", "entirely", "totally",
        "there", "become", "becoming", "becomes", "developing", "surrounding", "surrounded",
    )
)  # fmt: skip
"""Words between "now" and what is there, besides degrees and places."""


def give_now_there(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to what is told to be there now, unless another change is told of it or it was named before."""
    block, mentions = around.block, around.mentions
    for at in indices(block.said(NOW)).tolist():
        k = int(mentions.start.searchsorted(at, side="right"))
        held = k > 0 and mentions.end[k - 1] > at
        k -= held
        here = k < len(found.comparison) and block.sentence[mentions.start[k]] == block.sentence[at]
        if not here or not (held or _leads_to(at + 1, int(mentions.start[k]), around)):
            continue
        # "The heart is now enlarged", but "the heart is now severely enlarged", which may have been enlarged before.
        if _is_graded(at, int(mentions.end[k] if held else mentions.start[k]), around):
            continue
        last = k + 1
        # "Now with opacification of the hemithorax and mediastinal shift."
        if block.words[at + 1] in WITH:
            last = int(around.lists.breaks.searchsorted(around.lists.breaks[k], side="right"))
        for m in range(k, last):
            device = meanings.device[mentions.card[m]] or meanings.of_change[mentions.card[m]]
            fresh = found.comparison[m] == "none" and not found.absent[m] and not device
            if fresh and not _named_before(m, around):
                found.comparison[m] = "new"


def has_a_size_now(block: Block, hits: Hits) -> np.ndarray:
    """Which changes are a "now has a" that leads to a size, which is nothing new: "the effusion now has a depth of".

    Parameters
    ----------
    block, hits
        Words of the sentences, and words of change.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = block.said(NOW)[hits.start] & block.said(ARTICLES)[hits.end - 1]
    for k in indices(out).tolist():
        out[k] = not SIZES.isdisjoint(words_from(block, int(hits.end[k]), SIZE_REACH))
    return out


def _is_graded(at: int, stop: int, around: Surroundings) -> bool:
    """Whether a degree stands between token ``at`` and a finding: "now moderate", but "now completely collapsed"."""
    degrees = around.block.hits[trie.SEVERITY]
    k = int(degrees.start.searchsorted(at + 1))
    return bool(k < len(degrees.start) and degrees.start[k] == at + 1 and degrees.end[k] <= stop)


def _leads_to(low: int, high: int, around: Surroundings) -> bool:
    """Whether nothing but words that lead to a finding stands among some tokens: "with a small left"."""
    degrees = around.block.hits[trie.SEVERITY]
    for t in range(low, high):
        word = around.block.words[t]
        if around.clauses.described[t] or word in LEADS or word in MEASURES or word[0].isdigit():
            continue
        k = int(degrees.start.searchsorted(t, side="right")) - 1
        if k < 0 or degrees.end[k] <= t:
            return False
    return True


def _named_before(k: int, around: Surroundings) -> bool:
    """Whether a finding of the same name stands before number k in its sentence."""
    card, first = around.mentions.card, int(around.edges[around.block.sentence[around.mentions.start[k]]])
    return bool((card[first:k] == card[k]).any())

"""Changes of a part of the lungs in a sentence that names no finding: "slight worsening at the right base"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, NEGATION, PARTS

CHANGES = frozenset(
    (
        "worsening", "deterioration", "progression", "improvement", "clearing", "clearance", "resolution", "regression",
        "change", "changes", "appearances", "appearance",
    )
)  # fmt: skip
"""Nouns of a change, and of what has changed."""
WHERE = frozenset(("in", "at", "of", "over", "within", "throughout"))
SIDES = DETERMINERS | PARTS | {"left", "right", "both", "lung", "aeration"}
"""Words between such a noun and its place."""
UNSURE = frozenset(
    ("if", "should", "would", "may", "might", "could", "for", "unless", "whether", "when", "until", "recommend", "air")
)
"""Words of what is asked for or feared."""
REACH = 5
"""Tokens from the noun to the end of its place."""


def with_bare_changes(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and an opacity where a sentence only tells that a part of the lungs has changed.

    "There is slight deterioration at the left base", "appearances in the right upper zone have improved"; not "no
    change at the left base", nor "bilateral opacities, slight worsening at the right base".

    Parameters
    ----------
    mentions
        Findings that were read before.
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), >= 0: the clause of each token.
    meanings
        What the hits mean.
    """
    nouns = indices(block.said(CHANGES)[:-1] & block.said(WHERE)[1:])
    nouns = nouns[~among(block.sentence[nouns], block.sentence[mentions.start])] if len(nouns) else nouns
    if not len(nouns) or meanings.opacity < 0:
        return mentions
    places, changes = block.hits[trie.ANATOMY], block.hits[trie.COMPARISON]
    parts = places.start[meanings.clear_part[places.meaning]]
    changed = block.sentence[changes.start[meanings.worse_or_better[changes.meaning]]]
    denied = block.sentence[block.has(NEGATION) | block.said(UNSURE)]
    nouns = nouns[among(block.sentence[nouns], changed) & ~among(block.sentence[nouns], denied)]
    nouns = np.array([at for at in nouns.tolist() if _leads_to(at, parts, block)], np.int64)
    _, first = np.unique(block.sentence[nouns], return_index=True)
    at = nouns[first]
    none = np.zeros(len(at), bool)
    added = Mentions(at, at + 1, of[at], np.full(len(at), meanings.opacity), none, none)
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))


def _leads_to(noun: int, parts: np.ndarray, block: Block) -> bool:
    """Whether a part of the lungs stands behind a noun and its preposition: "worsening in the right lower zone"."""
    at = noun + 2
    while at < noun + REACH and block.words[at] in SIDES and not (parts == at).any():
        at += 1
    return bool((parts == at).any())

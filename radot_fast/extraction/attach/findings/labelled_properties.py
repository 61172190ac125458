"""What a label's structure has, behind another item of its line: "Pleura: no effusion, no thickening"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import Marked, indices
from radot_fast.extraction.match.words import COLON, NEGATION, SEMICOLON

NOUNS = frozenset(
    (
        "thickening", "widening", "narrowing", "enlargement", "dilation", "dilatation", "deviation", "shift",
        "displacement", "elevation", "flattening", "calcification", "calcifications", "tortuosity", "ectasia",
        "unfolding", "blunting", "engorgement", "prominence", "fullness", "distension", "distention", "swelling",
        "destruction", "erosion", "demineralization", "compression", "cephalization",
    )
)  # fmt: skip
"""Properties that stand for themselves: "large" behind a comma is of what stands beside it."""
NEAR = 3
"""Tokens before such a noun in which its own denial stands."""


def of_the_label(structures: Hits, properties: Hits, block: Block, of: np.ndarray, named: Marked) -> np.ndarray:
    """Whether properties are of the structure that labels their line, as their own clause names none.

    Parameters
    ----------
    structures, properties
        Pairs that may belong together.
    block
        Words of the sentences.
    of
        int64, shape (n_tokens,), >= 0: the clause of each token.
    named
        Clauses that name a structure.

    Returns
    -------
    bool, shape (n_pairs,)
    """
    may = _may_be_of_labels(structures, properties, block) & (properties.start > structures.end)
    no = block.has(NEGATION)
    for k in indices(may).tolist():
        start, low, high = int(structures.start[k]), int(structures.end[k]) + 1, int(properties.start[k])
        opens = start == block.tokens.first[block.sentence[start]] or bool(block.traits[start - 1] & SEMICOLON)
        own = int(of[high]) in named or (block.traits[low:high] & COLON).any()
        # "Hila: no adenopathy, fullness on the right": what may be denied or not is left.
        plain = not no[low:high].any() or bool(no[max(high - NEAR, low) : high].any())
        may[k] = opens and plain and not own and block.sentence[start] == block.sentence[high]
    return may


def begins_at(structures: Hits, properties: Hits, block: Block, of: np.ndarray) -> np.ndarray:
    """First tokens of structures with their properties: of what a label has behind another item, the property alone.

    "Pleura: small left effusion, no thickening" tells of no side of the thickening.
    """
    apart = _may_be_of_labels(structures, properties, block) & (of[structures.start] != of[properties.start])
    return np.where(apart, properties.start, np.minimum(structures.start, properties.start))


def _may_be_of_labels(structures: Hits, properties: Hits, block: Block) -> np.ndarray:
    """Whether a colon stands behind structures, and such a noun ends the properties."""
    colons = block.has(COLON)[np.minimum(structures.end, len(block.words) - 1)]
    return block.said(NOUNS)[properties.end - 1] & colons


def of_an_item(structures: Hits, properties: Hits, named: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether properties tell how what a label's line names has changed: "Mediastinum: hiatal hernia, larger".

    Parameters
    ----------
    structures, properties
        Pairs that may belong together.
    named, block, meanings
        Findings that have a name, the words of their sentences, and what these mean.

    Returns
    -------
    bool, shape (n_pairs,)
    """
    labels = block.has(COLON)[np.minimum(structures.end, len(block.words) - 1)]
    if not labels.any() or not len(named.start):
        return np.zeros(len(labels), bool)
    k = np.minimum(named.start.searchsorted(structures.end), len(named.start) - 1)
    card = named.card[k]
    between = (named.start[k] > structures.end) & (named.end[k] <= properties.start)
    sized = meanings.grows[card] & ~meanings.device[card] & ~meanings.of_change[card] & ~named.denied[k]
    return labels & between & sized & block.hits[trie.COMPARISON].holds(properties.start, properties.end)

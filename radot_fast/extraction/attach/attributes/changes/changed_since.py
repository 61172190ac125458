"""What was less then is more now: "the effusion was smaller on the prior study" has grown."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import WAS, day_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

MUCH = frozenset(
    (
        "much", "far", "slightly", "somewhat", "considerably", "markedly", "even", "a", "little", "bit", "mildly",
        "clearly",
    )
)  # fmt: skip
"""Words between "was" and what it was."""
LED = 4
THAN = frozenset(("than", "compared", "from", "since", "over", "relative", "versus", "vs", "now", "today"))
"""Words behind a comparison that is told of then itself: "was larger than on the prior"."""
MIRRORED = {"improved": "worsened", "worsened": "improved"}


def with_changes_since(block: Block, meanings: Meanings) -> Block:
    """The block with the change that is the opposite of what is told of another day.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    was = block.said(WAS)
    if not was.any():
        return block
    changes = block.hits[trie.COMPARISON]
    may = meanings.worse_or_better[changes.meaning] & ~block.said(THAN)[changes.end]
    turned = [k for k in indices(may).tolist() if _was_then(block, int(changes.start[k]), int(changes.end[k]))]
    if not turned:
        return block
    meaning = changes.meaning.copy()
    for k in turned:
        meaning[k] = meanings.values.index(MIRRORED[meanings.values[meaning[k]]])
    hits = list(block.hits)
    hits[trie.COMPARISON] = Hits(changes.start, changes.end, np.asarray(meaning))
    return block.with_hits(hits)


def _was_then(block: Block, start: int, end: int) -> bool:
    """Whether "was" leads to a comparison, and a day of another examination stands behind it."""
    first = int(block.tokens.first[block.sentence[start]])
    low = start
    while low > first and start - low < LED and block.words[low - 1] in MUCH:
        low -= 1
    return low > first and block.words[low - 1] in WAS and day_ends(block, end) > 0

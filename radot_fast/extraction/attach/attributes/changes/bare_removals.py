"""Removals that only tell when: in "small pneumothorax following removal" it is there."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, indices

REMOVALS = frozenset(("removal", "extraction", "explantation", "withdrawal", "pull"))
AFTER = frozenset(("following", "after", "post", "since", "upon"))
OF = frozenset(("of",))
ITS = frozenset(("the", "its", "their", "that"))


def without_bare_removals(block: Block) -> Block:
    """The block without denials and changes of such a word, behind which no device is named.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    removals = block.said(REMOVALS)
    if not removals.any():
        return block
    at = indices(removals)
    before = at - 1
    before = before - block.said(ITS)[before]
    of = block.said(OF)[at + 1]
    # "After withdrawal of 3 cm the tube is well positioned."
    far = of & np.array([block.words[t + 2][:1].isdigit() for t in at.tolist()], bool)
    at = (at + far)[block.said(AFTER)[before] & (~of | far)]
    hits = list(block.hits)
    for kind in (trie.CUE, trie.COMPARISON):
        known = hits[kind]
        alone = among(known.end - 1, at) & (known.end - known.start <= np.where(block.said(AFTER)[known.start], 3, 1))
        hits[kind] = known.at(~alone)
    return block.with_hits(hits) if len(at) else block


def named_removals(block: Block) -> np.ndarray:
    """Tokens by which names of operations begin: "removal of the left lower lobe" is there, whatever stands before it.

    Returns
    -------
    int64, shape (n_such_names,), in [0, n_tokens), ascending
    """
    starts = block.hits[trie.FINDING].start
    return starts[block.said(REMOVALS)[starts]]

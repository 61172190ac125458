"""Densities that are what changed of a finding before them: "the opacity shows a slight increase in density"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices

DENSITY, IN = frozenset(("density",)), frozenset(("in", "of"))
CHANGED = frozenset(
    (
        "increase", "increased", "increases", "increasing", "decrease", "decreased", "decreases", "decreasing",
        "change", "changed", "changes", "reduction", "reduced", "loss", "stable", "unchanged", "similar", "same",
    )
)  # fmt: skip
"""Words before "in density"."""


def without_densities_that_changed(block: Block) -> Block:
    """The block without such densities; "increase in density at the left base" is one, as nothing stands before it."""
    said = block.said(DENSITY)
    if not said.any():
        return block
    names = block.hits[trie.FINDING]
    told = said[names.start] & block.said(IN)[names.start - 1] & block.said(CHANGED)[names.start - 2]
    kept = np.ones(len(names.start), bool)
    for k in indices(told & (names.end == names.start + 1)).tolist():
        before, at = int(names.end[k - 1]) if k else 0, int(names.start[k])
        kept[k] = k == 0 or block.sentence[names.start[k - 1]] != block.sentence[at] or ";" in block.words[before:at]
    if kept.all():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(kept)
    return block.with_hits(hits)

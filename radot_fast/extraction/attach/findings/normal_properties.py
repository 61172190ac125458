"""Structures that a word of what is normal is not said of: "heart size normal, overexpanded lungs"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.property_pairs import Pairs
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import any_between, count_before, followed_by, indices
from radot_fast.extraction.match.words import DETERMINER, JOINT

LIKEWISE = frozenset(("as", "so", "is", "are"))
"""Words between a structure and another that is like it: "the heart is normal, as is the aorta"."""
NEGATIVE, FOR = frozenset(("negative",)), frozenset(("for",))


def is_of_another(pairs: Pairs, named: Mentions, block: Block) -> np.ndarray:
    """Whether something else is normal than the structure of each pair.

    "Heart size normal, overexpanded lungs" and "the mediastinum is unremarkable, nodule in the left lung" say nothing
    good of the lungs, nor does "changes of the spine and clear lungs" of the spine, or "negative for effusion" of both.

    Parameters
    ----------
    pairs
        Structures and words of what is normal.
    named
        Findings that are named.
    block
        Words and hits of the sentences.

    Returns
    -------
    bool, shape (n_pairs,)
    """
    (a, b, _), (start, end, _) = pairs.structure, pairs.property
    places = tokens_in(block, (trie.STRUCTURE, trie.ANATOMY))
    plain = places | block.has(DETERMINER | JOINT) | block.said(LIKEWISE)
    # A mark that goes on with what is no structure: "normal, over expanded lungs".
    parts = indices(block.has(JOINT)[:-1] & ~plain[1:]) + 1
    ahead = end <= a
    # "Clear hyperexpanded lungs" are clear.
    before = followed_by(named.end, -1)[named.start.searchsorted(a) - 1]
    other = ahead & (any_between(parts, end, a) | (any_between(named.start, end, a) & (before < a)))
    # "Degenerative changes of the spine and clear lungs": the lungs are.
    joints = count_before(block.has(JOINT))
    nouns = followed_by(block.hits[trie.STRUCTURE].start, -1)
    behind = (b <= start) & (joints[np.minimum(b, start)] < joints[start])
    other |= behind & (nouns[block.hits[trie.STRUCTURE].start.searchsorted(end)] == end)
    return other | (block.said(NEGATIVE)[end - 1] & block.said(FOR)[end])

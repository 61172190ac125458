"""A whole sentence that says no more than that all is well: "Chest: normal.", "IMPRESSION: Unremarkable.".

So does "Normal for the patient's age.".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices

LOOKS = frozenset(("appearance", "appearances"))
LONGEST = 8
"""Words and marks of such a sentence at most."""
WELL = frozenset(("normal", "unremarkable", "clear"))
FILLING = frozenset(
    (
        "completely", "entirely", "essentially", "grossly", "all", "is", "are", "it", "appears", "looks", "within",
        "limits", "to", "be", ".", "!", "appearance", "appearances", "overall",
        "finding", "findings", "study", "film", "exam",
        "for", "age", "appropriate", "the", "this", "a", "of", "patient", "s", "his", "her", ",",
    )
)  # fmt: skip
"""Words and marks beside such a word."""
TICKED = ["[", "x", "]"]
"""What stands beside it in a form: "[x] Normal  [ ] Abnormal"."""


def with_bare_normals(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and the denial of any abnormality by a sentence that is but one word of health.

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
    well = indices(block.said(WELL))
    first, sentence = block.tokens.first, block.sentence[well]
    well = well[first[sentence + 1] - first[sentence] <= LONGEST + 1]
    structures = block.hits[trie.STRUCTURE].start
    structures = structures[~block.said(LOOKS)[structures]]
    named = (block.sentence[mentions.start], block.sentence[structures])
    well = well[~among(block.sentence[well], np.concatenate(named))]
    rows = [k for k in well.tolist() if _says_no_more(block, k)]
    any_abnormality = indices(meanings.any_abnormality)
    if not rows or not len(any_abnormality):
        return mentions
    at, card = np.array(rows), np.full(len(rows), any_abnormality[0])
    added = Mentions(at, at + 1, of[at], card, np.zeros(len(rows), bool), np.ones(len(rows), bool))
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))


def _says_no_more(block: Block, at: int) -> bool:
    """Whether the sentence of token ``at`` holds nothing beside it that could tell of what it is said."""
    first, last = block.tokens.first[block.sentence[at] :][:2].tolist()
    others = block.words[first:at] + block.words[at + 1 : last - 1]
    return FILLING.issuperset(others) or others == TICKED

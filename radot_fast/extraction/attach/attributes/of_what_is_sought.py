"""Words before a finding that a film is only searched for: "limited evaluation for a small apical pneumothorax"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import HISTORY, Meanings
from radot_fast.extraction.match.words import DETERMINERS


def told_of_sought(
    unstated: Mentions, stated: Mentions, block: Block, described: np.ndarray, meanings: Meanings
) -> list[tuple[int, int]]:
    """Tokens from a word of searching to the end of what is sought, which tell of nothing else.

    "Large bullae, which limits evaluation for a small apical pneumothorax": the bullae are neither small nor apical.

    Parameters
    ----------
    unstated, stated
        Findings of which nothing is stated, and the others: a "resection of a left mass" is one, and searches nothing.
    block, meanings
        Words and hits of the sentences, and what these mean.
    described
        bool, shape (n_tokens,): which tokens are places, degrees or modifiers.
    """
    if not len(unstated.start):
        return []
    cues = block.hits[trie.CUE]
    searches = meanings.level[cues.meaning] == HISTORY
    searches &= stated.start.searchsorted(cues.start) == stated.start.searchsorted(cues.end)
    ends = set(cues.end[searches].tolist())
    out = []
    for start, end in zip(unstated.start.tolist(), unstated.end.tolist(), strict=True):
        at = start
        while at not in ends and (described[at - 1] or block.words[at - 1] in DETERMINERS):
            at -= 1
        if at in ends:
            out.append((at, end))
    return out

"""What is left of all that has gone: "all lines except the right PICC have been removed" leaves the PICC."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, EXCEPTIONS, FINITE

EXCEPT = EXCEPTIONS | {"but", "other"}
LEADS = DETERMINERS | frozenset(("for", "from", "than", "of"))
"""Words between such a word and what is left."""
ALL, GONE = frozenset(("all", "everything", "both")), frozenset(("removed", "withdrawn", "extracted", "out", "taken"))
HAVE = frozenset(("has", "have", "is", "are"))
REACH = 3
"""Tokens from the verb to the word that tells of the removal: "have now been removed"."""


def with_excepted(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """What is said of findings, a device that is excepted from a removal as there, and the rest as gone.

    Parameters
    ----------
    named
        Findings of the sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    block, meanings
        The words of the sentences, and what they mean.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    exceptions = block.said(EXCEPT) & block.said(ALL).any() & block.said(GONE).any()
    if not exceptions.any():
        return said
    described, words = tokens_in(block, (trie.ANATOMY, trie.MODIFIER)), block.words
    for at in indices(exceptions).tolist():
        k, first = int(named.start.searchsorted(at)), int(block.tokens.first[block.sentence[at]])
        if k == len(named.start) or block.sentence[named.start[k]] != block.sentence[at]:
            continue
        between, verb = range(at + 1, int(named.start[k])), int(named.end[k])
        verb += words[verb] == ","
        # "All tubes are unchanged but the PICC has been removed."
        if (block.traits[first:at] & FINITE).any():
            continue
        near = all(words[t] in LEADS or described[t] for t in between) and words[verb] in HAVE
        if not near or GONE.isdisjoint(words_from(block, verb + 1, REACH)) or ALL.isdisjoint(words[first:at]):
            continue
        if meanings.device[named.card[k]]:
            said[k] = DEFINITE
            if k and named.start[k - 1] >= first and meanings.device[named.card[k - 1]]:
                said[k - 1] = ABSENT
    return said

"""Where sentences are talk, about the task and not about the patient: "edema; please seek an opinion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import led_by
from radot_fast.extraction.match.words import SEMICOLON

SEES = frozenset(("see", "notice", "observe", "appreciate"))
MAY = frozenset(("can", "could", "also", "clearly", "still", "ll", "will"))
IF = frozenset(("if", "when", "should", "unless", "until"))
"""Words behind and before the "you" of somebody who shows what is there."""


def talk_begins(block: Block) -> np.ndarray:
    """By sentence, the token from which it is talk: its first one, or that behind a semicolon; else ``len(words)``.

    "Here you can see a small effusion" shows what is there, "edema; please seek an opinion" has edema.

    Parameters
    ----------
    block
        Words of the sentences.

    Returns
    -------
    int64, shape (n_sentences,), in [0, n_words]
    """
    out = np.full(len(block.silent), len(block.words))
    at = block.hits[trie.TALK].start
    sees, may = block.said(SEES), block.said(MAY)
    shown = (sees[at + 1] | (may[at + 1] & sees[np.minimum(at + 2, len(sees) - 1)])) & ~block.said(IF)[at - 1]
    at = at[~shown]
    stops = block.where(SEMICOLON)
    begins = np.maximum(block.tokens.first[block.sentence[at]], led_by(-1, stops)[stops.searchsorted(at)] + 1)
    np.minimum.at(out, block.sentence[at], begins)
    return out

"""Doubts behind a label that are of its reading, and not of the label: "left basal opacity: possible pneumonia"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COLON, DETERMINER

REACH = 4
"""Most tokens between the doubt and the name of its reading: "possible small left effusion"."""


def of_readings(cues: Hits, start: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Which doubts point back to a label, though a name follows them.

    "LLZ haze: possible effusion" tells of haze; "LLZ haze: possible" doubts it.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.
    start
        int64, shape (n_findings,), ascending: first token of each finding.

    Returns
    -------
    bool, shape (n_cues,)
    """
    level = meanings.level[cues.meaning]
    out = block.has(COLON)[cues.start - 1] & meanings.points_back[cues.meaning] & (level > DEFINITE) & (level < ABSENT)
    if not out.any():
        return out
    described, names = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)), set(start.tolist())
    for k in indices(out).tolist():
        at = int(cues.end[k])
        while at < cues.end[k] + REACH and at not in names and (described[at] or block.traits[at] & DETERMINER):
            at += 1
        out[k] = at in names
    return out

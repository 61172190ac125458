"""Denials of a pronoun, which are of the finding before it: "a nodule on the CT; it is not seen on this film"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices

PRONOUNS = frozenset(("it", "this", "that", "they", "these"))
AUXILIARIES = frozenset(("is", "are", "was", "were", "has", "have", "can", "could"))
HIDDEN = frozenset(("well", "fully", "completely", "entirely"))
"""Words of a denial that leaves the finding where it is: "it is not well seen"."""


def of_pronouns(start: np.ndarray, finding: np.ndarray, a: np.ndarray, b: np.ndarray, block: Block) -> np.ndarray:
    """Whether cues are said of a pronoun that stands for the finding before it.

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    finding, a, b
        int64, shape (n_meetings,): a finding, and tokens ``a:b`` of a cue that denies and stands behind it.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    words = block.words
    spoken = block.said(PRONOUNS)
    out = (spoken[a - 1] | (spoken[a - 2] & block.said(AUXILIARIES)[a - 1])) & (a > 1)
    for k in indices(out).tolist():
        last = int(start.searchsorted(a[k])) - 1
        out[k] = finding[k] == last and HIDDEN.isdisjoint(words[a[k] : b[k]])
    return out

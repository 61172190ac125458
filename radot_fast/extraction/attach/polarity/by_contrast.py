"""What is excluded of one finding and not of the next: "pneumothorax is excluded, pneumonia is not"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, POSSIBLE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

EXCLUDED = frozenset(("excluded", "out"))
BETWEEN = frozenset((",", ";", "and", "but", "while", "whereas", "a", "an", "the", "not", "small", "subtle"))
"""Words between the verb and the second finding."""
NOT = (["is", "not"], ["are", "not"], ["cannot"], ["can", "not"])
CAN = (["is"], ["are"], ["can"], ["can", "be"])
"""What stands behind the second finding, up to a mark: it is not excluded, or it is."""


def by_contrast(said: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, those behind an exclusion told by contrast to it.

    "Pneumothorax is excluded, but not pneumonia", "pneumonia cannot be excluded, effusion can".

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: level and tokens of each finding.
    block
        Words of the sentences.
    """
    words = block.words
    for at in indices(block.said(EXCLUDED)).tolist():
        k = int(start.searchsorted(at))
        ruled = words[at] != "out" or words[at - 1] == "ruled"
        if not (ruled and 0 < k < len(start)) or block.sentence[start[k - 1]] != block.sentence[start[k]]:
            continue
        between = words[at + 1 : start[k]]
        stop = int(end[k])
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        behind = words[end[k] : stop]
        if not between or not BETWEEN.issuperset(between):
            continue
        if said[k - 1] == ABSENT and (behind in NOT or ("not" in between and not behind)):
            said[k] = POSSIBLE
        elif said[k - 1] == POSSIBLE and behind in CAN:
            said[k] = ABSENT
    return said

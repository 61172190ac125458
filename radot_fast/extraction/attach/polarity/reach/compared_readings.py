"""Which words compare two readings: "pneumonia rather than edema", "favors atelectasis over pneumonia"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import indices

COMPARES = frozenset(("than", "over", "less", "to"))
"""First or last words of doubts that go on with what is less likely: "pneumonia is favored over edema"."""


def compares_nothing(cues: Hits, start: np.ndarray, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues are an "over" or "than" that compares no two readings.

    In "favor atelectasis over pneumonia" it doubts the pneumonia, in "likely a nodule over the rib" it is a place.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    of
        int64, shape (n_tokens,), ≥ 0: the clause of each token.

    Returns
    -------
    bool, shape (n_cues,)
    """
    out = np.zeros(len(cues.start), bool)
    level = meanings.level[cues.meaning]
    alone = (level == POSSIBLE) & meanings.points_on[cues.meaning] & (cues.end == cues.start + 1)
    compared = indices(alone & block.said(COMPARES)[cues.start]).tolist()
    prefers = (level == PROBABLE) | (level == NEAR)
    favors = [k for k in indices(prefers).tolist() if compared and _favors(block, cues, k)]
    for k in compared:
        at = int(cues.start[k])
        # "Technical, because of poor inspiration, than genuine edema": the clause between the commas is an aside.
        low = block.tokens.first[block.sentence[at]] if block.words[at - 1 : at + 1] == [",", "than"] else at
        ahead = [j for j in favors if cues.end[j] <= at and (of[cues.start[j]] == of[at] or low <= cues.start[j])]
        # "More likely vascular than nodal."
        named = ahead and (
            block.words[at] == "than" or start.searchsorted(at) > start.searchsorted(cues.end[ahead[-1]])
        )
        out[k] = not (named or _more_so(block, cues, at, level))
    return out


def _more_so(block: Block, cues: Hits, at: int, level: np.ndarray) -> bool:
    """Whether "than" goes on with what is less likely: "edema is the best explanation, more so than infection"."""
    first = int(block.tokens.first[block.sentence[at]])
    probable = cues.start[level == PROBABLE]
    said = bool(probable.searchsorted(first) < probable.searchsorted(at))
    return said and block.words[at - 2 : at + 1] == ["more", "so", "than"]


def _favors(block: Block, cues: Hits, k: int) -> bool:
    """Whether a cue prefers what follows: "favoring", "more likely"."""
    words = block.words[cues.start[k] : cues.end[k]]
    return any(word.startswith(("favo", "prefer", "more", "likelier")) for word in words)

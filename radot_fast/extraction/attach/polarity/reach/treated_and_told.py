"""Diseases under treatment of which a film tells more: "metastases on chemotherapy, smaller"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.talk_words import is_of_this
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import HISTORY, Meanings
from radot_fast.extraction.match.segments import indices

TREATING = frozenset(("on", "treated", "managed", "receiving", "undergoing"))
"""First words of what is done about a disease, behind a comma or not."""


def treated_and_told(cues: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """Which cues of a treatment say nothing of their disease, as its side, place, degree or change is told.

    "COPD, on home oxygen" is of the patient, "effusion treated with radiotherapy has decreased" of the film.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.

    Returns
    -------
    bool, shape (n_cues,)
    """
    first = block.said(TREATING)
    out = (meanings.level[cues.meaning] == HISTORY) & meanings.points_back[cues.meaning]
    out &= first[cues.start] | first[cues.start + 1]
    for k in indices(out).tolist():
        sentence = int(block.sentence[cues.start[k]])
        out[k] = is_of_this(block, *block.tokens.first[sentence : sentence + 2].tolist())
    return out

"""Diseases that were treated at an earlier day: "adenocarcinoma resected in 2020", "tuberculosis treated in childhood".

They are no statement on these images.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

DISEASES = frozenset(("malignancy", "tuberculosis", "pneumonia", "pulmonary_embolism"))
TREATED = frozenset(("resected", "excised", "removed", "treated", "operated", "diagnosed", "cured", "irradiated"))
BETWEEN = frozenset(
    (",", "(", "was", "were", "been", "has", "had", "which", "fully", "successfully", "surgically", "first")
)
"""Words between a disease and what was done about it."""
WITH = frozenset(
    ("by", "with", "for", "on", "surgery", "radiotherapy", "chemotherapy", "chemoradiotherapy", "lobectomy")
)
"""Words between that and its day."""
PREVIOUS, IN = frozenset(("previous", "prior", "past", "earlier")), frozenset(("in", "last"))
"""Words before such a disease, and behind it before its day."""
CHILDHOOD = frozenset(("childhood", "youth"))


def of_treated_then(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of such diseases, and of the names that what was done about them has: "resected".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    out = _had_then(named, block, meanings)
    for at in indices(block.said(TREATED)).tolist():
        low = at
        while block.words[low - 1] in BETWEEN:
            low -= 1
        k = int(named.end.searchsorted(low))
        if k == len(named.end) or named.end[k] != low or meanings.findings[named.card[k]] not in DISEASES:
            continue
        end = at + 1
        while block.words[end] in WITH:
            end += 1
        child = (end + 2) * (block.words[end] == "in" and block.words[end + 1] in CHILDHOOD)
        stop = day_ends(block, end) or child
        # "The carcinoma treated in 2019 has recurred."
        if stop and block.traits[stop] & SEGMENT_END:
            first, last = np.searchsorted(named.start, (at, at + 1)).tolist()
            out += [k, *range(first, last)]
    return out


def _had_then(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of earlier diseases with their day: "previous TB in 1985"."""
    out: list[int] = []
    for at in indices(block.said(PREVIOUS)).tolist():
        k = int(named.start.searchsorted(at))
        near = k < len(named.start) and named.start[k] <= at + 2
        near = near and block.sentence[named.start[k]] == block.sentence[at]
        if not near or meanings.findings[named.card[k]] not in DISEASES:
            continue
        stop = day_ends(block, int(named.end[k])) if block.words[named.end[k]] in IN else 0
        out += [k] if stop and block.traits[stop] & SEGMENT_END else []
    return out

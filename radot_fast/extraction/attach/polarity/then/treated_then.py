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
FOR = frozenset(("for",))
PREVIOUS, IN = frozenset(("previous", "prior", "past", "earlier")), frozenset(("in", "last"))
"""Words before such a disease, and behind it before its day."""
PREVIOUSLY = frozenset(("previously", "known"))
CHILDHOOD = frozenset(("childhood", "youth"))
OPERATIONS = frozenset(
    (
        "lobectomy", "bilobectomy", "pneumonectomy", "segmentectomy", "mastectomy", "lumpectomy", "metastasectomy",
        "esophagectomy", "gastrectomy", "nephrectomy", "colectomy", "thyroidectomy", "laryngectomy", "prostatectomy",
    )
)  # fmt: skip
CANCERS = frozenset(("cancer", "carcinoma", "adenocarcinoma", "ca", "nsclc", "tumor", "malignancy", "carcinoid"))
"""Last words of what is taken out with an organ, where it is named beside the operation."""
UNTIL_CANCER = frozenset(
    (
        "(", ",", ":", ";", "for", "ago", "in", "last", "year", "years", "month", "months", "week", "weeks", "known",
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "several",
    )
)  # fmt: skip
"""Words between an operation and the cancer it was for: "lobectomy two years ago, adenocarcinoma"."""
UNTIL_OPERATION = frozenset(
    (
        ",", ";", "(", "with", "after", "treated", "by", "status", "post", "s/p", "had", "left", "right", "upper",
        "middle", "lower", "lobe", "partial", "total", "radical", "subtotal", "bilateral",
        "of", "the", "lung", "breast", "s", "/", "p",
    )
)  # fmt: skip
"""Words between a cancer, the first thing of its sentence, and the operation."""
THERAPIES = frozenset(
    (
        "chemotherapy", "chemo", "radiotherapy", "chemoradiotherapy", "chemoradiation", "immunotherapy", "treatment",
        "therapy", "medication",
    )
)  # fmt: skip
"""What is given "for" a disease: "on chemotherapy for breast cancer"."""
AGAIN = frozenset(("recurrent", "recurring", "residual", "new"))
UNITS = frozenset(("days", "week", "weeks", "month", "months", "year", "years"))
SINCE = frozenset(("after", "following", "since", "post"))
ILLNESSES = frozenset(("tuberculosis", "pneumonia", "pulmonary_embolism", "pneumothorax", "empyema"))
REACH = 7
"""The most words from such a time to the illness."""
FIRST = 2
"""How many words of a place or kind may stand before it: "squamous cell carcinoma"."""


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
    out += _treated_for(named, block, meanings)
    return out + _operated_on(named, block, meanings) + _ill_before(named, block, meanings)


def _treated_for(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of diseases that a therapy is for, and no more: "receiving chemotherapy for breast cancer"."""
    out: list[int] = []
    for at in indices(block.said(THERAPIES)[:-1] & block.said(FOR)[1:]).tolist():
        k = int(named.start.searchsorted(at))
        near = k < len(named.start) and named.start[k] <= at + 2 + FIRST
        near = near and block.sentence[named.start[k]] == block.sentence[at]
        if near and meanings.findings[named.card[k]] in DISEASES and block.traits[named.end[k]] & SEGMENT_END:
            out.append(k)
    return out


def _operated_on(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of cancers beside the operation that took them out: "lobectomy (adenocarcinoma)"."""
    out: list[int] = []
    for at in indices(block.said(OPERATIONS)).tolist():
        sentence, behind = block.sentence[at], at + 1
        while block.words[behind] in UNTIL_CANCER or block.words[behind].isdigit():
            behind += 1
        k = int(named.start.searchsorted(behind))
        if behind > at + 1 and k < len(named.start) and named.start[k] == behind:
            out += [k] if _is_a_cancer(k, named, block, meanings) else []
        before = at - 1
        while block.words[before] in UNTIL_OPERATION:
            before -= 1
        k = int(named.end.searchsorted(before + 1))
        # "Carcinoma of the left lung, right lobectomy" is of two.
        if before < at - 1 and k < len(named.end) and named.end[k] < at and _of_one_side(block, before, at):
            opens = named.start[k] <= block.tokens.first[sentence] + FIRST
            out += [k] if opens and _is_a_cancer(k, named, block, meanings) else []
    return out


def _of_one_side(block: Block, before: int, at: int) -> bool:
    """Whether no two sides are named from ``before`` to an operation."""
    opening = int(block.tokens.first[block.sentence[at]])
    return not {"left", "right"}.issubset(block.words[max(before - FIRST, opening) : at])


def _is_a_cancer(k: int, named: Mentions, block: Block, meanings: Meanings) -> bool:
    """Whether finding k is a cancer, and no metastases."""
    words = block.words[named.start[k] : named.end[k]]
    named_so = words[-1] in CANCERS or words[0] in CANCERS  # "carcinoma lung"
    return meanings.findings[named.card[k]] == "malignancy" and named_so and AGAIN.isdisjoint(words)


def _ill_before(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of illnesses since which some time has passed: "cleared six weeks after left lower lobe pneumonia"."""
    out: list[int] = []
    for at in indices(block.said(UNITS)).tolist():
        k = int(named.start.searchsorted(at))
        if block.words[at + 1] not in SINCE or k == len(named.start) or named.start[k] > at + REACH:
            continue
        near = "," not in block.words[at : named.start[k]] and block.sentence[named.start[k]] == block.sentence[at]
        out += [k] if near and meanings.findings[named.card[k]] in ILLNESSES else []
    return out


def _had_then(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of earlier diseases with their day, and those that were treated: "previous TB in 1985", "treated TB"."""
    out: list[int] = []
    for at in indices(block.said(TREATED)).tolist():
        k, low = int(named.start.searchsorted(at)), at - (block.words[at - 1] in BETWEEN | PREVIOUSLY)
        opens = low == block.tokens.first[block.sentence[at]] or block.words[low - 1] == ":"
        if opens and k < len(named.start) and named.start[k] == at + 1 and block.traits[named.end[k]] & SEGMENT_END:
            out += [k] if meanings.findings[named.card[k]] in DISEASES else []
    for at in indices(block.said(PREVIOUS)).tolist():
        k = int(named.start.searchsorted(at))
        near = k < len(named.start) and named.start[k] <= at + 2
        near = near and block.sentence[named.start[k]] == block.sentence[at]
        if not near or meanings.findings[named.card[k]] not in DISEASES:
            continue
        stop = day_ends(block, int(named.end[k])) if block.words[named.end[k]] in IN else 0
        out += [k] if stop and block.traits[stop] & SEGMENT_END else []
    return out

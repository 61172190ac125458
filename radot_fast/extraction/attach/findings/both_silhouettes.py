"""The heart and the mediastinum by one name: "normal cardiomediastinal silhouette" denies a wide mediastinum too."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

BOTH = frozenset(("cardiomediastinal", "cardiomediastinum"))
CARDIO, MEDIASTINAL = frozenset(("cardio",)), frozenset(("mediastinal",))
LARGE, WIDE = "cardiomegaly", "mediastinal_widening"


def with_both_silhouettes(named: Mentions, block: Block, meanings: Meanings) -> Mentions:
    """The findings, and a wide mediastinum that is denied with the large heart by a name of both.

    "The cardiomediastinal silhouette is enlarged" is a large heart alone.

    Parameters
    ----------
    named, block, meanings
        Findings in order, the words of their sentences, and what these mean.
    """
    both = block.said(BOTH)
    if (cardio := block.said(CARDIO)).any():
        both = both | (cardio & np.append(block.said(MEDIASTINAL)[1:], False))
    if not both.any() or WIDE not in meanings.findings:
        return named
    large, wide = meanings.findings.index(LARGE), meanings.findings.index(WIDE)
    count = np.append(0, both.cumsum())
    denied = named.denied & named.combo & (named.card == large) & (count[named.end] > count[named.start])
    which = indices(denied)
    if not len(which):
        return named
    order = np.concatenate((np.arange(len(named.start)), which)).argsort(kind="stable")
    twice = named.at(np.concatenate((np.arange(len(named.start)), which))[order])
    twice.card[order >= len(named.start)] = wide
    return twice

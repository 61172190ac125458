"""Two things by one name: a normal cardiomediastinal silhouette, well expanded lungs, deny two findings each."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

SILHOUETTE = frozenset(("cardiomediastinal", "cardiomediastinum"))
EXPANDED = frozenset(("expanded", "inflated"))
WELL = frozenset(("well", "normally", "adequately"))
"""Words before "expanded" of lungs that are as large as they should be; "fully" is said of one that was collapsed."""
BEHIND = 3
"""Words behind what is said of lungs first: "clear and well expanded"."""
HEART, MEDIASTINUM, LUNGS, VOLUMES = "cardiomegaly", "mediastinal_widening", "opacity", "hypoinflation"


def with_two_by_one_name(named: Mentions, block: Block, meanings: Meanings) -> Mentions:
    """The findings, and those that are denied with them by a name of both.

    "The cardiomediastinal silhouette is enlarged" is a large heart alone.

    Parameters
    ----------
    named, block, meanings
        Findings in order, the words of their sentences, and what these mean.
    """
    silhouettes = block.said(SILHOUETTE)
    if silhouettes.any():
        named = _with(named, silhouettes, (HEART, MEDIASTINUM), block, meanings)
    expanded = block.said(EXPANDED)
    if expanded.any():
        well = expanded.copy()
        well[1:] &= block.said(WELL)[:-1]
        named = _with(named, well, (LUNGS, VOLUMES), block, meanings)
    return named


def _with(named: Mentions, words: np.ndarray, labels: tuple[str, str], block: Block, meanings: Meanings) -> Mentions:
    """The findings, and behind each one of the first label that is denied by some words one of the second label."""
    if not set(labels) <= set(meanings.findings):
        return named
    told, also = (meanings.findings.index(label) for label in labels)
    count = np.append(0, words.cumsum())
    sentence = block.sentence[named.start]
    last = np.append(named.start[1:], len(words)).clip(max=block.tokens.first[sentence + 1])
    stop = (named.end + BEHIND).clip(max=last)
    which = indices(named.denied & named.combo & (named.card == told) & (count[stop] > count[named.start]))
    if not len(which):
        return named
    order = np.concatenate((np.arange(len(named.start)), which)).argsort(kind="stable")
    twice = named.at(np.concatenate((np.arange(len(named.start)), which))[order])
    twice.card[order >= len(named.start)] = also
    return twice

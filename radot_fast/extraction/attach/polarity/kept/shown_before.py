"""Doubted names of what was just told for sure: "the heart is enlarged, suggesting cardiomegaly"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, HISTORY, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import PALSY

ARTERIES, HYPERTENSION = frozenset(("artery", "arteries", "trunk", "segment")), "pulmonary_hypertension"
ARTERIAL = ARTERIES | {"arterial"}
LARGE = frozenset(("enlargement", "prominence", "dilatation", "dilation", "fullness", "distension"))
"""Last words of such a name: "pulmonary arterial enlargement"."""
SIDES = frozenset(("left", "right"))
NAMES_OF_STATES = frozenset(
    (
        "cardiomegaly", "chamber_enlargement", "mediastinal_widening", "hypoinflation", "osteopenia", "organomegaly",
        "diaphragm_elevated", "diaphragm_flattened", "pleural_thickening", "bronchial_wall_thickening",
        "costophrenic_blunting", "bowel_dilation",
    )
)  # fmt: skip
"""Findings that are no more than their structure with its property: large arteries are no proof of hypertension."""


def shown_before(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of doubted findings that a structure and its property before the doubt have told already.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    doubted = indices((said > DEFINITE) & (said < HISTORY) & (said != ABSENT)).tolist()
    doubted = [k for k in doubted if meanings.findings[named.card[k]] in NAMES_OF_STATES]
    doubted = [k for k in doubted if PALSY.isdisjoint(block.words[named.start[k] : named.end[k]])]
    if not doubted:
        return []
    cues = block.hits[trie.CUE]
    doubts = cues.start[(meanings.level[cues.meaning] > DEFINITE) & (meanings.level[cues.meaning] <= HISTORY)]
    out = []
    for k in doubted:
        start = int(named.start[k])
        first = int(block.tokens.first[block.sentence[start]])
        low, high = doubts.searchsorted((first, start)).tolist()
        if low < high and _is_on_other_side(block, first, int(doubts[low])):
            continue
        if low < high and _tells(int(named.card[k]), first, int(doubts[low]), block, meanings):
            out.append(k)
    return out


def _is_on_other_side(block: Block, first: int, doubt: int) -> bool:
    """Whether a doubt is of the other side: "right pleural thickening, possible left pleural thickening"."""
    stop = int(block.tokens.first[block.sentence[doubt] + 1])
    before, behind = SIDES.intersection(block.words[first:doubt]), SIDES.intersection(block.words[doubt:stop])
    return len(before) == len(behind) == 1 and before != behind


def as_its_reading(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Levels of findings, wide pulmonary arteries as what they are read as.

    "Prominent pulmonary arteries raise the question of pulmonary hypertension": none of the two is certain, and
    neither is it in "query pulmonary hypertension, given the large pulmonary arteries".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    # "Pulmonary arterial enlargement."
    shown = named.combo | block.said(ARTERIES)[named.end - 1]
    shown |= block.said(LARGE)[named.end - 1] & block.said(ARTERIAL)[np.maximum(named.end - 2, 0)]
    sure, doubted = said == DEFINITE, (said > DEFINITE) & (said < ABSENT)
    same = named.card[:-1] == named.card[1:]
    pairs = same & ((shown & sure)[:-1] & doubted[1:] | (shown & sure)[1:] & doubted[:-1])
    for k in indices(pairs).tolist():
        together = block.sentence[named.start[k]] == block.sentence[named.start[k + 1]]
        if together and meanings.findings[named.card[k]] == HYPERTENSION:
            said[k] = said[k + 1] = max(said[k], said[k + 1])
    return said


def _tells(card: int, low: int, high: int, block: Block, meanings: Meanings) -> bool:
    """Whether a structure and a property among the tokens ``low:high`` mean a finding."""
    inside = []
    for category in (trie.STRUCTURE, trie.PROPERTY):
        hits = block.hits[category]
        a, b = hits.start.searchsorted((low, high)).tolist()
        inside.append(hits.meaning[a:b])
    combos = meanings.combos[np.ix_(*inside)]
    combos = combos[combos >= 0]
    return bool(((meanings.combo_card[combos] == card) & ~meanings.combo_absent[combos]).any())

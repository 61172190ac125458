"""Words of change that are a word of a finding's name: "increase of the heart shadow" is cardiomegaly."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.bare_removals import named_removals
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import any_between, indices
from radot_fast.extraction.match.words import STATE

OF_IT, THAN = frozenset(("of",)), frozenset(("than",))
FLARES = frozenset(("exacerbation", "flare"))
BEFORE_FLARES = frozenset(("acute", "an", "a", "the", "infective"))
OTHERWISE = frozenset(("or", "versus", "vs", "?", "be", "represent", "reflect"))
"""Words before a flare that is an alternative itself: "infection versus acute exacerbation"."""
BETWEEN, BETWEEN_REACH = "between", 8
"""A word before two alternatives, "between infection and an acute exacerbation", and tokens among which it stands."""
SHRINKAGE = frozenset(("shrinkage",))
ARE = frozenset(("is", "are", "appear", "appears"))
DAY_BEHIND = frozenset(("since", "from", "compared", "than", "over", "on"))
OF_NAMES = frozenset(
    ("the", "progressive", "persistent", "shrunken", "volume", "removed", "removal", "in", "down", "recurrent", "less")
)
"""Last words of a change that a name may hold and that are none there: "persistent left superior vena cava"."""


def of_names(hits: Hits, named: np.ndarray, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Which changes are a word of a name, but of one that names a change: "decreased heart size".

    Parameters
    ----------
    hits
        Words of change.
    named
        int64, shape (n_words + 1,), ≥ 0: of how many names each word is one.
    around, meanings
        The findings in their sentences, and what their words mean.

    Returns
    -------
    bool, shape (n_hits,)
    """
    block, mentions = around.block, around.mentions
    short = (hits.end - hits.start == 1) | ((hits.end - hits.start == 2) & block.said(OF_IT)[hits.end - 1])
    state = short & block.has(STATE)[hits.start] & (named[hits.start] > 0) & (named[hits.end - 1] > 0)
    if state.any():
        k = np.maximum(mentions.start.searchsorted(hits.start, side="right") - 1, 0)
        state &= ~(meanings.of_change[mentions.card[k]] & (hits.end <= mentions.end[k]))
    state |= _named_behind(hits, named, around, meanings)
    # "Interval removal of the right upper lobe."
    if len(operations := named_removals(block)):
        state |= any_between(operations, hits.start, hits.end)
    # "Shrinkage of both upper lobes" is a loss of volume.
    if (shrunk := block.said(SHRINKAGE)).any():
        state |= any_between(indices(shrunk & (named[: len(shrunk)] > 0)), hits.start, hits.end)
    for at in indices(block.said(FLARES)).tolist():
        before = at - 1
        while block.words[before] in BEFORE_FLARES:
            before -= 1
        other = block.words[before] in OTHERWISE
        other |= block.words[before] == "and" and BETWEEN in words_before(block, before, BETWEEN_REACH)
        if other and block.words[at + 1] not in OF_IT:
            state |= (hits.start <= at) & (hits.end > at)
    # "Progressive massive fibrosis", "a lobe that is reduced in volume" and a breast that was removed are names.
    findings = block.hits[trie.FINDING]
    known = findings.at(~(meanings.device | meanings.of_change)[meanings.card[findings.meaning]])
    held = known.holds(hits.start, hits.end, longer=True)
    return state | (held & block.said(OF_NAMES)[hits.end - 1] & ~block.said(THAN)[hits.end])


def _named_behind(hits: Hits, named: np.ndarray, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Which changes are what a structure is, as a name behind them says: "volumes are increased, hyperinflation"."""
    block, mentions = around.block, around.mentions
    out = block.has(STATE)[hits.start] & (hits.end == hits.start + 1) & (named[hits.start] == 0)
    out &= block.said(ARE)[hits.start - 1] & ~block.said(DAY_BEHIND)[hits.end]
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    for k in indices(out).tolist():
        at = int(hits.start[k])
        one = int(structures.end.searchsorted(at - 1))
        same = indices(properties.start == at)
        behind = int(mentions.start.searchsorted(at))
        out[k] = False
        if one == len(structures.end) or structures.end[one] != at - 1 or behind == len(mentions.start):
            continue
        if block.sentence[mentions.start[behind]] != block.sentence[at]:
            continue
        combos = [int(meanings.combos[structures.meaning[one], properties.meaning[p]]) for p in same.tolist()]
        cards = [int(meanings.combo_card[combo]) for combo in combos if combo >= 0]
        out[k] = int(mentions.card[behind]) in cards
    return out

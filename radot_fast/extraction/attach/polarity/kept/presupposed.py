"""What is there while another finding is denied of it: "no cavitation in the mass", "no edema in the scarred lung"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import VERB

THE = frozenset(("the", "this", "these", "his", "her"))
IN = frozenset(
    ("in", "within", "inside", "of", "behind", "through", "throughout", "beneath", "underlying", "around", "by")
)
LUNGS = frozenset(("lungs", "lung"))
STATES_OF_LUNGS = frozenset(("hypoinflation", "hyperinflation", "emphysema", "fibrosis", "scar", "copd"))
"""Findings that an adjective tells of lungs: "no mass in emphysematous lungs"."""
INSIDE, NO, NO_REACH = frozenset(("in", "within", "inside")), frozenset(("no", "without")), 4
EARLIER = frozenset(("previous", "previously", "prior", "former", "formerly", "earlier", "old", "recent"))
"""Words of what was there: "no consolidation in the area of the previous effusion"."""

SEEN = frozenset(
    ("present", "visible", "evident", "apparent", "found", "shown", "demonstrated", "appreciated", "there")
)
"""Words between what is denied and the preposition, besides verbs: "no mass is evident behind the heart"."""
FILLS = frozenset(
    (
        "cavitation", "calcification", "calcifications", "level", "levels", "bronchogram", "bronchograms", "ball",
        "mycetoma", "cavity", "septation", "septations", "loculation", "loculations", "lucency", "lucencies", "fat",
        "gas", "necrosis",
    )
)  # fmt: skip
"""Last words of what only something else can hold: "no calcification in right hilar mass" has a mass."""
NONE, OF = frozenset(("none", "neither")), frozenset(("of",))
THESE, ARE = THE | {"those", "them"}, frozenset(("is", "are"))
FREE = frozenset(("clear", "free", "cleared", "devoid", "rid", "emptied"))
"""Words before an "of" that denies what follows: "the left lung is now clear of the consolidation"."""
KNOWN = frozenset(("known", "existing", "stable", "unchanged", "obvious"))
CHANGE, OF_IT = frozenset(("change", "difference", "alteration")), frozenset(("in", "of", "to"))
COUNTS = frozenset(("two", "three", "four", "several", "multiple", "2", "3", "4", "small", "old", "both", "all"))
"""Words of what has not changed: "no change in the two nodules, and effusions are absent"."""


def with_presupposed(named: Mentions, said: np.ndarray, block: Block) -> np.ndarray:
    """What is said of findings, with those there that a "the" and a preposition put behind what is denied.

    Or the preposition alone, where only they can hold what is denied: "no fluid level seen in left apical cavity". A
    denial behind them is of what they hold: "calcification within the nodule is not seen".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    fills = block.said(FILLS)
    # "Fluid level in the" is a name with its preposition.
    held = fills[named.end - 1] | (fills[named.end - 3] & block.said(THE)[named.end - 1])
    leads = block.said(THE)[1:] & block.said(IN)[:-1]
    if not ((leads.any() or held.any()) and len(said)):
        return said
    denied = (said == ABSENT) | named.denied
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    places = indices(leads) + 1
    behind = named.start.searchsorted(places)
    which = np.minimum(behind, len(named.start) - 1)
    may = (behind > 0) & (behind == which) & (said[which] == ABSENT) & denied[which - 1]
    out = said.copy()
    for at, k in zip(places[may].tolist(), which[may].tolist(), strict=True):
        if _lies_in(int(named.end[k - 1]), at - 1, k, named, block, described):
            out[k] = DEFINITE
    for k in (indices(held[:-1] & (denied[:-1] | (said[:-1] == DEFINITE)) & (said[1:] == ABSENT)) + 1).tolist():
        low, start = int(named.end[k - 1]) - 2 * (not fills[named.end[k - 1] - 1]), int(named.start[k])
        at = next((t for t in range(low, start) if block.words[t] in IN), start)
        if at < start and _lies_in(low, at, k, named, block, described):
            out[k - 1], out[k] = ABSENT, DEFINITE
    inside = leads & block.said(INSIDE)[:-1]
    places = indices(inside) + 1
    behind = named.start.searchsorted(places)
    which = np.minimum(behind, len(out) - 1)
    may = (behind == which) & (out[which] == ABSENT)
    for at, k in zip(places[may].tolist(), which[may].tolist(), strict=True):
        if out[k] == ABSENT and _holds_the_unnamed(at, k, named, block, described):
            out[k] = DEFINITE
    return out


def held_lungs(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """States of lungs in which something else is denied, by number: "no consolidation in hyperinflated lungs".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    lungs = block.said(LUNGS)
    denied = (said == ABSENT) | named.denied
    may = (said[1:] == ABSENT) & denied[:-1] & (block.sentence[named.start[1:]] == block.sentence[named.start[:-1]])
    if not (may.any() and lungs.any()):
        return []
    described, out = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)), []
    for k in (indices(may) + 1).tolist():
        low, start, end = int(named.end[k - 1]), int(named.start[k]), int(named.end[k])
        state = meanings.cards[named.card[k]].finding in STATES_OF_LUNGS and lungs[start : end + 1].any()
        at = next((t for t in range(start - 1, low - 1, -1) if block.words[t] in INSIDE), start)
        if state and at < start and _lies_in(low, at, k, named, block, described):
            out.append(k)
    return out


def _holds_the_unnamed(at: int, k: int, named: Mentions, block: Block, described: np.ndarray) -> bool:
    """Whether a "no" before the preposition at token ``at - 1`` denies a thing of no name: "no fat in the mass"."""
    low = at - 1 - NO_REACH
    no = next((t for t in range(at - 2, max(low, -1), -1) if block.words[t] in NO), at)
    unnamed = no < at - 2 and block.sentence[no] == block.sentence[at] and (k == 0 or named.end[k - 1] <= no)
    plain = not any(block.traits[t] & VERB or described[t] for t in range(no + 1, at - 1))
    near = all(described[t] or block.words[t] in KNOWN for t in range(at + 1, int(named.start[k])))
    return unnamed and plain and near and EARLIER.isdisjoint(block.words[at : named.end[k]])


def _lies_in(low: int, at: int, k: int, named: Mentions, block: Block, described: np.ndarray) -> bool:
    """Whether the preposition at a token places what ends at token ``low`` in finding k, which no word calls past."""
    start = int(named.start[k])
    told = low <= at and block.words[at - 1] not in FREE
    told &= all(block.traits[t] & VERB or block.words[t] in SEEN or described[t] for t in range(low, at))
    near = all(described[t] or block.words[t] in KNOWN or block.words[t] in THE for t in range(at + 1, start))
    return bool(told and near and EARLIER.isdisjoint(block.words[at + 1 : named.end[k]]))


def not_so(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of denied findings of which only another one is denied: "none of the nodules is calcified".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    some = block.said(NONE)[:-2] & block.said(OF)[1:-1] & block.said(THESE)[2:]
    if not some.any():
        return []
    out = []
    for at in indices(some).tolist():
        k = int(named.start.searchsorted(at + 3))
        last = int(named.start.searchsorted(block.tokens.first[block.sentence[at] + 1]))
        if k + 1 >= last or said[k] != ABSENT:
            continue
        plain = not (block.traits[at : named.start[k]] & VERB).any()
        out += [k] if plain and block.words[named.end[k]] in ARE and named.end[k] < named.start[k + 1] else []
    return out


def without_change(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of denied findings of which only a change is denied: "no change in the two old nodules, and no effusion".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    places = block.said(CHANGE)[:-2] & block.said(OF_IT)[1:-1] & block.said(THE)[2:]
    if not places.any():
        return []
    out, described = [], tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    for at in indices(places).tolist():
        k = int(named.start.searchsorted(at))
        if k == len(said) or said[k] != ABSENT or block.sentence[named.start[k]] != block.sentence[at]:
            continue
        low = at + 3
        # "The calcified apical nodules" are two findings.
        while k < len(said) and said[k] == ABSENT:
            if not all(described[t] or block.words[t] in COUNTS | KNOWN for t in range(low, int(named.start[k]))):
                break
            out.append(k)
            low, k = int(named.end[k]), k + 1
    return out

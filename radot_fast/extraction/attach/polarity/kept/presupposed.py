"""What is there while another finding is denied of it: "no cavitation in the mass", "no edema in the scarred lung"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import VERB

THE = frozenset(("the", "this", "these", "his", "her"))
IN = frozenset(("in", "within", "inside", "of", "behind", "through", "throughout", "beneath", "underlying", "around"))
EARLIER = frozenset(("previous", "previously", "prior", "former", "formerly", "earlier", "old", "recent"))
"""Words of what was there: "no consolidation in the area of the previous effusion"."""

SEEN = frozenset(
    ("present", "visible", "evident", "apparent", "found", "shown", "demonstrated", "appreciated", "there")
)
"""Words between what is denied and the preposition, besides verbs: "no mass is evident behind the heart"."""
NONE, OF = frozenset(("none", "neither")), frozenset(("of",))
THESE, ARE = THE | {"those", "them"}, frozenset(("is", "are"))
KNOWN = frozenset(("known", "existing", "stable", "unchanged", "obvious"))


def presupposed(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of denied findings that are there, with a "the" and a preposition behind what is denied.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out: list[int] = []
    leads = block.said(THE)[1:] & block.said(IN)[:-1]
    if not (leads.any() and len(said)):
        return out
    places = indices(leads) + 1
    behind = named.start.searchsorted(places)
    which = np.minimum(behind, len(named.start) - 1)
    may = (behind > 0) & (behind == which) & (said[which] == ABSENT)
    may &= (said[which - 1] == ABSENT) | named.denied[which - 1]
    if not may.any():
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    for at, k in zip(places[may].tolist(), which[may].tolist(), strict=True):
        before, start = int(named.end[k - 1]), int(named.start[k])
        between = range(before, at - 1)  # up to the preposition
        told = before < at and all(block.traits[t] & VERB or block.words[t] in SEEN or described[t] for t in between)
        near = all(described[t] or block.words[t] in KNOWN for t in range(at + 1, start))
        if told and near and EARLIER.isdisjoint(block.words[at : named.end[k]]):
            out.append(k)
    return out


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

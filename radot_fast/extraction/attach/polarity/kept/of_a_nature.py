"""Doubts of what a thing is by nature, which is there: "likely benign nodule", "?infective left basal shadowing"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER

DOUBTS = frozenset(("likely", "probably", "presumably", "possibly", "probable", "?", "query"))
NATURES = frozenset(
    (
        "benign", "infective", "infectious", "inflammatory", "vascular", "reactive", "parapneumonic", "physiological",
        "physiologic", "artefactual", "artifactual", "postinflammatory", "traumatic", "incidental", "aspirational",
    )
)  # fmt: skip
"""Adjectives between a doubt and the thing of which they doubt the nature."""
THINGS = frozenset(
    (
        "opacity", "nodule", "density", "mass", "lesion", "consolidation", "infiltrate", "cavitation",
        "pleural_effusion", "lymphadenopathy", "airspace_disease", "hilar_abnormality",
    )
)  # fmt: skip


KINDS, OF = frozenset(("loculation", "septation", "encapsulation", "organization", "infection")), frozenset(("of",))
"""Nouns of a kind of effusion: "possible loculation of the left effusion" leaves the effusion there."""


def of_a_nature(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of doubted findings of which only the nature is in doubt; places may stand before their names.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    natures = indices(block.said(NATURES)[1:] & block.said(DOUBTS)[:-1]) + 2
    kinds = indices(block.said(KINDS)[:-1] & block.said(OF)[1:]) + 2
    if not len(natures) and not len(kinds):
        return []
    out: list[int] = []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)) | block.has(DETERMINER)
    for start in (*natures.tolist(), *kinds.tolist()):
        while described[start] and start not in named.start:
            start += 1
        k = int(named.start.searchsorted(start))
        thing = k < len(named.start) and meanings.findings[named.card[k]] in THINGS
        if thing and named.start[k] == start and DEFINITE < said[k] < ABSENT:
            out.append(k)
    return out

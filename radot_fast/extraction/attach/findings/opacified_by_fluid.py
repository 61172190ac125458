"""Opacities that are an effusion's own: "a large effusion opacifies the lower hemithorax" tells of one finding."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER, SEMICOLON

MAKES_OPAQUE = frozenset(("opacifies", "opacify", "opacifying"))
CAUSES = frozenset(("causes", "cause", "causing", "produces", "produce", "producing", "in"))
NOUN, RESULTS = frozenset(("opacification",)), frozenset(("results", "resulting", "result"))
MADE_OPAQUE, BY = frozenset(("opacified",)), frozenset(("by",))


def opacified_by_fluid(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding is an opacity that an effusion makes, which stands before it or behind a "by".

    "The lower two thirds of the left hemithorax are opacified by a large effusion", "an effusion causes opacification".

    Parameters
    ----------
    mentions
        Findings of the sentences, ascending.
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    out = np.zeros(len(mentions.start), bool)
    verbs, made = block.said(MAKES_OPAQUE), block.said(MADE_OPAQUE)
    nouns = block.said(NOUN)
    if meanings.effusion < 0 or not (verbs.any() or made.any() or nouns.any()):
        return out
    fluid = (mentions.card == meanings.effusion) & ~mentions.denied
    parts = block.count_before(SEMICOLON)
    plain = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON)) | block.has(DETERMINER)
    caused = nouns[mentions.start]
    for k in indices(caused).tolist():
        low = int(mentions.start[k]) - 1
        while plain[low]:
            low -= 1
        caused[k] = block.words[low] in CAUSES and (block.words[low] != "in" or block.words[low - 1] in RESULTS)
    for k in indices(verbs[mentions.start] | caused).tolist():
        at, j = int(mentions.start[k]), k - 1
        same = j >= 0 and block.sentence[mentions.start[j]] == block.sentence[at]
        out[k] = same and fluid[j] and parts[mentions.end[j]] == parts[at]
    if (by := made[:-1] & block.said(BY)[1:]).any():
        for k in indices(mentions.end <= len(by)).tolist():
            at = int(mentions.end[k])
            if not by[at - 1] or k + 1 == len(out) or not fluid[k + 1]:
                continue
            out[k] = bool(plain[at + 1 : mentions.start[k + 1]].all())
    return out

"""Opacities that are an effusion's own: "a large effusion opacifies the lower hemithorax" tells of one finding."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER, SEMICOLON

VERBS = frozenset(("opacifies", "opacify", "opacifying"))
NOUNS = frozenset(("opacification", "opacified"))
CAUSES = frozenset(("causes", "cause", "causing", "produces", "produce", "producing"))
RESULTS, WITH = frozenset(("results", "resulting", "result")), frozenset(("with",))
"""Words between an effusion and the opacity that it makes; results are "in" one."""
LEADS = frozenset(("by", "from"))
LEADS_TO = frozenset(("due", "secondary", "owing"))
"""Words before the effusion behind the opacity, the latter with a "to"."""
HEDGES = frozenset(("probably", "likely", "possibly", "presumably", "may", "might", "could", "perhaps", "suggesting"))
HEMITHORAX, SIDE_REACH = frozenset(("hemithorax", "hemithoraces")), 10


def opacified_by_fluid(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding is an opacity that an effusion makes, which stands before it or behind its cause.

    "A left effusion with opacification of the hemithorax", "the left hemithorax is opacified by a large effusion".

    Parameters
    ----------
    mentions
        Findings of the sentences, ascending.
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    out = np.zeros(len(mentions.start), bool)
    verbs, nouns = block.said(VERBS), block.said(NOUNS)
    if meanings.effusion < 0 or not (verbs.any() or nouns.any()):
        return out
    fluid = (mentions.card == meanings.effusion) & ~mentions.denied
    parts = block.count_before(SEMICOLON)
    plain = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON)) | block.has(DETERMINER)
    for k in indices((verbs | nouns)[mentions.start] | nouns[mentions.end - 1]).tolist():
        at, sentence = int(mentions.start[k]), block.sentence[mentions.start]
        behind = k > 0 and sentence[k - 1] == sentence[k] and fluid[k - 1]
        behind = behind and parts[mentions.end[k - 1]] == parts[at]
        out[k] = behind and (bool(verbs[at]) or _is_made(at, block, plain))
        for m in range(k + 1, min(k + 3, len(out))):
            if not out[k] and fluid[m] and sentence[m] == sentence[k]:
                out[k] = _is_caused(int(mentions.end[k]), int(mentions.start[m]), block, plain)
    return out


def _is_made(at: int, block: Block, plain: np.ndarray) -> bool:
    """Whether the opacity at a token is made by what stands before: "causes near complete opacification"."""
    low = at - 1
    first = int(block.tokens.first[block.sentence[at]])
    while low > first and plain[low]:
        low -= 1
    if block.words[low] in WITH:
        # "The effusion is larger, now with opacification of the hemithorax": that is news of its own.
        return block.words[low - 1] != "now" and not HEMITHORAX.isdisjoint(words_from(block, at, SIDE_REACH))
    return block.words[low] in CAUSES or (block.words[low] == "in" and block.words[low - 1] in RESULTS)


def _is_caused(low: int, high: int, block: Block, plain: np.ndarray) -> bool:
    """Whether the effusion at token ``high`` is the sure cause of what ends at ``low``: "due to a large effusion"."""
    between = block.words[low:high]
    if not HEDGES.isdisjoint(between):
        return False
    at = high - 1
    while at > low and plain[at]:
        at -= 1
    return block.words[at] in LEADS or (block.words[at] == "to" and block.words[at - 1] in LEADS_TO)

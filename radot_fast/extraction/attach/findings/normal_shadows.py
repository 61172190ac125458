"""Shadows that are no opacity, as they are as usual: "the cardiothymic shadow is normal", "hilar density: normal".

"Density of both lung fields is normal" is one, with what it is of before its verb.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COLON, COMMA, FINITE, SEGMENT_END

SHADOWS = frozenset(("shadow", "shadows", "shadowing", "density"))
LEADS = frozenset(
    ("both", "all", "quite", "entirely", "also", "otherwise", "essentially", "grossly", "again", "within")
)
"""Words between the verb and what is said of a shadow."""
OF, OWNER_REACH = frozenset(("of",)), 6
"""A word before what a shadow is of, and tokens in which its verb stands behind that."""


def without_normal_shadows(block: Block, meanings: Meanings) -> Block:
    """The block without the opacities that such shadows are read as; the structure before them keeps what is said.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    findings = block.hits[trie.FINDING]
    at = indices(block.said(SHADOWS)[findings.start] & (findings.end == findings.start + 1))
    if not len(at):
        return block
    properties = block.hits[trie.PROPERTY]
    normal = properties.start[properties.meaning == meanings.normal]
    told = _behind_owners(findings.end[at], block)
    opened = block.has(FINITE)[told] | block.has(COLON)[told]
    behind = told + 1 + block.said(LEADS)[np.minimum(told + 1, len(block.words) - 1)]
    left_out = np.zeros(len(findings.start), bool)
    left_out[at[opened & (among(behind, normal) | among(told + 1, normal))]] = True
    if not left_out.any():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~left_out)
    return block.with_hits(hits)


def _behind_owners(told: np.ndarray, block: Block) -> np.ndarray:
    """Tokens at which something is told of shadows that end there, behind what they are of, if that is named."""
    out, stops = told.copy(), block.has(FINITE | COLON | SEGMENT_END | COMMA)
    for k in indices(block.said(OF)[told]).tolist():
        ahead = indices(stops[told[k] : told[k] + OWNER_REACH])
        out[k] = told[k] + ahead[0] if len(ahead) else told[k]
    return out

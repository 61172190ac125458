"""Shadows that are no opacity, as they are as usual: "the cardiothymic shadow is normal", "hilar density: normal"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COLON, FINITE

SHADOWS = frozenset(("shadow", "shadows", "shadowing", "density"))
LEADS = frozenset(
    ("both", "all", "quite", "entirely", "also", "otherwise", "essentially", "grossly", "again", "within")
)
"""Words between the verb and what is said of a shadow."""


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
    told = findings.end[at]
    opened = block.has(FINITE)[told] | block.has(COLON)[told]
    behind = told + 1 + block.said(LEADS)[np.minimum(told + 1, len(block.words) - 1)]
    left_out = np.zeros(len(findings.start), bool)
    left_out[at[opened & among(behind, normal)]] = True
    if not left_out.any():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~left_out)
    return block.with_hits(hits)

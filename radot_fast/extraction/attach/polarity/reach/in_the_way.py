"""Leads that only limit what is seen, and are no statement on these images: "limited by overlying monitoring leads"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

LEADS = "monitor_leads"
LIMITED = frozenset(
    (
        "limited", "obscured", "degraded", "hampered", "compromised", "hindered", "impeded", "impaired", "restricted",
        "hidden", "masked", "overlain", "covered", "affected", "marred", "suboptimal", "difficult", "obstructed",
        "confounded", "complicated", "reduced", "lost", "unclear", "hard", "challenging", "obscuration", "limitation",
    )
)  # fmt: skip
LIMITS = frozenset(
    (
        "limit", "limits", "obscure", "obscures", "degrade", "degrades", "hamper", "hampers", "compromise",
        "compromises", "hinder", "hinders", "impede", "impedes", "impair", "impairs", "restrict", "restricts", "hide",
        "hides", "mask", "masks", "limiting", "obscuring", "degrading", "hampering", "hindering", "impeding",
        "restricting", "masking", "hiding", "reduce", "reduces", "impairing", "compromising",
    )
)  # fmt: skip
"""What such leads do, behind "by" or before it: "external leads partly obscure the right lung"."""
BY = frozenset(("by", "from", "to", "because", "of"))
BY_REACH, DOES_REACH = 12, 5
"""Tokens from the leads back to "limited by", and on to the verb."""


def in_the_way(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of such leads.

    "ECG leads overlie the chest" tells of them.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    out: list[int] = []
    limits = block.said(LIMITED | LIMITS)
    if not limits.any():
        return out
    leads = np.array([device == LEADS for device in meanings.devices], bool)
    for k in indices(leads[named.card]).tolist():
        start, end = int(named.start[k]), int(named.end[k])
        first = max(int(block.tokens.first[block.sentence[start]]), start - BY_REACH)
        at = next((t for t in range(start - 1, first - 1, -1) if limits[t] or block.words[t] == ";"), first)
        limited = bool(limits[at]) and not BY.isdisjoint(block.words[at + 1 : at + 3])
        # "Artefact from external leads limits assessment."
        behind = words_from(block, end, DOES_REACH)
        verb = next((n for n, word in enumerate(behind) if word in LIMITS), -1)
        does = verb >= 0 and not any(block.traits[t] & SEGMENT_END for t in range(end, end + verb))
        out += [k] if limited or does else []
    return out

"""Devices of which only the end is not seen: "the tip of the feeding tube is not visualized"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import indices

TIPS, REACH = frozenset(("tip", "tips", "end", "course", "side")), 5
"""Words for the end of a device, and tokens before its name among which one stands: "tip of the right jugular line"."""


def of_tips(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of devices that are there, as what is denied is of their tip.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out = []
    for k in indices((said == ABSENT) & meanings.device[named.card]).tolist():
        start = int(named.start[k])
        first = int(block.tokens.first[block.sentence[start]])  # not in the sentence that happens to be read before it
        words = block.words[max(first, start - REACH) : start]
        if "of" in words and not TIPS.isdisjoint(words[: words.index("of")]):
            out.append(k)
    return out

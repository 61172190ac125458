"""Devices of which only the tip is not seen, and which are there: "the tip of the feeding tube is not visualized"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, HISTORY, POSSIBLE, Meanings
from radot_fast.extraction.match.segments import indices

TIPS = frozenset(
    ("tip", "tips", "end", "course", "hole", "holes", "sidehole", "port", "position", "location", "placement")
)
"""Words for the end of a device, and for where it lies."""
TIP_REACH = 5
"""Tokens before a device among which one stands: "tip of the right jugular line"."""


def of_unseen_tips(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of devices of which only the tip is denied.

    Parameters
    ----------
    named
        Findings of the sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    block, meanings
        The words of the sentences, and what they mean.
    """
    out = []
    # "The tip of the PICC is difficult to see."
    unseen = (said == ABSENT) | (said == HISTORY) | (said == POSSIBLE)
    for k in indices(unseen & meanings.device[named.card]).tolist():
        start = int(named.start[k])
        first = int(block.tokens.first[block.sentence[start]])  # not in the sentence that happens to be read before it
        words = block.words[max(first, start - TIP_REACH) : start]
        if "of" in words and not TIPS.isdisjoint(words[: words.index("of")]):
            out.append(k)
    return out

"""Resolution in doubt: "the effusion has possibly resolved", "probable resolution of the edema"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.reach.doubted_normals import DOUBTS
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COPULAS, FINITE, SEGMENT_END

MODALS, BEHIND_MODALS = frozenset(("may", "might", "could")), frozenset(("have", "no", "now", "be", "already"))
"""Such words with those right behind them: "may have resolved", and not "3 May has resolved"."""
LEVELS = DOUBTS | dict.fromkeys((*MODALS, "possible", "questionable"), "possible")
"""Words that leave a resolution open, and the certainty of it."""
DOUBTING = frozenset(LEVELS)
GONE = frozenset(("resolved", "cleared", "gone", "disappeared", "vanished"))
GOING = frozenset(("resolution", "clearing", "disappearance", "clearance"))
LED = frozenset(
    ("have", "has", "now", "since", "been", "be", "already", "completely", "fully", "interval", "complete", "all")
)
LED_BY = 3
"""Words that may stand between a doubt and the word of resolution, and how many at most: "may have now resolved"."""
LONGER = frozenset(("longer",))
VERBS = COPULAS | {"has", "have"}


def doubted_resolutions(mentions: Mentions, absent: np.ndarray, block: Block) -> dict[int, str]:
    """Findings that have gone by a word behind a doubt, and the certainty of that.

    Parameters
    ----------
    mentions, block
        Findings, and the words of their sentences.
    absent
        bool, shape (n_mentions,): whether each is said to be absent.
    """
    doubts = indices(block.said(DOUBTING)) if block.said(GONE | GOING | LONGER).any() else ()
    out: dict[int, str] = {}
    for at in map(int, doubts):
        word = next((k for k in range(at + 1, at + 2 + LED_BY) if block.words[k] not in LED), at)
        gone = block.words[word] in GONE or block.words[word : word + 2] == ["no", "longer"]
        month = block.words[at] in MODALS and block.words[at + 1] not in BEHIND_MODALS
        if month or (not gone and block.words[word] not in GOING):
            continue
        first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        low, high = mentions.start.searchsorted((first, at) if gone else (word, stop))
        parted = block.traits & (FINITE | SEGMENT_END)
        verb = at - (block.words[at - 1] in VERBS)
        for k in range(int(low), int(high)):
            between = parted[mentions.end[k] : verb] if gone else parted[word : mentions.start[k]]
            if absent[k] and not between.any():
                out[k] = LEVELS[block.words[at]]
    return out

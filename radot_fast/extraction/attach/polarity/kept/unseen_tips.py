"""Devices of which only the tip is not seen, and which are there: "the tip of the feeding tube is not visualized"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, HISTORY, POSSIBLE, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices

TIPS = frozenset(
    ("tip", "tips", "end", "course", "hole", "holes", "sidehole", "port", "position", "location", "placement")
)
"""Words for the end of a device, and for where it lies."""
ENDS = frozenset(("tip", "tips", "end", "ends", "termination"))
LEADS = frozenset((",", "(", "and", "but", "with", "its", "the", "whose", "distal", "lower"))
"""Words before the end of a device that was named before."""
BEING = frozenset(("is", "are", "was", "being", "itself", "lies", "lying", "of", "it", "which"))
DENIALS = frozenset(("no", "not", "without", "cannot", "never", "neither", "nor", "non"))
BEHIND = 24
"""Tokens behind a device among which its end is told of."""
TIP_REACH, WHAT, WHAT_REACH = 5, "what", 8
"""Tokens before a device among which one stands: "tip of the right jugular line", "tip of what may be a tube"."""


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
        reach = WHAT_REACH if WHAT in block.words[max(first, start - TIP_REACH) : start] else TIP_REACH
        words = block.words[max(first, start - reach) : start]
        of_a_tip = "of" in words and not TIPS.isdisjoint(words[: words.index("of")])
        behind = words_from(block, int(named.end[k]), BEHIND)
        if of_a_tip or (DENIALS.isdisjoint(words) and _is_tip_denied(behind)):
            out.append(k)
    return out


def _is_tip_denied(words: list[str]) -> bool:
    """Whether some words behind a device deny its tip alone: "courses below the diaphragm, its tip not shown"."""
    for at, word in enumerate(words):
        if word in ENDS and (at == 0 or words[at - 1] in LEADS):
            behind = [other for other in words[at + 1 : at + 4] if other not in BEING]
            return not DENIALS.isdisjoint(behind[:1])
        if word in DENIALS or word == ";":
            return False
    return False

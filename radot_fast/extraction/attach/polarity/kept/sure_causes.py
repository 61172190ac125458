"""Low lung volumes that may be the cause of something: they are there, whatever they cause.

"The heart is enlarged, which may be exaggerated by low lung volumes", "opacities likely due to shallow inspiration".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices

LOW_VOLUMES = "hypoinflation"
CAUSED = frozenset(("by", "to", "of", "from"))
CAUSING = frozenset(
    (
        "exaggerated", "accentuated", "magnified", "augmented", "enhanced", "amplified", "exacerbated", "explained",
        "caused", "contributed", "affected", "influenced", "increased", "due", "related", "secondary", "attributable",
        "owing", "because", "result", "attributed", "partly", "largely", "resulting", "effect",
    )
)  # fmt: skip
"""Words before "by", "to" or "of" that lead to a cause."""
BESIDES = frozenset(
    (
        "the", "a", "an", "ap", "portable", "supine", "projection", "technique", "and", "or", ",", "rotation",
        "patient", "positioning", "position", "relatively", "underlying", "semi", "upright", "magnification", "very",
        "combination", "of", "body", "habitus", "both",
    )
)  # fmt: skip
"""Words of other causes before them: "by the AP projection and low lung volumes"."""
REACH = 10
"""Tokens from the word that leads to the cause."""
DOING = frozenset(
    (
        "blunts", "blunt", "obscures", "obscure", "opacifies", "effaces", "silhouettes", "displaces", "shifts",
        "pushes", "pulls", "elevates", "widens", "deviates", "compresses", "narrows", "enlarges", "obliterates",
    )
)  # fmt: skip
"""Verbs of what a finding does: "scar rather than fluid blunts the angle"."""
INSTEAD = frozenset(("rather", "instead", "not"))
NEAR = 4
"""Tokens from the first of two findings to the second, which only the second is denied by."""


def sure_causes(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of such findings.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    if not block.said(CAUSING).any():
        return []
    doubted = indices((said > DEFINITE) & (said < ABSENT)).tolist()
    low = [k for k in doubted if meanings.findings[named.card[k]] == LOW_VOLUMES]
    return [k for k in low if _is_led_to(block, int(named.start[k]))]


def _is_led_to(block: Block, start: int) -> bool:
    """Whether words of a cause lead up to a token."""
    words = block.words
    for at in range(start - 1, max(start - REACH, 0), -1):
        if words[at] in CAUSED and words[at - 1] in CAUSING:
            return True
        if words[at] not in BESIDES:
            return False
    return False


def done_by_another(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of what a finding does, and not the one denied before it: "scar rather than fluid blunts the angle".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    doing = block.said(DOING)
    if not doing.any():
        return []
    behind = doing[named.start] & (said == ABSENT)
    out = []
    for k in indices(behind).tolist():
        start = int(named.start[k])
        same = k > 0 and block.sentence[named.start[k - 1]] == block.sentence[start]
        if same and said[k - 1] == ABSENT and 0 <= start - int(named.end[k - 1]) <= 1:
            low = int(named.start[k - 1])
            out += [] if INSTEAD.isdisjoint(words_before(block, low, NEAR)) else [k]
    return out

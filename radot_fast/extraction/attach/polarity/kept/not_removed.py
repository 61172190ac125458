"""What no removal of a device reaches: "right opacity, and the ETT and the NG tube have been removed"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import count_before, indices

REMOVED = frozenset(("removed", "withdrawn", "pulled", "extracted", "discontinued", "out", "removal", "taken"))


def not_removed(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the findings that are called absent by the removal of a device behind them, and by nothing else.

    Parameters
    ----------
    named
        Findings of the sentences.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    block, meanings
        The words of the sentences, and what they mean.
    """
    removed = block.said(REMOVED)
    if not removed.any():
        return []
    cues, device = block.hits[trie.CUE], meanings.device[named.card]
    denials = cues.at(meanings.level[cues.meaning] == ABSENT)
    counted = count_before(removed)
    removals = counted[denials.start] < counted[denials.end]
    out: list[int] = []
    for k in indices(removals).tolist():
        at = int(denials.start[k])
        first, last = block.tokens.first[block.sentence[at] :][:2].tolist()
        a, b = named.start.searchsorted((first, at)).tolist()
        c, d = denials.start.searchsorted((first, last)).tolist()
        if b == a or not device[b - 1] or not removals[c:d].all():
            continue
        out += [m for m in range(a, b) if said[m] == ABSENT and not (device[m] or named.denied[m])]
    return out

"""Words of change that tell where a device goes: "the PICC now extends to the atrium"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import MEASURE

MOVES = frozenset(
    (
        "doubled", "gone", "fallen", "pulled", "down", "up", "extends", "reaches", "extending", "reaching", "tracks",
        "crosses", "back", "advanced", "advances", "progressed", "reached", "dropped", "retracted", "slipped", "drops",
    )
)  # fmt: skip
"""Words of change that tell of a device where it goes: "the catheter has doubled back", "now extends to the atrium"."""
MOVED = MOVES | {"lower", "higher", "deeper"}
"""Words of a change by which a device is no better and no worse: "its tip is 2 cm lower than before"."""


FARTHER = frozenset(("lower", "higher", "deeper", "further", "farther", "more"))
"""First words of a change by which a tip lies elsewhere, behind how far: "its tip is 2 cm lower than before"."""


def of_moved_devices(hits: Hits, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Which words of change are such, behind the name of their device and before any other.

    Parameters
    ----------
    hits, around, meanings
        The words of change, the findings in their sentences, and what their words mean.

    Returns
    -------
    bool, shape (n_changes,)
    """
    block, mentions = around.block, around.mentions
    moves = count_before(block.said(MOVES))
    out = (moves[hits.start] < moves[hits.end]) & ~meanings.resolved[hits.meaning]
    for k in indices(out).tolist():
        at = int(hits.start[k])
        m = int(mentions.start.searchsorted(at)) - 1
        own = m >= 0 and bool(meanings.device[mentions.card[m]]) and mentions.end[m] <= at
        out[k] = own and around.clauses.of[at] == mentions.clause[m] and ";" not in block.words[mentions.end[m] : at]
    # "The tip is 2 cm lower than before, and there is a mass."
    farther = block.has(MEASURE)[hits.start - 1] & block.said(FARTHER)[hits.start]
    for k in indices(farther & ~out).tolist():
        at = int(hits.start[k])
        m = int(mentions.start.searchsorted(at)) - 1
        own = m >= 0 and block.sentence[mentions.start[m]] == block.sentence[at]
        out[k] = own and bool(meanings.device[mentions.card[m]])
    return out

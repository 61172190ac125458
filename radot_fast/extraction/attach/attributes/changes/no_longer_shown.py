"""What something no longer shows has gone, and not what showed it: "the cavity no longer contains a fluid level"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

LONGER = frozenset(("longer",))
SHOWS = frozenset(
    (
        "shows", "show", "contains", "contain", "demonstrate", "demonstrates", "displays", "reveals", "reveal",
        "harbors",
    )
)  # fmt: skip


def _shows_no_more(hits: Hits, block: Block) -> np.ndarray:
    """Numbers of such words of change: "no longer contains"."""
    return indices(block.said(LONGER)[hits.start + 1] & block.said(SHOWS)[hits.end - 1])


def _shown(end: int, around: Surroundings) -> int:
    """The finding between token ``end`` and the next mark; -1 without one."""
    block, starts, stop = around.block, around.mentions.start, end
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    k = int(starts.searchsorted(end))
    return k if k < len(starts) and starts[k] < stop else -1


def of_nothing_shown(hits: Hits, around: Surroundings) -> np.ndarray:
    """Which words of change tell of what is no finding: "the cavity no longer contains fluid"; bool, (n_hits,)."""
    out = np.zeros(len(hits.start), bool)
    if around.block.said(LONGER).any():
        for k in _shows_no_more(hits, around.block).tolist():
            out[k] = _shown(int(hits.end[k]), around) < 0
    return out


def give_to_what_is_shown(near: Nearest, told: Hits, around: Surroundings) -> None:
    """Give such words of change to the finding behind them.

    Parameters
    ----------
    near, told
        The findings that the changes are nearest to, and the changes, row by row.
    around
        The findings in their sentences.
    """
    if around.block.said(LONGER).any():
        for row in _shows_no_more(told, around.block).tolist():
            shown = _shown(int(told.end[row]), around)
            near.finding[row] = shown if shown >= 0 else near.finding[row]

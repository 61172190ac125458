"""Changes behind what is not there: "congestion without edema, unchanged" tells of the congestion."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, SEGMENT_END

WITHOUT = "without"


def of_what_is_there(near: Nearest, changes: Hits, absent: list[bool], around: Surroundings) -> Nearest:
    """The finding of each change, the one before a "without" for what is not there.

    Parameters
    ----------
    near, changes
        The nearest finding of each change, and the changes.
    absent
        By finding, whether it is denied.
    around
        The findings in their sentences.
    """
    block, mentions = around.block, around.mentions
    set_off = block.has(COMMA)[changes.start - 1] & block.has(SEGMENT_END)[changes.end]
    if not set_off.any():
        return near
    finding = near.finding.copy()
    for n in indices(set_off[near.attribute] & (finding > 0)).tolist():
        k = int(finding[n])
        between = block.words[mentions.end[k - 1] : mentions.start[k]]
        if absent[k] and not absent[k - 1] and WITHOUT in between:
            same = block.sentence[mentions.start[k - 1]] == block.sentence[mentions.start[k]]
            behind = int(changes.start[near.attribute[n]]) >= int(mentions.end[k])
            finding[n] = k - 1 if same and behind else k
    return near._replace(finding=np.asarray(finding))

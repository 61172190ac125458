"""Changes behind what is not there: "congestion without edema, unchanged" tells of the congestion."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, SEGMENT_END

SINCE = frozenset(("than", "since", "from", "compared", "cf", "vs", "versus", "relative"))
"""Words between a change and its earlier day: "no effusion, worse than yesterday"."""


def of_what_is_there(
    near: Nearest, changes: Hits, absent: list[bool], around: Surroundings, meanings: Meanings
) -> Nearest:
    """The finding of each change that ends a sentence, the last one that is there before what is not.

    "Left opacity, heart normal, no effusion, worse than yesterday" tells of the opacity.

    Parameters
    ----------
    near, changes
        The nearest finding of each change, and the changes.
    absent
        By finding, whether it is denied.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, starts = around.block, around.mentions.start
    since = block.said(SINCE)
    told = block.has(SEGMENT_END)[changes.end] | since[changes.end] | since[changes.end - 1]
    set_off = block.has(COMMA)[changes.start - 1] & told & ~meanings.resolved[changes.meaning]
    if not set_off.any():
        return near
    finding = near.finding.copy()
    for n in indices(set_off[near.attribute] & (finding > 0)).tolist():
        k, at = int(finding[n]), int(changes.start[near.attribute[n]])
        first, last = (int(around.edges[block.sentence[starts[k]] + step]) for step in (0, 1))
        if k + 1 < last or at < around.mentions.end[k]:
            continue
        while k > first and absent[k]:
            k -= 1
        if not absent[k] and ";" not in block.words[starts[k] : at]:
            finding[n] = k
    return near._replace(finding=np.asarray(finding))

"""Changes behind what is not there: "congestion without edema, unchanged" tells of the congestion.

So does a change that ends the sentence behind a list of denials: "congestion, heart not enlarged, no effusion, worse
than yesterday".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, FINITE


def of_what_is_there(near: Nearest, changes: Hits, absent: list[bool], around: Surroundings) -> Nearest:
    """The finding of each change, the last one that is there for what is not.

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
    # "The left one, which was small, has gone" tells of the left one.
    set_off = block.has(COMMA)[changes.start - 1] & ~block.has(FINITE)[changes.start]
    if not set_off.any():
        return near
    finding, finite = near.finding.copy(), block.count_before(FINITE)
    for n in indices(set_off[near.attribute] & (finding > 0)).tolist():
        at, last = (int(edge[near.attribute[n]]) for edge in (changes.start, changes.end))
        k, first = int(finding[n]), int(block.tokens.first[block.sentence[at]])
        first = next((t for t in range(at, first, -1) if block.words[t] == ";"), first)
        stop = int(block.tokens.first[block.sentence[at] + 1])
        following = int(mentions.start.searchsorted(last))
        closes = following == len(mentions.start) or mentions.start[following] >= stop
        if not absent[k] or at < mentions.end[k] or not closes or finite[last] != finite[stop]:
            continue
        while k > 0 and absent[k] and mentions.start[k - 1] >= first:
            k -= 1
        finding[n] = k if not absent[k] and mentions.start[k] >= first else finding[n]
    return near._replace(finding=np.asarray(finding))

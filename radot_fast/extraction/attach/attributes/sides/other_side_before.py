"""Places told before a finding that has the other side itself: "the left angle is excluded; small right effusion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices


def without_other_side_before(near: Nearest, hits: Hits, around: Surroundings, meanings: Meanings) -> Nearest:
    """Leave out places of an earlier clause whose side is not that of the finding.

    Nothing is found in that clause: "the left base is obscured; there is no right effusion". In "in the left base,
    there is an effusion" the finding has no side of its own, and takes that of the clause before it.

    Parameters
    ----------
    near, hits
        Places and the findings that they were given to.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    start, mentions = hits.start[near.attribute], around.mentions
    # A pair of structure and property begins in the clause of its structure.
    begins = np.minimum(mentions.clause, around.clauses.of[mentions.start])[near.finding]
    early = around.told_of[start] < begins
    if not early.any():
        return near
    side = meanings.one_side[hits.meaning[near.attribute]]
    out = np.zeros(len(start), bool)
    for k in np.unique(near.finding[early & (side != 0)]).tolist():
        mine = near.finding == k
        own = mine & ~early & (side != 0)
        if own.any() and not among(side[mine & early & (side != 0)], side[own]).any():
            out |= mine & early
    kept = indices(~out)
    return Nearest(near.attribute[kept], near.distance[kept], near.finding[kept])

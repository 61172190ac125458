"""Growth told by a noun before its finding: "slight enlargement of the left effusion" is one that has grown."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices, led_by
from radot_fast.extraction.match.words import DETERMINER

GROWTH = frozenset(("enlargement", "expansion", "growth", "extension", "spread", "swelling"))
OF = frozenset(("of", "in"))


def with_grown_nouns(changes: Hits, around: Surroundings, meanings: Meanings) -> Hits:
    """Changes, and the nouns of growth before a finding that has a size.

    "Enlargement of the heart" is cardiomegaly, and "no enlargement of the effusion" a change by its own words.
    """
    block, mentions = around.block, around.mentions
    at = indices(block.said(GROWTH)[:-1] & block.said(OF)[1:])
    if not len(at) or not len(mentions.start):
        return changes
    k = np.minimum(mentions.start.searchsorted(at), len(mentions.start) - 1)
    card, low = mentions.card[k], mentions.start[k]
    led = around.clauses.described | block.has(DETERMINER)
    plain = led_by(0, (~led).cumsum())
    grows = meanings.grows[card] & ~meanings.midline[card] & ~meanings.device[card] & ~mentions.combo[k]
    grows &= (low >= at + 2) & (plain[np.maximum(low, at + 2)] == plain[at + 2])
    at = at[grows & ~among(at, changes.start) & ~changes.holds(at, at + 1)]
    if not len(at):
        return changes
    start, end, meaning = (
        np.append(old, new) for old, new in zip(changes, (at, at + 2, np.full(len(at), meanings.worsened)), strict=True)
    )
    order = start.argsort(kind="stable")
    return Hits(start[order], end[order], meaning[order])

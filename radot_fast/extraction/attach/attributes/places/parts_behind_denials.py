"""Parts of a sentence that name no finding, behind a denial: "no acute rib fracture; T8 is age indeterminate"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import LEFT_OUT, NOBODY, Surroundings
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.segments import among
from radot_fast.extraction.match.words import DETERMINER, FINITE, SEMICOLON
from radot_fast.extraction.text.tokens import BAR


def without_parts_behind_denials(around: Surroundings, absent: np.ndarray) -> Surroundings:
    """Leave out what such a part says of a place with a verb: it is of no finding that is denied before it.

    Parameters
    ----------
    around
        Findings and their words.
    absent
        bool, shape (n_findings,): which of them are denied.
    """
    block, starts = around.block, around.mentions.start
    if not (block.there & SEMICOLON) or not absent.any():
        return around
    stops = block.where(SEMICOLON)
    behind = stops + 1
    stops = stops[among(behind + block.has(DETERMINER)[behind], block.hits[trie.ANATOMY].start)]
    owner = around.owner.copy()
    for low in stops.tolist():
        high = low + 1
        while block.words[high] not in (BAR, ";"):
            high += 1
        k, following = starts.searchsorted((low, high)).tolist()
        denied = k == following and k > 0 and block.sentence[starts[k - 1]] == block.sentence[low] and absent[k - 1]
        if denied and (block.traits[low:high] & FINITE).any():
            part = owner[low:high]
            part[part == NOBODY] = LEFT_OUT
    return around._replace(owner=owner)

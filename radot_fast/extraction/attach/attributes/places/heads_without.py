"""Places told of what lacks something: "a nodule without calcification is seen in the left apex" is a nodule there."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.segments import any_between, count_before, indices
from radot_fast.extraction.match.words import FINITE, PREPOSITION, SEGMENT_END, SEMICOLON

LACKING = frozenset(("without",))
WITHOUT, NO, WITH = frozenset(("without", "no")), "no", "with"
NOES, WITHS = frozenset((NO,)), frozenset((WITH,))


def of_their_heads(near: Nearest, hits: Hits, around: Surroundings) -> Nearest:
    """Places with their findings, those behind a verb with the finding that lacks the nearest one.

    Parameters
    ----------
    near
        Each place with the finding that it stands next to.
    hits, around
        The places, and the findings in their sentences.
    """
    block, mentions = around.block, around.mentions
    if not block.said(WITHOUT).any():
        return near
    near = _of_what_is_lacked(near, hits, around)
    place = hits.start[near.attribute]
    verbs = block.count_before(FINITE)
    behind = verbs[mentions.end[near.finding]] < verbs[place]
    lacks = block.said(WITHOUT) & ~block.said(NOES)
    lacks[:-1] |= block.said(WITHS)[:-1] & block.said(NOES)[1:]
    before = mentions.end[np.maximum(near.finding - 1, 0)]
    behind &= any_between(indices(lacks), before, mentions.start[near.finding])
    finding = None
    for n in indices(behind & (near.finding > 0)).tolist():
        k = int(near.finding[n])
        if _is_lacked(k, int(place[n]), around):
            finding = near.finding.copy() if finding is None else finding
            finding[n] = k - 1
    return near if finding is None else near._replace(finding=finding)


def _of_what_is_lacked(near: Nearest, hits: Hits, around: Surroundings) -> Nearest:
    """Places with their findings, those behind a "without" with the one that follows: "without left base collapse"."""
    block, mentions = around.block, around.mentions
    without = count_before(block.said(LACKING))
    place, end = hits.start[near.attribute], hits.end[near.attribute]
    behind = without[mentions.end[near.finding]] < without[place]
    behind &= (mentions.end[near.finding] <= place) & (near.finding + 1 < len(mentions.start))
    finding = near.finding.copy()
    for n in indices(behind).tolist():
        k, stop = int(near.finding[n]) + 1, int(end[n])
        between = block.traits[stop : mentions.start[k]]
        follows = stop <= mentions.start[k] and not (between & (FINITE | SEGMENT_END | SEMICOLON | PREPOSITION)).any()
        finding[n] += follows and block.sentence[stop] == block.sentence[mentions.start[k]]
    return near._replace(finding=finding)


def _is_lacked(k: int, place: int, around: Surroundings) -> bool:
    """Whether the finding before finding k lacks it, and the words up to a place tell of that one: "is seen in the"."""
    block, mentions = around.block, around.mentions
    low, high, end = int(mentions.end[k - 1]), int(mentions.start[k]), int(mentions.end[k])
    between = block.words[low:high]
    lacks = "without" in between or [WITH, NO] in [between[t : t + 2] for t in range(len(between))]
    if not lacks or (block.traits[low:high] & (FINITE | SEGMENT_END | SEMICOLON)).any() or low > high:
        return False
    alone = k + 1 == len(mentions.start) or mentions.start[k + 1] >= place
    return bool(alone) and not (block.traits[end:place] & (SEGMENT_END | SEMICOLON)).any()

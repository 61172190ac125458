"""A place and what it is a part of are one: "scar in the upper lobe of the right lung, and calcified nodes"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER

OF = frozenset(("of",))


def of_their_wholes(near: Nearest, hits: Hits, block: Block) -> Nearest:
    """Places, what another place is a part of given to the finding of the part.

    Parameters
    ----------
    near, hits
        Places and the findings that they were given to.
    block
        Words of the sentences.
    """
    lead = hits.start[1:] - 1
    lead = lead - block.has(DETERMINER)[lead]
    wholes = indices(block.said(OF)[lead] & (hits.end[:-1] == lead)) + 1
    if not len(wholes):
        return near
    row = dict(zip(near.attribute.tolist(), range(len(near.attribute)), strict=True))
    finding = near.finding.copy()
    for k in wholes.tolist():
        part, end = k - 1, hits.start[k]
        # "Right" and "lung" are two places.
        while part in row and k in row and hits.start[k] == end:
            finding[row[k]] = finding[row[part]]
            end, k = hits.end[k], k + 1
    return near._replace(finding=finding)


def of_their_parts(near: Nearest, hits: Hits, card: np.ndarray, meanings: Meanings) -> Nearest:
    """Places, the side of a lobe given to what lies in it: "trachea pulled to the left by left lower lobe collapse".

    Parameters
    ----------
    near, hits, meanings
        Places and the findings that they were given to, and what the places mean.
    card
        int64, shape (n_findings,): the card of each finding.
    """
    if not len(card):
        return near
    at = near.attribute
    side = (meanings.one_side[hits.meaning[at[:-1]]] != 0) & (hits.end[at[:-1]] == hits.start[at[:-1]] + 1)
    part = meanings.lung_part[hits.meaning[at[1:]]] & (meanings.one_side[hits.meaning[at[1:]]] == 0)
    beside = side & part & (hits.end[at[:-1]] == hits.start[at[1:]]) & (near.finding[:-1] < near.finding[1:])
    beside &= meanings.directed[card[near.finding[:-1]]]
    if not beside.any():
        return near
    finding = near.finding.copy()
    finding[:-1][beside] = near.finding[1:][beside]
    return near._replace(finding=finding)

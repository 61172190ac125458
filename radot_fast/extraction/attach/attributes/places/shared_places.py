"""Places that share a noun: "in the right upper and middle lobes" is in two lobes, though one noun stands there."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import FINITE, GOES, PART, PARTS, SEGMENT_END, TOWARDS

JOINS = frozenset(("and", "or", ",", "/", "to", "through", "versus"))
BETWEEN = JOINS | PARTS | frozenset(("the", "left", "right", "both", "bilateral", "in"))
REACH = 8
"""Tokens between a part and the noun that it shares: "upper, the middle and both lower lobes"."""
ONE_SIDE, THE = frozenset(("left", "right")), frozenset(("the",))
ON, AND = frozenset(("on",)), (["and"], ["as", "well", "as"])
LUNG = frozenset(("lung", "lungs", "hemithorax"))
"""Nouns whose parts stand before the side: "the mid to lower left lung"."""


def with_sides_apart(block: Block, meanings: Meanings) -> Block:
    """The block with two sides where the second one is of the next finding.

    Something goes to the first in "shift to the left and right effusion", or lies there in "effusion on the right and
    left basal atelectasis".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    places = block.hits[trie.ANATOMY]
    side = block.said(ONE_SIDE)
    both = side[places.start] & side[places.end - 1] & (places.end > places.start + 1)
    both &= block.said(THE)[places.start - 1] & block.said(TOWARDS | ON)[places.start - 2]
    if not both.any():
        return block
    structures = block.hits[trie.STRUCTURE]
    changed = structures.start[among(structures.end, block.hits[trie.PROPERTY].start)]
    named = frozenset((*block.hits[trie.FINDING].start.tolist(), *changed.tolist()))
    for k in indices(both).tolist():
        start, end = int(places.start[k]), int(places.end[k])
        joined = block.words[start + 1 : end - 1] in AND and not block.traits[end] & (SEGMENT_END | FINITE)
        if block.words[start - 2] == "on":
            both[k] = joined and _leads_to_a_name(places, end, named)
        else:
            both[k] = joined and block.words[start - 3].startswith(GOES)
    sides = {side[0]: k for k, side in enumerate(meanings.sides) if len(side) == 1 and not meanings.places[k]}
    spans = [(int(a), int(b) - 1) for a, b in zip(places.start[both], places.end[both], strict=True)]
    new = [(at, at + 1, sides[block.words[at]]) for span in spans for at in span]
    return _with_places(block, places.at(~both), new) if new else block


def _leads_to_a_name(places: Hits, at: int, named: frozenset[int]) -> bool:
    """Whether nothing but places stand between a token and the name of a finding."""
    ends = dict(zip(places.start.tolist(), places.end.tolist(), strict=True))
    while at in ends and at not in named:
        at = ends[at]
    return at in named


def _with_places(block: Block, places: Hits, new: list[tuple[int, int, int]]) -> Block:
    """The block with some places and new ones, in order."""
    hits = list(block.hits)
    columns = [np.append(old, more) for old, more in zip(places, zip(*new, strict=True), strict=True)]
    order = columns[0].argsort(kind="stable")
    hits[trie.ANATOMY] = Hits(*(column[order] for column in columns))
    return block.with_hits(hits)


def with_shared_places(block: Block, meanings: Meanings) -> Block:
    """The block with a place for each "upper", "middle", "mid" or "lower" whose noun stands behind another one."""
    at = block.where(PART)
    if not len(at) or not meanings.shared_places:
        return block
    places = block.hits[trie.ANATOMY]
    at = at[~tokens_in(block, (trie.ANATOMY,))[at]]
    if not len(at):
        return block
    nearby = places.at(among(block.sentence[places.start], block.sentence[at]))
    named = {
        int(a): block.words[b - 1]
        for a, b, value in zip(*(x.tolist() for x in nearby), strict=True)
        if meanings.lung_part[value] or block.words[b - 1] in LUNG
    }
    new = [(k, k + 1, meaning) for k in at.tolist() if (meaning := _meant(block, k, named, meanings)) is not None]
    return _with_places(block, places, new) if new else block


def _meant(block: Block, at: int, named: dict[int, str], meanings: Meanings) -> int | None:
    """Number of the place that the part at a token means; None where it shares no noun."""
    words, joined = block.words, False
    for k in range(at + 1, min(at + 1 + REACH, len(words))):
        if k in named:
            lung = named[k] in LUNG and words[k] not in PARTS
            if not (joined or lung) or (lung and words[k + 1].startswith("volume")):
                return None
            return meanings.shared_places.get((words[at], named[k].startswith("lob")))
        joined |= words[k] in JOINS
        if words[k] not in BETWEEN:
            return None
    return None

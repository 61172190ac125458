"""One side of what was said of both: "both costophrenic angles are sharp, the left slightly blunted"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import PAUSE, SEGMENT_END

OPENERS = frozenset(("and", "but", "while", "whereas", "although", "though", "with"))
LEADS = frozenset(("the", "on", "that"))
"""Words between what opens a clause and the side."""
NOUNS = frozenset(("one", "side", "is", "being", "appears", "looks"))
"""Words between a side and its property."""
SIDES = frozenset(("left", "right"))


def one_of_both(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find sides with a property of their own behind a paired structure.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The token of each side, the token that opens its clause, and the structure.
    """
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    named, told = structures.start, properties.start
    places, findings = block.hits[trie.ANATOMY], np.append(block.hits[trie.FINDING].start, len(block.words))
    sides = indices(block.said(SIDES))
    first, last = (block.tokens.first[block.sentence[sides] + n] for n in (0, 1))
    may = (named.searchsorted(sides) > named.searchsorted(first)) & (told.searchsorted(last) > told.searchsorted(sides))
    out = []
    for at, begin in zip(sides[may].tolist(), first[may].tolist(), strict=True):
        k, place = int(named.searchsorted(at)) - 1, _begins(places, at)
        opens, tail = _clause(block, at), _property(block, at, properties)
        if opens is None or tail is None or structures.end[k] > opens or not _is_paired(block, structures, k):
            continue
        # "The lungs are low in volume with atelectasis, left greater than right": one place, and of the atelectasis.
        # "Low with left lower lobe atelectasis": a lower lobe is not lower.
        lobe = _begins(places, at + 1) is not None
        if place is None or places.end[place] > at + 1 or lobe or findings[findings.searchsorted(named[k])] < opens:
            continue
        # One that had a side before is told of by its own sentence: "the right angle is sharp, the left blunted".
        sided = SIDES.isdisjoint(block.words[begin:opens])
        if sided and meanings.combos[structures.meaning[k], properties.meaning[tail]] >= 0:
            out.append((at, opens, int(structures.meaning[k])))
    return out


def _clause(block: Block, at: int) -> int | None:
    """The token that opens the clause of a side, where nothing else stands between the two."""
    low = at
    while block.words[low - 1] in LEADS:
        low -= 1
    opened = block.words[low - 1] in OPENERS or bool(block.traits[low - 1] & (SEGMENT_END | PAUSE))
    return low if opened else None


def _property(block: Block, at: int, properties: Hits) -> int | None:
    """Number of the property that is said of the side at a token."""
    end = at + 1
    degrees = block.hits[trie.SEVERITY]
    while block.words[end] in NOUNS or _begins(degrees, end) is not None:
        k = _begins(degrees, end)
        end = end + 1 if k is None else int(degrees.end[k])
    return _begins(properties, end)


def _begins(hits: Hits, at: int) -> int | None:
    """Number of the hit that begins at a token."""
    k = int(np.searchsorted(hits.start, at))
    return k if k < len(hits.start) and hits.start[k] == at else None


def _is_paired(block: Block, structures: Hits, k: int) -> bool:
    """Whether a structure is named in the plural: "both hila", "the hemidiaphragms"."""
    word = block.words[int(structures.end[k]) - 1]
    return word.endswith("s") or word == "hila"

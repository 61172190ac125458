"""Sides that have nothing of the kind: "right basal opacity, with nothing similar on the left"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, SHOWS

LIKE = frozenset(("similar", "such", "comparable", "corresponding", "equivalent", "matching", "like"))
NOTHING, ELSE = frozenset(("nothing",)), frozenset(("new", "else", "further"))
NO = frozenset(("no", "nothing", "without", "nor"))
KINDS = frozenset(
    (
        "finding", "findings", "change", "changes", "abnormality", "abnormalities", "appearance", "appearances",
        "process", "feature", "features", "thing", "counterpart", "disease",
    )
)  # fmt: skip
"""Nouns behind such a word that name nothing."""
LEADS = DETERMINERS | frozenset(
    ("in", "on", "at", "is", "are", "seen", "present", "identified", "evident", "visible", "shown", "found", "noted")
)
"""Words between them and the side."""
HAS = SHOWS | frozenset(("has", "have", "contains", "contain", "exhibits", "exhibit"))


def without_sides_of_no_such(block: Block) -> Block:
    """The block without such sides, and without the change that "similar" seems to tell of.

    "The left lung shows no such change" has its side before the verb.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    like = block.said(LIKE)
    like = indices(like[1:] & block.said(NO)[:-1]) + 1 if like.any() else indices(like)
    nothing = block.said(NOTHING)
    if nothing.any():  # "nothing new on the left"
        like = np.sort(np.append(like, indices(block.said(ELSE)[1:] & nothing[:-1]) + 1))
    places = block.hits[trie.ANATOMY]
    drop = set[int]()
    silent = []
    for at in like.tolist():
        behind = at + 1 + (block.words[at + 1] in KINDS)
        if behind == at + 1 and block.words[at - 1] == "no":
            continue
        found = _places_from(block, behind) or _places_before(block, at - 1)
        drop.update(found)
        silent += [at] if found else []
    if not drop:
        return block
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(~among(np.arange(len(places.start)), np.array(sorted(drop), np.int64)))
    changes = hits[trie.COMPARISON]
    told = np.ones(len(changes.start), bool)
    for at in silent:
        told &= (at < changes.start) | (at >= changes.end)
    hits[trie.COMPARISON] = changes.at(told)
    return block.with_hits(hits)


def _places_from(block: Block, at: int) -> list[int]:
    """Numbers of the places that begin right behind a token: "on the left", "in the left lung"."""
    places = block.hits[trie.ANATOMY]
    while block.words[at] in LEADS:
        at += 1
    k = int(places.start.searchsorted(at))
    out = []
    while k < len(places.start) and places.start[k] == at:
        out.append(k)
        at, k = int(places.end[k]), k + 1
    return out


def _places_before(block: Block, no: int) -> list[int]:
    """Numbers of the places that end right before "shows no such change"."""
    places, verb = block.hits[trie.ANATOMY], no - 1
    if block.words[verb] not in HAS:
        return []
    k, end = int(places.end.searchsorted(verb)), verb
    out = []
    while 0 <= k < len(places.end) and places.end[k] == end:
        out.append(k)
        end, k = int(places.start[k]), k - 1
    return out

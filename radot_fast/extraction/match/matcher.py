"""The lexicon's forms among the words of many sentences.

Within a category the longest form wins and forms do not overlap; categories do not hinder each other. All tokens walk
down the trie together, level by level, in arrays: it takes a quarter of the time of a walk from token to token.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.segments import indices, ranges
from radot_fast.extraction.match.trie import N_CATEGORIES, Trie

HASH_BITS = 21
"""Bits of an edge's place in a table, which has six times as many places as there are edges."""
FEW_KEYS = 1_000
"""Keys that are searched for; for more of them a table of places is made."""
_GOLDEN = np.int64(0x9E3779B97F4A7C15 - (1 << 64))
"""2^64 over the golden ratio, by which Fibonacci hashing multiplies."""


def _hashed(edges: np.ndarray) -> np.ndarray:
    """Places of edges in a table: int64, shape (n_edges,), in [0, 2^``HASH_BITS``)."""
    places: np.ndarray = ((edges * _GOLDEN).view(np.uint64) >> np.uint64(64 - HASH_BITS)).view(np.int64)
    return places


class Matcher:
    """A trie ready to be walked."""

    def __init__(self, trie: Trie) -> None:
        self._n_words = len(trie.words)
        # The last edge is greater than any key.
        self._edges = np.append(np.frombuffer(trie.edges, np.int64), np.iinfo(np.int64).max)
        n_top = int(self._edges.searchsorted(self._n_words))
        self._top = np.zeros(self._n_words, np.int64)
        self._top[self._edges[:n_top]] = np.arange(1, n_top + 1)
        self._branches = np.bincount(self._edges[:-1] // self._n_words, minlength=len(self._edges)) > 0
        self._branches[0] = False
        self._n_top = n_top
        self._first = np.frombuffer(trie.first, np.int32).astype(np.int64)
        self._categories = np.frombuffer(trie.categories, np.int8)
        self._lengths = np.frombuffer(trie.lengths, np.int8).astype(np.int32)
        self._meanings = np.frombuffer(trie.meanings, np.int16).astype(np.int32)

    def match(self, words: np.ndarray) -> list[Hits]:
        """Hits by category among words, given by number; word 0 stands in no form and ends each sentence."""
        node = self._deepest(words)
        start, reading = ranges(self._first[node], self._first[node + 1])
        category = self._categories[reading]
        order = category.argsort(kind="stable")
        start, reading, category = start[order], reading[order], category[order]
        end = start + self._lengths[reading]
        free = _free_of_others(start, end, category)
        start, end, meaning = start[free], end[free], self._meanings[reading[free]]
        edges = category[free].searchsorted(np.arange(N_CATEGORIES + 1)).tolist()
        return [Hits(start[a:b], end[a:b], meaning[a:b]) for a, b in itertools.pairwise(edges)]

    @functools.cached_property
    def _edge_at(self) -> np.ndarray:
        """Edges by their places; of several at one the last, and where there is none the first edge, of the top."""
        out = np.zeros(1 << HASH_BITS, np.int32)
        out[_hashed(self._edges[self._n_top : -1])] = np.arange(self._n_top, len(self._edges) - 1, dtype=np.int32)
        return out

    def _edges_at_places(self, key: np.ndarray) -> np.ndarray:
        """What a search for many keys below the top finds where they are edges, in half of its time."""
        edge = self._edge_at[_hashed(key)].astype(np.int64)
        others = indices((edge > 0) & (self._edges[edge] != key))
        edge[others] = self._edges.searchsorted(key[others])
        return edge

    def _deepest(self, words: np.ndarray) -> np.ndarray:
        """The node where the way of every token into the trie ends."""
        deepest = self._top[words]
        at = indices(self._branches[deepest])
        depth = 0
        while at.size:
            depth += 1
            key = deepest[at] * self._n_words + words[at + depth]
            edge = self._edges.searchsorted(key) if len(key) < FEW_KEYS else self._edges_at_places(key)
            reached = self._edges[edge] == key
            at, node = at[reached], edge[reached] + 1
            deepest[at] = node
            at = at[self._branches[node]]
        return deepest


def matcher_of(lexicon: Lexicon) -> Matcher:
    """The matcher kept with a lexicon."""
    return lexicon.derived(_matcher)


def _matcher(lexicon: Lexicon) -> Matcher:
    return Matcher(lexicon.trie)


def _free_of_others(start: np.ndarray, end: np.ndarray, category: np.ndarray) -> np.ndarray:
    """Hits that are left when, in each category, the first of overlapping hits wins.

    Values of one form have the same place and stay together.
    """
    free = np.ones(len(start), bool)
    if not len(start):
        return free
    # Categories one after the other on one line.
    shift = category.astype(np.int64) * (int(end.max()) + 1)
    low, high = start + shift, end + shift
    doubtful = indices(low[1:] < np.maximum.accumulate(high)[:-1]) + 1
    # The hit before the first of them was taken, so that only another value of its form has its place too.
    free[doubtful] = low[doubtful] == low[doubtful - 1]
    rest = doubtful[1:][doubtful[1:] == doubtful[:-1] + 1]
    columns = (rest, low[rest], high[rest], low[rest - 2], high[rest - 2])
    previous = taken_low = taken_high = -1
    for k, a, b, first_low, first_high in zip(*(x.tolist() for x in columns), strict=True) if len(rest) else ():
        if k - 1 != previous:
            taken_low, taken_high = first_low, first_high
        previous = k
        if a >= taken_high:
            taken_low, taken_high = a, b
        free[k] = a == taken_low
    return free

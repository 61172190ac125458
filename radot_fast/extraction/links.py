"""What joins neighbouring findings to a list: "small effusion, left base atelectasis and edema"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction import trie
from radot_fast.extraction.matching import Block
from radot_fast.extraction.segments import count_before, ranges
from radot_fast.extraction.words import CONJUNCTION, DETERMINER, JOINT


class Links(NamedTuple):
    """How findings in order are joined to the next one.

    ``breaks[k]`` counts the findings before number k that no list joins to their next; ``closed[k]`` says whether "and"
    or "or" stands between finding k and the next.
    """

    breaks: np.ndarray
    closed: np.ndarray

    def one_list(self, first: np.ndarray, last: np.ndarray) -> np.ndarray:
        """Whether findings are of one list with later ones."""
        return self.breaks[first] == self.breaks[last]


def links(start: np.ndarray, end: np.ndarray, block: Block) -> Links:
    """Links between findings at tokens ``start:end``.

    Nothing but conjunctions, commas, articles, places, degrees and modifiers stands between two findings of a list.
    """
    if not len(start):
        return Links(np.zeros(1, np.int64), np.zeros(1, bool))
    plain = described(block) | block.has(JOINT | DETERMINER)
    left, right = end[:-1], np.maximum(start[1:], end[:-1])
    bad, joints = count_before(~plain), count_before(block.has(CONJUNCTION))
    joined = (bad[left] == bad[right]) & (block.sentence[left - 1] == block.sentence[right])
    closed = (joints[left] < joints[right]) | (start[1:] < end[:-1])
    return Links(count_before(~joined), np.append(closed, False))


def described(block: Block) -> np.ndarray:
    """Which tokens are of places, degrees or modifiers."""
    found = np.zeros(len(block.words), bool)
    for category in (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER):
        hits = block.hits[category]
        found[ranges(hits.start, hits.end)[1]] = True
    return found


def opens(start: np.ndarray, block: Block) -> np.ndarray:
    """Which tokens are of words that begin a new item of a list and lead up to its finding.

    "Right lung nodule and left lower lobe mass": "left" is of the mass, although the nodule is nearer.
    """
    words = described(block)
    edge = np.flatnonzero(np.diff(np.concatenate(([False], words, [False])).astype(np.int8)))
    low, high = edge[::2], edge[1::2]
    leads = np.zeros(len(words) + 1, bool)
    leads[start] = True
    new = leads[high] & block.has(JOINT)[np.maximum(low - 1, 0)] & (low > 0)
    words[ranges(low[~new], high[~new])[1]] = False
    return words

"""Segments of arrays: runs of numbers, the least of each group, and what covers what."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


def ranges(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers from each ``low`` to below its ``high``: which of the ranges, and the number."""
    counts = np.maximum(high - low, 0)
    of = np.repeat(np.arange(len(low)), counts)
    return of, np.arange(len(of)) + np.repeat(low - (np.cumsum(counts) - counts), counts)


def first_least(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """By group, where its least value stands, the first of equals; ``group`` ascends."""
    if not len(group):
        return np.empty(0, np.int64)
    edges = np.flatnonzero(np.diff(group, prepend=-1))
    least = np.repeat(np.minimum.reduceat(values, edges), np.diff(edges, append=len(group)))
    at = np.flatnonzero(values == least)
    return at[np.flatnonzero(np.diff(group[at], prepend=-1))]


class Cover(NamedTuple):
    """By token, where the range begins and ends that the token belongs to; zeros for the others."""

    begin: np.ndarray
    until: np.ndarray

    def holds(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Whether ranges of tokens lie within a range of these."""
        return end <= self.until[start]

    def exceeds(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Whether ranges of tokens are a part of a longer range of these."""
        return self.holds(start, end) & (self.until[start] - self.begin[start] > end - start)


def cover(start: np.ndarray, end: np.ndarray, size: int) -> Cover:
    """What ranges cover of ``size`` tokens; they do not overlap."""
    begin, until = np.zeros((2, size), np.int64)
    of, at = ranges(start, end)
    begin[at], until[at] = start[of], end[of]
    return Cover(begin, until)

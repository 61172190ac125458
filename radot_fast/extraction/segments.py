"""Segments of arrays: runs of numbers, and the least of each group."""

from __future__ import annotations

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

"""Segments of arrays: runs of numbers, and the least of each group."""

from __future__ import annotations

import numpy as np


def ranges(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers from each ``low`` to below its ``high``: which of the ranges, and the number."""
    counts = np.maximum(high - low, 0)
    of = np.repeat(np.arange(len(low)), counts)
    return of, np.arange(len(of)) + np.repeat(low - (np.cumsum(counts) - counts), counts)


def group_edges(group: np.ndarray) -> np.ndarray:
    """Where each group of equal neighbours begins, and the length."""
    return np.concatenate(([0], np.flatnonzero(group[1:] != group[:-1]) + 1, [len(group)]))


def first_least(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """By group, where its least value stands, the first of equals; ``group`` ascends."""
    if not len(group):
        return np.empty(0, np.int64)
    edges = group_edges(group)
    least = np.repeat(np.minimum.reduceat(values, edges[:-1]), edges[1:] - edges[:-1])
    at = np.flatnonzero(values == least)
    return at[group_edges(group[at])[:-1]]


def count_before(flags: np.ndarray) -> np.ndarray:
    """Number of flags set before each place, and in all at the end."""
    counts = np.zeros(len(flags) + 1, np.int64)
    np.cumsum(flags, out=counts[1:])
    return counts

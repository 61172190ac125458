"""Where a report was not wholly read: marks of the unread words of each node's sentences (method §10.5).

A mark is a set of 63 bits, of which each word has one. Two sets are told apart by the words that one of them lacks.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.extraction.unit_rows import ReportUnits

Int = NDArray[np.int64]
COLUMN = "unread"
N_BITS = 63
"""Bits of a mark: a word's is the remainder of its CRC-32."""


def mark_of(words: str) -> int:
    """Mark of words that blanks part: the union of their bits, in [1, 2⁶³)."""
    out = 0
    for word in words.split():
        out |= 1 << zlib.crc32(word.encode()) % N_BITS
    return out


def marks_of_units(units: pl.DataFrame | ReportUnits) -> Int:
    """Mark of each unit's unread words: int64, shape (n_units,), in [0, 2⁶³); 0 without any, or where nobody knows."""
    if isinstance(units, ReportUnits):
        return units.numbers(COLUMN, _marks)[COLUMN]
    if COLUMN not in units.columns:
        return np.zeros(units.height, np.int64)
    return _marks({COLUMN: units[COLUMN].to_list()})[COLUMN]


def _marks(columns: Mapping[str, Sequence[Any]]) -> dict[str, Int]:
    """Marks of the column of unread words."""
    return {COLUMN: np.array([mark_of(words) if words else 0 for words in columns[COLUMN]], np.int64)}


def marks_of_nodes(node: Int, mention: Int, marks: Int, n_nodes: int) -> Int:
    """Union of the marks of each node's mentions: int64, shape (n_nodes,).

    Parameters
    ----------
    node, mention
        int64, shape (n_mentions,): node and unit of each mention.
    marks
        int64, shape (n_units,): mark of each unit.
    n_nodes
        Number of nodes.
    """
    out = np.zeros(n_nodes, np.int64)
    told = marks[mention]
    some = told.nonzero()[0]
    np.bitwise_or.at(out, node[some], told[some])
    return out

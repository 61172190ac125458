"""How many ids stand more than once, counted in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

IDS_AT_A_TIME = 2_000_000
"""Ids that are compared at a time (16 MB, twice while they are collected); more are divided by their hashes, with a
pass over the ids for each part."""


Hashes = Callable[[], Iterable[NDArray[np.uint64]]]
"""Reads the ids anew at every call, and gives their hashes part by part."""


def repeated_ids(hashes: Hashes, rows: int) -> int:
    """Ids that repeat another, but for the first of each; ``rows`` is about how many there are.

    Ids are compared by their 64-bit hashes: of ten million ids two different ones count as one with a probability of
    three in a million.
    """
    parts = max(1, -(-rows // IDS_AT_A_TIME))
    every = different = 0
    for part in range(parts):
        mine = np.concatenate([np.zeros(0, np.uint64), *(h[h % parts == part] for h in hashes())])
        mine.sort()
        every += len(mine)
        different += int(np.count_nonzero(np.diff(mine))) + (len(mine) > 0)
    return every - different


def first_times(hashes: Hashes, rows: int) -> NDArray[np.bool_]:
    """Whether each of ``rows`` values stands there for the first time; shape (rows,)."""
    parts, first = max(1, -(-rows // IDS_AT_A_TIME)), np.zeros(rows, bool)
    for part in range(parts):
        values, places, start = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)], 0
        for h in hashes():
            mine = np.flatnonzero(h % parts == part)
            values.append(h[mine])
            places.append(mine + start)
            start += len(h)
        first[np.concatenate(places)[np.unique(np.concatenate(values), return_index=True)[1]]] = True
    return first


def repeated_rows(folder: Path, name: str) -> int:
    """Rows of a folder of shards that share their ``pair_id`` (and system) with an earlier row."""
    paths = sorted(folder.glob(f"{name}-*.parquet"))
    rows = sum(int(pl.scan_parquet(path).select(pl.len()).collect().item()) for path in paths)
    return repeated_ids(lambda: map(_hashes, paths), rows)


def _hashes(path: Path) -> NDArray[np.uint64]:
    """Hashes of the ids in a shard."""
    table = pl.read_parquet(path, columns=["pair_id"])
    if "system" in pl.read_parquet_schema(path):
        table = pl.read_parquet(path, columns=["pair_id", "system"])
    return table.hash_rows(seed=0).to_numpy()

"""Rows of a folder of shards that repeat an earlier id, counted in bounded memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

IDS_AT_A_TIME = 4_000_000
"""Ids that are compared at a time (32 MB); more are divided by their hashes, with a pass over the ids for each part."""


def repeated_rows(folder: Path, name: str) -> int:
    """Rows that share their ``pair_id`` (and system) with another row, but for the first of each.

    Ids are compared by their 64-bit hashes: of ten million ids two different ones count as one with a probability of
    three in a million.
    """
    paths = sorted(folder.glob(f"{name}-*.parquet"))
    rows = sum(int(pl.scan_parquet(path).select(pl.len()).collect().item()) for path in paths)
    parts = -(-rows // IDS_AT_A_TIME)
    different = 0
    for part in range(parts):
        hashes = np.concatenate([h[h % parts == part] for h in map(_hashes, paths)])
        different += len(np.unique(hashes))
    return rows - different


def _hashes(path: Path) -> np.ndarray:
    """Hashes of the ids in a shard; uint64."""
    table = pl.read_parquet(path, columns=["pair_id"])
    if "system" in pl.read_parquet_schema(path):
        table = pl.read_parquet(path, columns=["pair_id", "system"])
    return table.hash_rows(seed=0).to_numpy()

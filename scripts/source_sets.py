"""What the figures' scripts share: the open sets, their features, Spearman with an interval by group."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.datasets.iu_xray import load_iu_discrepancies
from radot_fast.datasets.radpref import load_radpref
from radot_fast.evaluation.correlation import spearman
from radot_fast.measure import measure_pairs

RESAMPLES = 1000


def radpref(data: Path) -> AnnotatedPairs:
    """RadPref, in order of its ids."""
    loaded = load_radpref(data)
    return AnnotatedPairs(loaded.name, loaded.pairs.sort("pair_id"), inputs=loaded.inputs)


def iu(data: Path) -> AnnotatedPairs:
    """IU discrepancies with their parts as further columns: ``omitted``, ``added``, ``attribute``."""
    loaded = load_iu_discrepancies(data)
    parts = loaded.categories.pivot("category", index="pair_id", values="count")
    pairs = loaded.pairs.drop("omitted", "added", "attribute", strict=False)
    return AnnotatedPairs(loaded.name, pairs.join(parts, on="pair_id", how="left", maintain_order="left"))


def features_of(pairs: pl.DataFrame, profile: str) -> pl.DataFrame:
    """Feature table of a profile, one row a pair."""
    return measure_pairs(pairs.select("pair_id", "reference", "candidate"), profile=profile)


def folds_of(groups: NDArray[np.generic], seed: int) -> NDArray[np.int64]:
    """Folds as in the method's own check: groups in seeded order, dealt to five folds."""
    order = np.random.default_rng(seed).permutation(np.unique(groups))
    fold = {g: i % 5 for i, g in enumerate(order)}
    return np.array([fold[g] for g in groups])


def group_resamples(groups: NDArray[np.generic], n: int = RESAMPLES, seed: int = 0) -> list[NDArray[np.int64]]:
    """Rows of n bootstrap samples of groups; one list for all systems makes their intervals paired."""
    names, of = np.unique(groups, return_inverse=True)
    rows = [np.flatnonzero(of == k) for k in range(len(names))]
    rng = np.random.default_rng(seed)
    return [np.concatenate([rows[k] for k in rng.integers(0, len(names), len(names))]) for _ in range(n)]


def macro(risks: NDArray[np.float64], counts: NDArray[np.float64]) -> float:
    """Mean Spearman over the columns."""
    return float(np.mean([spearman(risks[:, k], counts[:, k]) for k in range(counts.shape[1])]))


def interval(values: list[float]) -> str:
    """Percentile interval as text."""
    low, high = np.nanquantile(values, [0.025, 0.975])
    return f"[{low:.3f}, {high:.3f}]"

"""How far raters agree: in counts, and in what they list.

Every figure stands beside the interval of the bootstrap by group, for each two raters on the pairs that both annotated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.datasets.rated import DISCREPANCIES, listed_discrepancies
from radot_fast.evaluation.tables import ReportTable
from radot_fast.statistics.bootstrap import Resampling, bootstrap_ci, group_codes, percentile_ends, resample_counts

Float = NDArray[np.float64]
LEAST_SHARED = 3
"""Pairs that two raters must share."""


def rater_tables(data: AnnotatedPairs, resampling: Resampling) -> tuple[ReportTable, ...]:
    """Agreement of every two raters: in their counts, and in the discrepancies that they list.

    Parameters
    ----------
    data
        Pairs with ``ratings`` (see ``rated_pairs``).
    resampling
        Number of resamples, seed, confidence.

    Returns
    -------
    Tables ``raters`` (Spearman, Kendall, ICC(2,1) of the counts) and, where raters listed discrepancies,
    ``rater_lists`` (F1 of kind and finding, kappa of the kinds); none where no two raters share
    ``LEAST_SHARED`` pairs.
    """
    ratings = data.ratings
    if ratings is None:
        return ()
    counts, lists = [], []
    for first, second in combinations(sorted(ratings["rater"].unique()), 2):
        both = ratings.filter(rater=first).join(ratings.filter(rater=second), on="pair_id", suffix="_2")
        if both.height < LEAST_SHARED:
            continue
        raters = f"{first} – {second}"
        counts += [{"raters": raters, "target": t, **_count_agreement(both, t, resampling)} for t in data.targets]
        if DISCREPANCIES in ratings.columns:
            lists.append({"raters": raters, **_list_agreement(both, resampling)})
    parts = (("raters", "Agreement of raters in counts, 95% intervals", counts),
             ("rater_lists", "Agreement of raters in what they list, 95% intervals", lists))  # fmt: skip
    return tuple(
        ReportTable(name, f"{data.name}: {title}", pl.DataFrame(rows).with_columns(pl.col(pl.Float64).fill_nan(None)))
        for name, title, rows in parts
        if rows
    )


def _count_agreement(both: pl.DataFrame, target: str, resampling: Resampling) -> dict[str, object]:
    """Correlations and ICC of one count of two raters."""
    x, y = (both[name].to_numpy() for name in (target, f"{target}_2"))
    row: dict[str, object] = {"n": both.height}
    for statistic in ("spearman", "kendall"):
        interval = bootstrap_ci(x, y, statistic=statistic, groups=both["group"], resampling=resampling).row(
            0, named=True
        )
        row.update(
            {statistic: interval["value"], f"{statistic}_low": interval["low"], f"{statistic}_high": interval["high"]}
        )
    return {**row, **_with_interval("icc", _icc_of_weights, _moments(x, y), both, resampling)}


def _moments(x: Float, y: Float) -> Float:
    """Sums that the ICC of two raters is made of, by pair; shape (n_pairs, 6)."""
    return np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1)


def _icc_of_weights(sums: Float) -> Float:
    """ICC(2,1) of two raters: absolute agreement of single ratings by raters drawn at random (Shrout and Fleiss, 1979).

    From the sums of ``_moments``, shape (n_resamples, 6).
    """
    n, x, y, xx, yy, xy = sums.T
    mean = (x + y) / (2 * n)
    total = xx + yy - 2 * n * mean**2
    rows = (xx + yy + 2 * xy) / 2 - 2 * n * mean**2
    columns = n * ((x / n - mean) ** 2 + (y / n - mean) ** 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        between, error = rows / (n - 1), (total - rows - columns) / (n - 1)
        return np.asarray((between - error) / (between + error + 2 * (columns - error) / n))


def _list_agreement(both: pl.DataFrame, resampling: Resampling) -> dict[str, object]:
    """F1 and kappa of what two raters list."""
    mine, yours = ([listed_discrepancies(cell) for cell in both[c]] for c in (DISCREPANCIES, f"{DISCREPANCIES}_2"))
    named = [[Counter((kind, finding) for kind, finding, _ in items) for items in side] for side in (mine, yours)]
    common = np.array([(a & b).total() for a, b in zip(*named, strict=True)], dtype=np.float64)
    either = np.array([a.total() + b.total() for a, b in zip(*named, strict=True)], dtype=np.float64)
    row: dict[str, object] = {"n": both.height, "listed": int(either.sum())}
    row.update(_with_interval("f1", _ratio, np.stack([2 * common, either], axis=1), both, resampling))
    cells = _kind_cells(mine, yours)
    return {**row, **_with_interval("kappa", _kappa, cells, both, resampling)}


def _kind_cells(mine: Sequence[list[tuple[str, str, str]]], yours: Sequence[list[tuple[str, str, str]]]) -> Float:
    """By pair, how many kinds both, only the first, only the second and neither rater lists; shape (n_pairs, 4)."""
    kinds = sorted({kind for side in (mine, yours) for items in side for kind, _, _ in items})
    cells = []
    for first, second in zip(mine, yours, strict=True):
        a, b = ({kind for kind, _, _ in items} for items in (first, second))
        cells.append([len(a & b), len(a - b), len(b - a), len(kinds) - len(a | b)])
    return np.array(cells, dtype=np.float64)


def _ratio(sums: Float) -> Float:
    """First sum over the second."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 0] / sums[:, 1])


def _kappa(sums: Float) -> Float:
    """Cohen's kappa of two raters who each say yes or no; sums of ``_kind_cells``."""
    both, first, second, neither = sums.T
    n = sums.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = (both + neither) / n
        chance = ((both + first) * (both + second) + (neither + first) * (neither + second)) / n**2
        return np.asarray((observed - chance) / (1 - chance))


def _with_interval(
    name: str, statistic: Callable[[Float], Float], parts: Float, both: pl.DataFrame, resampling: Resampling
) -> dict[str, object]:
    """Statistic of sums over pairs, with its interval; ``parts``: shape (n_pairs, n_sums)."""
    codes = group_codes(both["group"], both.height)
    draws = np.concatenate([statistic(counts @ parts) for counts in resample_counts(codes, resampling)])
    low, high, _ = percentile_ends(np.where(np.isfinite(draws), draws, np.nan), resampling.tails)
    return {name: float(statistic(parts.sum(axis=0)[None])[0]), f"{name}_low": low, f"{name}_high": high}

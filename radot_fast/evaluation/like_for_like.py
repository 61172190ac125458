"""A metric beside single radiologists, each judged by the same others (method §7.3).

A metric that is compared with the mean of all raters has an easier task than a rater who is compared with the rest:
here both are compared with the same counts, over the same pairs and the same resamples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.evaluation.tables import ReportTable
from radot_fast.statistics.bootstrap import (
    Resampling,
    bootstrap_distribution,
    group_codes,
    percentile_ends,
    resample_counts,
)

Float = NDArray[np.float64]
Rows = NDArray[np.bool_]
LEAST_PAIRS = 10
"""Pairs (or comparisons of two candidates) that a row needs."""

MEAN = "mean over raters"
SHARED_LIST = (
    "Metric and rater are compared with the same counts of the other raters, on the same pairs and resamples. "
    "Radiologists who mark errors on one shared list of findings (as RadPref's do) agree more than radiologists who "
    "count errors freely: to reach raters of one kind is not to reach raters of the other."
)


class Compared(NamedTuple):
    """A metric and a rater against the same target: their statistic, and its draws of shape (n_resamples,)."""

    n: int
    metric: float
    rater: float
    metric_draws: Float
    rater_draws: Float


class Ratings(NamedTuple):
    """Counts of a target by rater, and the metric's risk; NaN where a rater or the metric gives none.

    Attributes
    ----------
    raters
        Names.
    counts
        float64, shape (n_raters, n_pairs).
    risk
        float64, shape (n_pairs,).
    groups
        0-based group of each pair.
    cases
        0-based reference of each pair: pairs of one case are candidates for one reference.
    """

    raters: list[str]
    counts: Float
    risk: Float
    groups: NDArray[np.int64]
    cases: NDArray[np.int64]

    def others(self, rater: int) -> Float:
        """Mean count of the other raters, NaN where no other counted; shape (n_pairs,)."""
        rest = np.delete(self.counts, rater, axis=0)
        n = np.isfinite(rest).sum(axis=0)
        return np.divide(np.nansum(rest, axis=0), n, out=np.full(rest.shape[1], np.nan), where=n > 0)

    @property
    def with_error(self) -> Rows:
        """Pairs in which some rater counted an error."""
        return np.nansum(self.counts, axis=0) > 0


def like_for_like(
    data: AnnotatedPairs, name: str, risks: Mapping[str, Float], resampling: Resampling
) -> tuple[ReportTable, ...]:
    """Table of a metric beside each rater; none without two raters.

    Parameters
    ----------
    data
        Pairs with ``ratings``.
    name
        What the table calls the metric.
    risks
        Risk by target, float64 of shape (n_pairs,), NaN where there is none.
    resampling
        Number of resamples, seed, confidence, workers.

    Returns
    -------
    One table ``like_for_like``: ``target, pairs, against, rater, n``, then ``metric`` and ``rater_value`` with their
    intervals, and their ``difference`` (metric − rater) with its own. ``pairs`` is ``all``, ``with an
    error``, or ``two candidates of one case``, where the value is the share of comparisons in which the worse candidate
    (by the others) has the higher risk, a tie counting half; else it is Spearman. ``against`` is the mean of the other
    raters, or each other rater alone.
    """
    if data.ratings is None or data.ratings["rater"].n_unique() < 2:
        return ()
    rows: list[dict[str, object]] = []
    for target in (t for t in data.targets if t in risks and t in data.ratings.columns):
        ratings = _ratings(data, target, risks[target])
        for pairs, against, by_rater in _comparisons(ratings, resampling):
            rows += [
                {"target": target, "pairs": pairs, "against": against, **row} for row in _rows(by_rater, resampling)
            ]
    if not rows:
        return ()
    table = pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Float64).fill_nan(None))
    title = f"{data.name}: {name} beside single raters, like for like, 95% intervals"
    return (ReportTable("like_for_like", title, table, note=SHARED_LIST),)


def _ratings(data: AnnotatedPairs, target: str, risk: Float) -> Ratings:
    """Counts by rater, in the order of the pairs."""
    assert data.ratings is not None
    raters = sorted(data.ratings["rater"].unique().to_list())
    columns = []
    for rater in raters:
        mine = data.ratings.filter(rater=rater).select("pair_id", pl.col(target).cast(pl.Float64).alias("count"))
        joined = data.pairs.select("pair_id").join(mine, on="pair_id", how="left", maintain_order="left")
        columns.append(joined["count"].fill_null(float("nan")).to_numpy())
    n = data.pairs.height
    case = "reference_id" if "reference_id" in data.pairs.columns else "reference"
    cases = data.pairs[case].fill_null(pl.int_range(n, eager=True).cast(pl.String))
    return Ratings(raters, np.stack(columns), risk, group_codes(data.pairs["group"], n), group_codes(cases, n))


def _comparisons(ratings: Ratings, resampling: Resampling) -> list[tuple[str, str, dict[str, Compared]]]:
    """Each comparison in which a rater takes part: which pairs, against whom, and the figures by rater."""
    comparisons = []
    everywhere = np.ones(len(ratings.risk), dtype=bool)
    for pairs, rows in (("all", everywhere), ("with an error", ratings.with_error)):
        comparisons.append((pairs, "mean of the others", _by_rater(ratings, rows, resampling, _against_others)))
    if len(ratings.raters) > 2:  # of two raters the other one is the mean of the others
        comparisons.append(("all", "each other alone", _by_rater(ratings, everywhere, resampling, _against_each)))
    comparisons.append(
        ("two candidates of one case", "mean of the others", _by_rater(ratings, everywhere, resampling, _worse_of_two))
    )
    return [(pairs, against, by_rater) for pairs, against, by_rater in comparisons if by_rater]


Comparison = Callable[[Ratings, int, Rows, Resampling], "Compared | None"]


def _by_rater(ratings: Ratings, rows: Rows, resampling: Resampling, compare: Comparison) -> dict[str, Compared]:
    """Comparison of each rater that has enough pairs."""
    compared = {name: compare(ratings, r, rows, resampling) for r, name in enumerate(ratings.raters)}
    return {name: one for name, one in compared.items() if one is not None}


def _against_others(ratings: Ratings, rater: int, rows: Rows, resampling: Resampling) -> Compared | None:
    """Spearman of metric and rater with the mean of the other raters."""
    return _correlated(ratings, rater, ratings.others(rater), rows, resampling)


def _against_each(ratings: Ratings, rater: int, rows: Rows, resampling: Resampling) -> Compared | None:
    """Mean over the other raters of Spearman with each alone."""
    others = [r for r in range(len(ratings.raters)) if r != rater]
    correlations = [_correlated(ratings, rater, ratings.counts[other], rows, resampling) for other in others]
    return _mean([one for one in correlations if one is not None])


def _correlated(ratings: Ratings, rater: int, truth: Float, rows: Rows, resampling: Resampling) -> Compared | None:
    """Spearman of metric and rater with some counts, over the pairs that all three have."""
    mine = ratings.counts[rater]
    kept = rows & np.isfinite(mine) & np.isfinite(truth) & np.isfinite(ratings.risk)
    if kept.sum() < LEAST_PAIRS:
        return None
    systems = {"metric": ratings.risk[kept], "rater": mine[kept]}
    d = bootstrap_distribution(systems, truth[kept], groups=ratings.groups[kept], resampling=resampling)
    metric, own = (float(value) for value in d.point[0])
    return Compared(int(kept.sum()), metric, own, d.draws[:, 0, 0], d.draws[:, 0, 1])


def _worse_of_two(ratings: Ratings, rater: int, rows: Rows, resampling: Resampling) -> Compared | None:
    """Share of two candidates of one case that are put in the order of the other raters' mean."""
    mine, truth = ratings.counts[rater], ratings.others(rater)
    kept = np.flatnonzero(rows & np.isfinite(mine) & np.isfinite(truth) & np.isfinite(ratings.risk))
    a, b = _couples(ratings.cases, kept)
    differ = truth[a] != truth[b]
    a, b = a[differ], b[differ]
    if len(a) < LEAST_PAIRS:
        return None
    order = np.sign(truth[a] - truth[b])
    right = np.stack([0.5 + 0.5 * order * np.sign(v[a] - v[b]) for v in (ratings.risk, mine)])
    codes = group_codes(ratings.groups[a], len(a))
    draws = np.concatenate(
        [(counts @ right.T) / counts.sum(axis=1)[:, None] for counts in resample_counts(codes, resampling)]
    )
    metric, own = (float(value) for value in right.mean(axis=1))
    return Compared(len(a), metric, own, draws[:, 0], draws[:, 1])


def _couples(cases: NDArray[np.int64], kept: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every two of the kept pairs that are of one case."""
    a, b = np.triu_indices(len(kept), 1)
    same = cases[kept[a]] == cases[kept[b]]
    return kept[a[same]], kept[b[same]]


def _mean(compared: Sequence[Compared]) -> Compared | None:
    """Mean of statistics and of their draws, which come from one matrix where the pairs are the same."""
    if not compared:
        return None
    columns = [np.mean([getattr(one, name) for one in compared], axis=0) for name in Compared._fields[1:]]
    return Compared(min(one.n for one in compared), float(columns[0]), float(columns[1]), columns[2], columns[3])


def _rows(by_rater: Mapping[str, Compared], resampling: Resampling) -> list[dict[str, object]]:
    """Row of each rater, and of their mean."""
    mean = _mean(list(by_rater.values()))
    assert mean is not None
    return [_row(name, one, resampling) for name, one in {**by_rater, MEAN: mean}.items()]


def _row(rater: str, one: Compared, resampling: Resampling) -> dict[str, object]:
    """Values, intervals and difference of one comparison."""
    row: dict[str, object] = {"rater": rater, "n": one.n}
    difference = one.metric_draws - one.rater_draws
    for name, value, draws in (
        ("metric", one.metric, one.metric_draws),
        ("rater_value", one.rater, one.rater_draws),
        ("difference", one.metric - one.rater, difference),
    ):
        low, high, _ = percentile_ends(draws, resampling.tails)
        row |= {name: value, f"{name}_low": low, f"{name}_high": high}
    return row

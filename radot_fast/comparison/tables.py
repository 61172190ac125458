"""The tables of a comparison: systems with intervals, floors and letters; differences of all pairs; categories."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.comparison.draws import Drawn, Ratios, draw_ratios, ends_of
from radot_fast.comparison.floors import FLOORS
from radot_fast.comparison.letters import letters_of
from radot_fast.comparison.matrix import Matrix, ranked_systems
from radot_fast.comparison.rules import PENALIZED, Rules
from radot_fast.config import TARGETS
from radot_fast.errors import InputError
from radot_fast.extended.discrepancies import CATEGORIES
from radot_fast.statistics.bootstrap import Resampling, holm, percentile_ends, two_sided_p

Float = NDArray[np.float64]
COMPARED = (*(f"risk_{t}" for t in TARGETS), PENALIZED)
"""Figures by which systems are compared in pairs."""
TIE = 1e-9
"""Risks that differ by less are a tie: the same words in another order."""


class Estimates(NamedTuple):
    """Figures of all systems with their draws.

    Attributes
    ----------
    names
        Names of the figures.
    systems
        Names of the systems, floors last.
    point
        float64, shape (n_figures, n_systems).
    low, high
        Ends of the intervals, the same shape.
    draws
        float64, shape (n_resamples, n_figures, n_systems).
    """

    names: tuple[str, ...]
    systems: tuple[str, ...]
    point: Float
    low: Float
    high: Float
    draws: Float

    def of(self, figure: str) -> tuple[Float, Float]:
        """Point of each system and its draws, shape (n_resamples, n_systems)."""
        k = self.names.index(figure)
        return self.point[k], self.draws[:, k]


def estimates_of(matrix: Matrix, codes: NDArray[np.int64], resampling: Resampling) -> Estimates:
    """Every figure of every system with its interval; figures that no system has are left out.

    Raises
    ------
    InputError
        All counted references are of one group.
    """
    used = matrix.counted.any(axis=0)
    dense = np.unique(codes[used], return_inverse=True)[1].astype(np.int64)
    if int(dense.max()) < 1:
        raise InputError(f"all {used.sum()} common pairs are of one group: an interval needs at least 2 groups")
    figures = matrix.figures()
    parts = [matrix.ratios(figure) for figure in figures]
    ratios = Ratios(*(np.concatenate(rows)[:, used] for rows in zip(*parts, strict=True)))
    drawn: Drawn = draw_ratios(ratios, dense, resampling)
    shape = (len(figures), len(matrix.systems))
    point = drawn.point.reshape(shape)
    kept = np.asarray(np.isfinite(point).any(axis=1))
    low, high = (ends.reshape(shape)[kept] for ends in ends_of(drawn.draws, resampling.tails))
    draws = drawn.draws.reshape(len(drawn.draws), *shape)[:, kept]
    names = tuple(figure.name for figure, keep in zip(figures, kept, strict=True) if keep)
    return Estimates(names, matrix.systems, point[kept], low, high, draws)


def pair_table(estimates: Estimates, matrix: Matrix, systems: Sequence[str], resampling: Resampling) -> pl.DataFrame:
    """All pairs of systems: difference of each compared figure, with interval and Holm's correction within a figure.

    Returns
    -------
    ``figure, system, other, n, difference, low, high, p_value, p_holm, wins, ties, losses``: a win is a reference on
    which ``system`` has the lower risk (null for the recall-penalized risk, which a single pair does not have).
    """
    at = {name: k for k, name in enumerate(matrix.systems)}
    pairs = [(at[a], at[b]) for a, b in combinations(systems, 2)]
    return _compared(estimates, matrix, pairs, resampling)


def floor_table(estimates: Estimates, matrix: Matrix, resampling: Resampling) -> pl.DataFrame:
    """Every system against every floor; the columns of ``pair_table``, Holm over the systems and floors of a figure."""
    pairs = [
        (a, b)
        for a, name in enumerate(matrix.systems)
        for b, floor in enumerate(matrix.systems)
        if name not in FLOORS and floor in FLOORS
    ]
    return _compared(estimates, matrix, pairs, resampling)


PAIR_SCHEMA = pl.Schema(
    {
        **dict.fromkeys(("figure", "system", "other"), pl.String()),
        "n": pl.Int64(),
        **dict.fromkeys(("difference", "low", "high", "p_value", "p_holm"), pl.Float64()),
        **dict.fromkeys(("wins", "ties", "losses"), pl.Int64()),
    }
)


def _compared(
    estimates: Estimates, matrix: Matrix, pairs: Sequence[tuple[int, int]], resampling: Resampling
) -> pl.DataFrame:
    """Differences of pairs of systems."""
    rows: list[dict[str, Any]] = []
    for figure in (f for f in COMPARED if f in estimates.names):
        point, draws = estimates.of(figure)
        mine = []
        for a, b in pairs:
            if np.isnan(point[a]) or np.isnan(point[b]):
                continue
            difference = draws[:, a] - draws[:, b]
            low, high, _ = percentile_ends(difference, resampling.tails)
            numbers = {"difference": point[a] - point[b], "low": low, "high": high, "p_value": two_sided_p(difference)}
            names = {"figure": figure, "system": matrix.systems[a], "other": matrix.systems[b]}
            mine.append({**names, **numbers, **_outcomes(matrix, figure, a, b)})
        for row, p in zip(mine, holm([row["p_value"] for row in mine]), strict=True):
            row["p_holm"] = p
        rows += mine
    return pl.DataFrame(rows, schema=PAIR_SCHEMA)


def _outcomes(matrix: Matrix, figure: str, a: int, b: int) -> dict[str, int | None]:
    """References that one of two systems wins."""
    both = matrix.counted[a] & matrix.counted[b]
    if figure not in matrix.values:
        return {"n": int(both.sum()), "wins": None, "ties": None, "losses": None}
    difference = (matrix.values[figure][a] - matrix.values[figure][b])[both]
    ties = np.abs(difference) < TIE
    wins, losses = int(((difference < 0) & ~ties).sum()), int(((difference > 0) & ~ties).sum())
    return {"n": int(both.sum()), "wins": wins, "ties": int(ties.sum()), "losses": losses}


def system_table(
    estimates: Estimates, matrix: Matrix, compared: tuple[pl.DataFrame, pl.DataFrame], rules: Rules, alpha: float
) -> pl.DataFrame:
    """One row a system: rank, letters, marks, counts, and each figure with its interval; ranked systems first.

    Parameters
    ----------
    estimates
        Figures.
    matrix
        What they are over.
    compared
        ``pair_table`` and ``floor_table``.
    rules
        Who is ranked, and by what.
    alpha
        Level at which two systems are told apart, in (0, 1).

    Returns
    -------
    ``system, floor, rank, ranked, beats_floors, beats_floors_penalized`` (null without floors), ``letters`` (of the
    figure that ranks), ``n, n_without_risk, n_silent``, then each figure with ``_low`` and ``_high``.
    """
    pairs, floors = compared
    figure = rules.ranked_figure if rules.ranked_figure in estimates.names else "risk_total"
    point, _ = estimates.of(figure)
    ranked = ranked_systems(matrix, rules) & np.isfinite(point)
    is_floor = np.array([name in FLOORS for name in matrix.systems])
    if not is_floor.any():
        ranked[:] = False  # without floors nothing tells a good system from a silent one
    order = sorted(range(len(point)), key=lambda k: (is_floor[k], not ranked[k], np.nan_to_num(point[k], nan=np.inf)))
    names = [matrix.systems[k] for k in order if not is_floor[k]]
    different = pairs.filter((pl.col("figure") == figure) & (pl.col("p_holm") <= alpha))
    letters = letters_of(names, different.select("system", "other").iter_rows())
    beats = {f: _beating(floors, f, alpha) for f in ("risk_total", PENALIZED)}
    rank = {matrix.systems[k]: place for place, k in enumerate((k for k in order if ranked[k]), start=1)}
    rows = []
    for k in order:
        name = matrix.systems[k]
        row: dict[str, Any] = {
            "system": name,
            "floor": bool(is_floor[k]),
            "rank": rank.get(name),
            "ranked": bool(ranked[k]),
            "beats_floors": beats["risk_total"].get(name),
            "beats_floors_penalized": beats[PENALIZED].get(name),
            "letters": letters.get(name),
            "n": int(matrix.counted[k].sum()),
            "n_without_risk": int(matrix.without_risk[k]),
            "n_silent": int(matrix.silent[k]),
        }
        for f, figure_name in enumerate(estimates.names):
            values = (estimates.point[f, k], estimates.low[f, k], estimates.high[f, k])
            row |= {f"{figure_name}{end}": float(v) for end, v in zip(("", "_low", "_high"), values, strict=True)}
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Float64).fill_nan(None))


def _beating(floors: pl.DataFrame, figure: str, alpha: float) -> dict[str, bool]:
    """Whether each system has the lower figure than every floor, and not by chance.

    To beat all floors is one claim, whose p-value is the largest of its parts; Holm's correction is over the systems.
    """
    mine = floors.filter(figure=figure).group_by("system", maintain_order=True)
    claims = mine.agg(pl.col("p_value").max(), (pl.col("difference") < 0).all().alias("lower"))
    corrected = pl.Series(holm(claims["p_value"].to_list()), dtype=pl.Float64)
    beats = claims.select("system", beats=pl.col("lower") & (corrected <= alpha))
    return dict(beats.iter_rows())


def category_table(estimates: Estimates) -> pl.DataFrame:
    """Discrepancies by category per 100 reports: ``category, system, per_100, low, high``; the most frequent first."""
    rows = []
    for category in CATEGORIES:
        if f"n_{category}" not in estimates.names:
            continue
        k = estimates.names.index(f"n_{category}")
        rows += [
            (category, system, *(float(v[k, s]) for v in (estimates.point, estimates.low, estimates.high)))
            for s, system in enumerate(estimates.systems)
        ]
    schema = ["category", "system", "per_100", "low", "high"]
    table = pl.DataFrame(rows, schema=schema, orient="row") if rows else pl.DataFrame(schema=schema)
    table = table.with_columns(pl.col("per_100", "low", "high").cast(pl.Float64).fill_nan(None))
    totals = table.group_by("category", maintain_order=True).agg(all=pl.col("per_100").sum())
    joined = table.join(totals, on="category", how="left", maintain_order="left")
    return joined.sort("all", descending=True, maintain_order=True).drop("all")

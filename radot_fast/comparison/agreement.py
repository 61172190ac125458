"""Where systems differ most, and whether the risk orders the answers to one reference as people's counts do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.comparison.draws import Ratios, draw_ratios, ends_of
from radot_fast.comparison.floors import FLOORS
from radot_fast.comparison.matrix import Matrix
from radot_fast.statistics.bootstrap import Resampling

Float = NDArray[np.float64]
SHOWN = 10
"""References that are shown."""


def differing_references(matrix: Matrix, shown: int = SHOWN) -> pl.DataFrame:
    """References on which the systems' total risks differ most, the widest range first.

    Returns
    -------
    ``pair_id, range, best, worst`` and the risk of each system; systems without a risk are null.
    """
    rows = [k for k, name in enumerate(matrix.systems) if name not in FLOORS]
    names = [matrix.systems[k] for k in rows]
    risks = np.where(matrix.counted[rows], matrix.values["risk_total"][rows], np.nan)
    several = np.isfinite(risks).sum(axis=0) > 1
    high, low = np.where(np.isfinite(risks), risks, -np.inf), np.where(np.isfinite(risks), risks, np.inf)
    width = np.where(several, high.max(axis=0) - np.where(several, low.min(axis=0), 0.0), -np.inf)
    order = [int(k) for k in np.argsort(-width, kind="stable")[:shown] if np.isfinite(width[k])]
    table = pl.DataFrame(
        {
            "pair_id": [matrix.ids[k] for k in order],
            "range": [float(width[k]) for k in order],
            "best": [names[int(low[:, k].argmin())] for k in order],
            "worst": [names[int(high[:, k].argmax())] for k in order],
        },
        schema={"pair_id": pl.String, "range": pl.Float64, "best": pl.String, "worst": pl.String},
    )
    own = [pl.Series(name, risks[s, order], dtype=pl.Float64).fill_nan(None) for s, name in enumerate(names)]
    taken = set(table.columns)
    return table.hstack([s.rename(f"system {s.name}") if s.name in taken else s for s in own])


def within_reference(
    matrix: Matrix, counts: Mapping[str, Mapping[str, Float]], codes: NDArray[np.int64], resampling: Resampling
) -> pl.DataFrame:
    """Share of pairs of answers to one reference that the risk orders as the counted errors do.

    Parameters
    ----------
    matrix
        Risks.
    counts
        By target and system: counts of errors, float64, shape (n_references,), NaN where nobody counted.
    codes
        Group of each reference.
    resampling
        Number of resamples, seed, confidence.

    Returns
    -------
    ``target, n, accuracy, low, high``: of n pairs of answers with different counts the share in which the one with
    fewer errors has the lower risk; equal risks count half.
    """
    at = {name: k for k, name in enumerate(matrix.systems)}
    rows = []
    for target, known in counts.items():
        risk = matrix.values[f"risk_{target}"]
        part, whole = np.zeros(len(matrix.ids)), np.zeros(len(matrix.ids))
        for a, b in combinations(known, 2):
            there = matrix.counted[at[a]] & matrix.counted[at[b]]
            apart = np.where(there, known[a] - known[b], 0.0)
            difference = np.where(there, risk[at[a]] - risk[at[b]], 0.0)
            differs = np.isfinite(apart) & (apart != 0)
            right = np.where(np.abs(difference) < 1e-9, 0.5, np.sign(apart) == np.sign(difference))
            part += np.where(differs, right, 0.0)
            whole += differs
        if not whole.any():
            continue
        drawn = draw_ratios(Ratios(part[None], whole[None]), codes, resampling)
        low, high = ends_of(drawn.draws, resampling.tails)[:, 0]
        rows.append((target, int(whole.sum()), float(drawn.point[0]), float(low), float(high)))
    return pl.DataFrame(rows, schema=["target", "n", "accuracy", "low", "high"], orient="row")


def error_counts(
    rows: Mapping[str, pl.DataFrame], ids: pl.Series, columns: Mapping[str, str], systems: Sequence[str]
) -> dict[str, dict[str, Float]]:
    """Counts of errors by target and system, in the order of the references; systems whose table has none are left out.

    ``columns``: column of each target; ``rows``: table of each system, with ``pair_id``.
    """
    by_target: dict[str, dict[str, Float]] = {}
    order = ids.to_frame("pair_id")
    for target, column in columns.items():
        mine = {}
        for name in systems:
            if name in rows and column in rows[name].columns:
                values = rows[name].select("pair_id", pl.col(column).cast(pl.Float64, strict=False).alias("n"))
                joined = order.join(values, on="pair_id", how="left", maintain_order="left")
                mine[name] = joined["n"].fill_null(np.nan).to_numpy()
        by_target[target] = mine
    return by_target

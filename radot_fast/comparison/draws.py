"""Bootstrap draws of many figures at once: each is a sum over the references divided by another.

One matrix of drawn references (or groups of them) serves all figures of all systems, which is what makes every
difference paired.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.statistics.bootstrap import Resampling, resample_counts, run_chunks

Float = NDArray[np.float64]
MANTISSA = 52
"""Bits of a double behind the point."""


class Ratios(NamedTuple):
    """Figures over the same references.

    Attributes
    ----------
    part, whole
        float64, shape (n_figures, n_references): a figure is Σ part / Σ whole; 0 in both where a reference is not
        counted.
    """

    part: Float
    whole: Float


class Drawn(NamedTuple):
    """Figures and their bootstrap distribution.

    Attributes
    ----------
    point
        float64, shape (n_figures,); NaN where the whole is 0.
    draws
        float64, shape (n_resamples, n_figures); NaN where it is undefined in a resample.
    """

    point: Float
    draws: Float


def draw_ratios(ratios: Ratios, codes: NDArray[np.int64], resampling: Resampling) -> Drawn:
    """Figures on the references and on every resample of their groups.

    Parameters
    ----------
    ratios
        Parts and wholes.
    codes
        int64, shape (n_references,): 0-based group of each; a drawn group enters as a whole.
    resampling
        Number of resamples, seed, threads.
    """
    rows, place = _distinct(np.concatenate([ratios.part, ratios.whole]))
    n_groups = int(codes.max()) + 1
    sums = np.zeros((len(rows), n_groups))
    for k, row in enumerate(rows):
        sums[k] = np.bincount(codes, row, n_groups)
    n, whole_sums = len(ratios.part), sums.sum(axis=1)
    point = _divided(whole_sums[place[:n]], whole_sums[place[n:]])
    sums = _exactly_summable(sums)

    def figures(counts: NDArray[np.int64]) -> Float:
        totals = counts.astype(np.float64) @ sums.T
        return _divided(totals[:, place[:n]], totals[:, place[n:]])

    chunks = resample_counts(np.arange(n_groups), resampling)
    return Drawn(point, np.concatenate(run_chunks(figures, chunks, resampling.n_jobs, resampling.n_resamples)))


def _distinct(rows: Float) -> tuple[list[Float], NDArray[np.int64]]:
    """Rows that differ, and which of them each row is: the same whole serves many figures."""
    known: dict[bytes, int] = {}
    place = np.array([known.setdefault(row.tobytes(), len(known)) for row in rows], dtype=np.int64)
    first = {k: row for row, k in zip(rows[::-1], place[::-1], strict=True)}
    return [first[k] for k in range(len(known))], place


def _exactly_summable(sums: Float) -> Float:
    """Round each row so that sums of its values are exact: BLAS then gives the same bits for any number of threads.

    The values become multiples of a power of two that any sum of as many of them can hold: relative to the largest, the
    step is 2^-52 times their number.
    """
    largest = np.abs(sums).max(axis=1, initial=0.0) * sums.shape[1]
    exponent = np.array([math.frexp(x)[1] - MANTISSA if x > 0 else 0 for x in largest])
    step = np.ldexp(1.0, exponent)[:, None]
    return np.round(sums / step) * step


def _divided(part: Float, whole: Float) -> Float:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole == 0, np.nan, part / whole)


def ends_of(draws: Float, tails: tuple[float, float]) -> Float:
    """Ends of the percentile interval of each figure, over its defined draws: float64, shape (2, n_figures)."""
    broken = np.isnan(draws).any(axis=0)
    out = np.full((2, draws.shape[1]), np.nan)
    if (~broken).any():
        out[:, ~broken] = np.quantile(draws[:, ~broken], tails, axis=0)
    for k in np.flatnonzero(broken):
        defined = draws[~np.isnan(draws[:, k]), k]
        if defined.size:
            out[:, k] = np.quantile(defined, tails)
    return out

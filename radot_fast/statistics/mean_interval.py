"""A mean with its 95% bootstrap interval, quick enough for the last line of every run.

Plain NumPy: no kernel to compile or load. Up to ``RESAMPLED_ROWS`` rows the mean is resampled; beyond, the
quantiles of the same bootstrap distribution come from its Cornish-Fisher expansion, which needs the first four
moments of the values and no draws. At 1,000 rows the expansion's error (order 1/n of the width) is below the
Monte Carlo error of 10,000 resamples (2.7% of a standard error at the 2.5% quantile); the test compares both.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

RESAMPLED_ROWS = 1000
_CHUNK_CELLS = 100_000  # 100k drawn rows at a time stay in the cache: 5 times as fast as one block


class Interval(NamedTuple):
    """A value between the ends of its percentile interval."""

    value: float
    low: float
    high: float


def mean_interval(values: np.ndarray, seed: int = 0, n_resamples: int = 10_000, confidence: float = 0.95) -> Interval:
    """Mean of the finite values and its percentile bootstrap interval; NaN where no value is finite.

    Parameters
    ----------
    values
        float64, shape (n,); NaN (a row without a risk) is left out.
    seed
        Seed of the resamples; the same seed and values give the same bits.
    n_resamples
        Number of resamples, for at most ``RESAMPLED_ROWS`` values.
    confidence
        Coverage of the interval, in (0, 1).
    """
    x = np.asarray(values, dtype=np.float64).ravel()
    x = x[np.isfinite(x)]
    if not x.size:
        return Interval(math.nan, math.nan, math.nan)
    mean = float(x.mean())
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)
    if x.min() == x.max():
        return Interval(mean, mean, mean)
    if x.size > RESAMPLED_ROWS:
        low, high = (_cornish_fisher(x - mean, tail) for tail in tails)
        return Interval(mean, mean + low, mean + high)
    low, high = np.quantile(_resampled_means(x, seed, n_resamples), tails)
    return Interval(mean, float(low), float(high))


def _resampled_means(x: np.ndarray, seed: int, n_resamples: int) -> np.ndarray:
    """Means of ``n_resamples`` draws of n rows with replacement; the draws do not depend on the chunk size."""
    rng = np.random.default_rng(seed)
    step = max(1, _CHUNK_CELLS // x.size)
    means = np.empty(n_resamples)
    for start in range(0, n_resamples, step):
        stop = min(start + step, n_resamples)
        rows = rng.integers(0, x.size, size=(stop - start, x.size), dtype=np.int32)
        means[start:stop] = x[rows].sum(axis=1)
    return means / x.size


def _cornish_fisher(deviations: np.ndarray, tail: float) -> float:
    """Quantile of the bootstrap mean's deviation, from the values' deviations."""
    squares = deviations * deviations
    central = (squares.mean(), (squares * deviations).mean(), (squares * squares).mean())
    return quantile_of_mean(deviations.size, central, tail)


def quantile_of_mean(n: int, central: tuple[float, float, float], tail: float) -> float:
    """Quantile of the bootstrap mean's deviation from the mean, by its Cornish-Fisher expansion.

    Parameters
    ----------
    n
        Number of values.
    central
        Their second, third and fourth central moments; the second is positive.
    tail
        Probability below the quantile, in (0, 1).
    """
    variance = central[0]
    skewness = central[1] / variance**1.5 / math.sqrt(n)
    kurtosis = (central[2] / variance**2 - 3) / n
    z = NormalDist().inv_cdf(tail)
    w = z + (z**2 - 1) * skewness / 6 + (z**3 - 3 * z) * kurtosis / 24 - (2 * z**3 - 5 * z) * skewness**2 / 36
    return float(w * math.sqrt(variance / n))

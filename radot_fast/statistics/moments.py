"""The first four moments of values that come in parts: what parts add up to is what the whole has.

The interval of a mean beyond ``RESAMPLED_ROWS`` values needs no more than these (``statistics.mean_interval``),
so that an archive can be scored in parts, on several machines, and still end with the line of one run. The formulas for
two parts are those of Pébay (2008), "Formulas for robust, one-pass parallel computation of covariances and
arbitrary-order statistical moments".
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from radot_fast.statistics.mean_interval import RESAMPLED_ROWS, Interval, quantile_of_mean


class Moments(NamedTuple):
    """Count, mean and sums of powers of the deviations from the mean; of no values all are 0.

    Attributes
    ----------
    n
        Number of values.
    mean
        Their mean.
    sum2, sum3, sum4
        Sums of the second, third and fourth powers of their deviations.
    """

    n: int = 0
    mean: float = 0.0
    sum2: float = 0.0
    sum3: float = 0.0
    sum4: float = 0.0

    @classmethod
    def of(cls, values: np.ndarray) -> Moments:
        """Moments of the finite values.

        Parameters
        ----------
        values
            float64, any shape (all values count alike); NaN and infinities are left out.
        """
        x = np.asarray(values, dtype=np.float64).ravel()
        x = x[np.isfinite(x)]
        if not x.size:
            return cls()
        mean = float(x.mean())
        deviations = x - mean
        squares = deviations * deviations
        sums = (squares.sum(), (squares * deviations).sum(), (squares * squares).sum())
        return cls(int(x.size), mean, *map(float, sums))

    def merged(self, other: Moments) -> Moments:
        """Moments of the values of both."""
        if not self.n or not other.n:
            return self if self.n else other
        a, b = self.n, other.n
        n, gap = a + b, other.mean - self.mean
        step = gap / n
        sum2 = self.sum2 + other.sum2 + gap * step * a * b
        sum3 = self.sum3 + other.sum3 + gap * step**2 * a * b * (a - b) + 3 * step * (a * other.sum2 - b * self.sum2)
        sum4 = (
            self.sum4
            + other.sum4
            + gap * step**3 * a * b * (a * a - a * b + b * b)
            + 6 * step**2 * (a * a * other.sum2 + b * b * self.sum2)
            + 4 * step * (a * other.sum3 - b * self.sum3)
        )
        return Moments(n, self.mean + step * b, sum2, sum3, sum4)

    def interval(self, confidence: float = 0.95) -> Interval:
        """Mean with its percentile bootstrap interval; ``ValueError`` for so few values that they are resampled."""
        if not self.n:
            return Interval(math.nan, math.nan, math.nan)
        if self.n <= RESAMPLED_ROWS:
            raise ValueError(f"{self.n} values: up to {RESAMPLED_ROWS} their mean is resampled (mean_interval)")
        if self.sum2 == 0:
            return Interval(self.mean, self.mean, self.mean)
        central = (self.sum2 / self.n, self.sum3 / self.n, self.sum4 / self.n)
        tails = ((1 - confidence) / 2, (1 + confidence) / 2)
        low, high = (quantile_of_mean(self.n, central, tail) for tail in tails)
        return Interval(self.mean, self.mean + low, self.mean + high)

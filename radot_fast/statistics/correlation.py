"""Agreement of a risk with a target (method §7): rank and linear correlations, absolute errors.

A correlation with a constant column is undefined and comes back as NaN; tables show it as null. Nothing here
imports ``scipy.stats``, whose import alone costs .9 s of CPU; the tests compare with it to 1e-12.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from radot_fast.errors import InputError
from radot_fast.kernels.ranks import as_columns, bootstrap_kendall


def paired_columns(x: np.ndarray, y: np.ndarray, at_least: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Two finite float64 columns of one length.

    Raises
    ------
    InputError
        Different lengths, fewer rows than the statistic needs, or a missing or infinite value.
    """
    a, b = (np.asarray(v, dtype=np.float64).ravel() for v in (x, y))
    if a.size != b.size:
        raise InputError(f"{a.size} values against {b.size}: a statistic needs one value of each a row")
    if a.size < at_least:
        raise InputError(f"{a.size} rows are fewer than the {at_least} that the statistic needs")
    for name, column in (("first", a), ("second", b)):
        if not np.isfinite(column).all():
            row = int(np.flatnonzero(~np.isfinite(column))[0])
            raise InputError(f"{name} column, row {row}: {column[row]} is not finite; drop the row or score it again")
    return a, b


def midranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1; ties share their mean rank.

    Parameters
    ----------
    values
        float64, shape (n,), finite.

    Returns
    -------
    float64, shape (n,), in [1, n]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - 0.5 * (counts - 1))[inverse]


def pearson(x: np.ndarray, y: np.ndarray) -> float:
    """Linear correlation in [-1, 1]; NaN where a column is constant.

    Parameters
    ----------
    x, y
        float64, shape (n_rows,), finite.

    Raises
    ------
    InputError
        Columns of different lengths, too few rows, or a value that is not finite.
    """
    a, b = paired_columns(x, y)
    if a.min() == a.max() or b.min() == b.max():
        return math.nan
    a, b = a - a.mean(), b - b.mean()
    # Norms first: a product of two sums of squares can underflow where the correlation is well defined.
    return float(np.clip((a / np.linalg.norm(a)) @ (b / np.linalg.norm(b)), -1, 1))


def spearman(x: np.ndarray, y: np.ndarray) -> float:
    """Rank correlation in [-1, 1], ties by mid-ranks: the primary statistic (method §7.3). NaN for a constant column.

    Parameters
    ----------
    x, y
        float64, shape (n_rows,), finite.

    Raises
    ------
    InputError
        Columns of different lengths, too few rows, or a value that is not finite.
    """
    a, b = (midranks(v) for v in paired_columns(x, y))
    if a.min() == a.max() or b.min() == b.max():
        return math.nan
    a, b = a - a.mean(), b - b.mean()
    # Sums of quarters are exact, so a perfect order is exactly 1, as in the bootstrap's kernel.
    return float((a @ b) / math.sqrt((a @ a) * (b @ b)))


def kendall(x: np.ndarray, y: np.ndarray) -> float:
    """Kendall's tau-b in [-1, 1]; NaN where a column is constant.

    Parameters
    ----------
    x, y
        float64, shape (n_rows,), finite.

    Raises
    ------
    InputError
        Columns of different lengths, too few rows, or a value that is not finite.
    """
    a, b = paired_columns(x, y)
    out = np.empty((1, 1, 1))
    bootstrap_kendall(np.ones((1, a.size), dtype=np.int64), as_columns(a[None]), as_columns(b[None]), out)
    return float(out[0, 0, 0])


def mean_absolute_error(x: np.ndarray, y: np.ndarray) -> float:
    """Mean of the absolute differences, in errors a report."""
    a, b = paired_columns(x, y, 1)
    return float(np.abs(a - b).mean())


def root_mean_squared_error(x: np.ndarray, y: np.ndarray) -> float:
    """Root of the mean squared difference, in errors a report."""
    a, b = paired_columns(x, y, 1)
    return float(np.sqrt(np.square(a - b).mean()))


def rank_partial(x: np.ndarray, y: np.ndarray, control: np.ndarray) -> float:
    """Pearson correlation of the residuals of both ranks on the rank of ``control`` (method §7.7), in [-1, 1].

    NaN where a column is constant or its ranks follow from the control's.

    Parameters
    ----------
    x, y, control
        float64, shape (n_rows,), finite.

    Raises
    ------
    InputError
        Columns of different lengths, fewer than 3 rows, or a value that is not finite.
    """
    a, b = (midranks(v) for v in paired_columns(x, y, 3))
    c = midranks(paired_columns(control, y, 3)[0])
    design = np.column_stack([np.ones_like(c), c])
    residuals = [v - design @ np.linalg.lstsq(design, v, rcond=None)[0] for v in (a, b)]
    # A rank that the control explains leaves only rounding: its partial correlation is undefined.
    if any(np.linalg.norm(r) <= 1e-9 * np.linalg.norm(v) for r, v in zip(residuals, (a, b), strict=True)):
        return math.nan
    return pearson(residuals[0], residuals[1])


AGREEMENT: Mapping[str, Callable[[np.ndarray, np.ndarray], float]] = MappingProxyType(
    {
        "spearman": spearman,
        "kendall": kendall,
        "pearson": pearson,
        "mae": mean_absolute_error,
        "rmse": root_mean_squared_error,
    }
)
"""The statistics of method §7, by the name that tables and options use."""

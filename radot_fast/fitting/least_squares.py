"""The least squares of the readouts: coefficients are never below 0 (method §6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.runtime.extras import require

Float = NDArray[np.float64]

DEFAULT_RIDGE = 1e-6
"""lambda of method §6: the 66 columns hold exact dependences, so some ridge is needed for one answer."""


def monotone_least_squares(X: Float, y: Float, ridge: float = DEFAULT_RIDGE) -> tuple[Float, float]:
    """Minimize ``(1/N)·‖y − b − X·beta‖² + ridge·‖beta‖²`` over beta >= 0 and b of any sign (method §6).

    Parameters
    ----------
    X
        float64, shape (n, k), finite: scaled features.
    y
        float64, shape (n,), finite: target.
    ridge
        Penalty >= 0.

    Returns
    -------
    beta : float64, shape (k,), >= 0; and the intercept b.
    """
    n, k = X.shape
    mean_x, mean_y = X.mean(axis=0), float(y.mean())  # an intercept of any sign is centred out
    A = np.vstack([(X - mean_x) / np.sqrt(n), np.sqrt(ridge) * np.eye(k)])
    beta = nonnegative_least_squares(A, np.concatenate([(y - mean_y) / np.sqrt(n), np.zeros(k)]))
    beta[np.ptp(X, axis=0) == 0] = 0.0
    return beta, mean_y - float(mean_x @ beta)


def nonnegative_least_squares(A: Float, b: Float) -> Float:
    """Minimize ‖A·x − b‖ over x ≥ 0; no unknowns have an empty answer, where SciPy's solver ends the process.

    Parameters
    ----------
    A
        float64, shape (n, k), finite; k may be 0.
    b
        float64, shape (n,), finite.

    Returns
    -------
    float64, shape (k,), ≥ 0.
    """
    k = A.shape[1]
    if k == 0:
        return np.zeros(0)
    require("scipy", "fit", "fitting a readout")
    from scipy.optimize import nnls

    x, _ = nnls(A, b, maxiter=max(30 * k, 100))
    return np.asarray(x, dtype=np.float64)

"""Stabilized Sinkhorn scaling of one pair for the three formulations of method §4: the solver ``sinkhorn``.

T_ij = exp((l + f_i + h_j − D_ij) / eps). A sweep sets each row potential, then each column potential, then l, to
the optimum with the others held. With f^ the potential that would give row i its full mass, the optimum is

* balanced: f^ · unbalanced: f^·lambda / (lambda + eps) · partial: min(0, f^), and l gives the plan the mass tau.

(Chizat et al. 2018 for the first two, Benamou et al. 2015 for the third, whose Dykstra correction stays rank one.)
Scalings of K are absorbed into K before they leave the range of a float. Convergence is linear and slow at small
eps, so the cap on sweeps is part of the contract.
"""

from math import exp, log

import numpy as np

from radot_fast.kernels.toolchain.jit import kernel
from radot_fast.kernels.transport.balanced_newton import LARGEST_EXPONENT, absorb, column_minima

MAX_SWEEPS = 20_000
"""Sweeps over rows and columns; a pair that needs more is not converged."""
ABSORB_BEYOND = 100.0
"""A scaling of e^100, or its inverse, is absorbed."""
TINY = 1e-300


@kernel
def residual(problem, potentials, mass):
    """L1 distance of the masses of one side from optimality."""
    n, total = len(mass), 0.0
    share = 1.0 / n
    # phi = lambda / (lambda + eps), so 1 / lambda = (1 − phi) / (phi·eps).
    per_lambda = (1.0 - problem.phi) / (problem.phi * problem.epsilon)
    for i in range(n):
        if problem.mass > 0.0 and potentials[i] >= 0.0:
            total += max(0.0, mass[i] - share)
        else:
            total += abs(share * exp(min(LARGEST_EXPONENT, -potentials[i] * per_lambda)) - mass[i])
    return total


@kernel
def masses(K, u, v, rows, columns):
    """Row and column sums of diag(u) K diag(v); returns their total."""
    n, m = K.shape
    columns[:] = 0.0
    total = 0.0
    for i in range(n):
        rows[i] = 0.0
        for j in range(m):
            t = u[i] * K[i, j] * v[j]
            rows[i] += t
            columns[j] += t
        total += rows[i]
    return total


@kernel
def update(problem, potentials, mass, absorbed, scaling):
    """Set every potential of one side to its optimum and its scaling with it; returns the largest exponent."""
    eps, share, largest = problem.epsilon, 1.0 / len(mass), 0.0
    for i in range(len(mass)):
        full = potentials[i] + eps * log(share / max(mass[i], TINY))
        potentials[i] = min(0.0, full) if problem.mass > 0.0 else problem.phi * full
        exponent = (potentials[i] - absorbed[i]) / eps
        largest = max(largest, abs(exponent))
        scaling[i] = exp(max(-LARGEST_EXPONENT, min(LARGEST_EXPONENT, exponent)))
    return largest


@kernel
def scale(D, problem, P):
    """Plan P of one pair of finite costs D; returns the sweeps and the residual of the optimality conditions.

    The level l of the partial problem is kept in the column scalings.
    """
    n, m = D.shape
    K, u, v, rows, columns = np.empty((n, m)), np.ones(n), np.ones(m), np.empty(n), np.empty(m)
    f, h, level = np.zeros(n), np.zeros(m), 0.0
    if problem.mass > 0.0:
        level = D.min()
    else:
        column_minima(D, h)
    f0, h0 = f.copy(), h + level
    absorb(D, f0, h0, problem.epsilon, K)
    sweeps, largest = 0, 0.0
    while True:
        total = masses(K, u, v, rows, columns)
        if problem.mass > 0.0:
            # The level is the only unknown in the mass: set it first, so that the plan always has mass tau.
            c = problem.mass / max(total, TINY)
            level += problem.epsilon * log(c)
            v *= c
            rows *= c
            columns *= c
        error = residual(problem, f, rows) + residual(problem, h, columns)
        if not error >= problem.tol or sweeps >= MAX_SWEEPS:
            break
        sweeps += 1
        largest = update(problem, f, rows, f0, u)
        masses(K, u, v, rows, columns)
        largest = max(largest, update(problem, h, columns, h0 - level, v))
        if largest > ABSORB_BEYOND:
            f0[:], h0[:] = f, h + level
            u[:], v[:] = 1.0, 1.0
            absorb(D, f0, h0, problem.epsilon, K)
    for i in range(n):
        for j in range(m):
            P[i, j] = u[i] * K[i, j] * v[j]
    return sweeps, error

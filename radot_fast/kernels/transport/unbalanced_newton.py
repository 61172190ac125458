"""Unbalanced (KL) entropic transport of one pair by Newton's method (method §4).

min <T,D> + eps·sum T(log T − 1) + lambda·KL(T1‖a) + lambda·KL(T'1‖b). At the optimum the masses are
a_i·exp(−f_i / lambda) and b_j·exp(−h_j / lambda). The columns are eliminated exactly, as in ``balanced``; the
Jacobian in the rows is a graph Laplacian, W_ik = phi·sum_j T_ij T_kj / (T'1)_j, plus a positive ground link
(eps / lambda)·a_i·exp(−f_i / lambda) + (1 − phi)·(T1)_i, so GTH elimination needs no Levenberg term.
"""

from math import exp, log

import numpy as np

from radot_fast.kernels.toolchain.jit import inlined, kernel
from radot_fast.kernels.transport.balanced_newton import (
    CAREFUL_AFTER,
    LADDER_RATIO,
    LADDER_START,
    LADDER_TOL,
    LARGEST_EXPONENT,
    MAX_STEPS,
    absorb,
    aim,
    column_minima,
    step_length,
)

TINY = 1e-300


@kernel
def clipped_exp(x):
    """exp(x) within the range of a float."""
    return exp(max(-2.0 * LARGEST_EXPONENT, min(2.0 * LARGEST_EXPONENT, x)))


@kernel
def solve_grounded(W, ground, g, x):
    """Solve (Laplacian of W + diag(ground)) x = g by GTH elimination, every node with a ground link.

    Only the strict lower triangle of W is read and kept; W, ground and g are overwritten.
    """
    n = len(g)
    for k in range(n - 1, -1, -1):
        pivot = ground[k]
        for i in range(k):
            pivot += W[k, i]
        W[k, k] = max(pivot, TINY)
        for i in range(k):
            q = W[k, i] / W[k, k]
            for j in range(i):
                W[i, j] += q * W[k, j]
            ground[i] += q * ground[k]
            g[i] += q * g[k]
    for k in range(n):
        t = g[k]
        for i in range(k):
            t += W[k, i] * x[i]
        x[k] = t / W[k, k]


@inlined
def newton_length(x, careful):
    """``step_length`` of a step; a node that does not move, the ground, counts in its range."""
    low, high = 0.0, 0.0
    for k in range(len(x)):
        low, high = min(low, x[k]), max(high, x[k])
    return step_length(high - low, careful)


@inlined
def couple_rows(P, columns, phi, W):
    """Strict lower triangle of W_ik = phi·sum_j T_ij T_kj / (T'1)_j."""
    n, m = P.shape
    for i in range(n):
        for k in range(i):
            w = 0.0
            for j in range(m):
                w += P[i, j] * P[k, j] / max(columns[j], TINY)
            W[i, k] = phi * w


@kernel
def newton_rung(K, f, h, eps, phi, tol, P):
    """Bring the potentials (f, h), absorbed in K, to the optimum at eps.

    Returns
    -------
    steps, error : Newton steps, and the L1 residual of the row conditions (column conditions hold exactly).
    """
    n, m = K.shape
    a, b = 1.0 / n, 1.0 / m
    per_lambda = (1.0 - phi) / (phi * eps)
    W, g, ground, x = np.empty((n, n)), np.empty(n), np.empty(n), np.empty(n)
    dx, dy, columns = np.zeros(n), np.empty(m), np.empty(m)
    steps = 0
    while True:
        for j in range(m):
            s = 0.0
            for i in range(n):
                s += clipped_exp(dx[i]) * K[i, j]
            dy[j] = phi * (log(b / max(s, TINY)) - h[j] * per_lambda)
            columns[j] = s * clipped_exp(dy[j])
        error = 0.0
        for i in range(n):
            mass, u = 0.0, clipped_exp(dx[i])
            for j in range(m):
                P[i, j] = u * K[i, j] * clipped_exp(dy[j])
                mass += P[i, j]
            target = a * clipped_exp(-(f[i] + eps * dx[i]) * per_lambda)
            g[i] = target - mass
            ground[i] = eps * per_lambda * target + (1.0 - phi) * mass
            error += abs(g[i])
        if not error >= tol or steps >= MAX_STEPS:
            break
        steps += 1
        couple_rows(P, columns, phi, W)
        solve_grounded(W, ground, g, x)
        step = newton_length(x, steps > CAREFUL_AFTER)
        for i in range(n):
            dx[i] += step * x[i]
    for i in range(n):
        f[i] += eps * dx[i]
    for j in range(m):
        h[j] += eps * dy[j]
    return steps, error


@kernel
def largest_cost(D):
    """Largest absolute cost. Here the level of the costs matters, not their range alone: mass can stay away.

    A ladder over the range left 17 of 74 pairs of equal, high costs unsolved at eps .001 and lambda .1, where the
    damped steps of one rung are too short for the way of the potentials.
    """
    largest = 0.0
    for d in D.flat:
        largest = max(largest, abs(d))
    return largest


@kernel
def newton_unbalanced(D, problem, P):
    """Plan P of one pair of finite costs D (n ≤ m is quicker); returns the Newton steps and the residual."""
    n, m = D.shape
    lam = problem.penalty
    K, f, h = np.empty((n, m)), np.zeros(n), np.empty(m)
    column_minima(D, h)
    stop = aim(problem.tol, 2 * n)  # a current may also leave through the ground: twice the paths of balanced transport
    rung, total = max(problem.epsilon, LADDER_START * largest_cost(D)), 0
    while True:
        absorb(D, f, h, rung, K)
        last = rung <= problem.epsilon
        steps, error = newton_rung(K, f, h, rung, lam / (lam + rung), stop if last else LADDER_TOL, P)
        total += steps
        if last:
            return total, error
        rung = max(problem.epsilon, rung * LADDER_RATIO)

"""Partial entropic transport of one pair by a semi-smooth Newton method (method §4).

min <T,D> + eps·sum T(log T − 1), T1 ≤ a, T'1 ≤ b, sum T = tau < 1. At the optimum
T_ij = exp((l + f_i + h_j − D_ij) / eps) with f, h ≤ 0, and a potential below 0 only where its bound is tight. For
row potentials f the columns and the level l are eliminated exactly: with w_j the mass of column j at h_j = 0, the
columns take min(c·w_j, b), and c is found by filling up to tau. What is left is concave in f with gradient
a − T1, and T does not change when all of f moves by one number, so the largest f_i is kept at 0.

Rows at 0 that ask for less than their bound are fixed; Newton moves the others. The Jacobian is a graph Laplacian,
W_ik = sum_j T_ij T_kj / (T'1)_j over the tight columns, plus the same of the other columns taken as one. A step
that overshoots (the slope along it turns negative) is cut back by false position and bisection: without that about
one pair in 200 cycled between two sets of tight columns at eps .05.
"""

from math import log, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import kernel, pasted_into_caller
from radot_fast.kernels.transport.balanced_newton import GROUND_LINK, LADDER_RATIO, LADDER_TOL, absorb, aim, first_rung
from radot_fast.kernels.transport.unbalanced_newton import clipped_exp, solve_grounded

MAX_STEPS = 1_000
"""Newton steps and cut-backs at one rung; 604 is the most of 90,000 hard pairs, and 3 to 9 the mean."""
SLOPE = 0.5
"""A step is taken when the slope along it has fallen to within this share of the first slope."""
NARROW = 0.03
"""Relative width at which the search along a step ends."""
TINY = 1e-300
AT_BOUND = 1e-14
OVER = 1.0 + 1e-13
"""A column is tight when it would take this many times its bound: where tau fills whole columns, rounding decides
between tight and loose, and a level found from the columns that are left would be lost."""


class State(NamedTuple):
    """Row and column quantities of one pair; x = f / eps relative to what K has absorbed, ``cap`` its bound."""

    x: NDArray[np.float64]
    cap: NDArray[np.float64]
    rows: NDArray[np.float64]
    """Shape (n,): T1."""
    loose: NDArray[np.float64]
    """Shape (n,): the part of T1 in columns that are not tight."""
    lift: NDArray[np.float64]
    """Shape (m,): exp(-h_j / eps) of the absorbed h."""
    sums: NDArray[np.float64]
    """Shape (m,): sum_i u_i K_ij."""
    mass: NDArray[np.float64]
    """Shape (m,): T'1."""
    tight: NDArray[np.bool_]
    """Shape (m,)."""
    weight: NDArray[np.float64]
    """Shape (m,): 1 / b of a tight column, else 0."""
    W: NDArray[np.float64]
    """Shape (n, n): couplings; g, ground and fixed belong to the same linear system, shape (n,)."""
    g: NDArray[np.float64]
    ground: NDArray[np.float64]
    fixed: NDArray[np.bool_]


class Search(NamedTuple):
    """A step and where the search along it stands."""

    start: NDArray[np.float64]
    gradient: NDArray[np.float64]
    step: NDArray[np.float64]


@pasted_into_caller
def fill_columns(s, tau):
    """Column masses min(c·w_j, b) that add up to tau; returns c."""
    m = len(s.sums)
    b, c, n_tight = 1.0 / m, 0.0, 0
    s.tight[:] = False
    for _ in range(m + 1):
        rest = 0.0
        for j in range(m):
            if not s.tight[j]:
                rest += s.sums[j] * s.lift[j]
        c = (tau - n_tight * b) / max(rest, TINY)
        n_new = 0
        for j in range(m):
            if not s.tight[j] and c * s.sums[j] * s.lift[j] > OVER * b and n_tight + n_new < m - 1:
                s.tight[j] = True
                n_new += 1
        if n_new == 0:
            break
        n_tight += n_new
    for j in range(m):
        s.mass[j] = b if s.tight[j] else c * s.sums[j] * s.lift[j]
        s.weight[j] = m if s.tight[j] else 0.0
    return c


@pasted_into_caller
def update_plan(K, tau, s, P):
    """Plan of the row potentials ``s.x``; returns the scaling c of the level and the L1 residual of rows and total."""
    n, m = K.shape
    top = -np.inf
    for i in range(n):
        top = max(top, s.x[i] - s.cap[i])
    s.sums[:] = 0.0
    for i in range(n):
        s.x[i] -= top
        u = clipped_exp(s.x[i])
        for j in range(m):
            P[i, j] = u * K[i, j]
            s.sums[j] += P[i, j]
    c = fill_columns(s, tau)
    error = 0.0
    for i in range(n):
        s.rows[i], s.loose[i] = 0.0, 0.0
        for j in range(m):
            P[i, j] *= s.mass[j] / max(s.sums[j], TINY)
            s.rows[i] += P[i, j]
            if not s.tight[j]:
                s.loose[i] += P[i, j]
        slack = 1.0 / n - s.rows[i]
        error += max(0.0, -slack) if s.x[i] >= s.cap[i] - AT_BOUND else abs(slack)
    return c, error + abs(s.rows.sum() - tau)


@pasted_into_caller
def newton_direction(s, P, error, d):
    """Direction of the rows that are free to move."""
    n, m = P.shape
    a = 1.0 / n
    W, g, ground, fixed = s.W, s.g, s.ground, s.fixed
    held = -1
    for i in range(n):
        g[i], ground[i] = a - s.rows[i], GROUND_LINK * error * a
        at_bound = s.x[i] >= s.cap[i] - AT_BOUND
        fixed[i] = at_bound and g[i] >= 0.0
        if at_bound and (held < 0 or g[i] > g[held]):
            held = i
    # A row at its bound always is held: the plan does not change when all potentials move together.
    fixed[max(0, held)] = True
    loose = max(s.loose.sum(), TINY)
    for i in range(n):
        for k in range(i):
            w = 0.0
            for j in range(m):
                w += P[i, j] * P[k, j] * s.weight[j]
            w += s.loose[i] * s.loose[k] / loose
            to_ground = fixed[i] or fixed[k]
            W[i, k] = 0.0 if to_ground else w
            if to_ground:
                ground[i] += w
                ground[k] += w
    for i in range(n):
        if fixed[i]:
            ground[i], g[i] = 1.0, 0.0
    solve_grounded(W, ground, g, d)
    longest = np.abs(d).max()
    if longest > 1e-3:
        d *= log1p(longest) / longest


@pasted_into_caller
def slopes(s, search):
    """Slope of the dual along the way from the start to where x stands: there and here."""
    before, here = 0.0, 0.0
    for i in range(len(s.x)):
        moved = min(s.cap[i], search.start[i] + search.step[i]) - search.start[i]
        before += search.gradient[i] * moved
        here += (1.0 / len(s.x) - s.rows[i]) * moved
    return before, here


@pasted_into_caller
def newton_rung(K, tau, tol, s, P):
    """Bring x to the optimum; returns steps, residual and the level's scaling c."""
    n = len(s.x)
    search, d = Search(np.zeros(n), np.zeros(n), np.zeros(n)), np.zeros(n)
    low, high, t, steps = 0.0, 1.0, 1.0, 0
    while True:
        c, error = update_plan(K, tau, s, P)
        if not error >= tol or steps >= MAX_STEPS:
            return steps, error, c
        steps += 1
        if steps > 1:
            before, here = slopes(s, search)
            overshot, short = here < -SLOPE * before, high < 1.0 and here > SLOPE * before
            if overshot:
                high = t
            elif short:
                low = t
            if (overshot or short) and high - low > NARROW * high:
                t = 0.5 * (low + high)
                if low == 0.0:
                    t = high * max(0.1, min(0.7, before / max(before - here, TINY)))
                for i in range(n):
                    search.step[i] = t * d[i]
                    s.x[i] = min(s.cap[i], search.start[i] + search.step[i])
                continue
        newton_direction(s, P, error, d)
        low, high, t = 0.0, 1.0, 1.0
        for i in range(n):
            search.start[i], search.gradient[i], search.step[i] = s.x[i], 1.0 / n - s.rows[i], d[i]
            s.x[i] = min(s.cap[i], s.x[i] + d[i])


@kernel
def newton_partial(D, problem, P):
    """Plan P of one pair of finite costs D (n ≤ m is quicker); returns steps and the residual."""
    n, m = D.shape
    K, f, h, level = np.empty((n, m)), np.zeros(n), np.zeros(m), D.min()
    s = State(
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(m),
        np.zeros(m),
        np.zeros(m),
        np.zeros(m, np.bool_),
        np.zeros(m),
        np.zeros((n, n)),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n, np.bool_),
    )
    rung, total = first_rung(D, problem.epsilon), 0
    while True:
        absorb(D, f + level, h, rung, K)
        for i in range(n):
            s.x[i], s.cap[i] = 0.0, -f[i] / rung
        for j in range(m):
            s.lift[j] = clipped_exp(-h[j] / rung)
        last = rung <= problem.epsilon
        steps, error, c = newton_rung(K, problem.mass, aim(problem.tol, 2 * n) if last else LADDER_TOL, s, P)
        total += steps
        if last:
            return total, error
        for i in range(n):
            f[i] = min(0.0, f[i] + rung * s.x[i])
        for j in range(m):
            h[j] = min(0.0, h[j] + rung * log(max(s.mass[j] / max(c * s.sums[j], TINY), TINY)))
        level += rung * log(max(c, TINY))
        rung = max(problem.epsilon, rung * LADDER_RATIO)

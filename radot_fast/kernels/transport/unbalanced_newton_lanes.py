"""Unbalanced transport of eight pairs of equal shape at once, one a lane, as ``unbalanced_newton`` does (method §4.3).

Lanes freeze as in ``balanced_newton_lanes``. The couplings phi·sum_j T_ij T_kj / (T'1)_j are products of rows of the
plan whose columns are scaled by the root of phi / (T'1)_j.
"""

from math import log

import numpy as np

from radot_fast.kernels.toolchain.jit import inlined, pasted_into_caller
from radot_fast.kernels.toolchain.lane_math import vexp, vlog
from radot_fast.kernels.toolchain.lanes import vabs, vany_less, vfma, vload, vmax, vsplat, vsqrt, vstore, vwhere_less
from radot_fast.kernels.transport.balanced_newton import (
    CAREFUL_AFTER,
    LADDER_RATIO,
    LADDER_START,
    LADDER_TOL,
    MAX_STEPS,
    aim,
)
from radot_fast.kernels.transport.balanced_newton_lanes import (
    absorb,
    column_minima,
    couple_rows,
    eliminate_nodes,
    move_potentials,
    step_length,
    substitute,
)
from radot_fast.kernels.transport.lane_groups import fill, lane_range


@inlined
def eliminate_columns(lay, s, phi, per_lambda):
    """Column scalings v that meet the column conditions, and the column weights of the couplings."""
    share = vsplat(log(1.0 / lay.M))
    for j in range(lay.M):
        mass = vsplat(1e-300)
        o = j * lay.column
        for i in range(lay.N):
            mass = vfma(vload(s.u, i), vload(s.K, o + i * lay.row), mass)
        v = vexp(phi * (share - vlog(mass) - vload(s.h, j) * per_lambda))
        vstore(s.v, j, v)
        vstore(s.weight, j, vsqrt(phi / vmax(mass * v, vsplat(1e-300))))


@inlined
def plan_and_residual(lay, s, rung, phi, per_lambda):
    """P = diag(u) K diag(v), the rows' residuals g and ground links. Returns the L1 norm of g."""
    a, error = vsplat(1.0 / lay.N), vsplat(0.0)
    link = rung * per_lambda
    for i in range(lay.N):
        u, mass = vload(s.u, i), vsplat(0.0)
        o, p = i * lay.row, i * lay.M
        for j in range(lay.M):
            t = u * vload(s.K, o + j * lay.column) * vload(s.v, j)
            vstore(s.P, p + j, t)
            mass = mass + t
        target = a * vexp(-1.0 * per_lambda * vfma(rung, vload(s.d, i), vload(s.f, i)))
        vstore(s.g, i, target - mass)
        vstore(s.ground, i, vfma(link, target, (1.0 - phi) * mass))
        error = error + vabs(target - mass)
    return error


@inlined
def weigh_columns(lay, s):
    """Columns of P times their weights."""
    for i in range(lay.N):
        for j in range(lay.M):
            vstore(s.P, i * lay.M + j, vload(s.P, i * lay.M + j) * vload(s.weight, j))


@inlined
def restart(lay, s, running):
    """Moves of the running lanes to 0."""
    zero, one = vsplat(0.0), vsplat(1.0)
    for i in range(lay.N):
        vstore(s.d, i, vwhere_less(zero, running, zero, vload(s.d, i)))
        vstore(s.u, i, vwhere_less(zero, running, one, vload(s.u, i)))


@pasted_into_caller
def newton_rung(lay, s, rung, per_lambda, tol, running):
    """Bring the running lanes to the optimum at eps ``rung``; returns the steps taken and each lane's residual."""
    zero, one = vsplat(0.0), vsplat(1.0)
    phi = one / (one + rung * per_lambda)
    taken, steps = zero, 0
    while True:
        eliminate_columns(lay, s, phi, per_lambda)
        error = plan_and_residual(lay, s, rung, phi, per_lambda)
        active = vwhere_less(error, tol, zero, running)
        if steps >= MAX_STEPS or not vany_less(zero, active):
            return taken, error
        steps += 1
        taken = taken + active
        weigh_columns(lay, s)
        couple_rows(s.P, s.W, lay.N, lay.M)
        eliminate_nodes(s, lay.N, 0)
        low, high = substitute(s, lay.N, 0)
        length = step_length(high - low, steps > CAREFUL_AFTER)
        for i in range(lay.N):
            d, u = vload(s.d, i), vload(s.u, i)
            moved = vfma(length, vload(s.x, i), d)
            vstore(s.d, i, vwhere_less(zero, active, moved, d))
            vstore(s.u, i, vwhere_less(zero, active, vexp(moved), u))


@inlined
def total_mass(P, cells):
    """Mass of each lane's plan."""
    mass = vload(P, 0)
    for q in range(1, cells):
        mass = mass + vload(P, q)
    return mass


@inlined
def largest_cost(C, cells):
    """Largest absolute cost in each lane: the ladder covers the level of the costs, as in ``unbalanced``."""
    largest = vabs(vload(C, 0))
    for q in range(1, cells):
        largest = vmax(largest, vabs(vload(C, q)))
    return largest


@pasted_into_caller
def solve_lanes(lay, s, problem, cells):
    """Plans P of the costs C, one pair a lane; returns each lane's Newton steps and residual."""
    zero, one, infinite = vsplat(0.0), vsplat(1.0), vsplat(np.inf)
    reach, eps, per_lambda = lane_range(s.C, cells), vsplat(problem.epsilon), vsplat(1.0 / problem.penalty)
    running = vwhere_less(reach, infinite, one, zero)
    rung = vwhere_less(zero, running, vmax(eps, largest_cost(s.C, cells) * LADDER_START), eps)
    column_minima(lay, s)
    fill(s.u, lay.N, one)
    fill(s.d, lay.N, zero)
    total = zero
    while True:
        absorb(lay, s, rung)
        restart(lay, s, running)
        climbing = vwhere_less(eps, rung, running, zero)
        tol = vwhere_less(zero, climbing, vsplat(LADDER_TOL), vsplat(aim(problem.tol, 2 * lay.N)))
        steps, error = newton_rung(lay, s, rung, per_lambda, tol, running)
        total = total + steps
        if not vany_less(zero, climbing):
            sound = vwhere_less(zero, total_mass(s.P, cells), vwhere_less(reach, infinite, one, zero), zero)
            return total, vwhere_less(zero, sound, error, infinite)
        running = climbing
        move_potentials(s.f, s.u, lay.N, rung, running)
        move_potentials(s.h, s.v, lay.M, rung, running)
        rung = vwhere_less(zero, running, vmax(eps, rung * LADDER_RATIO), rung)

"""Balanced transport of eight pairs of equal shape at once, one a lane, as ``balanced_newton`` does (method §4.1).

Lanes take every step together. A lane that is done freezes, its scalings no longer change, so a plan does not
depend on what the other lanes hold: same pair, same bits. The matrix is read with strides, so that the shorter
side is the one that is solved for without a transposed copy.
"""

from typing import NamedTuple

import numpy as np

from radot_fast.kernels.toolchain.jit import inlined, pasted_into_caller
from radot_fast.kernels.toolchain.lane_math import LOG2_E, vexp2, vexp_roughly, vlog, vlog_roughly
from radot_fast.kernels.toolchain.lanes import vabs, vany_less, vfma, vload, vmax, vmin, vsplat, vstore, vwhere_less
from radot_fast.kernels.transport.balanced_newton import (
    CAREFUL_AFTER,
    GROUND_LINK,
    LADDER_RATIO,
    LADDER_START,
    LADDER_TOL,
    MAX_STEPS,
    aim,
    length_of_step,
)
from radot_fast.kernels.transport.lane_groups import fill, lane_range


class Layout(NamedTuple):
    """Layout of a matrix of N rows and M ≥ N columns in the lanes: cell (i, j) is at ``i * row + j * column``."""

    N: int
    M: int
    row: int
    column: int


@inlined
def layout_of(n, m):
    """Layout in which an n × m matrix has no more rows than columns."""
    if n <= m:
        return Layout(n, m, m, 1)
    return Layout(m, n, 1, m)


@inlined
def eliminate_columns(lay, s):
    """V = b / K'u."""
    b = vsplat(1.0 / lay.M)
    for j in range(lay.M):
        mass = vsplat(1e-300)
        o = j * lay.column
        for i in range(lay.N):
            mass = vfma(vload(s.u, i), vload(s.K, o + i * lay.row), mass)
        vstore(s.v, j, b / mass)


@inlined
def plan_and_residual(lay, s):
    """P = diag(u) K diag(v), rows contiguous; g = (a − T1) / m. Returns the L1 violation of the rows."""
    a, per_column = vsplat(1.0 / lay.N), vsplat(1.0 / lay.M)
    error = vsplat(0.0)
    for i in range(lay.N):
        u, mass = vload(s.u, i), vsplat(0.0)
        o, p = i * lay.row, i * lay.M
        for j in range(lay.M):
            t = u * vload(s.K, o + j * lay.column) * vload(s.v, j)
            vstore(s.P, p + j, t)
            mass = mass + t
        vstore(s.g, i, (a - mass) * per_column)
        error = error + vabs(a - mass)
    return error


@inlined
def couple_two_rows(P, W, N, M, i):
    """W_ik and W_(i+1)k for all k below: rows i and i + 1 against two rows at a time."""
    o = M * i
    for k in range(0, i, 2):
        w00, w01, w10, w11 = vsplat(0.0), vsplat(0.0), vsplat(0.0), vsplat(0.0)
        q = M * k
        for j in range(M):
            p0, p1 = vload(P, o + j), vload(P, o + M + j)
            r0, r1 = vload(P, q + j), vload(P, q + M + j)
            w00, w01 = vfma(p0, r0, w00), vfma(p0, r1, w01)
            w10, w11 = vfma(p1, r0, w10), vfma(p1, r1, w11)
        w = i * N + k
        vstore(W, w, w00)
        vstore(W, w + 1, w01)
        vstore(W, w + N, w10)
        vstore(W, w + N + 1, w11)
    t = vsplat(0.0)
    for j in range(M):
        t = vfma(vload(P, o + j), vload(P, o + M + j), t)
    vstore(W, (i + 1) * N + i, t)


@inlined
def couple_last_row(P, W, N, M):
    """W_ik of the last row of an odd number."""
    i = N - 1
    o = M * i
    for k in range(0, i, 2):
        w0, w1 = vsplat(0.0), vsplat(0.0)
        q = M * k
        for j in range(M):
            p = vload(P, o + j)
            w0, w1 = vfma(p, vload(P, q + j), w0), vfma(p, vload(P, q + M + j), w1)
        vstore(W, i * N + k, w0)
        vstore(W, i * N + k + 1, w1)


@pasted_into_caller
def couple_rows(P, W, N, M):
    """Strict lower triangle of W = P P', in blocks of two by two: four products for four loads."""
    for i in range(0, N - 1, 2):
        couple_two_rows(P, W, N, M, i)
    if N % 2:
        couple_last_row(P, W, N, M)


@inlined
def eliminate_nodes(s, N, last):
    """GTH elimination of the nodes N − 1 down to ``last``; the pivots' inverses are kept.

    The row that is next comes first in each round: its pivot's division runs while the others are updated.
    """
    W, g, ground = s.W, s.g, s.ground
    pivot = vload(ground, N - 1)
    for i in range(N - 1):
        pivot = pivot + vload(W, (N - 1) * N + i)
    for k in range(N - 1, last - 1, -1):
        o = k * N
        inverse = 1.0 / vwhere_less(vsplat(0.0), pivot, pivot, vsplat(1.0))
        vstore(s.inverse, k, inverse)
        link, gk = vload(ground, k), vload(g, k)
        for i in range(k - 1, -1, -1):
            share = vload(W, o + i) * inverse
            p = i * N
            moved = vfma(share, link, vload(ground, i))
            vstore(ground, i, moved)
            vstore(g, i, vfma(share, gk, vload(g, i)))
            for j in range(i):
                w = vfma(share, vload(W, o + j), vload(W, p + j))
                vstore(W, p + j, w)
                moved = moved + w
            if i == k - 1:
                pivot = moved


@inlined
def substitute(s, N, first):
    """Back-substitute from node ``first`` on, given those before; returns the lowest and highest value, 0 included."""
    low, high = vsplat(0.0), vsplat(0.0)
    for k in range(first, N):
        t = vload(s.g, k)
        for i in range(k):
            t = vfma(vload(s.W, k * N + i), vload(s.x, i), t)
        t = t * vload(s.inverse, k)
        vstore(s.x, k, t)
        low, high = vmin(low, t), vmax(high, t)
    return low, high


@inlined
def step_length(r, careful):
    """``length_of_step`` of eight pairs, with a rough logarithm."""
    at_least_one = vmax(r, vsplat(1.0))
    return length_of_step(r, at_least_one, vlog_roughly(at_least_one), careful)


@pasted_into_caller
def newton_rung(lay, s, tol, running):
    """Scale K to a plan in the lanes that run; returns the steps taken and the L1 violation of each lane."""
    zero = vsplat(0.0)
    taken, steps = zero, 0
    while True:
        eliminate_columns(lay, s)
        error = plan_and_residual(lay, s)
        active = vwhere_less(error, tol, zero, running)
        if steps >= MAX_STEPS or not vany_less(zero, active):
            return taken, error
        steps += 1
        taken = taken + active
        couple_rows(s.P, s.W, lay.N, lay.M)
        fill(s.ground, lay.N, error * (GROUND_LINK / lay.M / lay.N))
        eliminate_nodes(s, lay.N, 1)
        vstore(s.x, 0, zero)
        low, high = substitute(s, lay.N, 1)
        length, middle = step_length(high - low, steps > CAREFUL_AFTER), (low + high) * 0.5
        for i in range(lay.N):
            u = vload(s.u, i)
            moved = u * vexp_roughly(length * (vload(s.x, i) - middle))
            vstore(s.u, i, vwhere_less(zero, active, moved, u))


@inlined
def column_minima(lay, s):
    """h_j = min_i C_ij and f = 0: a start whose kernel has no empty column."""
    for j in range(lay.M):
        low = vload(s.C, j * lay.column)
        for i in range(1, lay.N):
            low = vmin(low, vload(s.C, j * lay.column + i * lay.row))
        vstore(s.h, j, low)
    fill(s.f, lay.N, vsplat(0.0))


@inlined
def absorb(lay, s, eps):
    """K = exp((f_i + h_j − C_ij) / eps), and v = b / K'1."""
    b, per_eps = vsplat(1.0 / lay.M), LOG2_E / eps
    for j in range(lay.M):
        h, mass = vload(s.h, j), vsplat(1e-300)
        for i in range(lay.N):
            o = i * lay.row + j * lay.column
            k = vexp2((vload(s.f, i) + h - vload(s.C, o)) * per_eps)
            vstore(s.K, o, k)
            mass = mass + k
        vstore(s.v, j, b / mass)


@inlined
def sweep_rows(lay, s, running):
    """U = a / K v in the running lanes: the first half of a Sinkhorn sweep after ``absorb``."""
    a = vsplat(1.0 / lay.N)
    for i in range(lay.N):
        mass = vsplat(1e-300)
        for j in range(lay.M):
            mass = vfma(vload(s.K, i * lay.row + j * lay.column), vload(s.v, j), mass)
        vstore(s.u, i, vwhere_less(vsplat(0.0), running, a / mass, vload(s.u, i)))


@inlined
def move_potentials(potentials, scalings, n, eps, running):
    """Absorb the scalings of the running lanes into their potentials."""
    for i in range(n):
        p = vload(potentials, i)
        moved = p + eps * vlog(vload(scalings, i))
        vstore(potentials, i, vwhere_less(vsplat(0.0), running, moved, p))


@pasted_into_caller
def solve_lanes(lay, s, problem, cells):
    """Plans P of the costs C, one pair a lane; returns each lane's Newton steps and residual."""
    zero, one, infinite = vsplat(0.0), vsplat(1.0), vsplat(np.inf)
    reach, eps = lane_range(s.C, cells), vsplat(problem.epsilon)
    running = vwhere_less(reach, infinite, one, zero)
    rung = vmax(eps, reach * LADDER_START)
    column_minima(lay, s)
    fill(s.u, lay.N, vsplat(1.0))
    total = zero
    while True:
        absorb(lay, s, rung)
        sweep_rows(lay, s, running)
        climbing = vwhere_less(eps, rung, running, zero)
        tol = vwhere_less(zero, climbing, vsplat(LADDER_TOL), vsplat(aim(problem.tol, lay.N)))
        steps, error = newton_rung(lay, s, tol, running)
        total = total + steps
        if not vany_less(zero, climbing):
            return total, vwhere_less(reach, infinite, error, infinite)
        running = climbing
        move_potentials(s.f, s.u, lay.N, rung, running)
        move_potentials(s.h, s.v, lay.M, rung, running)
        rung = vwhere_less(zero, running, vmax(eps, rung * LADDER_RATIO), rung)

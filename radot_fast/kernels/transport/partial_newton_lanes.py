"""Partial transport of eight pairs of equal shape at once, one a lane, as ``partial_newton`` does (method §4.2).

Lanes freeze as in ``balanced_newton_lanes``. In a round one lane may cut its step back while another takes a new
direction: both are computed, each lane keeps its own. Sets of rows and columns are vectors of ones and zeros.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import inlined, pasted_into_caller
from radot_fast.kernels.toolchain.lane_math import LOG2_E, vexp, vexp2, vlog
from radot_fast.kernels.toolchain.lanes import (
    LANES,
    vabs,
    vany_less,
    vfma,
    vload,
    vmax,
    vmin,
    vsplat,
    vsqrt,
    vstore,
    vwhere_less,
)
from radot_fast.kernels.transport.balanced_newton import GROUND_LINK, LADDER_RATIO, LADDER_START, LADDER_TOL, aim
from radot_fast.kernels.transport.balanced_newton_lanes import couple_rows, eliminate_nodes, substitute
from radot_fast.kernels.transport.lane_groups import fill, lane_range
from radot_fast.kernels.transport.partial_newton import AT_BOUND, MAX_STEPS, NARROW, OVER, SLOPE, TINY


class Rows(NamedTuple):
    """Row and column quantities of a group beyond those of ``Scratch``; vectors of lanes."""

    cap: NDArray[np.float64]
    """N: bounds of the moves ``Scratch.d``."""
    slack: NDArray[np.float64]
    """N: a − T1."""
    bound: NDArray[np.float64]
    """N: 1 for a row at its bound."""
    loose: NDArray[np.float64]
    """N: the part of T1 in columns that are not tight."""
    start: NDArray[np.float64]
    """N: moves at the start of the step that is being searched; its slack and the step follow."""
    gradient: NDArray[np.float64]
    step: NDArray[np.float64]
    lift: NDArray[np.float64]
    """M: exp(-h_j / eps) of the absorbed h."""
    sums: NDArray[np.float64]
    """M: sum_i u_i K_ij."""
    tight: NDArray[np.float64]
    """M: 1 for a tight column."""
    Q: NDArray[np.float64]
    """N × (M + 1): rows whose products are the couplings."""


@inlined
def new_rows(N, M):
    """Working memory of a group."""
    side = LANES * max(N, M)
    sides = np.zeros((10, side))
    return Rows(
        sides[0],
        sides[1],
        sides[2],
        sides[3],
        sides[4],
        sides[5],
        sides[6],
        sides[7],
        sides[8],
        sides[9],
        np.zeros(LANES * N * (M + 1)),
    )


@inlined
def absorb(lay, s, r, level, eps):
    """K = exp((f_i + h_j + level − C_ij) / eps), and the bounds that f, h ≤ 0 set."""
    zero, per_eps = vsplat(0.0), LOG2_E / eps
    for i in range(lay.N):
        f = vload(s.f, i)
        vstore(r.cap, i, (zero - f) / eps)
        for j in range(lay.M):
            o = i * lay.row + j * lay.column
            vstore(s.K, o, vexp2((f + level + vload(s.h, j) - vload(s.C, o)) * per_eps))
    for j in range(lay.M):
        vstore(r.lift, j, vexp2((zero - vload(s.h, j)) * per_eps))


@inlined
def sum_columns(lay, s, r):
    """Sums of the columns of diag(u) K."""
    for j in range(lay.M):
        mass = vsplat(0.0)
        o = j * lay.column
        for i in range(lay.N):
            mass = vfma(vload(s.u, i), vload(s.K, o + i * lay.row), mass)
        vstore(r.sums, j, mass)


@inlined
def fill_columns(lay, r, tau):
    """Find the tight columns of masses min(c·w_j, b) that add up to tau; returns c."""
    zero, one, tiny = vsplat(0.0), vsplat(1.0), vsplat(TINY)
    b, over, most = vsplat(1.0 / lay.M), vsplat(OVER / lay.M), vsplat(lay.M - 1.0)
    fill(r.tight, lay.M, zero)
    n_tight = zero
    while True:
        rest = zero
        for j in range(lay.M):
            rest = rest + (one - vload(r.tight, j)) * (vload(r.sums, j) * vload(r.lift, j))
        c = (tau - n_tight * b) / vmax(rest, tiny)
        before = n_tight
        for j in range(lay.M):
            tight = vload(r.tight, j)
            asked = c * (vload(r.sums, j) * vload(r.lift, j))
            newly = vwhere_less(over, asked, vwhere_less(n_tight, most, one - tight, zero), zero)
            vstore(r.tight, j, tight + newly)
            n_tight = n_tight + newly
        if not vany_less(before, n_tight):
            return c


@inlined
def scale_columns(lay, s, r, c):
    """Column scalings v of the plan."""
    b, tiny = vsplat(1.0 / lay.M), vsplat(TINY)
    for j in range(lay.M):
        sums = vload(r.sums, j)
        loose = c * vload(r.lift, j)
        vstore(s.v, j, vwhere_less(vsplat(0.5), vload(r.tight, j), b / vmax(sums, tiny), loose))


@inlined
def plan_and_residual(lay, s, r, tau):
    """P = diag(u) K diag(v) and the rows' slack; returns the L1 residual of the rows and of the total mass."""
    zero, one, a = vsplat(0.0), vsplat(1.0), vsplat(1.0 / lay.N)
    error, total = zero, zero
    for i in range(lay.N):
        u, mass, loose = vload(s.u, i), zero, zero
        o, p = i * lay.row, i * lay.M
        for j in range(lay.M):
            t = u * vload(s.K, o + j * lay.column) * vload(s.v, j)
            vstore(s.P, p + j, t)
            mass = mass + t
            loose = vfma(one - vload(r.tight, j), t, loose)
        slack = a - mass
        bound = vwhere_less(vload(s.d, i), vload(r.cap, i) - AT_BOUND, zero, one)
        vstore(r.slack, i, slack)
        vstore(r.loose, i, loose)
        vstore(r.bound, i, bound)
        total = total + mass
        error = error + vwhere_less(zero, bound, vmax(zero, zero - slack), vabs(slack))
    return error + vabs(total - tau)


@inlined
def fix_rows(lay, s, r):
    """Rows at their bound that ask for less than it are fixed (1 in ``r.bound``), the one with most slack always."""
    zero, one, none = vsplat(0.0), vsplat(1.0), vsplat(-np.inf)
    most, held = none, zero
    for i in range(lay.N):
        slack = vwhere_less(zero, vload(r.bound, i), vload(r.slack, i), none)
        held = vwhere_less(most, slack, vsplat(float(i)), held)
        most = vmax(slack, most)
    for i in range(lay.N):
        fixed = vwhere_less(vload(r.slack, i), zero, zero, vload(r.bound, i))
        away = vabs(held - float(i))
        vstore(r.bound, i, vwhere_less(away, vsplat(0.5), one, fixed))


@inlined
def scale_couplings(lay, s, r):
    """Rows whose products are the couplings: the tight columns of P, and the others taken as one."""
    total = vsplat(TINY)
    for i in range(lay.N):
        total = total + vload(r.loose, i)
    per_total, root = 1.0 / vsqrt(total), vsqrt(vsplat(1.0 * lay.M))
    for i in range(lay.N):
        q = i * (lay.M + 1)
        for j in range(lay.M):
            vstore(r.Q, q + j, vload(s.P, i * lay.M + j) * (vload(r.tight, j) * root))
        vstore(r.Q, q + lay.M, vload(r.loose, i) * per_total)


@inlined
def ground_fixed(lay, s, r, link):
    """Couplings to fixed rows become links to the ground."""
    zero, one = vsplat(0.0), vsplat(1.0)
    fill(s.ground, lay.N, link)
    for i in range(lay.N):
        moving = one - vload(r.bound, i)
        for k in range(i):
            w = vload(s.W, i * lay.N + k)
            joined = w * (moving * (one - vload(r.bound, k)))
            vstore(s.W, i * lay.N + k, joined)
            vstore(s.ground, i, vload(s.ground, i) + (w - joined))
            vstore(s.ground, k, vload(s.ground, k) + (w - joined))
    for i in range(lay.N):
        fixed = vload(r.bound, i)
        vstore(s.ground, i, vwhere_less(zero, fixed, one, vload(s.ground, i)))
        vstore(s.g, i, vwhere_less(zero, fixed, zero, vload(r.slack, i)))


@inlined
def shorten(lay, s):
    """Direction ``s.x`` times log(1 + r) / r, r its largest move."""
    longest, small = vsplat(0.0), vsplat(1e-3)
    for i in range(lay.N):
        longest = vmax(longest, vabs(vload(s.x, i)))
    bounded = vmax(longest, small)
    length = vwhere_less(small, longest, vlog(bounded + 1.0) / bounded, vsplat(1.0))
    for i in range(lay.N):
        vstore(s.x, i, vload(s.x, i) * length)


@inlined
def slopes(lay, r):
    """Slope of the dual along the step that is being searched: at its start and here; it is kept to the bounds."""
    before, here = vsplat(0.0), vsplat(0.0)
    for i in range(lay.N):
        moved = vmin(vload(r.cap, i), vload(r.start, i) + vload(r.step, i)) - vload(r.start, i)
        before = vfma(vload(r.gradient, i), moved, before)
        here = vfma(vload(r.slack, i), moved, here)
    return before, here


@inlined
def move(lay, s, r, cut, t, active):
    """Moves of the active lanes: the step cut back to t, or a new direction; the largest is put at its bound."""
    zero = vsplat(0.0)
    top = vsplat(-np.inf)
    for i in range(lay.N):
        d, cap = vload(s.d, i), vload(r.cap, i)
        start = vwhere_less(zero, cut, vload(r.start, i), d)
        way = t * vload(s.x, i)
        vstore(r.start, i, start)
        vstore(r.gradient, i, vwhere_less(zero, cut, vload(r.gradient, i), vload(r.slack, i)))
        vstore(r.step, i, way)
        moved = vwhere_less(zero, active, vmin(cap, start + way), d)
        vstore(s.d, i, moved)
        top = vmax(moved - cap, top)
    for i in range(lay.N):
        d = vload(s.d, i)
        d = vwhere_less(zero, active, d - top, d)
        vstore(s.d, i, d)
        vstore(s.u, i, vwhere_less(zero, active, vexp(d), vload(s.u, i)))


@pasted_into_caller
def newton_rung(lay, s, r, tau, tol, running):
    """Bring the running lanes to the optimum; returns their steps, residual and the level's scaling c."""
    zero, one, half, tiny = vsplat(0.0), vsplat(1.0), vsplat(0.5), vsplat(TINY)
    low, high, t = zero, one, one
    taken, steps = zero, 0
    while True:
        sum_columns(lay, s, r)
        c = fill_columns(lay, r, tau)
        scale_columns(lay, s, r, c)
        error = plan_and_residual(lay, s, r, tau)
        active = vwhere_less(error, tol, zero, running)
        if steps >= MAX_STEPS or not vany_less(zero, active):
            return taken, error, c
        steps += 1
        taken = taken + active
        cut = zero
        if steps > 1:
            before, here = slopes(lay, r)
            overshot = vwhere_less(here, before * -SLOPE, one, zero)
            short = vwhere_less(high, one, vwhere_less(before * SLOPE, here, one, zero), zero)
            high, low = vwhere_less(zero, overshot, t, high), vwhere_less(zero, short, t, low)
            cut = vwhere_less(high * NARROW, high - low, vmax(overshot, short), zero)
            falsi = high * vmax(vsplat(0.1), vmin(vsplat(0.7), before / vmax(before - here, tiny)))
            t = vwhere_less(zero, low, half * (low + high), falsi)
        if vany_less(cut, active):
            new_direction(lay, s, r, error, cut)
        t, low, high = (
            vwhere_less(zero, cut, t, one),
            vwhere_less(zero, cut, low, zero),
            vwhere_less(zero, cut, high, one),
        )
        move(lay, s, r, cut, t, active)


@pasted_into_caller
def new_direction(lay, s, r, error, kept):
    """Direction ``s.x`` of the rows that are free to move, in the lanes that do not keep theirs."""
    for i in range(lay.N):
        vstore(r.sums, i, vload(s.x, i))
    fix_rows(lay, s, r)
    scale_couplings(lay, s, r)
    couple_rows(r.Q, s.W, lay.N, lay.M + 1)
    ground_fixed(lay, s, r, error * (GROUND_LINK / lay.N))
    eliminate_nodes(s, lay.N, 0)
    substitute(s, lay.N, 0)
    shorten(lay, s)
    for i in range(lay.N):
        vstore(s.x, i, vwhere_less(vsplat(0.0), kept, vload(r.sums, i), vload(s.x, i)))


@inlined
def move_potentials(lay, s, r, c, eps, running):
    """Absorb the moves of the running lanes into f and h."""
    zero, tiny = vsplat(0.0), vsplat(TINY)
    for i in range(lay.N):
        f = vload(s.f, i)
        vstore(s.f, i, vwhere_less(zero, running, vmin(zero, vfma(eps, vload(s.d, i), f)), f))
    for j in range(lay.M):
        h = vload(s.h, j)
        moved = vmin(zero, vfma(eps, vlog(vmax(vload(s.v, j) / vmax(c, tiny), tiny)), h))
        vstore(s.h, j, vwhere_less(zero, running, moved, h))


@inlined
def restart(lay, s, r, running):
    """Moves of the running lanes to 0, but for rounding: the largest is put at its bound."""
    zero, lowest = vsplat(0.0), vload(r.cap, 0)
    for i in range(1, lay.N):
        lowest = vmin(lowest, vload(r.cap, i))
    for i in range(lay.N):
        vstore(s.d, i, vwhere_less(zero, running, lowest, vload(s.d, i)))
        vstore(s.u, i, vwhere_less(zero, running, vexp(lowest), vload(s.u, i)))


@inlined
def lowest_cost(C, cells):
    """Smallest cost in each lane."""
    lowest = vload(C, 0)
    for q in range(1, cells):
        lowest = vmin(lowest, vload(C, q))
    return lowest


@pasted_into_caller
def solve_lanes(lay, s, problem, cells):
    """Plans P of the costs C, one pair a lane; returns each lane's Newton steps and residual."""
    zero, one, infinite = vsplat(0.0), vsplat(1.0), vsplat(np.inf)
    reach, eps, tau = lane_range(s.C, cells), vsplat(problem.epsilon), vsplat(problem.mass)
    sound = vwhere_less(reach, infinite, one, zero)
    running, rung = sound, vwhere_less(zero, sound, vmax(eps, reach * LADDER_START), eps)
    level, total = lowest_cost(s.C, cells), zero
    r = new_rows(lay.N, lay.M)
    fill(s.f, lay.N, zero)
    fill(s.h, lay.M, zero)
    fill(s.d, lay.N, zero)
    fill(s.u, lay.N, one)
    while True:
        absorb(lay, s, r, level, rung)
        restart(lay, s, r, running)
        climbing = vwhere_less(eps, rung, running, zero)
        tol = vwhere_less(zero, climbing, vsplat(LADDER_TOL), vsplat(aim(problem.tol, 2 * lay.N)))
        steps, error, c = newton_rung(lay, s, r, tau, tol, running)
        total = total + steps
        if not vany_less(zero, climbing):
            return total, vwhere_less(zero, sound, error, infinite)
        running = climbing
        move_potentials(lay, s, r, c, rung, running)
        level = vwhere_less(zero, running, vfma(rung, vlog(vmax(c, vsplat(TINY))), level), level)
        rung = vwhere_less(zero, running, vmax(eps, rung * LADDER_RATIO), rung)

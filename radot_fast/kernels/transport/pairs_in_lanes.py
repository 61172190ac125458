"""Groups of pairs to their lane solver, in ranges and threads (method §4.5)."""

import numpy as np
from numba.extending import overload

from radot_fast.arrays import Balanced, Partial, Unbalanced
from radot_fast.kernels.toolchain.jit import kernel, pasted_into_caller
from radot_fast.kernels.toolchain.lanes import vload, vstore
from radot_fast.kernels.transport import balanced_newton_lanes, partial_newton_lanes, unbalanced_newton_lanes
from radot_fast.kernels.transport.balanced_newton_lanes import layout_of
from radot_fast.kernels.transport.lane_groups import load_group, new_scratch, prefetch_group, store_group

SOLVERS = {
    Balanced: balanced_newton_lanes.solve_lanes,
    Unbalanced: unbalanced_newton_lanes.solve_lanes,
    Partial: partial_newton_lanes.solve_lanes,
}
"""Lane solver of each problem that has one, compiled when it is first asked for; scaling goes to the scalar solver."""


def solve_lanes(lay, s, problem, cells):
    """Solve the problem in the lanes, by its type; in compiled code only."""
    raise NotImplementedError


@overload(solve_lanes)
def _solve_lanes(lay, s, problem, cells):
    solver = SOLVERS[problem.instance_class]
    return lambda lay, s, problem, cells: solver(lay, s, problem, cells)


@pasted_into_caller
def solve_group(matrices, members, problem, s, plan):
    """Plans of one group, written to their places; steps and residuals are left in ``s.g`` and ``s.x``."""
    n, m = matrices.shapes[members[0]]
    lay = layout_of(n, m)
    load_group(matrices.costs, members, matrices.offsets, n * m, s.starts, s.C)
    steps, error = solve_lanes(lay, s, problem, n * m)
    if n > m:
        for i in range(lay.N):
            for j in range(lay.M):
                vstore(s.C, i * lay.row + j * lay.column, vload(s.P, i * lay.M + j))
        store_group(s.C, n * m, s.starts, plan)
    else:
        store_group(s.P, n * m, s.starts, plan)
    vstore(s.g, 0, steps)
    vstore(s.x, 0, error)


@kernel
def range_groups(matrices, groups, problem, begin, end, out):
    """Plans of the groups ``begin:end``.

    Parameters
    ----------
    matrices : CostMatrices
    groups : LaneGroups
    problem : Balanced, Partial or Unbalanced
    begin, end : int
    out : Solutions, out
    """
    costs, shapes, offsets = matrices
    order, first = groups
    plan, n_iter, error = out
    cells, longest = 1, 1
    for g in range(begin, end):
        n, m = shapes[order[first[g]]]
        cells, longest = max(cells, n * m), max(longest, n, m)
    s = new_scratch(cells, longest)
    for g in range(begin, end):
        members = order[first[g] : first[g + 1]]
        if g + 1 < end:
            following = order[first[g + 1] : first[g + 2]]
            prefetch_group(costs, plan, offsets, following, shapes[following[0], 0] * shapes[following[0], 1])
        solve_group(matrices, members, problem, s, plan)
        for lane in range(len(members)):
            p = members[lane]
            n_iter[p], error[p] = np.int64(s.g[lane]), s.x[lane]
            if not error[p] < np.inf:
                error[p] = np.inf
                plan[offsets[p] : offsets[p + 1]] = 0.0

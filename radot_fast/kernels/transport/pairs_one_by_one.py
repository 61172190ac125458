"""Pairs to their scalar solver: orientation, pairs that cannot be solved, ranges and threads (method §4.4)."""

import numpy as np
from numba.extending import overload

from radot_fast.arrays import Balanced, Partial, Scaling, Unbalanced
from radot_fast.kernels.toolchain.jit import kernel
from radot_fast.kernels.transport.balanced_newton import cost_range, newton_balanced
from radot_fast.kernels.transport.partial_newton import newton_partial
from radot_fast.kernels.transport.sinkhorn import scale
from radot_fast.kernels.transport.unbalanced_newton import newton_unbalanced

SOLVERS = {Balanced: newton_balanced, Unbalanced: newton_unbalanced, Partial: newton_partial, Scaling: scale}


def solve_pair(D, problem, P):
    """Plan P for finite costs D with no more rows than columns; returns iterations and residual."""
    return SOLVERS[type(problem)](D, problem, P)


@overload(solve_pair)
def _solve_pair(D, problem, P):
    solver = SOLVERS[problem.instance_class]
    return lambda D, problem, P: solver(D, problem, P)


@kernel
def solve_any(D, problem, P):
    """Plan for any costs: zero, with residual inf, where a cost is not finite or no mass is left."""
    n, m = D.shape
    P[:] = 0.0
    if not cost_range(D) < np.inf:
        return 0, np.inf
    if n <= m:
        steps, error = solve_pair(D, problem, P)
    else:
        turned = np.empty((m, n))
        steps, error = solve_pair(D.T.copy(), problem, turned)
        P[:] = turned.T
    mass = P.sum()
    if not (mass > 0.0 and mass < np.inf and error < np.inf):
        P[:] = 0.0
        return steps, np.inf
    return steps, error


@kernel
def range_plans(matrices, rows, problem, begin, end, out):
    """Plans of the pairs ``rows[begin:end]``.

    Parameters
    ----------
    matrices : CostMatrices
    rows : int64, shape (n,)
        Pairs to be solved.
    problem : Balanced, Partial, Unbalanced or Scaling
    begin, end : int
    out : Solutions, out
    """
    costs, shapes, offsets = matrices
    plan, n_iter, error = out
    for p in rows[begin:end]:
        n, m = shapes[p]
        q, r = offsets[p], offsets[p + 1]
        D, P = costs[q:r].reshape((n, m)), plan[q:r].reshape((n, m))
        n_iter[p], error[p] = solve_any(D, problem, P)

"""Costs and a configuration to plans (method §4), for one batch of pairs of any sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import ArrayLike, NDArray

from radot_fast.arrays import (
    CHANNELS,
    Alignment,
    Balanced,
    Partial,
    Problem,
    Scaling,
    Unbalanced,
    UnitArrays,
    starts_of,
)
from radot_fast.config import TransportConfig
from radot_fast.errors import InputError
from radot_fast.kernels.paper.costs import CellCosts, PairUnits, range_costs, range_ground
from radot_fast.kernels.paper.overlaps import WIDE, Limits
from radot_fast.kernels.toolchain.lanes import available, give_up
from radot_fast.kernels.toolchain.parallel import for_each, run
from radot_fast.kernels.transport.batch import CostMatrices, Solutions
from radot_fast.kernels.transport.lane_groups import grouped
from radot_fast.kernels.transport.pairs_in_lanes import SOLVERS as LANE_SOLVERS
from radot_fast.kernels.transport.pairs_in_lanes import range_groups
from radot_fast.kernels.transport.pairs_one_by_one import range_plans

COMPILING = (NumbaError, NotImplementedError, RuntimeError)
"""What Numba and LLVM raise when compiling."""


@dataclass(frozen=True)
class TransportResult:
    """Plans of a batch of pairs, in the order they were given.

    Attributes
    ----------
    flat
        float64: all plans, each row-major; a pair that cannot be solved (a cost is not finite, no mass is left)
        has zeros.
    shapes
        int64, shape (n_pairs, 2).
    n_iter
        int64, shape (n_pairs,): Newton steps over all rungs of the eps ladder, or Sinkhorn sweeps.
    marginal_error
        float64, shape (n_pairs,): L1 residual of the optimality conditions (for balanced transport the marginal
        violation, rows plus columns); inf for a pair that cannot be solved.
    converged
        bool, shape (n_pairs,): whether ``marginal_error`` is within the tolerance.
    """

    flat: NDArray[np.float64]
    shapes: NDArray[np.int64]
    n_iter: NDArray[np.int64]
    marginal_error: NDArray[np.float64]
    converged: NDArray[np.bool_]

    def plan(self, i: int) -> NDArray[np.float64]:
        """Plan of pair i: float64, shape (n, m), ≥ 0; a view of ``flat``."""
        n, m = self.shapes[i]
        first = int(self._offsets[i])
        return self.flat[first : first + n * m].reshape(n, m)

    def __len__(self) -> int:
        return len(self.shapes)

    @cached_property
    def _offsets(self) -> NDArray[np.int64]:
        return cell_offsets(self.shapes)


def solve_transport(
    costs: Sequence[ArrayLike] | NDArray[np.float64],
    shapes: ArrayLike | None = None,
    *,
    epsilon: float = 0.2,
    method: str = "balanced",
    solver: str | None = None,
    mass: float | None = None,
    marginal_penalty: float | None = None,
    tol: float = 1e-9,
) -> TransportResult:
    """Entropic transport between uniform marginals, for many small cost matrices at once (method §4).

    Parameters
    ----------
    costs
        Sequence of 2-D cost arrays of any sizes, each at least 1 × 1; or, with ``shapes``, one flat float64 array
        of all matrices, each row-major.
    shapes
        Integers, shape (n_pairs, 2), for flat costs.
    epsilon
        Entropic regularization in units of the costs, in [1e-3, 100].
    method
        ``balanced``, ``partial`` (total mass ``mass``) or ``unbalanced`` (KL, weight ``marginal_penalty``).
    solver
        ``newton`` (default) or ``sinkhorn``: the same plan; ``sinkhorn`` stops unconverged after 20,000 sweeps.
        ``newton`` runs eight pairs at a time where the machine's vector type can be compiled, and scalar kernels
        elsewhere, with one line on the log. The two are the same method and agree to ``tol``, not to the bit; on one
        machine it is always the same one.
    tol
        L1 residual at which a plan is converged.

    Returns
    -------
    TransportResult
        A pair with a cost that is not finite is flagged, never raised: the others are solved.

    Raises
    ------
    ConfigError
        A setting is out of its range.
    InputError
        The costs and the shapes do not fit together.
    """
    config = TransportConfig(
        epsilon=epsilon,
        method=method,
        solver=solver or "newton",
        mass=mass,
        marginal_penalty=marginal_penalty,
        tol=tol,
    )
    flat, sizes = _flattened(costs) if shapes is None else _checked_flat(costs, shapes)
    return _solve(flat, sizes, cell_offsets(sizes), _problem(config))


def align(units: UnitArrays, pairs: NDArray[np.int64], config: TransportConfig) -> Alignment:
    """Costs and plans of pairs of reports.

    Parameters
    ----------
    units
        Encoded reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report; a report may occur in many.
    config
        Weights of the ground cost and the transport problem.

    Returns
    -------
    Alignment
        ``converged`` is false and ``marginal_error`` inf for a pair whose plan has no mass.

    Raises
    ------
    InputError
        ``pairs`` does not name reports.
    """
    units, pairs = _checked_pairs(units, pairs)
    bare = _costs(units, pairs, limits_of(units, pairs), config)
    return _planned(bare, bare.ground, config)


PIECE_CELLS = 4_000_000
"""Cells of a piece, 100 bytes each: 4,096 pairs of reports of 30 units a side. A pair with more is a piece alone."""


def each_alignment(
    units: UnitArrays,
    pairs: NDArray[np.int64],
    config: TransportConfig,
    size: int,
    use: Callable[[int, Alignment], None],
) -> None:
    """Call ``use`` with the first pair and the alignment of every piece of at most ``size`` pairs, several at once.

    ``use`` may be called from several threads, in any order. Memory is that of one piece a thread.
    """
    units, pairs = _checked_pairs(units, pairs)
    limits, pieces = limits_of(units, pairs), _pieces(units, pairs, size)

    def work(k: int) -> None:
        bare = _costs(units, pairs[pieces[k]], limits, config)
        use(pieces[k].start, _planned(bare, bare.ground, config))

    for_each(work, range(len(pieces)))


def _pieces(units: UnitArrays, pairs: NDArray[np.int64], size: int) -> list[slice]:
    """Pieces of at most ``size`` pairs that memory has room for."""
    return bounded_pieces(np.diff(units.unit_start)[pairs].prod(axis=1), size)


def bounded_pieces(cells: NDArray[np.int64], size: int) -> list[slice]:
    """Pieces of at most ``size`` pairs and, where reports are long, at most ``PIECE_CELLS`` cells.

    Parameters
    ----------
    cells
        int64, shape (n_pairs,), ≥ 1: cells of each pair's plan.
    size
        Most pairs of a piece; at least 1.
    """
    total = np.cumsum(cells)
    pieces, start = [], 0
    while start < len(cells):
        full = np.searchsorted(total, (total[start - 1] if start else 0) + PIECE_CELLS, side="right")
        stop = max(start + 1, min(start + size, int(full)))
        pieces.append(slice(start, stop))
        start = stop
    return pieces


def realign(alignment: Alignment, config: TransportConfig) -> Alignment:
    """Plans of the same pairs under another configuration: their nine costs are weighed anew, not computed again.

    The bits are those of ``align``: the potentials of one eps are not the start of the next. That would save 8% of the
    Newton steps of the grid .20, .10, .05 (12.0 against 13.0 a pair), and a plan would depend on its neighbours.
    """
    return _planned(alignment, ground_cost(alignment.costs, config.weights), config)


def unaligned(units: UnitArrays, pairs: NDArray[np.int64]) -> Alignment:
    """Costs of pairs of reports as an ``Alignment`` whose ground cost and plan are empty arrays.

    Parameters
    ----------
    units
        Encoded reports.
    pairs
        int64, shape (n_pairs, 2), in [0, n_reports): rows of the reference and the candidate report.

    Raises
    ------
    InputError
        ``pairs`` does not name reports.
    """
    units, pairs = _checked_pairs(units, pairs)
    return _costs(units, pairs, limits_of(units, pairs), TransportConfig())._replace(ground=np.empty(0))


def _costs(units: UnitArrays, pairs: NDArray[np.int64], limits: Limits, config: TransportConfig) -> Alignment:
    """Costs and ground cost of checked pairs, without plans."""
    shapes = np.ascontiguousarray(np.diff(units.unit_start)[pairs])
    offsets = cell_offsets(shapes)
    costs, ground = np.empty((offsets[-1], len(CHANNELS))), np.empty(offsets[-1])
    inputs = (PairUnits(units, pairs, offsets), limits, tuple(map(float, config.weights)))
    arguments = (range_costs, len(pairs), inputs, CellCosts(costs.reshape(-1), ground))
    try:
        run(*arguments)
    except COMPILING as failure:
        if not available():
            raise
        give_up(failure)
        run(*arguments)
    counts = np.ascontiguousarray(units.unit_count[pairs])
    none, no_count, no_flag = np.empty(0), np.empty(0, np.int64), np.empty(0, bool)
    return Alignment(pairs, shapes, counts, offsets, costs, ground, none, no_count, none, no_flag)


def _planned(bare: Alignment, ground: NDArray[np.float64], config: TransportConfig) -> Alignment:
    """Alignment of the same pairs with the plans of a ground cost."""
    r = _solve(ground, bare.shapes, bare.offsets, _problem(config))
    return bare._replace(
        ground=ground, plan=r.flat, n_iter=r.n_iter, marginal_error=r.marginal_error, converged=r.converged
    )


def _checked_pairs(units: UnitArrays, pairs: NDArray[np.int64]) -> tuple[UnitArrays, NDArray[np.int64]]:
    """Units and pairs as kernels take them."""
    pairs = _owned(pairs, np.int64)
    n_reports = len(units.unit_count)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or (len(pairs) and not 0 <= pairs.min() <= pairs.max() < n_reports):
        raise InputError(f"pairs of shape {pairs.shape} must be (n_pairs, 2) rows of the {n_reports} reports, 0-based")
    return UnitArrays(*(_owned(array, array.dtype) for array in units)), pairs


def limits_of(units: UnitArrays, pairs: NDArray[np.int64]) -> Limits:
    """Sizes of the kernels' working memory for these pairs, looked up from their first report to their last."""
    low, high = (pairs.min(), pairs.max() + 1) if len(pairs) else (0, 0)
    first_unit = units.unit_start[low : high + 1]
    n_codes, longest, wide = [], [], False
    for start, codes in (
        (units.token_start, units.tokens),
        (units.anatomy_start, units.anatomy),
        (units.modifier_start, units.modifier),
    ):
        of_report = start[first_unit]
        n_codes.append(int(codes[of_report[0] : of_report[-1]].max(initial=-1)) + 1)
        longest.append(int(np.diff(of_report).max(initial=0)))
        if longest[-1] >= WIDE:  # else no unit has as many
            wide |= bool(np.diff(start[first_unit[0] : first_unit[-1] + 1]).max() >= WIDE)
    return Limits(n_codes[0], n_codes[1], n_codes[2], longest[0], longest[1], longest[2], wide)


def ground_cost(costs: NDArray[np.float64], weights: Sequence[float]) -> NDArray[np.float64]:
    """Ground cost D of cells from the first four channels: the bits that ``align`` gives."""
    ground = np.empty(len(costs))
    run(range_ground, len(costs), (costs.reshape(-1), tuple(map(float, weights))), ground)
    return ground


def cell_offsets(shapes: NDArray[np.int64]) -> NDArray[np.int64]:
    """First cell of each pair in a flat array, and the number of cells at the end."""
    return starts_of(shapes[:, 0] * shapes[:, 1])


def _problem(config: TransportConfig) -> Problem:
    """Return the problem as the kernels see it; partial transport of all the mass is balanced transport."""
    epsilon, tol, mass, penalty = config.epsilon, config.tol, config.mass, config.marginal_penalty
    if mass is not None and mass >= 1.0 - 1e-12:
        mass = None
    if config.solver == "sinkhorn":
        phi = 1.0 if penalty is None else penalty / (penalty + epsilon)
        return Scaling(float(epsilon), float(tol), float(phi), float(mass or 0.0))
    if penalty is not None:
        return Unbalanced(float(epsilon), float(tol), float(penalty))
    if mass is not None:
        return Partial(float(epsilon), float(tol), float(mass))
    return Balanced(float(epsilon), float(tol))


def _solve(
    costs: NDArray[np.float64], shapes: NDArray[np.int64], offsets: NDArray[np.int64], problem: Problem
) -> TransportResult:
    """Solve every pair, in the lanes where they exist and the matrix fits; which way depends on the pair alone."""
    matrices = CostMatrices(costs, shapes, offsets)
    out = Solutions(np.empty_like(costs), np.empty(len(shapes), np.int64), np.empty(len(shapes)))
    rest = np.arange(len(shapes))
    if available() and type(problem) in LANE_SOLVERS and len(shapes):
        try:
            rest = _solve_in_lanes(matrices, problem, out)
        except COMPILING as failure:
            give_up(failure)
    if len(rest):
        run(range_plans, len(rest), (matrices, rest, problem), out)
    return TransportResult(out.plan, shapes, out.n_iter, out.error, out.error < problem.tol)


def _solve_in_lanes(matrices: CostMatrices, problem: Problem, out: Solutions) -> NDArray[np.int64]:
    """Solve the pairs that fit the lanes; returns the others."""
    groups, rest = grouped(matrices)
    run(range_groups, len(groups.first) - 1, (matrices, groups, problem), out, pairs=len(matrices.shapes))
    return rest


def _owned(values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """Contiguous and writable, copied only if it is not: kernels compile anew for other layouts."""
    if isinstance(values, np.ndarray) and values.flags.carray and values.dtype == dtype:
        return values  # np.require takes ten times as long to say so
    return np.require(values, dtype, ["C", "W"])


def _flattened(costs: Any) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Flat costs and shapes of a sequence of matrices."""
    if isinstance(costs, np.ndarray) and costs.ndim < 3 and costs.dtype != object:
        raise InputError(
            f"costs is one array of shape {costs.shape}: give a sequence of 2-D arrays, or a flat array with shapes"
        )
    matrices = [_real(cost, f"cost matrix {k}") for k, cost in enumerate(costs)]
    for k, matrix in enumerate(matrices):
        if matrix.ndim != 2 or not matrix.size:
            raise InputError(
                f"cost matrix {k} has shape {matrix.shape}; it must be 2-D and at least 1 × 1 (an empty report "
                "takes part as one null unit)"
            )
    shapes = np.array([matrix.shape for matrix in matrices], np.int64).reshape(-1, 2)
    flat = np.concatenate([matrix.ravel() for matrix in matrices]) if matrices else np.empty(0)
    return flat, shapes


def _real(values: Any, what: str) -> NDArray[np.float64]:
    """Convert values to an array of floats; ``InputError`` for text, objects or complex numbers."""
    with suppress(TypeError, ValueError):
        if not np.iscomplexobj(array := np.asarray(values)):
            return np.asarray(array, np.float64)
    raise InputError(f"{what} is not an array of real numbers: give floats")


def _checked_flat(costs: Any, shapes: Any) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Flat costs and shapes, checked against each other."""
    flat = _real(costs, "costs")
    sizes = np.asarray(shapes)
    if sizes.size == 0:
        sizes = np.empty((0, 2), np.int64)
    if flat.ndim != 1:
        raise InputError(f"costs has {flat.ndim} dimensions; with shapes, give one flat array, row-major")
    if sizes.ndim != 2 or sizes.shape[1] != 2 or not np.issubdtype(sizes.dtype, np.integer):
        raise InputError(f"shapes is {sizes.dtype} of shape {sizes.shape}; give integers of shape (n_pairs, 2)")
    sizes = sizes.astype(np.int64)
    if len(sizes) and sizes.min() < 1:
        k = int(np.argmax(sizes.min(axis=1) < 1))
        raise InputError(f"shape {k} is {tuple(sizes[k].tolist())}; both sides need at least one unit")
    cells = int((sizes[:, 0] * sizes[:, 1]).sum())
    if cells != flat.size:
        raise InputError(f"costs has {flat.size} cells, shapes ask for {cells}: they must be equal")
    return _owned(flat, np.float64), _owned(sizes, np.int64)

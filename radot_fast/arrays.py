"""NamedTuples of arrays: all that crosses from tables into kernels, and back.

Reports, units and pairs are numbered by row. ``*_start`` arrays hold offsets: row i owns
``values[start[i]:start[i + 1]]``. Every array is C-contiguous and writable, so that a kernel compiles once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CHANNELS = (
    "finding",
    "anatomy",
    "polarity",
    "text",
    "comparison",
    "uncertainty",
    "device",
    "modifier",
    "severity",
)
"""The nine costs of method §3 in order: four of the ground cost, then five side channels."""

N_GROUND = 4
"""How many of the channels make up the ground cost."""


class UnitArrays(NamedTuple):
    """Units of all reports as codes (method §1 to §3).

    Two labels are equal where their codes are; -1 is missing. No token or label set holds a code twice. A report
    without units has one null unit: everything missing, ``unit_index`` -1.
    """

    unit_start: NDArray[np.int64]
    """Shape (n_reports + 1,): a report's units."""
    unit_count: NDArray[np.int64]
    """Shape (n_reports,): number of units; 0 for the null unit."""
    unit_index: NDArray[np.int64]
    """Shape (n_units,), as the table has it."""
    labels: NDArray[np.int32]
    """Shape (n_units, 5): codes of canonical finding, polarity, comparison, uncertainty, device."""
    severity: NDArray[np.float64]
    """Shape (n_units,), on the scale of method §3, in [0, 1]."""
    token_start: NDArray[np.int64]
    """Shape (n_units + 1,)."""
    tokens: NDArray[np.int32]
    """tau(canonical finding + surface finding + span); the tokens of the span come first."""
    span_end: NDArray[np.int64]
    """Shape (n_units,): tau(span) is ``tokens[token_start[u]:span_end[u]]``."""
    anatomy_start: NDArray[np.int64]
    """Shape (n_units + 1,)."""
    anatomy: NDArray[np.int32]
    modifier_start: NDArray[np.int64]
    """Shape (n_units + 1,)."""
    modifier: NDArray[np.int32]


class Alignment(NamedTuple):
    """Costs and plans of the pairs; the cells of pair p are ``offsets[p]:offsets[p + 1]``, row-major."""

    pairs: NDArray[np.int64]
    """Shape (n_pairs, 2): report rows, reference and candidate."""
    shapes: NDArray[np.int64]
    """Shape (n_pairs, 2): units of either side for the transport, at least 1."""
    counts: NDArray[np.int64]
    """Shape (n_pairs, 2): units of either side; 0 where the null unit stands in."""
    offsets: NDArray[np.int64]
    """Shape (n_pairs + 1,)."""
    costs: NDArray[np.float64]
    """Shape (9, n_cells), in [0, 1], channels in the order of ``CHANNELS``."""
    ground: NDArray[np.float64]
    """Shape (n_cells,): the weighted ground cost D, in [0, 1]."""
    plan: NDArray[np.float64]
    """Shape (n_cells,): T; all zero for a pair that could not be solved."""
    n_iter: NDArray[np.int64]
    """Shape (n_pairs,)."""
    marginal_error: NDArray[np.float64]
    """Shape (n_pairs,): residual of method §4; inf for a pair that could not be solved."""
    converged: NDArray[np.bool_]
    """Shape (n_pairs,)."""


class EdgeArrays(NamedTuple):
    """The edges of method §5, in the order of the pairs and row-major within a pair."""

    pair: NDArray[np.int64]
    """Shape (n_edges,): row of the pair."""
    ref_unit: NDArray[np.int64]
    """Shape (n_edges,): position of the unit in its report, 0-based."""
    cand_unit: NDArray[np.int64]
    """Shape (n_edges,)."""
    mass: NDArray[np.float64]
    """Shape (n_edges,): P, the share of the transported mass, in [0, 1]."""
    align_cost: NDArray[np.float64]
    """Shape (n_edges,): D, in [0, 1]."""
    side_cost: NDArray[np.float64]
    """Shape (n_edges,): sum of the five side channels, in [0, 5]."""
    mw_risk: NDArray[np.float64]
    """Shape (n_edges,): mass · (align_cost + side_cost)."""
    components: NDArray[np.float64]
    """Shape (n_edges, 9), channels in the order of ``CHANNELS``."""


class Balanced(NamedTuple):
    """Balanced transport of method §4 as a kernel sees it."""

    epsilon: float
    tol: float
    """L1 residual of the optimality conditions at which a plan is converged."""


class Partial(NamedTuple):
    """Partial transport of method §4."""

    epsilon: float
    tol: float
    mass: float
    """tau, in (0, 1)."""


class Unbalanced(NamedTuple):
    """Unbalanced transport of method §4."""

    epsilon: float
    tol: float
    penalty: float
    """lambda_m, > 0."""


class Scaling(NamedTuple):
    """Any of the three, to be solved by Sinkhorn scaling."""

    epsilon: float
    tol: float
    phi: float
    """lambda_m / (lambda_m + epsilon) of unbalanced transport; 1 for the others."""
    mass: float
    """tau of partial transport, in (0, 1); 0 for the others."""


Problem = Balanced | Partial | Unbalanced | Scaling
"""What to solve and how: a kernel is compiled for each type, when it is first asked for."""

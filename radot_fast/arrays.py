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


def starts_of(lengths: NDArray[np.integer]) -> NDArray[np.int64]:
    """Offsets of rows of these lengths: int64, one more than there are rows."""
    out = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=out[1:])
    return out


class Strings(NamedTuple):
    """A column of strings in Arrow's layout of views; kernels only read it.

    The first four bytes of a view are the length. Up to 12 bytes the string follows, padded with zeros; else its first
    four bytes, the number of its buffer and its offset there, four bytes each.
    """

    views: NDArray[np.uint64]
    """Shape (n_strings, 2)."""
    valid: NDArray[np.uint8]
    """A bit a string, the lowest first: whether it is there; empty where all are."""
    first_bit: np.uint64
    """Bit of the first string."""
    memory: NDArray[np.uint64]
    """The eight bytes from each place on where a string may lie; the only array that is not contiguous."""
    view_place: np.uint64
    """Where in ``memory`` the views begin."""
    buffer_places: NDArray[np.uint64]
    """Shape (n_buffers,): where in ``memory`` each buffer begins."""


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
    """Shape (n_cells, 9), in [0, 1], channels in the order of ``CHANNELS``."""
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


class EvidenceCosts(NamedTuple):
    """What a disagreement between two matched findings costs, in errors (method §10; ``extended/data/costs.toml``)."""

    side: float
    """Left against right."""
    side_partial: float
    """Left against bilateral."""
    side_unstated: float
    """A side stated by one report only."""
    region: float
    """Times the cost of the regions, in [0, 1]."""
    region_unstated: float
    severity: float
    """Times the difference on the scale of method §3."""
    severity_unstated: float
    measurement: float
    """Times |log2 of the ratio of sizes|, at most 1."""
    measurement_unstated: float
    certainty: float
    """Times the steps between definite, probable and possible, halved."""
    comparison: float
    """Another comparison."""
    direction: float
    """Improved or resolved against worsened or new."""
    hedged: float
    """What a possible finding without a counterpart weighs less than a definite one; half of it for a probable one."""
    related: float
    """Times the cost of the nearest match: what an unmatched finding weighs at most; below 1."""


class Evidence(NamedTuple):
    """Findings and devices that reports assert, a repeated one once; what they deny; what has no label (method §10).

    Items of report r are ``start[r]:start[r + 1]``. Two labels are equal where their codes are.
    """

    start: NDArray[np.int64]
    """Shape (n_reports + 1,)."""
    label: NDArray[np.int32]
    """Shape (n_items,): code of (finding, device)."""
    reading: NDArray[np.int32]
    """Shape (n_items,): code of the second name of a finding that is read as another in its clause, or −1."""
    significance: NDArray[np.float64]
    """Shape (n_items,), in [0, 1]."""
    sides: NDArray[np.int64]
    """Shape (n_items,): bit 0 left, bit 1 right; 0 is unstated."""
    regions: NDArray[np.int64]
    """Shape (n_items,): a bit a region; 0 is unstated."""
    severity: NDArray[np.float64]
    """Shape (n_items,), on the scale of method §3; −1 is unstated."""
    certainty: NDArray[np.float64]
    """Shape (n_items,): 0 definite, 1 probable, 2 possible."""
    comparison: NDArray[np.int64]
    """Shape (n_items,): place in the closed list of method §1; 0 is none or unstated."""
    size: NDArray[np.float64]
    """Shape (n_items,): largest measurement in millimetres; 0 is unstated."""
    first_unit: NDArray[np.int64]
    """Shape (n_items,): row of the first unit that states it."""
    statement_start: NDArray[np.int64]
    """Shape (n_items + 1,)."""
    statement: NDArray[np.int64]
    """Rows of the units that state an item or read it, in their order."""
    denied_start: NDArray[np.int64]
    """Shape (n_reports + 1,)."""
    denied: NDArray[np.int32]
    """Labels that a report says are absent, ascending within a report."""
    other_start: NDArray[np.int64]
    """Shape (n_reports + 1,)."""
    other: NDArray[np.int64]
    """Codes of the wordings of unlabelled statements, ascending within a report."""
    said_start: NDArray[np.int64]
    """Shape (n_reports + 1,)."""
    said: NDArray[np.int64]
    """What a report says, ascending within a report: with n labels, a code below 4·n is a finding that it asserts on a
    set of sides (4 · label + sides), one below 5·n a label that it denies, and the others are unlabelled wordings."""
    said_times: NDArray[np.int64]
    """How often the report says it."""
    said_again: NDArray[np.int64]
    """How often of these in the very words of an earlier time."""
    distance: NDArray[np.float64]
    """Shape (n_labels, n_labels), in [0, 2]."""
    denies: NDArray[np.bool_]
    """Shape (n_labels, n_labels): whether a denial of the first is one of the second."""
    region_cost: NDArray[np.float64]
    """Shape (n_regions, n_regions), in [0, 1]."""


class Items(NamedTuple):
    """The asserted evidence alone: as much of ``Evidence`` as matching compares."""

    start: NDArray[np.int64]
    label: NDArray[np.int32]
    reading: NDArray[np.int32]
    sides: NDArray[np.int64]
    regions: NDArray[np.int64]
    severity: NDArray[np.float64]
    certainty: NDArray[np.float64]
    comparison: NDArray[np.int64]
    size: NDArray[np.float64]
    distance: NDArray[np.float64]
    region_cost: NDArray[np.float64]

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

ROLES = ("ref", "cand")
"""The reports of a pair, as the columns of edges and discrepancies begin: reference, candidate."""

N_GROUND = 4
"""How many of the channels make up the ground cost."""


def starts_of(lengths: NDArray[np.integer]) -> NDArray[np.int64]:
    """Offsets of rows of these lengths.

    Parameters
    ----------
    lengths : integers, shape (n_rows,), ≥ 0

    Returns
    -------
    int64, shape (n_rows + 1,), ascending from 0
    """
    out = np.zeros(len(lengths) + 1, np.int64)
    lengths.cumsum(out=out[1:])
    return out


def lengths_of(start: NDArray[np.int64], end: int | None = None) -> NDArray[np.int64]:
    """Lengths of rows by their offsets: of [0, 2, 2, 5], [2, 0, 3].

    ``np.diff`` does the same in ten times as long where there are few, as of one report: 10 µs.

    Parameters
    ----------
    start
        int64, shape (n_rows + 1,), ascending; without the last offset where ``end`` gives it.
    end
        Where the last row ends.

    Returns
    -------
    int64, shape (n_rows,), ≥ 0
    """
    if end is None:
        return start[1:] - start[:-1]
    out = np.empty(len(start), np.int64)
    out[:-1] = start[1:]
    out[-1:] = end
    return out - start


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


UNRELATED = 2.0
"""Distance of labels that are never coupled: as much as an omission and an addition."""


class FindingCosts(NamedTuple):
    """What a disagreement between coupled findings costs, in errors (method §10.5; ``extended/data/costs.toml``)."""

    side: float
    """Left against right."""
    side_partial: float
    """Left against bilateral."""
    side_detail: float
    """The same sides in all, and a statement of one of them that the other report does not make."""
    side_unstated: float
    """A side stated by one report only."""
    region: float
    """Times the cost of the regions, in [0, 1]."""
    region_unstated: float
    severity: float
    """Times the difference on the scale of method §3."""
    measurement: float
    """Times |log2 of the ratio of sizes|, at most 1."""
    kind: float
    """Another acuity or kind, or a complication that one report lacks."""
    certainty: float
    """Times the steps between definite, probable and possible, halved."""
    comparison: float
    """Another comparison."""
    direction: float
    """Improved or resolved against worsened or new."""
    hedged: float
    """What a possible finding without a counterpart weighs less than a definite one; half of it for a probable one."""
    reading: float
    """What each further name of a finding without a counterpart adds, in shares of its weight."""
    related: float
    """Times the cost of its nearest couple: what a finding without a counterpart weighs at most; below 1."""


class PlanPrices(NamedTuple):
    """Prices of the extended method's plan, in errors (method §10.3, §10.4; ``extended/data/plan.toml``)."""

    alone: float
    """A finding without a counterpart."""
    denial_alone: float
    remark_alone: float
    capacity: float
    """Most couples of one denial; whole."""
    opposed: float
    """A finding and its denial by name."""
    opposed_covered: float
    """A finding and a denial that covers it."""
    opposed_related: float
    """A finding and the denial of a related one."""
    same: float
    """What couples of the same finding are preferred by."""
    denial_covered: float
    """Part of the price of two denials of which one covers the other, or whose findings are related."""


class NodeArrays(NamedTuple):
    """Nodes of the extended method as the kernels see them (method §10.1, §10.2)."""

    start: NDArray[np.int64]
    """Shape (n_reports + 1,): nodes of each report, in canonical order: findings, denials, remarks."""
    codes: NDArray[np.int64]
    """Shape (n_nodes, 20), by column:

    0. kind: 0 finding, 1 denial, 2 remark;
    1. code of the label (finding, device), ascending as the names are; of a remark a code of its wording;
    2. to 4. further names of a finding ("an opacity that may be pneumonia"), or −1;
    5. sides: bit 0 left, bit 1 right; 0 is unstated, as in all bits that follow;
    6. regions, a bit each;
    7. sites: the regions that are compared under the plan, without whole organs;
    8. levels: a bit a numbered rib, or a vertebra;
    9. changes: a bit a comparison, by its place in the closed list of method §1, then persisting; bit 0 is none;
    10. whether a denial is unqualified;
    11. degrees: a bit a severity, by its place on the scale of method §3;
    12. doubts: a bit a certainty (definite, near, probable, possible), four bits a name, the own one first;
    13. kinds: bits of acuity, kind and complications;
    14. sides that single mentions state, a bit a set: left, right, both. Left and right are both;
    15. organs: regions of a finding that is another one in another organ; 0 is unstated, or any organ;
    16. their reach: the regions that share an organ with them;
    17. code of the name that a finding's form amounts to ("a nodular opacity"), or −1;
    18. 1 where a finding or its denial is one in name only: "borderline", "top normal";
    19. changes of what the report says beside the finding, as in 9; bit 7 where the finding is the change of all."""
    values: NDArray[np.float64]
    """Shape (n_nodes, 4): certainty, the mean over the mentions of 0 definite, ½ near, 1 probable, 2 possible; largest
    measurement in millimetres, 0 where unstated; significance, in [0, 1], 0 for denials and remarks; insignificance,
    which is 1 − significance but where the mentions state several degrees."""
    distance: NDArray[np.float64]
    denies: NDArray[np.bool_]
    region_cost: NDArray[np.float64]

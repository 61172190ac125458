"""Which statements of two reports speak of the same thing: the plan behind the edges of profile ``extended``.

The paper's costs keep a finding apart from the statement that denies it: polarity weighs most, and "the lungs are
clear" shares no word with "small nodule". Here all statements take part, findings and denials, with the distance of
``data/alignment.toml``, and each may stay alone at half the price ``alone``: entropic balanced transport (method §4)
on the costs bordered by as many empty statements as the other side has real ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Alignment, EdgeArrays, Evidence, UnitArrays
from radot_fast.extended.evidence import ABSENT, LABEL, LABELLED, places
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.matching import match_evidence
from radot_fast.features import edge_arrays
from radot_fast.transport import TransportResult, cell_offsets, solve_transport, unaligned

EPSILON = 0.2
"""That of the paper's primary configuration."""
FINDING, ANATOMY, POLARITY, TEXT = range(4)

Float = NDArray[np.float64]
Int = NDArray[np.int64]


class Statements(NamedTuple):
    """Statements of all reports as codes, one a unit row."""

    label: Int
    """−1 without a label."""
    denied: NDArray[np.bool_]
    sides: Int
    regions: Int
    distance: Float
    """Shape (n_labels + 1, n_labels + 1), in [0, 1]: cost of two asserted findings; the last is no label."""
    denial: Float
    """The same where one or both are denied."""


def encode_statements(units: pl.DataFrame, knowledge: Knowledge) -> Statements:
    """Encode unit rows (no null units)."""
    names = units.filter(LABELLED).select(LABEL).unique(maintain_order=True).with_row_index("label")
    rows = units.join(names, on=LABEL, how="left", nulls_equal=True, maintain_order="left")
    rows = rows.select(pl.col("label").cast(pl.Int64).fill_null(-1), ABSENT.alias("denied"), *places(knowledge))
    labels = list(names.select(LABEL).iter_rows())
    tables = np.ones((2, len(labels) + 1, len(labels) + 1))
    tables[0, :-1, :-1] = np.minimum(knowledge.distance_table.of(labels), 1.0)
    tables[1, :-1, :-1] = knowledge.denial_cost_table.of(labels)
    label, denied, sides, regions = (rows[c].to_numpy() for c in rows.columns)
    return Statements(label, denied, sides, regions, tables[0], tables[1])


def align_statements(
    arrays: UnitArrays, first: Int, statements: Statements, pairs: Int, knowledge: Knowledge
) -> Alignment:
    """Costs and plans of pairs of reports over all their statements.

    Parameters
    ----------
    arrays
        Encoded units of the reports.
    first
        int64, shape (n_reports + 1,): rows of ``statements`` of each report.
    statements
        Encoded statements.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    knowledge
        Relations, regions, costs.

    Returns
    -------
    Alignment
        ``costs`` hold the costs of finding, anatomy and polarity (each in [0, 1]) as they are meant here (polarity: 1
        where one denies what the other asserts) and the other channels of method §3; ``ground`` is D of
        ``data/alignment.toml``; 1 where a report is empty.
    """
    bare = unaligned(arrays, pairs)
    rows = [_cells(bare, first, side) for side in (0, 1)]
    real = np.repeat((bare.counts > 0).all(axis=1), np.diff(bare.offsets))
    costs = bare.costs.copy()
    costs[~real, :TEXT] = 1.0
    weighed = knowledge.alignment
    a, b = rows[0][real], rows[1][real]
    costs[real, FINDING] = _finding_cost(statements, a, b, costs[real, TEXT])
    costs[real, ANATOMY] = _place_cost(statements, a, b, knowledge)
    costs[real, POLARITY] = statements.denied[a] != statements.denied[b]
    polarity = weighed.opposed * costs[:, POLARITY]
    polarity[real] += weighed.denied * (statements.denied[a] & statements.denied[b])
    kept = (1 - weighed.finding * costs[:, FINDING]) * (1 - costs[:, ANATOMY]) * (1 - polarity)
    ground = np.where(real, 1 - kept * (1 - weighed.text * costs[:, TEXT]), 1.0)
    plan, solved = _plan_with_alone(ground, bare, weighed.alone)
    return bare._replace(
        costs=costs,
        ground=ground,
        plan=plan,
        n_iter=solved.n_iter,
        marginal_error=solved.marginal_error,
        converged=solved.converged,
    )


def statement_edges(alignment: Alignment) -> EdgeArrays:
    """Edges of method §5, and the heaviest cell of every statement, so that each has an edge."""
    return edge_arrays(alignment, _heaviest(alignment))


def finding_edges(alignment: Alignment, evidence: Evidence, offsets: Int, knowledge: Knowledge) -> EdgeArrays:
    """Findings matched one to one, as edges with the costs of ``alignment``: each has an equal share of the mass.

    This matching is the transport of abnormal evidence under ``extended``: its features are read from it.
    """
    matches = match_evidence(evidence, alignment.pairs, knowledge.costs)
    both = (matches.ref >= 0) & (matches.cand >= 0)
    pair = matches.pair[both]
    unit = [
        evidence.first_unit[items[both]] - offsets[alignment.pairs[pair, k]]
        for k, items in enumerate((matches.ref, matches.cand))
    ]
    mass = 1.0 / np.bincount(pair, minlength=len(alignment.pairs))[pair]
    cell = alignment.offsets[pair] + unit[0] * alignment.shapes[pair, 1] + unit[1]
    components = alignment.costs[cell]
    side, ground = components[:, TEXT + 1 :].sum(axis=1), alignment.ground[cell]
    return EdgeArrays(pair, unit[0], unit[1], mass, ground, side, mass * (ground + side), components)


def _cells(bare: Alignment, first: Int, side: int) -> Int:
    """Row of ``Statements`` of each cell's unit on one side; only right where the report is not empty."""
    cells = np.diff(bare.offsets)
    pair = np.repeat(np.arange(len(cells)), cells)
    local = np.arange(bare.offsets[-1]) - bare.offsets[pair]
    width = bare.shapes[pair, 1]
    return first[bare.pairs[pair, side]] + (local % width if side else local // width)


def _finding_cost(s: Statements, a: Int, b: Int, text: Float) -> Float:
    """Cost of the findings of cells; the text's where one has no label."""
    denied = s.denied[a] | s.denied[b]
    cost = np.where(denied, s.denial[s.label[a], s.label[b]], s.distance[s.label[a], s.label[b]])
    return np.where((s.label[a] < 0) | (s.label[b] < 0), text, cost)


def _place_cost(s: Statements, a: Int, b: Int, knowledge: Knowledge) -> Float:
    """1 − (1 − cost of the sides) · (1 − weighed cost of the regions), in [0, 1]."""
    c = knowledge.costs
    x, y = s.sides[a], s.sides[b]
    side = np.select([x == y, (x == 0) | (y == 0), (x & y) > 0], [0.0, c.side_unstated, c.side_partial], default=c.side)
    x, y = s.regions[a], s.regions[b]
    region = np.select([x == y, (x == 0) | (y == 0)], [0.0, c.region_unstated], default=-1.0)
    stated = region < 0
    region[stated] = c.region * _region_cost(x[stated], y[stated], knowledge.region_costs)
    return 1 - (1 - side) * (1 - region)


def _region_cost(x: Int, y: Int, table: Float) -> Float:
    """Mean over the regions of both sets of the cost to the nearest one of the other; sets are bits, none empty."""
    sets, code = np.unique(np.concatenate([x, y]), return_inverse=True)
    held = (sets[:, None] >> np.arange(len(table))) & 1
    # nearest[q, i]: cost of region i to the nearest one of set q
    nearest = np.where(held[:, None, :] > 0, table[None], np.inf).min(axis=2)
    p, q = code[: len(x)], code[len(x) :]
    total = np.zeros(len(x))
    for i in range(len(table)):  # in one order, so that no bit depends on the batch
        total += np.where(held[p, i] > 0, nearest[q, i], 0.0) + np.where(held[q, i] > 0, nearest[p, i], 0.0)
    return total / (held[p].sum(axis=1) + held[q].sum(axis=1))


def _plan_with_alone(ground: Float, bare: Alignment, alone: float) -> tuple[Float, TransportResult]:
    """Plan of every pair where each statement may stay alone: its cells of the real statements, and the whole."""
    n, m = bare.shapes[:, 0], bare.shapes[:, 1]
    size = n + m
    shapes = np.stack([size, size], axis=1)
    offsets = cell_offsets(shapes)
    pair = np.repeat(np.arange(len(size)), size * size)
    local = np.arange(offsets[-1]) - offsets[pair]
    row, column = local // size[pair], local % size[pair]
    real_row, real_column = row < n[pair], column < m[pair]
    real = real_row & real_column
    costs = np.where(real_row | real_column, 0.5 * alone, 0.0)
    costs[real] = ground
    solved = solve_transport(costs, shapes, epsilon=EPSILON)
    return solved.flat[real], solved


def _heaviest(alignment: Alignment) -> NDArray[np.bool_]:
    """Cells that are the heaviest of their row or of their column; ties: all of them."""
    cells = np.diff(alignment.offsets)
    pair = np.repeat(np.arange(len(cells)), cells)
    local = np.arange(alignment.offsets[-1]) - alignment.offsets[pair]
    width = alignment.shapes[pair, 1]
    out = np.zeros(len(pair), bool)
    for count, unit in ((alignment.shapes[:, 0], local // width), (alignment.shapes[:, 1], local % width)):
        start = np.concatenate([[0], np.cumsum(count)])
        line = start[pair] + unit
        most = np.zeros(start[-1])
        np.maximum.at(most, line, alignment.plan)
        out |= alignment.plan >= most[line]
    return out

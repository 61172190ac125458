"""The one plan of every pair: which nodes of two reports are coupled, and what that costs (method §10.4, §10.5)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import lengths_of, starts_of
from radot_fast.extended.half_read import MAY_BE_UNREAD, may_be_unread
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.nodes import Nodes, no_nodes
from radot_fast.extraction.match.segments import led_by, ranges
from radot_fast.kernels.extended.contradictions import NOT_DENIED
from radot_fast.kernels.extended.couples import DENIAL, FINDING, N_PARTS
from radot_fast.kernels.extended.families import ALONE, SHARE
from radot_fast.kernels.extended.parts_under_plan import range_readings
from radot_fast.kernels.extended.plans import PlanBatch, PlanRows, range_extended_plans
from radot_fast.kernels.toolchain.parallel import run

Int = NDArray[np.int64]
Float = NDArray[np.float64]

N_KINDS = 3


class Plans(NamedTuple):
    """Plans of pairs, one row a couple or a node that stays alone.

    By pair: the couples, by the reference's node and then the candidate's, then the reference's loners, then the
    candidate's.
    """

    n_pairs: int
    pair: Int
    ref: Int
    """Node of the reference, or −1."""
    cand: Int
    """Node of the candidate, or −1."""
    price: Float
    """Price of the couple or of staying alone, in errors, in [0, 1]: what the plan minimizes the sum of."""
    parts: Float
    """Shape (n, 8): parts of the cost of a couple of findings, or of denials; 0 for others."""
    cost: Float
    """Cost of a couple of findings or denials, in errors: above 1 only for findings at several other levels; else 0."""
    ref_weight: Float
    """Weight in errors of the reference's finding where it is alone or opposed; else 0. Above 1 only where it is at
    several levels or has further names."""
    cand_weight: Float
    kinds: Int
    """Kinds of a couple's nodes: ``N_KINDS`` times the reference's, plus the candidate's; −1 for a loner."""
    denied: Int
    """What the denial of a couple of a finding and a denial says of the finding; ``NOT_DENIED`` for others."""
    denied_by: Int
    """Shape (n, 2): of a couple of findings, the node of the reference, and of the candidate, that plainly denies the
    other report's finding by name, where that report does not; −1 without, and for others."""

    @property
    def couples(self) -> NDArray[np.bool_]:
        """Rows that are couples."""
        return self.kinds >= 0

    @property
    def of_one_kind(self) -> NDArray[np.bool_]:
        """Rows that couple nodes of one kind."""
        return self.couples & (self.kinds // N_KINDS == self.kinds % N_KINDS)

    def is_kind(self, ref: int, cand: int) -> NDArray[np.bool_]:
        """Rows that couple a node of one kind with one of another."""
        return self.kinds == N_KINDS * ref + cand

    def transport_cost(self) -> Float:
        """Mean price of each pair's rows, in [0, 1]; NaN where neither report has a node."""
        total = np.bincount(self.pair, self.price, self.n_pairs)
        with np.errstate(invalid="ignore"):
            return total / np.bincount(self.pair, minlength=self.n_pairs)


def solve_plans(nodes: Nodes, pairs: Int, knowledge: Knowledge) -> Plans:
    """Plan of every pair.

    Parameters
    ----------
    nodes
        Nodes of the reports.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    knowledge
        Costs and prices.
    """
    pairs = np.ascontiguousarray(pairs, dtype=np.int64)
    batch, solved = _blank(nodes, pairs, knowledge)
    for kernel in (range_extended_plans, range_readings):
        run(kernel, len(pairs), (batch,), solved)
    return _rows(nodes, pairs, batch.first, solved, knowledge)


def compile_plans(knowledge: Knowledge) -> None:
    """Compile what couples nodes, with a pair of empty reports."""
    run(range_extended_plans, 1, *_no_plan(knowledge))


def compile_readings(knowledge: Knowledge) -> None:
    """Compile what reads couples and loners: about as much."""
    run(range_readings, 1, *_no_plan(knowledge))


def _no_plan(knowledge: Knowledge) -> tuple[tuple[PlanBatch], PlanRows]:
    """Inputs and outputs of the kernels for one pair of empty reports."""
    batch, solved = _blank(no_nodes(knowledge), np.zeros((1, 2), np.int64), knowledge)
    return (batch,), solved


def _blank(nodes: Nodes, pairs: Int, knowledge: Knowledge) -> tuple[PlanBatch, PlanRows]:
    """What the kernels take, and rows for them to fill."""
    first = starts_of(lengths_of(nodes.start)[pairs].sum(axis=1))
    n = first[-1]
    solved = PlanRows(
        couples=np.empty((n, 2), np.int64),
        price=np.empty(n),
        parts=np.empty((n, N_PARTS)),
        weight=np.empty((n, 2)),
        denied=np.empty(n, np.int64),
        denied_by=np.empty((n, 2), np.int64),
    )
    return PlanBatch(nodes.arrays(), pairs, first, knowledge.costs, knowledge.prices), solved


def _rows(nodes: Nodes, pairs: Int, first: Int, solved: PlanRows, knowledge: Knowledge) -> Plans:
    """Couples and loners as rows."""
    owner, node, is_ref = _nodes_of(nodes, pairs, first)
    there = solved.couples[:, 0] >= 0
    mine = owner[there]
    couples, reports = solved.couples[there], pairs[mine]
    slot = first[mine, None] + couples - nodes.start[reports]
    slot[:, 1] += lengths_of(nodes.start)[reports[:, 0]]
    alone = np.ones(len(owner), bool)
    alone[slot] = False
    lone = node[alone]
    prices = knowledge.prices
    price_alone = np.array([prices.alone, prices.denial_alone, prices.remark_alone])[nodes.kind[lone]]
    further = times_of(nodes, knowledge.costs.reading)[node] - 1.0
    parts, weight, by_ref = (
        solved.parts[there],
        solved.weight[:, SHARE] + solved.weight[:, ALONE] * further,
        is_ref[alone],
    )
    n_alone = len(by_ref)
    order = np.concatenate([mine, owner[alone]]).argsort(kind="stable")
    ref, cand = couples.T
    columns = (
        (mine, owner[alone]),
        (ref, np.where(by_ref, lone, -1)),
        (cand, np.where(by_ref, -1, lone)),
        (solved.price[there], price_alone),
        (parts, np.zeros((n_alone, N_PARTS))),
        (_couple_costs(nodes, couples, parts, knowledge.costs.region), np.zeros(n_alone)),
        (weight[slot[:, 0]], np.where(by_ref, weight[alone], 0.0)),
        (weight[slot[:, 1]], np.where(by_ref, 0.0, weight[alone])),
        (N_KINDS * nodes.kind[ref] + nodes.kind[cand], np.full(n_alone, -1)),
        (solved.denied[there], np.full(n_alone, NOT_DENIED)),
        (solved.denied_by[there], np.full((n_alone, 2), -1)),
    )
    plans = Plans(len(pairs), *(np.concatenate(column)[order] for column in columns))
    of = owner, node, is_ref
    unread = may_be_unread(nodes, pairs, of, (plans.pair, plans.ref, plans.cand), knowledge)
    return _without_unread(plans, unread, nodes, knowledge) if unread.any() else plans


def _without_unread(plans: Plans, unread: NDArray[np.bool_], nodes: Nodes, knowledge: Knowledge) -> Plans:
    """The plans, nothing held against rows that may differ by what was not read (method §10.5)."""
    parts, cost, read = plans.parts.copy(), plans.cost.copy(), ~unread
    both = np.flatnonzero(unread & plans.is_kind(FINDING, FINDING))
    parts[both[:, None], MAY_BE_UNREAD] = 0.0
    couples = np.stack([plans.ref[both], plans.cand[both]], axis=1)
    cost[both] = _couple_costs(nodes, couples, parts[both], knowledge.costs.region)
    return plans._replace(
        parts=parts, cost=cost, ref_weight=plans.ref_weight * read, cand_weight=plans.cand_weight * read
    )


def times_of(nodes: Nodes, reading: float) -> Float:
    """How many errors each finding is where it has no counterpart (method §10.5): float64, shape (n_nodes,), ≥ 1.

    One at each of its levels ("the third and fourth rib are broken"), and ``reading`` more for each further name.
    """
    # Name by name: a sum over rows of two takes six times as long.
    times: Float = 1.0 + reading * sum((name >= 0).astype(np.float64) for name in nodes.names.T[1:])
    if nodes.levels.any():  # few findings are at numbered levels
        times *= np.where(nodes.organs > 0, np.maximum(np.bitwise_count(nodes.levels), 1), 1)
    return times


def other_levels(nodes: Nodes, ref: Int, cand: Int) -> Int:
    """How many levels the findings of couples are wrong about: int64, shape (n,); 0 without organs, or unstated."""
    if not nodes.levels.any():
        return np.zeros(len(ref), np.int64)
    a, b = nodes.levels[ref], nodes.levels[cand]
    most = np.maximum(np.bitwise_count(a & ~b), np.bitwise_count(b & ~a)).astype(np.int64)
    stated = (a > 0) & (b > 0) & (nodes.organs[ref] > 0) & (nodes.organs[cand] > 0)
    return np.where(stated, most, 0)


def _couple_costs(nodes: Nodes, couples: Int, parts: Float, region: float) -> Float:
    """Cost in errors of couples with these parts; each further level that is wrong costs ``region`` more."""
    ref, cand = couples.T
    further = np.maximum(other_levels(nodes, ref, cand) - 1, 0) * (nodes.kind[ref] == nodes.kind[cand])
    return 1.0 - (1.0 - np.minimum(parts, 1.0)).prod(axis=1) + region * further


def _nodes_of(nodes: Nodes, pairs: Int, first: Int) -> tuple[Int, Int, NDArray[np.bool_]]:
    """Every node of the pairs, the reference's first: its pair, its number, and whether it is the reference's."""
    owner = np.arange(len(pairs)).repeat(lengths_of(first))
    place = np.arange(first[-1]) - first[owner]
    of_ref = lengths_of(nodes.start)[pairs[owner, 0]]
    is_ref = place < of_ref
    begin = nodes.start[pairs[owner, np.where(is_ref, 0, 1)]]
    return owner, begin + np.where(is_ref, place, place - of_ref), is_ref


def rows_of(start: Int, owners: Int) -> tuple[Int, Int]:
    """Every row that the owners have, owner by owner: position in ``owners``, and the row."""
    return ranges(start[owners], start[owners + 1])


def lone_statements(nodes: Nodes, plans: Plans) -> Float:
    """Statements of each pair's candidate without support: float64, shape (n_pairs, 3).

    Its denials that answer nothing, the doubt of its findings that answer nothing (1 for a possible one, ½ for a
    probable one), and the doubt that its other findings add to those that they answer.
    """
    rows = (plans.cand >= 0) & ~plans.couples
    node, pair = plans.cand[rows], plans.pair[rows]
    denied = (nodes.kind[node] == DENIAL).astype(np.float64)
    doubt = np.where(nodes.kind[node] == FINDING, nodes.certainty[node] / 2.0, 0.0)
    both = plans.is_kind(FINDING, FINDING)
    added = np.maximum(nodes.certainty[plans.cand[both]] - nodes.certainty[plans.ref[both]], 0.0) / 2.0
    sums = ((pair, denied), (pair, doubt), (plans.pair[both], added))
    return np.stack([np.bincount(of, weight, plans.n_pairs) for of, weight in sums], axis=1)


def node_counts(nodes: Nodes, pairs: Int, plans: Plans) -> dict[str, Int]:
    """Counts of method §10.7 of each pair: findings and denials, coupled and in all."""
    n_reports = len(nodes.start) - 1
    report = np.arange(n_reports).repeat(lengths_of(nodes.start))
    kinds = np.bincount(report * N_KINDS + nodes.kind, minlength=n_reports * N_KINDS).reshape(-1, N_KINDS)
    matched = plans.is_kind(FINDING, FINDING)
    answered = plans.is_kind(DENIAL, DENIAL)
    # The rows of a pair that couple denials stand in the order of the reference's.
    pair, ref = plans.pair[answered], plans.ref[answered]
    addressed = pair[led_by(True, (ref[1:] != ref[:-1]) | (pair[1:] != pair[:-1]))[: len(pair)]]
    return {
        "n_ref_findings": kinds[pairs[:, 0], FINDING],
        "n_cand_findings": kinds[pairs[:, 1], FINDING],
        "n_matched_findings": np.bincount(plans.pair[matched], minlength=plans.n_pairs),
        "n_ref_denials": kinds[pairs[:, 0], DENIAL],
        "n_addressed_denials": np.bincount(addressed, minlength=plans.n_pairs),
    }

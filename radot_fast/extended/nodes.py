"""Units of reports to nodes: what a report asserts, denies, and says without a label (method §10.1, §10.2).

A finding that a report repeats is one node, with all its mentions. The nodes of a report stand in canonical order, so
nothing that is computed from them depends on the order of its statements or on the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import NodeArrays, lengths_of, starts_of
from radot_fast.corpus.encoding import SEVERITY_SCALE
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.unit_numbers import leave_out_blank_runs, numbers_of, numbers_of_table
from radot_fast.extended.unread_words import marks_of_nodes, marks_of_units
from radot_fast.extraction.match.segments import indices, led_by
from radot_fast.kernels.extended.couples import (
    ANY_DEGREE,
    CERTAIN,
    CHANGES,
    DEGREES,
    DOUBT,
    DOUBTS,
    FINDING,
    INSIGNIFICANCE,
    KIND,
    KINDS,
    LAST_NAME,
    LEVELS,
    MILLIMETRES,
    MOVED,
    N_CODES,
    N_VALUES,
    NAME,
    ORGANS,
    OTHER,
    PLAIN,
    REACH,
    REGIONS,
    SIDES,
    SIGNIFICANCE,
    SITES,
)
from radot_fast.kernels.extended.node_rows import N_SIDES, NodeRows, fill_nodes
from radot_fast.kernels.extended.repeats_and_readings import ITEM, N_ROOM, ORDER
from radot_fast.kernels.extended.units import N_FACTS, N_UNIT_CODES, N_UNIT_VALUES, WORDS, Labels, Rules, Units

if TYPE_CHECKING:
    from radot_fast.corpus.reports import Corpus

CHANGE = "interval_change"
"""Finding that is the change of all; a report that denies it says that nothing has changed."""
MISPLACEMENT = "malposition"
"""Finding whose significance a device that lies badly has at least."""
Names = Sequence[tuple[str | None, str | None]]
"""Finding and device of each label."""
Int = NDArray[np.int64]
N_SAID = 3
STATEMENT, TIMES, AGAIN = range(N_SAID)
"""Columns of ``Nodes.sayings``."""


class Nodes(NamedTuple):
    """Nodes of the extended method (method §10.1, §10.2): findings, denials and remarks of reports.

    Nodes of report r are ``start[r]:start[r + 1]``, in canonical order: findings, denials, remarks.
    """

    start: Int
    """Shape (n_reports + 1,)."""
    codes: Int
    """Shape (n_nodes, 20): what ``NodeArrays`` says."""
    values: NDArray[np.float64]
    """Shape (n_nodes, 7): what ``NodeArrays`` says."""
    mention_start: Int
    """Shape (n_nodes + 1,)."""
    mention: Int
    """Rows of the units that a node's mentions are, in the order of the text."""
    said_start: Int
    """Shape (n_nodes + 1,)."""
    sayings: Int
    """Shape (n, 3): what a node's mentions say, ascending within a node (4 · label + sides of a finding, else the
    label), how many of them say it, and how many of these repeat an earlier mention word for word."""
    distance: NDArray[np.float64]
    """Shape (n_labels, n_labels), in [0, 2]."""
    denies: NDArray[np.bool_]
    """Shape (n_labels, n_labels): whether a denial of the first is one of the second."""
    region_cost: NDArray[np.float64]
    """Shape (n_regions, n_regions), in [0, 1]."""
    unread: Int
    """Shape (n_nodes,): mark of the unread words of the sentences that tell of it (``unread_words``)."""

    @property
    def kind(self) -> Int:
        """Kind of each node: int64, shape (n_nodes,): 0 finding, 1 denial, 2 remark."""
        return self.codes[:, KIND]

    @property
    def names(self) -> Int:
        """Labels of each node, its own first: int64, shape (n_nodes, 4); −1 where there is no further one."""
        return self.codes[:, NAME : LAST_NAME + 1]

    @property
    def meant(self) -> NDArray[np.bool_]:
        """Which of its names are not only what a node is unlikely to be: bool, shape (n_nodes, 4)."""
        doubts = self.codes[:, DOUBT, None] >> len(DOUBTS) * np.arange(LAST_NAME - NAME + 1)
        return doubts & ((1 << len(DOUBTS)) - 1) != 1 << len(DOUBTS) - 1

    @property
    def label(self) -> Int:
        """Each node's own label: int64, shape (n_nodes,), in [0, n_labels); of a remark a code of its wording."""
        return self.codes[:, NAME]

    @property
    def plain(self) -> NDArray[np.bool_]:
        """Whether a denial is unqualified: bool, shape (n_nodes,); False for the others."""
        return self.codes[:, PLAIN] != 0

    @property
    def sides(self) -> Int:
        """Sides as bits, 1 left and 2 right, 0 unstated: int64, shape (n_nodes,)."""
        return self.codes[:, SIDES]

    @property
    def regions(self) -> Int:
        """Regions, a bit each, 0 unstated: int64, shape (n_nodes,)."""
        return self.codes[:, REGIONS]

    @property
    def changes(self) -> Int:
        """A bit a comparison, by its place in the closed list, then persisting: int64, shape (n_nodes,)."""
        return self.codes[:, CHANGES]

    @property
    def degrees(self) -> Int:
        """A bit a severity, by its place on the scale of method §3, 0 unstated: int64, shape (n_nodes,)."""
        return self.codes[:, DEGREES] & ANY_DEGREE

    @property
    def sites(self) -> Int:
        """The regions that are compared under the plan, a bit each: int64, shape (n_nodes,)."""
        return self.codes[:, SITES]

    @property
    def kinds(self) -> Int:
        """Bits of acuity, kind and complications, 0 unstated: int64, shape (n_nodes,)."""
        return self.codes[:, KINDS]

    @property
    def levels(self) -> Int:
        """A bit a numbered rib, or a vertebra, 0 unstated: int64, shape (n_nodes,)."""
        return self.codes[:, LEVELS]

    @property
    def organs(self) -> Int:
        """Regions of a finding that is another one in another organ, 0 unstated or any: int64, shape (n_nodes,)."""
        return self.codes[:, ORGANS]

    @property
    def other(self) -> Int:
        """Label of what the finding's form amounts to ("a nodular opacity"), or −1: int64, shape (n_nodes,)."""
        return self.codes[:, OTHER]

    @property
    def reach(self) -> Int:
        """The regions that share an organ with ``organs``: int64, shape (n_nodes,)."""
        return self.codes[:, REACH]

    @property
    def certainty(self) -> NDArray[np.float64]:
        """Mean doubt of the mentions: float64, shape (n_nodes,), in [0, 2]."""
        return self.values[:, CERTAIN]

    @property
    def significance(self) -> NDArray[np.float64]:
        """Weight of a finding: float64, shape (n_nodes,), in [0, 1]."""
        return self.values[:, SIGNIFICANCE]

    @property
    def insignificance(self) -> NDArray[np.float64]:
        """1 − significance, but where the mentions state several degrees: float64, shape (n_nodes,), in [0, 1]."""
        return self.values[:, INSIGNIFICANCE]

    @property
    def size(self) -> NDArray[np.float64]:
        """Largest measurement in millimetres, 0 unstated: float64, shape (n_nodes,)."""
        return self.values[:, MILLIMETRES]

    @property
    def moved(self) -> NDArray[np.float64]:
        """How far a device is to be moved or was, in millimetres, 0 unstated: float64, shape (n_nodes,)."""
        return self.values[:, MOVED]

    @property
    def said(self) -> Int:
        """What is said, the first column of ``sayings``: int64, shape (n,)."""
        return self.sayings[:, STATEMENT]

    @property
    def said_times(self) -> Int:
        """How many mentions say it: int64, shape (n,), ≥ 1."""
        return self.sayings[:, TIMES]

    @property
    def said_again(self) -> Int:
        """How many of these repeat an earlier mention word for word: int64, shape (n,), ≥ 0."""
        return self.sayings[:, AGAIN]

    def arrays(self) -> NodeArrays:
        """As much as a plan needs, in few arrays: each one more costs seconds of compilation."""
        return NodeArrays(self.start, self.codes, self.values, self.distance, self.denies, self.region_cost)


def encode_nodes(units: pl.DataFrame, offsets: Int, knowledge: Knowledge) -> Nodes:
    """Nodes of reports whose units stand in a table.

    Parameters
    ----------
    units
        Unit rows (no null units), by report, then by position.
    offsets
        int64, shape (n_reports + 1,): rows of ``units`` of each report.
    knowledge
        Significance, relations, costs, prices.

    Returns
    -------
    Nodes
        ``mention`` numbers rows of ``units``.
    """
    return _encoded(*numbers_of_table(units, knowledge), offsets, knowledge, marks_of_units(units))


def nodes_of(corpus: Corpus, knowledge: Knowledge) -> Nodes:
    """Nodes of the reports of a corpus; ``mention`` numbers its units."""
    units, names = numbers_of(corpus, knowledge)
    leave_out_blank_runs(units, corpus.texts, corpus.offsets)
    return _encoded(units, names, corpus.offsets, knowledge, marks_of_units(corpus.source))


def _encoded(units: Units, every: Names, offsets: Int, knowledge: Knowledge, unread: Int) -> Nodes:
    """Nodes of units, which are renumbered; ``every``: names of labels, of which some are used; ``unread``: marks."""
    names = _in_order(units.codes, every)
    distance, denies = knowledge.distance_table.of(names), knowledge.denies_table.of(names).astype(bool)
    room, rows = _blank(len(units.codes), len(offsets) - 1)
    labels = Labels(_facts(names, knowledge), distance)
    fill_nodes(offsets, units, labels, _rules(knowledge), room, rows)
    order = room[: rows.start[-1], ORDER]
    node, mention = _mentions(room[:, ITEM], rows.head[order])
    return Nodes(
        rows.start,
        rows.codes[order],
        rows.values[order],
        starts_of(np.bincount(node, minlength=len(order))),
        mention,
        *_sayings(node, mention, units.codes, len(order)),
        distance,
        denies,
        knowledge.region_costs,
        marks_of_nodes(node, mention, unread, len(order)),
    )


def _in_order(codes: Int, every: Names) -> Names:
    """Number labels in the order of their names, so that batches compare alike; return the names in that order.

    Remarks are numbered by their wordings, in an order that no batch changes.
    """
    label, other = codes[:, NAME], codes[:, OTHER]
    remarks = indices(label < 0)
    words = codes[remarks, WORDS]
    there = np.zeros(len(every) + 1, bool)
    there[label] = there[other] = True  # the last flag is that of −1, which is no label
    used = indices(there[:-1]).tolist()
    used.sort(key=lambda k: [(part is not None, part or "") for part in every[k]])
    place = np.full(len(every) + 1, -1)
    place[used] = np.arange(len(used))
    codes[:, NAME] = place[label]
    in_order = np.sort(words)
    codes[remarks, NAME] = in_order[led_by(True, in_order[1:] != in_order[:-1])[: len(words)]].searchsorted(words)
    codes[:, OTHER] = place[other]
    return [every[k] for k in used]


def _facts(names: Names, knowledge: Knowledge) -> NDArray[np.float64]:
    """What the merging and the weights of findings take of their labels."""
    concepts = {finding: k for k, finding in enumerate(dict.fromkeys(f for f, _ in names))}
    facts = [(concepts[f], knowledge.is_generic(f, d), f == CHANGE, knowledge.significance(f, d)) for f, d in names]
    return np.array(facts, np.float64).reshape(-1, N_FACTS)


def _rules(knowledge: Knowledge) -> Rules:
    """What they take beyond labels."""
    misplaced = knowledge.significance(MISPLACEMENT, None)
    return Rules(knowledge.region_table, knowledge.mild, SEVERITY_SCALE["mild"], misplaced)


def _blank(n: int, n_reports: int) -> tuple[Int, NodeRows]:
    """Working memory and rows for the nodes of n units."""
    start, head = np.zeros(n_reports + 1, np.int64), np.empty(n + 1, np.int64)
    rows = NodeRows(start, head, np.empty((n + 1, N_CODES), np.int64), np.empty((n + 1, N_VALUES)))
    return np.empty((n, N_ROOM), np.int64), rows


def _mentions(item: Int, head: Int) -> tuple[Int, Int]:
    """Mentions by node, in the order of the text: the node and the unit of each; ``head``: first unit of each node."""
    node_of = np.empty(len(item), np.int64)
    node_of[head] = np.arange(len(head))
    unit = indices(item >= 0)
    node = node_of[item[unit]]
    order = node.argsort(kind="stable")
    return node[order], unit[order]


def _sayings(node: Int, mention: Int, codes: Int, n_nodes: int) -> tuple[Int, Int]:
    """Distinct statements of each node, the number of mentions that make them, and how many repeat an earlier one.

    Where each begins, and ``Nodes.sayings``; ``codes``: those of all units, of which ``mention`` numbers the mentions.
    """
    label, words, kind, sides = (codes[mention, column] for column in (NAME, WORDS, KIND, SIDES))
    said = np.where(kind == FINDING, N_SIDES * label + sides, label)
    if len(node) == n_nodes:  # so it is in most reports: nothing is said twice
        sayings = np.zeros((n_nodes, N_SAID), np.int64)
        sayings[:, STATEMENT], sayings[:, TIMES] = said, 1
        return np.arange(n_nodes + 1), sayings
    several = indices(np.bincount(node, minlength=n_nodes)[node] > 1)
    order = np.arange(len(node))
    order[several] = several[np.lexsort((words[several], said[several], node[several]))]
    node, said, words = node[order], said[order], words[order]
    is_new = np.ones(len(node), bool)
    is_new[1:] = (node[1:] != node[:-1]) | (said[1:] != said[:-1])
    other_words = is_new.copy()
    other_words[1:] |= words[1:] != words[:-1]
    first = indices(is_new)
    times = lengths_of(first, len(node))
    again = times - np.add.reduceat(other_words.astype(np.int64), first)
    sayings = np.empty((len(first), N_SAID), np.int64)
    sayings[:, STATEMENT], sayings[:, TIMES], sayings[:, AGAIN] = said[first], times, again
    return starts_of(np.bincount(node[first], minlength=n_nodes)), sayings


def no_nodes(knowledge: Knowledge) -> Nodes:
    """Nodes of one empty report: arrays of the right kind, to compile the plans with."""
    ints, offset = np.zeros(0, np.int64), np.zeros(1, np.int64)
    return Nodes(
        np.zeros(2, np.int64),
        np.zeros((0, N_CODES), np.int64),
        np.zeros((0, N_VALUES)),
        offset,
        ints,
        offset,
        np.zeros((0, N_SAID), np.int64),
        np.zeros((0, 0)),
        np.zeros((0, 0), bool),
        knowledge.region_costs,
        ints,
    )


def compile_nodes(knowledge: Knowledge) -> None:
    """Compile the making of nodes, with one report of no unit."""
    units = Units(np.zeros((0, N_UNIT_CODES), np.int64), np.zeros((0, N_UNIT_VALUES)))
    _encoded(units, [], np.zeros(2, np.int64), knowledge, np.zeros(0, np.int64))

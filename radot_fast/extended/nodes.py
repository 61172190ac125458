"""Unit table to nodes: what a report asserts, denies, and says without a label (method §10.1, §10.2).

A finding that a report repeats is one node, with all its mentions. The nodes of a report stand in canonical order, so
nothing that is computed from them depends on the order of its statements or on the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Nodes, lengths_of, starts_of
from radot_fast.corpus.encoding import SEVERITY_SCALE
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.node_attributes import (
    changes_beside,
    degrees_of,
    differs,
    doubts_of,
    first_of,
    joined,
    largest_of,
    mean_of,
    places_of,
    stated_sides,
)
from radot_fast.extended.unit_attributes import bit_of, most_precise, reach_of
from radot_fast.extended.unit_numbers import UnitNumbers, numbers_of, numbers_of_table, without_blank_runs
from radot_fast.kernels.extended.couples import DENIAL, FINDING, PERSISTING, REMARK, SCALE
from radot_fast.kernels.extended.repeats import MORE_NAMES, Labels, Statements, merge_repeats

if TYPE_CHECKING:
    from radot_fast.corpus.reports import Corpus

N_SIDES = 4
"""Sets of sides: unstated, left, right, both."""
CHANGE = "interval_change"
"""Finding that a report denies which says that nothing has changed."""
MISPLACEMENT = "malposition"
"""Finding whose significance a device that lies badly has at least."""
Names = Sequence[tuple[str | None, str | None]]
"""Finding and device of each label."""
Int = NDArray[np.int64]

MORE = tuple(f"name{k}" for k in range(MORE_NAMES))
"""Columns of the further names of a finding."""
SAID = (
    "sides", "regions", "sites", "levels", "changes", "plain", "degrees", "doubts", "kinds", "stated", "organs",
    "other", "verge", "beside", "certainty", "size",
)  # fmt: skip
CANONICAL = ("kind", "label", *MORE, *SAID)
"""What the nodes of a report are sorted by; those that are equal in all of it stand as the report has them."""
WEIGHTS = ("significance", "insignificance")


class _Rows(NamedTuple):
    """Units of the reports, by number."""

    units: UnitNumbers
    report: Int


class _Kind(NamedTuple):
    """Nodes of one kind, by report, in the order of their first mention."""

    columns: dict[str, NDArray[Any]]
    """A value a node: ``report``, ``first_unit`` and what the kind has of ``CANONICAL`` and ``WEIGHTS``."""
    node: Int
    """Node of each mention."""
    unit: Int
    """Row of each mention, ascending within a node."""


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
    return _encoded(*numbers_of_table(units, knowledge), offsets, knowledge)


def nodes_of(corpus: Corpus, knowledge: Knowledge) -> Nodes:
    """Nodes of the reports of a corpus; ``mention`` numbers its units."""
    units, names = numbers_of(corpus, knowledge)
    return _encoded(without_blank_runs(units, corpus.texts, corpus.offsets), names, corpus.offsets, knowledge)


def _encoded(units: UnitNumbers, every: Names, offsets: Int, knowledge: Knowledge) -> Nodes:
    """Nodes of units by number; ``every``: names of labels, of which some are used."""
    n_reports = len(offsets) - 1
    label, other, names = _in_order(units.label, units.other, every)
    # Remarks are told apart by their words, in an order that no batch changes.
    words = np.unique(units.words, return_inverse=True)[1]
    wording = words * 2 + units.absent
    rows = _Rows(units._replace(label=label, other=other), np.repeat(np.arange(n_reports), lengths_of(offsets)))
    is_labelled = label >= 0
    read = np.zeros(n_reports, bool)
    read[rows.report[is_labelled]] = True
    # A report of which nothing was read weighs what an empty one does and has no remarks.
    remarks = np.flatnonzero(~is_labelled & read[rows.report])
    asserted, denied = np.flatnonzero(is_labelled & ~units.absent), np.flatnonzero(is_labelled & units.absent)
    distance = knowledge.distance_table.of(names)
    said = np.where(is_labelled, np.where(units.absent, label, label * N_SIDES + units.sides), wording)
    denials = {"label": label[denied]} | {c: getattr(units, c)[denied] for c in ("sides", "plain", "organs", "verge")}
    return _assembled(
        (
            _findings(rows, asserted, _uncompared(rows, denied, n_reports, names), distance, names, knowledge),
            _grouped(rows, denied, DENIAL, denials, knowledge),
            _grouped(rows, remarks, REMARK, {"label": wording[remarks]}, knowledge),
        ),
        n_reports,
        said,
        words,
        {
            "distance": distance,
            "denies": knowledge.denies_table.of(names).astype(bool),
            "region_cost": knowledge.region_costs,
        },
        knowledge,
    )


def _in_order(label: Int, other: Int, every: Names) -> tuple[Int, Int, Names]:
    """Number labels and other names in the order of the names, so that batches compare alike; also these names."""
    used = np.unique(np.concatenate([label[label >= 0], other[other >= 0]])).tolist()
    used.sort(key=lambda k: [(part is not None, part or "") for part in every[k]])
    place = np.full(len(every) + 1, -1)
    place[used] = np.arange(len(used))
    return place[label], place[other], [every[k] for k in used]


def no_nodes(knowledge: Knowledge) -> Nodes:
    """Nodes of one empty report: arrays of the right kind, to compile the plans with."""
    ints, floats, offset = np.zeros(0, np.int64), np.zeros(0), np.zeros(1, np.int64)
    return Nodes(
        np.zeros(2, np.int64), ints, np.zeros((0, 1 + MORE_NAMES), np.int64), np.zeros(0, bool), ints, ints, ints, ints,
        ints, ints, ints, ints, ints, ints, ints, ints, ints, ints, floats, floats, floats, floats, offset, ints,
        offset, ints, ints, ints, np.zeros((0, 0)), np.zeros((0, 0), bool), knowledge.region_costs,
    )  # fmt: skip


def _assembled(
    kinds: tuple[_Kind, ...],
    n_reports: int,
    said: Int,
    words: Int,
    tables: dict[str, NDArray[Any]],
    knowledge: Knowledge,
) -> Nodes:
    """Nodes of all kinds in canonical order, with their mentions; ``said`` and ``words``: codes of each unit row."""
    names = ("report", "first_unit", *WEIGHTS, *CANONICAL)
    columns = {name: np.concatenate([kind.columns[name] for kind in kinds]) for name in names}
    before = np.cumsum([0, *(len(kind.columns["report"]) for kind in kinds)])
    node = np.concatenate([kind.node + start for kind, start in zip(kinds, before, strict=False)])
    unit = np.concatenate([kind.unit for kind in kinds])
    order = np.lexsort((columns["first_unit"], *(columns[c] for c in reversed(CANONICAL)), columns["report"]))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    node = place[node]
    by_node = np.lexsort((unit, node))
    node, unit = node[by_node], unit[by_node]
    values: dict[str, NDArray[Any]] = {c: np.ascontiguousarray(columns[c][order]) for c in ("kind", *SAID, *WEIGHTS)}
    return Nodes(
        start=starts_of(np.bincount(columns["report"], minlength=n_reports)),
        names=np.stack([columns[c][order] for c in ("label", *MORE)], axis=1),
        **values,
        reach=reach_of(values["organs"], knowledge),
        mention_start=starts_of(np.bincount(node, minlength=len(order))),
        mention=unit,
        **_sayings(node, said[unit], words[unit], len(order)),
        **tables,
    )


def _sayings(node: Int, said: Int, words: Int, n_nodes: int) -> dict[str, NDArray[Any]]:
    """Distinct statements of each node, the number of mentions that make them, and how many repeat an earlier one."""
    order = np.lexsort((words, said, node))
    node, said, words = node[order], said[order], words[order]
    is_new = np.ones(len(node), bool)
    is_new[1:] = (node[1:] != node[:-1]) | (said[1:] != said[:-1])
    other_words = is_new.copy()
    other_words[1:] |= words[1:] != words[:-1]
    first = np.flatnonzero(is_new)
    times = lengths_of(first, len(node))
    wordings = np.add.reduceat(other_words.astype(np.int64), first) if len(first) else first
    return {
        "said_start": starts_of(np.bincount(node[first], minlength=n_nodes)),
        "said": said[first],
        "said_times": times,
        "said_again": times - wordings,
    }


def _findings(
    rows: _Rows, asserted: Int, unchanged: Int, distance: NDArray[np.float64], names: Names, knowledge: Knowledge
) -> _Kind:
    """Findings that reports assert, a repeated one once; ``unchanged``: by report, comparisons where none is made."""
    units, report = rows.units.at(asserted), rows.report[asserted]
    item, more = _merged(units, report, len(unchanged), distance, names, knowledge)
    order = np.argsort(item, kind="stable")
    start = np.flatnonzero(np.diff(item[order], prepend=-1))
    first = order[start]
    label, more = units.label[first], more[first]
    is_change = np.array([finding == CHANGE for finding, _ in names], bool)
    said = {**units.at(order)._asdict(), "beside": changes_beside(units, report, is_change[units.label])[order]}
    is_device = np.array([device is not None for _, device in names], bool)
    said["sites"] = most_precise(said["sites"], knowledge)
    said["severity"] = np.where(differs(is_device, said["label"], start), -1.0, said["severity"])
    owned = {
        **{c: said[c] for c in ("sides", "regions", "sites", "kinds", "levels")},
        "degrees": bit_of(said["severity"], SCALE),
        "changes": np.where(said["comparison"] > 0, 1 << said["comparison"], 0),
    }
    named = said["label"] == np.repeat(label, lengths_of(start, len(order)))
    owned = {c: places_of(values, named, start) for c, values in owned.items()}
    every = np.column_stack([label, more])
    gravest, mildest = _significance(label, more, degrees_of(said["severity"], start), names, knowledge)
    columns = {
        **owned,
        "report": report[first],
        "first_unit": asserted[first],
        "kind": np.full(len(first), FINDING, np.int64),
        "label": label,
        **{c: more[:, k] for k, c in enumerate(MORE)},
        "plain": np.zeros(len(first), bool),
        "significance": gravest,
        "insignificance": 1.0 - mildest,
        "stated": stated_sides(said["sides"], start),
        "changes": np.where(owned["changes"] > 0, owned["changes"], unchanged[report[first]]),
        "doubts": doubts_of(said["certainty"], said["label"], every, start),
        "organs": joined(said["organs"], start),
        "other": first_of(said["other"], named, start),
        "verge": 1 - joined(1 - said["verge"], start),
        "beside": joined(said["beside"], start),
        "regions": most_precise(owned["regions"], knowledge),
        "certainty": mean_of(said["certainty"], start),
        "size": largest_of(said["size"], said["label"], start),
    }
    return _Kind(columns, np.repeat(np.arange(len(first)), lengths_of(start, len(order))), asserted[order])


def _uncompared(rows: _Rows, denied: Int, n_reports: int, names: Names) -> Int:
    """Comparison of findings that state none, by report, as a bit: where the findings are stable, they persist."""
    is_change = np.array([finding == CHANGE for finding, _ in names], bool)
    out = np.ones(n_reports, np.int64)
    out[rows.report[denied[is_change[rows.units.label[denied]]]]] = 1 << PERSISTING
    return out


def _grouped(rows: _Rows, unit: Int, kind: int, key: dict[str, NDArray[Any]], knowledge: Knowledge) -> _Kind:
    """Denials or remarks, the units at these rows: one node for each key that a report has."""
    columns = [rows.report[unit], *key.values()]
    order = np.lexsort(columns[::-1])
    is_new = np.zeros(len(order), bool)
    for column in columns:
        is_new[1:] |= column[order][1:] != column[order][:-1]
    node = np.empty(len(order), np.int64)
    node[order] = np.cumsum(is_new)
    first = np.unique(node, return_index=True)[1]
    n = len(first)
    nothing = {
        **dict.fromkeys(SAID, np.zeros(n, np.int64)),
        "other": np.full(n, -1, np.int64),
        **dict.fromkeys(("certainty", "size", *WEIGHTS), np.zeros(n)),
        "plain": np.zeros(n, bool),
        **dict.fromkeys(MORE, np.full(n, -1, np.int64)),
        "kind": np.full(n, kind, np.int64),
    }
    regions = np.zeros(n, np.int64)
    np.bitwise_or.at(regions, node, rows.units.regions[unit])
    stated = {name: values[first] for name, values in zip(("report", *key), columns, strict=True)}
    stated |= {"regions": most_precise(regions, knowledge), "first_unit": unit[first]}
    return _Kind({**nothing, **stated}, node, unit)


def _significance(
    label: Int,
    more: Int,
    severity: NDArray[np.float64],
    names: Names,
    knowledge: Knowledge,
) -> NDArray[np.float64]:
    """Weight of each item in [0, 1]: of the weightiest of its names; less where mild, urgent where misplaced.

    By its largest degree and its smallest: ``severity`` and what is returned have shape (2, n_items).
    """
    if not len(label):
        return np.zeros((2, 0))
    weight = np.array([knowledge.significance(f, d) for f, d in names])
    is_device = np.array([device is not None for _, device in names])[label]
    weightiest = np.maximum(weight[label], np.where(more >= 0, weight[more], 0.0).max(axis=1))
    is_mild = (severity > 0) & (severity <= SEVERITY_SCALE["mild"]) & ~is_device
    urgency = np.where(is_device & (severity > 0), knowledge.significance(MISPLACEMENT, None), 0.0)
    return np.maximum(np.where(is_mild, knowledge.mild, 1.0) * weightiest, urgency)


def _merged(
    units: UnitNumbers,
    report: Int,
    n_reports: int,
    distance: NDArray[np.float64],
    names: Names,
    knowledge: Knowledge,
) -> tuple[Int, Int]:
    """First row of the same finding in the report, for each row; and the labels of its further names, or −1."""
    n = len(report)
    item, more = np.empty(n, np.int64), np.empty((n, MORE_NAMES), np.int64)
    concepts = {finding: k for k, finding in enumerate(dict.fromkeys(f for f, _ in names))}
    concept = np.array([concepts[f] for f, _ in names], np.int64)
    generic = np.array([knowledge.is_generic(f, d) for f, d in names], bool)
    start = starts_of(np.bincount(report, minlength=n_reports))
    near = reach_of(units.organs, knowledge)
    said = Statements(units.label, units.sides, units.organs, near, units.span_start, units.span_end, units.certainty)
    merge_repeats(start, said, Labels(concept, generic, distance), item, more)
    return item, more


def compile_repeats() -> None:
    """Compile the merging of repeats, with one report of no statement."""
    none, zero = np.zeros(0, np.int64), np.zeros(0)
    labels = Labels(none, np.zeros(0, bool), np.zeros((0, 0)))
    merge_repeats(
        np.zeros(2, np.int64),
        Statements(none, none, none, none, none, none, zero),
        labels,
        none,
        np.zeros((0, MORE_NAMES), np.int64),
    )

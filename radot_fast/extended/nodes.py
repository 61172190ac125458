"""Unit table to nodes: what a report asserts, denies, and says without a label (method §10.1, §10.2).

A finding that a report repeats is one node, with all its mentions. The nodes of a report stand in canonical order, so
nothing that is computed from them depends on the order of its statements or on the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Nodes, starts_of
from radot_fast.corpus.encoding import SEVERITY_SCALE
from radot_fast.corpus.tokens import word_keys
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.unit_attributes import bit_of, degrees, kinds, levels, most_precise, places
from radot_fast.kernels.extended.couples import DENIAL, DOUBTS, FINDING, REMARK, SCALE
from radot_fast.kernels.extended.repeats import MORE_NAMES, merge_repeats

N_SIDES = 4
"""Sets of sides: unstated, left, right, both."""
MISPLACEMENT = "malposition"
"""Finding whose significance a device that lies badly has at least."""
APART = r"(?i)\b(otherwise|other|elsewhere|remaining|remainder|rest of|additional|further)\b"
"""Words by which a denial sets apart what was said before."""

Names = Sequence[tuple[str | None, str | None]]
"""Finding and device of each label."""
Int = NDArray[np.int64]

UNITED = ("sides", "regions", "sites", "severity", "certainty", "comparison", "size", "kinds", "levels")
"""What the node of a finding gathers from its mentions."""
LABEL = ("canonical_finding", "device")
LABELLED = pl.any_horizontal(pl.col(c).is_not_null() for c in LABEL)
ABSENT = (pl.col("polarity") == "absent").fill_null(False)
MORE = tuple(f"name{k}" for k in range(MORE_NAMES))
"""Columns of the further names of a finding."""
SAID = ("sides", "regions", "sites", "levels", "changes", "plain", "degrees", "doubts", "kinds", "certainty", "size")
CANONICAL = ("kind", "label", *MORE, *SAID)
"""What the nodes of a report are sorted by; those that are equal in all of it stand as the report has them."""


class _Kind(NamedTuple):
    """Nodes of one kind, by report, in the order of their first mention."""

    columns: dict[str, NDArray[Any]]
    """A value a node: ``report``, ``first_unit`` and what the kind has of ``CANONICAL`` and ``significance``."""
    node: Int
    """Node of each mention."""
    unit: Int
    """Row of each mention, ascending within a node."""


def encode_nodes(units: pl.DataFrame, offsets: Int, knowledge: Knowledge) -> Nodes:
    """Nodes of reports.

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
    n_reports = len(offsets) - 1
    report = np.repeat(np.arange(n_reports), np.diff(offsets))
    rows = units.with_columns(pl.Series("report", report), pl.int_range(pl.len(), dtype=pl.Int64).alias("unit"))
    # names in their own order: codes of two batches compare alike
    labels = rows.filter(LABELLED).select(LABEL).unique().sort(LABEL).with_row_index("label")
    rows = rows.join(labels, on=LABEL, how="left", nulls_equal=True, maintain_order="left")
    rows = rows.with_columns(*places(knowledge), kinds(knowledge), words=pl.Series(word_keys(rows["span_text"])))
    names = [(f, d) for _, f, d in labels.iter_rows()]
    distance = knowledge.distance_table.of(names)
    asserted = rows.filter(LABELLED & ~ABSENT).with_columns(*degrees(), levels())
    denied = rows.filter(LABELLED & ABSENT).with_columns(_plain().alias("plain"))
    said = rows.select(
        code=pl.when(~LABELLED)
        .then(_wording())
        .when(ABSENT)
        .then(pl.col("label").cast(pl.Int64))
        .otherwise(pl.col("label").cast(pl.Int64) * N_SIDES + pl.col("sides"))
    )["code"]
    return _assembled(
        (
            _findings(asserted, n_reports, distance, names, knowledge),
            _grouped(denied, DENIAL, ("label", "sides", "plain"), knowledge),
            _grouped(_remarks(rows), REMARK, ("label",), knowledge),
        ),
        n_reports,
        said.to_numpy(),
        rows["words"].to_numpy(),
        {
            "distance": distance,
            "denies": knowledge.denies_table.of(names).astype(bool),
            "region_cost": knowledge.region_costs,
        },
    )


def no_nodes(knowledge: Knowledge) -> Nodes:
    """Nodes of one empty report: arrays of the right kind, to compile the plans with."""
    ints, floats, offset = np.zeros(0, np.int64), np.zeros(0), np.zeros(1, np.int64)
    return Nodes(
        np.zeros(2, np.int64), ints, np.zeros((0, 1 + MORE_NAMES), np.int64), np.zeros(0, bool), ints, ints, ints, ints,
        ints, ints, ints, ints, floats, floats, floats, offset, ints, offset, ints, ints, ints, np.zeros((0, 0)),
        np.zeros((0, 0), bool), knowledge.region_costs,
    )  # fmt: skip


def _assembled(
    kinds: tuple[_Kind, ...], n_reports: int, said: Int, words: Int, tables: dict[str, NDArray[Any]]
) -> Nodes:
    """Nodes of all kinds in canonical order, with their mentions; ``said`` and ``words``: codes of each unit row."""
    names = ("report", "first_unit", "significance", *CANONICAL)
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
    values: dict[str, NDArray[Any]] = {
        c: np.ascontiguousarray(columns[c][order]) for c in ("kind", *SAID, "significance")
    }
    return Nodes(
        start=starts_of(np.bincount(columns["report"], minlength=n_reports)),
        names=np.stack([columns[c][order] for c in ("label", *MORE)], axis=1),
        **values,
        mention_start=starts_of(np.bincount(node, minlength=len(order))),
        mention=unit,
        **_sayings(node, said[unit], words[unit], len(order)),
        **tables,
    )


def _sayings(node: Int, said: Int, words: Int, n_nodes: int) -> dict[str, NDArray[Any]]:
    """What the mentions of each node say, how often, and how often in the words of an earlier mention."""
    order = np.lexsort((words, said, node))
    node, said, words = node[order], said[order], words[order]
    is_new = np.ones(len(node), bool)
    is_new[1:] = (np.diff(node) != 0) | (np.diff(said) != 0)
    other_words = is_new.copy()
    other_words[1:] |= np.diff(words) != 0
    first = np.flatnonzero(is_new)
    times = np.diff(first, append=len(node))
    wordings = np.add.reduceat(other_words.astype(np.int64), first) if len(first) else first
    return {
        "said_start": starts_of(np.bincount(node[first], minlength=n_nodes)),
        "said": said[first],
        "said_times": times,
        "said_again": times - wordings,
    }


def _findings(
    asserted: pl.DataFrame, n_reports: int, distance: NDArray[np.float64], names: Names, knowledge: Knowledge
) -> _Kind:
    """Findings that reports assert, a repeated one once."""
    item, more = _merged(asserted, n_reports, distance, names, knowledge)
    order = np.argsort(item, kind="stable")
    start = np.flatnonzero(np.diff(item[order], prepend=-1))
    first = order[start]
    label, more = _array(asserted["label"], np.int64)[first], more[first]
    said = {c: asserted[c].to_numpy()[order] for c in (*UNITED, "label")}
    is_device = np.array([device is not None for _, device in names], bool)
    said["sites"] = most_precise(said["sites"], knowledge)
    said["severity"] = np.where(_differs(is_device, said["label"], start), -1.0, said["severity"])
    unit = _array(asserted["unit"], np.int64)
    owned = {
        **{c: said[c] for c in ("sides", "regions", "sites", "kinds", "levels")},
        "degrees": bit_of(said["severity"], SCALE),
        "doubts": bit_of(said["certainty"], DOUBTS),
        "changes": np.where(said["comparison"] > 0, 1 << said["comparison"], 0),
    }
    owned = {c: _own(values, said["label"], start) for c, values in owned.items()}
    severity = _mean(said["severity"], said["severity"] >= 0, start)
    columns = {
        **owned,
        "report": asserted["report"].to_numpy()[first],
        "first_unit": unit[first],
        "kind": np.full(len(first), FINDING, np.int64),
        "label": label,
        **{c: more[:, k] for k, c in enumerate(MORE)},
        "plain": np.zeros(len(first), bool),
        "significance": _significance(label, more, severity, names, knowledge),
        "changes": np.where(owned["changes"] > 0, owned["changes"], 1),
        "regions": most_precise(owned["regions"], knowledge),
        "certainty": _mean(said["certainty"], np.ones(len(order), bool), start),
        "size": _largest(said["size"], said["label"], start),
    }
    return _Kind(columns, np.repeat(np.arange(len(first)), np.diff(start, append=len(order))), unit[order])


def _grouped(rows: pl.DataFrame, kind: int, key: tuple[str, ...], knowledge: Knowledge) -> _Kind:
    """Denials or remarks: one node for each key that a report has."""
    keys = rows.select("report", *key).with_columns(pl.col("label").cast(pl.Int64))
    columns = [keys[c].to_numpy() for c in ("report", *key)]
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
        **dict.fromkeys(("certainty", "size", "significance"), np.zeros(n)),
        "plain": np.zeros(n, bool),
        **dict.fromkeys(MORE, np.full(n, -1, np.int64)),
        "kind": np.full(n, kind, np.int64),
    }
    own = {c: keys[c].to_numpy()[first] for c in ("report", *key)}
    if "regions" in rows.columns:
        regions = np.zeros(n, np.int64)
        np.bitwise_or.at(regions, node, rows["regions"].to_numpy())
        own["regions"] = most_precise(regions, knowledge)
    unit = _array(rows["unit"], np.int64)
    return _Kind({**nothing, **own, "first_unit": unit[first]}, node, unit)


def _remarks(rows: pl.DataFrame) -> pl.DataFrame:
    """Units without a label; a report of which nothing else was read weighs what an empty one does and has none."""
    read = rows.filter(LABELLED)["report"].unique()
    return rows.filter(~LABELLED & pl.col("report").is_in(read.implode())).with_columns(label=_wording())


def _plain() -> pl.Expr:
    """Whether a denial is unqualified: "no large effusion", "no new nodule", "otherwise clear" leave something open."""
    changed = pl.col("comparison").is_in(["new", "improved", "worsened"])
    qualified = pl.any_horizontal(pl.col("severity").is_not_null(), changed, pl.col("span_text").str.contains(APART))
    return ~qualified.fill_null(False)


def _wording() -> pl.Expr:
    """Code of a remark: its words, and whether it is denied."""
    return pl.col("words") * 2 + ABSENT.cast(pl.Int64)


def _significance(
    label: Int,
    more: Int,
    severity: NDArray[np.float64],
    names: Names,
    knowledge: Knowledge,
) -> NDArray[np.float64]:
    """Weight of each item in [0, 1]: of the weightiest of its names; less where mild, urgent where misplaced."""
    if not len(label):
        return np.zeros(0)
    weight = np.array([knowledge.significance(f, d) for f, d in names])
    is_device = np.array([device is not None for _, device in names])[label]
    own = np.maximum(weight[label], np.where(more >= 0, weight[more], 0.0).max(axis=1))
    is_mild = (severity > 0) & (severity <= SEVERITY_SCALE["mild"]) & ~is_device
    urgency = np.where(is_device & (severity > 0), knowledge.significance(MISPLACEMENT, None), 0.0)
    return np.maximum(np.where(is_mild, knowledge.mild, 1.0) * own, urgency)


def _own(places: NDArray[np.int64], label: Int, start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of a finding in all its statements; those of its reading only where it has none itself."""
    if not len(start):
        return np.zeros(0, np.int64)
    named = label == np.repeat(label[start], np.diff(start, append=len(label)))
    own = np.bitwise_or.reduceat(np.where(named, places, 0), start)
    return np.where(own == 0, np.bitwise_or.reduceat(places, start), own)


def _mean(values: NDArray[np.float64], stated: NDArray[np.bool_], start: NDArray[np.int64]) -> NDArray[np.float64]:
    """Mean over the statements of each item that state it, summed in their order; −1 where none does."""
    item = np.repeat(np.arange(len(start)), np.diff(start, append=len(values)))
    times = np.bincount(item, stated, len(start))
    total = np.bincount(item, np.where(stated, values, 0.0), len(start))
    return np.where(times > 0, total / np.maximum(times, 1.0), -1.0)


def _differs(is_device: NDArray[np.bool_], label: Int, start: Int) -> NDArray[np.bool_]:
    """Mentions that name a device in a node whose own label is none, or the other way round."""
    own = np.repeat(label[start], np.diff(start, append=len(label)))
    return is_device[label] != is_device[own]


def _largest(size: NDArray[np.float64], label: Int, start: Int) -> NDArray[np.float64]:
    """Largest size that the statements of each item give, those under its own label first."""
    if not len(start):
        return np.zeros(0)
    named = label == np.repeat(label[start], np.diff(start, append=len(label)))
    own = np.maximum.reduceat(np.where(named, size, 0.0), start)
    return np.where(own > 0, own, np.maximum.reduceat(size, start))


def _merged(
    asserted: pl.DataFrame, n_reports: int, distance: NDArray[np.float64], names: Names, knowledge: Knowledge
) -> tuple[Int, Int]:
    """First row of the same finding in the report, for each row; and the labels of its further names, or −1."""
    item, more = np.empty(asserted.height, np.int64), np.empty((asserted.height, MORE_NAMES), np.int64)
    concepts = {finding: k for k, finding in enumerate(dict.fromkeys(f for f, _ in names))}
    concept = np.array([concepts[f] for f, _ in names], np.int64)
    generic = np.array([knowledge.is_generic(f, d) for f, d in names], bool)
    start = starts_of(np.bincount(asserted["report"].to_numpy(), minlength=n_reports))
    label = _array(asserted["label"], np.int64)
    begin = _array(asserted["span_start"].fill_null(0), np.int64)
    end = _array(asserted["span_end"].fill_null(-1), np.int64)
    certainty = _array(asserted["certainty"], np.float64)
    sides = _array(asserted["sides"], np.int64)
    merge_repeats(start, label, concept, generic, sides, begin, end, certainty, distance, item, more)
    return item, more


def _array(values: pl.Series, dtype: type) -> NDArray:
    """Return a writable, contiguous copy: kernels compile anew for read-only arrays."""
    return np.array(values.to_numpy(), dtype=dtype)

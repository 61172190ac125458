"""Unit table to evidence: what a report asserts, denies, and says without a label (method §10).

Asserted evidence are the units whose polarity is not ``absent`` and that have a finding or device label. One that
a report repeats counts once. Units without a label are no evidence of an abnormality; they are kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Evidence, starts_of
from radot_fast.encoding import OTHER_SEVERITY, SEVERITY_SCALE
from radot_fast.extended.knowledge import Knowledge
from radot_fast.kernels.evidence import merge_repeats
from radot_fast.tokens import word_sets
from radot_fast.units import CLOSED_LISTS

N_SIDES = 4
"""Sets of sides: unstated, left, right, both."""
SIDE_BITS = {"left": 1, "right": 2, "bilateral": 3}
NUMBER = r"\d+(?:\.\d+)?"
SIZE = "(?i)" + "|".join(
    rf"(?:{NUMBER}\s*(?:{short}\s*)?(?:x|×|by)\s*)*{NUMBER}\s*(?:{short}|{long})"
    for short, long in (("mm", "millimet"), ("cm", "centimet"))
)
"""A measurement in the words of a unit, in one dimension or more ("2.1 x 1.5 cm"); the largest dimension counts."""

MISPLACED = "malpositioned"
"""Modifier of a device that lies badly: its severity is 1, that of other devices 0."""
MISPLACEMENT = "malposition"
"""Finding whose significance a device that lies badly has at least."""

Names = Sequence[tuple[str | None, str | None]]
"""Finding and device of each label."""

UNITED = ("sides", "regions", "severity", "certainty", "comparison", "size")
"""What a repeated finding says in all its statements: all places, mean severity, the first comparison, largest size."""
LABEL = ("canonical_finding", "device")
LABELLED = pl.any_horizontal(pl.col(c).is_not_null() for c in LABEL)
ABSENT = (pl.col("polarity") == "absent").fill_null(False)


def encode_evidence(units: pl.DataFrame, offsets: NDArray[np.int64], knowledge: Knowledge) -> Evidence:
    """Evidence of reports.

    Parameters
    ----------
    units
        Unit rows (no null units), by report, then by position.
    offsets
        int64, shape (n_reports + 1,): rows of ``units`` of each report.
    knowledge
        Significance, relations, costs.

    Returns
    -------
    Evidence
        ``first_unit`` numbers rows of ``units``.
    """
    n_reports = len(offsets) - 1
    report = np.repeat(np.arange(n_reports), np.diff(offsets))
    rows = units.with_columns(pl.Series("report", report), pl.int_range(pl.len(), dtype=pl.Int64).alias("unit"))
    labels = rows.filter(LABELLED).select(LABEL).unique(maintain_order=True).with_row_index("label")
    rows = rows.join(labels, on=LABEL, how="left", nulls_equal=True, maintain_order="left")
    names = [(f, d) for _, f, d in labels.iter_rows()]
    distance = knowledge.distance_table.of(names)
    asserted = rows.filter(LABELLED & ~ABSENT).with_columns(attributes(knowledge))
    denied = rows.filter(LABELLED & ABSENT).select("report", code=pl.col("label").cast(pl.Int32)).unique()
    # A report of which nothing was read weighs what an empty one does.
    rows = rows.filter(LABELLED.any().over("report"))
    rows = rows.with_columns(code=pl.Series(word_sets(rows["span_text"])))
    other = rows.filter(~LABELLED & ~ABSENT).select("report", "code").unique()
    said = _said(rows.with_columns(places(knowledge)[0]), len(names))
    return Evidence(
        **_items(asserted, n_reports, distance, names, knowledge),
        denied_start=_starts(denied["report"], n_reports),
        denied=_array(denied.sort("report", "code")["code"], np.int32),
        other_start=_starts(other["report"], n_reports),
        other=_array(other.sort("report", "code")["code"], np.int64),
        said_start=_starts(said["report"], n_reports),
        said=_array(said["said"], np.int64),
        said_times=_array(said["times"], np.int64),
        said_again=_array(said["again"], np.int64),
        distance=distance,
        denies=knowledge.denies_table.of(names).astype(bool),
        region_cost=knowledge.region_costs,
    )


def _items(
    asserted: pl.DataFrame, n_reports: int, distance: NDArray[np.float64], names: Names, knowledge: Knowledge
) -> dict[str, NDArray[Any]]:
    """Arrays of ``Evidence`` with a value an item: what reports assert, a repeated finding once."""
    item, reading = _merged(asserted, n_reports, distance)
    order = np.argsort(item, kind="stable")
    start = np.flatnonzero(np.diff(item[order], prepend=-1))
    first = order[start]
    label, second = _array(asserted["label"], np.int32)[first], reading[first]
    said = {c: asserted[c].to_numpy()[order] for c in (*UNITED, "label")}
    severity = _mean(said["severity"], said["severity"] >= 0, start)
    return {
        "start": _starts(asserted["report"][first], n_reports),
        "label": label,
        "reading": second,
        "significance": _significance(label, np.where(second >= 0, second, label), severity, names, knowledge),
        "sides": _own(said["sides"], said["label"], start),
        "regions": most_precise(_own(said["regions"], said["label"], start), knowledge),
        "severity": severity,
        "certainty": _mean(said["certainty"], np.ones(len(order), bool), start),
        "comparison": _first_made(said["comparison"], start),
        "size": np.maximum.reduceat(said["size"], start) if len(start) else np.zeros(0),
        "first_unit": _array(asserted["unit"], np.int64)[first],
        "statement_start": np.append(start, len(order)),
        "statement": _array(asserted["unit"], np.int64)[order],
    }


def _significance(
    label: NDArray[np.int32],
    reading: NDArray[np.int32],
    severity: NDArray[np.float64],
    names: Names,
    knowledge: Knowledge,
) -> NDArray[np.float64]:
    """Weight of each item in [0, 1]: of the weightier of its two names; less where mild, urgent where misplaced."""
    if not len(label):
        return np.zeros(0)
    weight = np.array([knowledge.significance(f, d) for f, d in names])
    is_device = np.array([device is not None for _, device in names])[label]
    own = np.maximum(weight[label], weight[reading])
    is_mild = (severity > 0) & (severity <= SEVERITY_SCALE["mild"]) & ~is_device
    urgency = np.where(is_device & (severity > 0), knowledge.significance(MISPLACEMENT, None), 0.0)
    return np.maximum(np.where(is_mild, knowledge.mild, 1.0) * own, urgency)


def attributes(knowledge: Knowledge) -> list[pl.Expr]:
    """Attributes of a unit as numbers; what is unstated as in ``Evidence``."""
    size = pl.col("span_text").str.extract_all(SIZE)
    largest = pl.element().str.extract_all(NUMBER).list.eval(pl.element().cast(pl.Float64)).list.max()
    in_mm = largest * pl.when(pl.element().str.contains("(?i)c")).then(10.0).otherwise(1.0)
    severity = pl.col("severity").replace_strict(SEVERITY_SCALE, default=OTHER_SEVERITY, return_dtype=pl.Float64)
    certainty = pl.col("uncertainty").replace_strict(
        {"definite": 0.0, "probable": 1.0, "possible": 2.0}, default=0.0, return_dtype=pl.Float64
    )
    return [
        *places(knowledge),
        pl.when(pl.col("device").is_not_null())
        .then(pl.col("modifiers").list.contains(MISPLACED).fill_null(False).cast(pl.Float64))
        .when(pl.col("severity").is_null())
        .then(-1.0)
        .otherwise(severity)
        .alias("severity"),
        pl.when(pl.col("polarity") == "uncertain").then(2.0).otherwise(certainty).alias("certainty"),
        pl.col("comparison")
        .replace_strict(CLOSED_LISTS["comparison"], range(len(CLOSED_LISTS["comparison"])), default=0)
        .cast(pl.Int64)
        .alias("comparison"),
        size.list.eval(in_mm).list.max().fill_null(0.0).alias("size"),
    ]


def places(knowledge: Knowledge) -> list[pl.Expr]:
    """Return ``sides`` and ``regions`` of a unit as bits, 0 where unstated."""
    names = pl.col("anatomy").list.eval(pl.element().str.replace_all("_", " ", literal=True))
    bits = {name: 1 << k for k, name in enumerate(knowledge.regions)}
    return [_bits(names, SIDE_BITS).alias("sides"), _bits(names, bits).alias("regions")]


def most_precise(regions: NDArray[np.int64], knowledge: Knowledge) -> NDArray[np.int64]:
    """Sets of regions as bits, without those that another one of the set is part of: they say nothing more."""
    out = regions.copy()
    bits = {name: 1 << k for k, name in enumerate(knowledge.regions)}
    for name, bit in bits.items():
        wider = sum(bits[w] for w in knowledge.path(name)[:-1])
        out[(regions & bit) > 0] &= ~wider
    return out


def dimensions(words: str) -> tuple[float, ...]:
    """Dimensions in millimetres of the largest measurement in the words, the largest first; none without one."""
    found = []
    for size in re.findall(SIZE, words):
        scale = 10.0 if "c" in size.lower() else 1.0
        found.append(sorted((scale * float(x) for x in re.findall(NUMBER, size)), reverse=True))
    return tuple(max(found, default=[]))


def _bits(labels: pl.Expr, bits: dict[str, int]) -> pl.Expr:
    """OR of the bits of the labels in a list column; labels without a bit are left out."""
    mine = labels.list.eval(
        pl.element().replace_strict(bits, default=0, return_dtype=pl.Int64).bitwise_or().fill_null(0)
    )
    return mine.list.first().fill_null(0)


def _own(places: NDArray[np.int64], label: NDArray[np.int32], start: NDArray[np.int64]) -> NDArray[np.int64]:
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


def _first_made(comparison: NDArray[np.int64], start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first comparison that the statements of each item make, or 0."""
    made = np.append(np.flatnonzero(comparison > 0), len(comparison))
    first = made[np.searchsorted(made, start)]
    mine = first < np.append(start, len(comparison))[1:]
    return np.where(mine, np.append(comparison, 0)[first], 0)


def _merged(
    asserted: pl.DataFrame, n_reports: int, distance: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """First row of the same finding in the report, for each row; and the label of its second name, or −1."""
    item, reader = np.empty(asserted.height, np.int64), np.empty(asserted.height, np.int64)
    start = _starts(asserted["report"], n_reports)
    label = _array(asserted["label"], np.int32)
    begin = _array(asserted["span_start"].fill_null(0), np.int64)
    end = _array(asserted["span_end"].fill_null(-1), np.int64)
    certainty = _array(asserted["certainty"], np.float64)
    sides = _array(asserted["sides"], np.int64)
    merge_repeats(start, label, sides, begin, end, certainty, distance, item, reader)
    reading = np.where(reader >= 0, label[np.maximum(reader, 0)] if len(label) else reader, -1)
    return item, reading.astype(np.int32)


def _said(rows: pl.DataFrame, n_labels: int) -> pl.DataFrame:
    """Return ``report``, ``said`` (code), ``times`` and ``again``, as in ``Evidence``: statements by what they say."""
    label, asserted = pl.col("label").cast(pl.Int64), N_SIDES * n_labels
    said = (
        pl.when(~LABELLED)
        .then(pl.col("code") + asserted + n_labels)
        .when(ABSENT)
        .then(label + asserted)
        .otherwise(label * N_SIDES + pl.col("sides"))
    )
    times = rows.group_by("report", said=said).agg(times=pl.len(), wordings=pl.col("code").n_unique())
    return times.with_columns(again=pl.col("times") - pl.col("wordings")).sort("report", "said")


def _starts(report: pl.Series, n_reports: int) -> NDArray[np.int64]:
    """Offsets of each report's rows."""
    return starts_of(np.bincount(report.to_numpy(), minlength=n_reports))


def _array(values: pl.Series, dtype: type) -> NDArray:
    """Return a writable, contiguous copy: kernels compile anew for read-only arrays."""
    return np.array(values.to_numpy(), dtype=dtype)

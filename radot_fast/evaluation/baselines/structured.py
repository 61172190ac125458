"""Discrepancy features of two unit sets without transport, for the baselines of method §7 (their definition is ours).

*Structured monotone* counts what differs between the two reports' findings; *graph-derived monotone* takes the set
distance of the two reports' graphs by type of node and edge. Both are read out by the monotone readout.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.reports import PairedCorpus

COUNTS = (
    "reference_only",
    "candidate_only",
    "polarity_conflict",
    "anatomy_mismatch",
    "severity_mismatch",
    "comparison_mismatch",
    "uncertainty_mismatch",
    "device_mismatch",
    "modifier_mismatch",
)
GRAPH_PARTS = ("finding", "anatomy", "modifier", "device", "located_at", "modifies", "asserted_as")
ATTRIBUTES = ("anatomy", "severity", "comparison", "uncertainty", "device", "modifiers")


class Finding(NamedTuple):
    """One canonical finding of one report, merged over all units that name it."""

    polarity: frozenset[str]
    anatomy: frozenset[str]
    severity: frozenset[str]
    comparison: frozenset[str]
    uncertainty: frozenset[str]
    device: frozenset[str]
    modifiers: frozenset[str]


Report = Mapping[str, Finding]


def report_findings(paired: PairedCorpus) -> list[Report]:
    """Findings of every distinct report of a corpus, by canonical label."""
    corpus = paired.corpus
    named = corpus.units.with_columns(label=pl.coalesce("canonical_finding", "device")).drop_nulls("label")
    sets = named.group_by("report_id", "label", maintain_order=True).agg(
        pl.col(c) if c not in ("anatomy", "modifiers") else pl.col(c).list.explode() for c in Finding._fields
    )
    by_report: dict[str, dict[str, Finding]] = {}
    for report_id, label, *values in sets.iter_rows():
        attributes = (frozenset(v for v in value if v is not None) for value in values)
        by_report.setdefault(report_id, {})[label] = Finding(*attributes)
    return [by_report.get(key, {}) for key in corpus.report_ids.to_list()]


def discrepancy_counts(reference: Report, candidate: Report) -> list[int]:
    """``COUNTS`` of one pair: findings on one side only, then conflicts and mismatches on shared findings."""
    shared = sorted(reference.keys() & candidate.keys())
    asserted = [{k for k, f in report.items() if f.polarity != {"absent"}} for report in (reference, candidate)]
    conflicts = sum(reference[k].polarity != candidate[k].polarity for k in shared)
    mismatches = [sum(getattr(reference[k], a) != getattr(candidate[k], a) for k in shared) for a in ATTRIBUTES]
    only = [len(asserted[0] - candidate.keys()), len(asserted[1] - reference.keys())]
    return [*only, conflicts, *mismatches]


def graph_parts(report: Report) -> list[set[tuple[str, ...]]]:
    """Nodes and edges of a report's graph, by type: ``GRAPH_PARTS``."""
    nodes: list[set[tuple[str, ...]]] = [
        {(label,) for label in report},
        {(a,) for f in report.values() for a in f.anatomy},
        {(m,) for f in report.values() for m in f.modifiers},
        {(d,) for f in report.values() for d in f.device},
    ]
    edges: list[set[tuple[str, ...]]] = [
        {(label, a) for label, f in report.items() for a in f.anatomy},
        {(label, m) for label, f in report.items() for m in f.modifiers},
        {(label, p) for label, f in report.items() for p in f.polarity},
    ]
    return [*nodes, *edges]


def set_distance(a: set[tuple[str, ...]], b: set[tuple[str, ...]]) -> float:
    """1 − Jaccard; 0 where both sets are empty."""
    union = len(a | b)
    return 1 - len(a & b) / union if union else 0.0


def structured_features(paired: PairedCorpus) -> pl.DataFrame:
    """``pair_id`` and ``COUNTS``."""
    reports = report_findings(paired)
    rows = [discrepancy_counts(reports[r], reports[c]) for r, c in paired.pairs]
    return _table(paired, np.array(rows, dtype=np.float64), COUNTS)


def graph_features(paired: PairedCorpus) -> pl.DataFrame:
    """``pair_id`` and the set distance of each of ``GRAPH_PARTS``, in [0, 1]."""
    graphs = [graph_parts(report) for report in report_findings(paired)]
    rows = [[set_distance(a, b) for a, b in zip(graphs[r], graphs[c], strict=True)] for r, c in paired.pairs]
    return _table(paired, np.array(rows, dtype=np.float64), GRAPH_PARTS)


def _table(paired: PairedCorpus, values: NDArray[np.float64], names: tuple[str, ...]) -> pl.DataFrame:
    """``pair_id`` and named columns."""
    table = pl.DataFrame(values.reshape(-1, len(names)), schema=list(names), orient="row")
    return table.insert_column(0, paired.table["pair_id"])

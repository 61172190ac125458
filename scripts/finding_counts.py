"""How many findings are read in a report, against how many its radiologists' list has: open RadPref.

usage: python scripts/finding_counts.py DATA_DIR [--show N]

RadPref lists the findings of every reference and candidate as short phrases. Each report counts once, whatever the
number of its pairs. Three counts are held against the length of its list: *findings*, which is what `n_ref_findings`
and `n_cand_findings` of a score table say (method §10.2: the readings of one shadow, and a finding that is said again,
are one); *statements*, the asserted units with a label; *labels*, the distinct labels of these. Of each count are
printed the share of reports whose count is that of the list, Spearman with its 95% interval by patient, the mean
absolute error, and the mean error (above 0: more is read than listed).

Then the findings are laid beside the entries of the lists. Every entry is read as a report of its own; it and a finding
belong together where they share a label and no side parts them. Where k findings and m entries hang together, min(k, m)
agree; what is left over is counted under one of:

    entry not read                  no label is read in the words of the entry: a normal statement, or an unknown word
    entry without a finding         it has a label, and the report asserts none such: not read, or not in the report
    several entries of one finding  lists of places, a shadow and its reading, a tube and its tip
    finding without an entry        read and not listed: an artefact, a shallow inspiration
    several findings of one entry   "sternotomy for bypass grafting"

The last two less the first three are the sum of the errors. The last line is one JSON object. No words of a report are
printed, but with --show those of the N reports whose counts differ most.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from source_sets import group_resamples, interval

from radot_fast.arrays import starts_of
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.nodes import encode_nodes
from radot_fast.extraction import extract_units
from radot_fast.kernels.extended.couples import FINDING
from radot_fast.statistics.correlation import spearman

SIDES = {"left": frozenset("L"), "right": frozenset("R"), "bilateral": frozenset("LR")}
UNREAD, UNMATCHED, SPLIT, UNLISTED, JOINED = (
    "entry not read",
    "entry without a finding",
    "several entries of one finding",
    "finding without an entry",
    "several findings of one entry",
)
Label = tuple[str | None, str | None]


class Report(NamedTuple):
    """A report of RadPref and its list."""

    name: str
    side: str
    """``reference`` or ``candidate``."""
    patient: str
    text: str
    entries: list[str]


class Named(NamedTuple):
    """What a finding, or an entry of a list, is laid beside others by."""

    labels: frozenset[Label]
    sides: frozenset[str]
    """Empty where none is stated."""

    def shares(self, other: Named) -> bool:
        """Whether the two share a label, and no side parts them."""
        if self.sides and other.sides and not self.sides & other.sides:
            return False
        return bool(self.labels & other.labels)


def reports_of(data: Path) -> list[Report]:
    """References and candidates of the open pairs, each once; several pairs share a reference."""
    pairs = pl.read_parquet(data / "radpref_pairs.parquet").sort("pair_id")
    out: dict[str, Report] = {}
    for pair in pairs.iter_rows(named=True):
        case = pair["pair_id"].rsplit(":", 1)[0]
        for name, side in ((case, "reference"), (pair["pair_id"], "candidate")):
            out[name] = Report(name, side, pair["patient_id"], pair[side], pair[f"{side}_findings"])
    return list(out.values())


def asserted(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Units with a label that are present or uncertain."""
    return [u for u in rows if (u["canonical_finding"] or u["device"]) and u["polarity"] in ("present", "uncertain")]


def named(units: Sequence[dict[str, Any]]) -> Named:
    """Labels and sides of units taken together."""
    anatomy = [label for u in units for label in (u["anatomy"] or ())]
    labels = frozenset((u["canonical_finding"], u["device"]) for u in units)
    return Named(labels, frozenset().union(*(SIDES.get(label, frozenset()) for label in anatomy)))


def units_by_text(texts: Sequence[str]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
    """Units of texts in one table without null rows, and where those of each text begin."""
    units = extract_units(texts).filter(pl.col("unit_index").is_not_null())
    times = np.bincount(units["report_id"].cast(pl.Int64).to_numpy(), minlength=len(texts))
    return units, starts_of(times)


def findings_of(texts: Sequence[str]) -> list[list[Named]]:
    """Findings of each text, as the score table counts them."""
    units, start = units_by_text(texts)
    rows, nodes = units.to_dicts(), encode_nodes(units, start, load_knowledge())
    said = [named([rows[m] for m in nodes.mention[a:b]]) for a, b in pairwise(nodes.mention_start)]
    return [[said[n] for n in range(a, b) if nodes.kind[n] == FINDING] for a, b in pairwise(nodes.start)]


def asserted_of(texts: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Asserted units of each text."""
    units, start = units_by_text(texts)
    rows = units.to_dicts()
    return [asserted(rows[a:b]) for a, b in pairwise(start)]


def causes_of(entries: Sequence[Named], findings: Sequence[Named]) -> Counter[str]:
    """Entries and findings of one report that are left over, by cause."""
    causes = Counter({UNREAD: sum(not e.labels for e in entries)})
    read = [e for e in entries if e.labels]
    pairs = [(i, len(read) + j) for i, e in enumerate(read) for j, f in enumerate(findings) if e.shares(f)]
    n = len(read) + len(findings)
    rows, columns = np.array(pairs, np.int64).reshape(-1, 2).T
    graph = coo_array((np.ones(len(pairs)), (rows, columns)), shape=(n, n))
    _, part = connected_components(graph, directed=False) if n else (0, np.zeros(0, np.int64))
    for k in np.unique(part):
        of_list, of_text = int((part[: len(read)] == k).sum()), int((part[len(read) :] == k).sum())
        more, less = (SPLIT, JOINED) if of_list and of_text else (UNMATCHED, UNLISTED)
        causes[more] += max(of_list - of_text, 0)
        causes[less] += max(of_text - of_list, 0)
    return causes


def figures(read: NDArray[np.int64], listed: NDArray[np.int64], patients: NDArray[np.str_]) -> dict[str, Any]:
    """Agreement of two counts; ``patients`` groups the resamples of the interval."""
    a, b = read.astype(float), listed.astype(float)
    off = a - b
    boot = [float(spearman(a[rows], b[rows])) for rows in group_resamples(patients)]
    return {
        "n": len(off),
        "share": round(float((off == 0).mean()), 3),
        "spearman": round(float(spearman(a, b)), 4),
        "interval": interval(boot),
        "mean_error": round(float(np.abs(off).mean()), 3),
        "bias": round(float(off.mean()), 3),
    }


def show(report: Report, read: int) -> None:
    """Print a report whose counts differ, with its list."""
    print(f"{report.name}: {read} read, {len(report.entries)} listed\n  {' '.join(report.text.split())}")
    for entry in report.entries:
        print(f"  - {entry}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", type=int, default=0, metavar="N")
    args = parser.parse_args()
    reports = reports_of(args.data)
    texts, phrases = [r.text for r in reports], [phrase for r in reports for phrase in r.entries]
    findings, units = findings_of(texts), asserted_of(texts)
    read_phrases = iter(map(named, asserted_of(phrases)))
    entries = [[next(read_phrases) for _ in r.entries] for r in reports]
    listed, patients = np.array([len(r.entries) for r in reports]), np.array([r.patient for r in reports])
    counts = {
        "findings": np.array([len(f) for f in findings]),
        "statements": np.array([len(u) for u in units]),
        "labels": np.array([len(named(u).labels) for u in units]),
    }
    out: dict[str, Any] = {name: figures(read, listed, patients) for name, read in counts.items()}
    for side in ("reference", "candidate"):
        mine = np.array([r.side == side for r in reports])
        out[f"findings of {side}s"] = figures(counts["findings"][mine], listed[mine], patients[mine])
    for name, of in out.items():
        print(f"{name:25s} {'  '.join(f'{key} {value}' for key, value in of.items())}")
    causes = sum((causes_of(e, f) for e, f in zip(entries, findings, strict=True)), Counter())
    for cause in (UNREAD, UNMATCHED, SPLIT, UNLISTED, JOINED):
        print(f"  {causes[cause]:3d} {cause}")
    off = np.abs(counts["findings"] - listed)
    for k in np.argsort(-off, kind="stable")[: args.show].tolist():
        show(reports[k], len(findings[k]))
    print(json.dumps({**out, "entries": int(listed.sum()), "causes": causes}))


if __name__ == "__main__":
    main()

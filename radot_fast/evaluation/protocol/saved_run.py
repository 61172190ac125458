"""A protocol's own folder read back: the same tables without texts, published scores or packages of others."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from radot_fast.arrays import starts_of
from radot_fast.config import REPORTS, TARGETS
from radot_fast.corpus.reports import Corpus, PairedCorpus
from radot_fast.datasets.annotated import AGGREGATES, AnnotatedPairs, sha256
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.systems import SystemRisks
from radot_fast.evaluation.protocol.artefacts import LOCALIZED, MANIFEST, REPORT_COLUMNS
from radot_fast.evaluation.protocol.inputs import Inputs, SavedRun
from radot_fast.evaluation.protocol.measurements import Roles
from radot_fast.evaluation.stress.stress import StressScores
from radot_fast.evaluation.tables import ReportTable
from radot_fast.io.files import read_signature, read_table
from radot_fast.statistics.bootstrap import Resampling
from radot_fast.units.makers import maker_of

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon

SETS = ("source", "target")
NEEDED = ("units", "reports", "pairs", "categories", "predictions", "systems")
"""Files of a set, beside its name: ``source_units.parquet`` …"""


def saved_inputs(folder: str | os.PathLike[str], lexicon: Lexicon, n_jobs: int = 1) -> Inputs:
    """Inputs of a protocol from the folder that ``radot reproduce`` wrote.

    Parameters
    ----------
    folder
        The folder with its manifest; the plots, and tables but those of ``checks``, are not read.
    lexicon
        Only a default: no text is read.
    n_jobs
        Threads of the bootstrap.

    Raises
    ------
    InputError
        A file is missing, is not the one that the manifest names, or the manifest is no manifest of this program.
    """
    root = Path(folder)
    note = _manifest(root)
    paired = {side: _paired(root, side) for side in SETS}
    data = {side: _annotated(root, side, note[side]) for side in SETS}
    saved = SavedRun(
        paired,
        {side: maker_of(paired[side].corpus.units, read_signature(root / f"{side}_units.parquet")) for side in SETS},
        {side: _systems(root, side) for side in SETS},
        _stress(root) if note["stress"] else None,
        note,
    )
    return Inputs(
        data["source"],
        data["target"],
        lexicon,
        resampling=Resampling(**note["resampling"], n_jobs=n_jobs),
        as_printed=note["as_printed"],
        checks=tuple(_check(root, told) for told in note["checks"]),
        saved=saved,
    )


def _manifest(root: Path) -> dict[str, Any]:
    """The manifest, once the files that are read again are known to be the ones that it names."""
    path = root / MANIFEST
    try:
        note: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        files: Mapping[str, str] = note["files"]
        wanted = [f"{side}_{name}.parquet" for side in SETS for name in NEEDED]
        wanted += ["stress_predictions.parquet", "stress_localized.parquet", "stress.json"] if note["stress"] else []
        wanted += [f"{side}_ratings.parquet" for side in SETS if note[side]["raters"] is not None]
        wanted += [f"tables/{told['name']}.csv" for told in note["checks"]]
    except FileNotFoundError:
        raise InputError(f"{root}: no file {MANIFEST}; give the folder that radot reproduce wrote") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path}: is no manifest of this version ({type(error).__name__}); run radot reproduce on the data again"
        ) from None
    for name in wanted:
        if name not in files or not (root / name).is_file():
            raise InputError(f"{root}: {name} is missing; run radot reproduce on the data again")
        if sha256(root / name) != files[name]:
            raise InputError(f"{root / name}: is not the file that {MANIFEST} names (another SHA-256); restore it")
    return note


def _paired(root: Path, side: str) -> PairedCorpus:
    """Reports, units and pairs, in the order in which they were measured."""
    units = read_table(root / f"{side}_units.parquet")  # checked when it was made, and known by its hash
    reports = read_table(root / f"{side}_reports.parquet")
    pairs = read_table(root / f"{side}_pairs.parquet")
    counts = np.bincount(units["report_id"].cast(pl.Int64).to_numpy(), minlength=reports.height)
    known: dict[str, Any] = {name: reports[name].to_numpy() for name in REPORT_COLUMNS}
    corpus = Corpus(reports["report_id"], units, starts_of(counts), rejected={}, **known)
    rows = np.stack([pairs[f"{role}_id"].cast(pl.Int64).to_numpy() for role in REPORTS], axis=1)
    return PairedCorpus(corpus, rows, pairs.select("pair_id").with_row_index("row"))


def _annotated(root: Path, side: str, told: Mapping[str, Any]) -> AnnotatedPairs:
    """Counts of a set, without its texts."""
    table = read_table(root / f"{side}_predictions.parquet")
    texts = {role: pl.lit(None, dtype=pl.String) for role in REPORTS}
    pairs = table.select("pair_id", "group", *(t for t in TARGETS if t in table.columns)).with_columns(**texts)
    return AnnotatedPairs(
        told["name"],
        pairs,
        read_table(root / f"{side}_categories.parquet"),
        inputs=told["inputs"],
        notes=tuple(told["notes"]),
        ratings=None if told["raters"] is None else read_table(root / f"{side}_ratings.parquet"),
        aggregate=told["raters"] or AGGREGATES[0],
    )


def _systems(root: Path, side: str) -> tuple[SystemRisks, ...]:
    """Risks of every system, in the order of the tables."""
    table = read_table(root / f"{side}_systems.parquet")
    systems = []
    for (system, family, note), rows in table.group_by("system", "family", "note", maintain_order=True):
        risks = {
            str(target): part["risk"].fill_null(float("nan")).to_numpy()
            for (target,), part in rows.drop_nulls("target").group_by("target", maintain_order=True)
        }
        systems.append(SystemRisks(str(system), str(family), risks, str(note)))
    return tuple(systems)


def _stress(root: Path) -> StressScores:
    """Scores of the saved stress test."""
    table = read_table(root / "stress_predictions.parquet").with_row_index("row")
    names = ["row", "errors", "source_id", "version"]
    risks = {c: table[c].fill_null(float("nan")).to_numpy() for c in table.columns if c not in names}
    located = {
        (system, errors): dict(zip(LOCALIZED, shares, strict=True))
        for system, errors, *shares in read_table(root / "stress_localized.parquet").iter_rows()
    }
    told = json.loads((root / "stress.json").read_text(encoding="utf-8"))
    return StressScores(table.select(names), risks, located, told["n_null"], Roles(**told["roles"]))


def _check(root: Path, told: Mapping[str, str]) -> ReportTable:
    """A table of a data set that is not computed from units."""
    return ReportTable(told["name"], told["title"], read_table(root / f"tables/{told['name']}.csv"), note=told["note"])

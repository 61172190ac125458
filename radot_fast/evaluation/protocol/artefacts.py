"""Everything that a protocol leaves behind, in one folder with a manifest of hashes; ``saved_run`` reads it back.

The unit tables and the table of edges quote reports: on a credentialed set they fall under its data-use terms. No
other file does; the manifest names them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from radot_fast import __version__
from radot_fast.datasets.annotated import AnnotatedPairs, sha256
from radot_fast.evaluation.baselines.systems import Evaluated, SystemRisks
from radot_fast.evaluation.protocol.inputs import Inputs, Outcome
from radot_fast.evaluation.protocol.protocol import transport_summary
from radot_fast.evaluation.stress.stress import StressScores
from radot_fast.evaluation.tables import made_folder, write_tables
from radot_fast.io.files import write_table
from radot_fast.io.whole_files import written_beside
from radot_fast.units.makers import Maker
from radot_fast.units.schema import write_units

MANIFEST = "manifest.json"
UNITS = ("source_units.parquet", "target_units.parquet")
REPORT_COLUMNS = ("failed", "fallback", "unread", "unread_share", "context_sentences", "elsewhere")
"""What is known of a report beside its units, as ``Corpus`` names it."""


def write_artefacts(inputs: Inputs, outcome: Outcome, folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Write tables, plots, units, features, configuration, readout, predictions, bootstrap draws and the manifest.

    Returns
    -------
    The manifest: versions, hashes of the inputs, the configuration, notes, and the SHA-256 of every file. The same
    inputs and seed give the same manifest.
    """
    root = made_folder(folder)
    for side, evaluated, risks in (
        ("source", outcome.frozen.source, outcome.source_risks),
        ("target", outcome.frozen.target, outcome.target_risks),
    ):
        _write_set(root, side, evaluated, inputs.made_by(side))
        _write_predictions(root, side, evaluated, risks, outcome)
        write_table(system_risks(evaluated.data, outcome.systems[side]), root / f"{side}_systems.parquet")
        write_table(outcome.bootstrap[side], root / f"{side}_bootstrap.parquet")
    outcome.selection.readout.save(root / "readout.json")
    if outcome.extended is not None:
        outcome.extended.readout.save(root / "readout_extended.json")
    chosen = {"transport": transport_summary(outcome.selection.config), "hash": outcome.selection.hash}
    _write_json(chosen, root / "selection.json")
    if outcome.stress is not None:
        _write_stress(root, outcome.stress)
    write_tables(outcome.tables, root / "tables")
    plots = _plots(outcome, root / "plots")
    manifest = _manifest(inputs, outcome, root, plots)
    _write_json(manifest, root / MANIFEST)
    return manifest


def _write_json(content: Mapping[str, Any], path: Path) -> None:
    """Write JSON with sorted keys, whole or not at all."""
    with written_beside(path) as part:
        part.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _write_set(root: Path, side: str, evaluated: Evaluated, maker: Maker) -> None:
    """Units, reports, pairs, counts by type and by rater of one data set."""
    paired, data = evaluated.measured.paired, evaluated.data
    write_units(paired.corpus.units, root / f"{side}_units.parquet", maker.metadata())
    known = {name: getattr(paired.corpus, name) for name in REPORT_COLUMNS}
    write_table(pl.DataFrame({"report_id": paired.corpus.report_ids, **known}), root / f"{side}_reports.parquet")
    pairs = paired.table.select("pair_id").with_columns(
        reference_id=paired.corpus.report_ids.gather(paired.pairs[:, 0]),
        candidate_id=paired.corpus.report_ids.gather(paired.pairs[:, 1]),
    )
    write_table(pairs, root / f"{side}_pairs.parquet")
    write_table(data.categories, root / f"{side}_categories.parquet")
    if data.ratings is not None:
        counted = [c for c in data.ratings.columns if data.ratings.schema[c].is_numeric()]  # no words of the raters
        write_table(data.ratings.select("pair_id", "group", "rater", *counted), root / f"{side}_ratings.parquet")


def _write_predictions(root: Path, side: str, evaluated: Evaluated, risks: np.ndarray, outcome: Outcome) -> None:
    """Features under the selected configuration, and annotated counts beside our risks."""
    config = outcome.selection.config
    values = pl.DataFrame(
        evaluated.measured.values(config, strict=False), schema=list(outcome.selection.readout.features)
    )
    write_table(values.insert_column(0, evaluated.measured.pair_ids), root / f"{side}_features.parquet")
    columns = {f"risk_{t}": risks[:, k] for k, t in enumerate(outcome.selection.readout.targets)}
    predictions = evaluated.data.pairs.select("pair_id", "group", *evaluated.data.targets).with_columns(
        pl.Series(name, column).fill_nan(None) for name, column in columns.items()
    )
    write_table(predictions, root / f"{side}_predictions.parquet")


def system_risks(data: AnnotatedPairs, systems: Sequence[SystemRisks]) -> pl.DataFrame:
    """``system, family, note, target, pair_id, risk``: a row a system, target and pair; one row of nulls for none."""
    ids = data.pairs["pair_id"]
    schema = {"system": pl.String, "family": pl.String, "note": pl.String, "target": pl.String}
    parts = []
    for s in systems:
        told = {"system": s.system, "family": s.family, "note": s.note}
        for target, risk in s.risks.items():
            labels = [pl.lit(v, dtype=pl.String).alias(k) for k, v in {**told, "target": target}.items()]
            column = pl.Series("risk", risk, dtype=pl.Float64).fill_nan(None)
            parts.append(pl.DataFrame([ids, column]).select(*labels, "pair_id", "risk"))
        if not s.risks:
            nothing = {**told, "target": None, "pair_id": None, "risk": None}
            parts.append(pl.DataFrame([nothing], schema={**schema, "pair_id": pl.String, "risk": pl.Float64}))
    return pl.concat(parts)


def _write_stress(root: Path, stress: StressScores) -> None:
    """Predictions of every system on the stress sets, where they were localized, and what was counted."""
    write_table(stress.predictions, root / "stress_predictions.parquet")
    rows = [(*key, *(row[k] for k in LOCALIZED)) for key, row in stress.located.items()]
    schema = {"system": pl.String, "errors": pl.String, **dict.fromkeys(LOCALIZED, pl.Float64)}
    write_table(pl.DataFrame(rows, schema=schema, orient="row"), root / "stress_localized.parquet")
    _write_json({"roles": stress.roles._asdict(), "n_null": stress.n_null}, root / "stress.json")


LOCALIZED = ("localized", "localized_by_chance")
"""Columns of ``stress_localized.parquet`` beside system and set."""


def _plots(outcome: Outcome, folder: Path) -> str:
    """Note on the plots: written, or why not."""
    try:
        from radot_fast.evaluation.protocol.figures import write_plots

        return f"{len(write_plots(outcome, folder))} plots"
    except ImportError as error:
        return f"no plots: {error.name} is not installed (pip install matplotlib)"


def _with_text(outcome: Outcome) -> list[str]:
    """Files that quote reports."""
    quoting = [t.name for t in outcome.tables if t.holds_text]
    return [*UNITS, *(f"tables/{name}.{ending}" for name in quoting for ending in ("csv", "md", "tex"))]


def _manifest(inputs: Inputs, outcome: Outcome, root: Path, plots: str) -> dict[str, Any]:
    """Hashes and what a reader needs to run it again."""
    files = sorted(p for p in root.rglob("*") if p.is_file() and p.name != MANIFEST)
    sides = {
        side: {
            "name": data.name,
            "inputs": dict(data.inputs),
            "notes": list(data.notes),
            "raters": None if data.ratings is None else data.aggregate,
            "units_by": inputs.made_by(side).metadata(),
        }
        for side, data in (("source", inputs.source), ("target", inputs.target))
    }
    return {
        "radot-fast": __version__,
        **sides,
        "stress": outcome.stress.sets if outcome.stress is not None else [],
        "extractor": dict(inputs.lexicon.identity) if inputs.saved is None else inputs.saved.note["extractor"],
        "as_printed": inputs.as_printed,
        "checks": [{"name": t.name, "title": t.title, "note": t.note} for t in inputs.checks],
        "resampling": {
            "n_resamples": inputs.resampling.n_resamples,
            "seed": inputs.resampling.seed,
            "confidence": inputs.resampling.confidence,
        },
        "selection": {"transport": transport_summary(outcome.selection.config), "hash": outcome.selection.hash},
        "refit_difference": outcome.reproduced,
        "plots": plots,
        "holds_report_text": _with_text(outcome),
        "files": {str(p.relative_to(root)): sha256(p) for p in files},
    }

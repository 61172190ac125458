"""Everything that a protocol leaves behind, in one folder with a manifest of hashes.

The unit tables and the table of edges quote reports: on a credentialed set they fall under its data-use terms. No
other file does; the manifest names them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from radot_fast import __version__
from radot_fast.datasets.annotated import sha256
from radot_fast.evaluation.baselines.systems import Evaluated
from radot_fast.evaluation.protocol.protocol import Inputs, Outcome, transport_summary
from radot_fast.evaluation.tables import made_folder, write_tables
from radot_fast.io.files import write_table
from radot_fast.io.whole_files import written_beside

MANIFEST = "manifest.json"
UNITS = ("source_units.parquet", "target_units.parquet")


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
        _write_set(root, side, evaluated, risks, outcome)
        write_table(outcome.bootstrap[side], root / f"{side}_bootstrap.parquet")
    outcome.selection.readout.save(root / "readout.json")
    outcome.extended.readout.save(root / "readout_extended.json")
    chosen = {"transport": transport_summary(outcome.selection.config), "hash": outcome.selection.hash}
    with written_beside(root / "selection.json") as part:
        part.write_text(json.dumps(chosen, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if outcome.stress is not None:
        write_table(outcome.stress.predictions, root / "stress_predictions.parquet")
    write_tables(outcome.tables, root / "tables")
    plots = _plots(outcome, root / "plots")
    manifest = _manifest(inputs, outcome, root, plots)
    with written_beside(root / MANIFEST) as part:
        part.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return manifest


def _write_set(root: Path, side: str, evaluated: Evaluated, risks: np.ndarray, outcome: Outcome) -> None:
    """Units, features and predictions of one data set."""
    paired = evaluated.measured.paired
    write_table(paired.corpus.units, root / f"{side}_units.parquet")
    pairs = paired.table.select("pair_id").with_columns(
        reference_id=paired.corpus.report_ids.gather(paired.pairs[:, 0]),
        candidate_id=paired.corpus.report_ids.gather(paired.pairs[:, 1]),
    )
    write_table(pairs, root / f"{side}_pairs.parquet")
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


def _plots(outcome: Outcome, folder: Path) -> str:
    """What became of the plots."""
    try:
        from radot_fast.evaluation.plots import write_plots

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
    return {
        "radot-fast": __version__,
        "source": {
            "name": inputs.source.name,
            "inputs": dict(inputs.source.inputs),
            "notes": list(inputs.source.notes),
        },
        "target": {
            "name": inputs.target.name,
            "inputs": dict(inputs.target.inputs),
            "notes": list(inputs.target.notes),
        },
        "stress": [s.name for s in inputs.stress],
        "extractor": dict(inputs.lexicon.identity),
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

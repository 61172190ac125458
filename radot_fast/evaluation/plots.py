"""Plots of a protocol's tables as SVG (extra ``plots``)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from radot_fast.evaluation.baselines.systems import EXTENDED, OURS
from radot_fast.evaluation.protocol.protocol import Outcome
from radot_fast.evaluation.tables import made_folder
from radot_fast.io.whole_files import written_beside

OURS_COLOR, OTHER_COLOR = "#0b5394", "#7f7f7f"


def write_plots(outcome: Outcome, folder: str | os.PathLike[str]) -> list[Path]:
    """Write every plot that the outcome has the numbers for.

    Raises
    ------
    ImportError
        matplotlib is not installed.
    """
    import matplotlib
    from matplotlib.figure import Figure

    root = made_folder(folder)
    tables = {t.name: t.rows for t in outcome.tables}
    figures: dict[str, Any] = {}
    for name in ("main", "source"):
        figures[f"{name}_intervals"] = _intervals(Figure, tables[name])
    figures["quintiles"] = _quintiles(Figure, tables["quintiles"])
    figures["risks"] = _risks(Figure, outcome)
    if "stress" in tables:
        figures["stress"] = _stress(Figure, tables["stress"])
    written = []
    # A fixed salt and no date: the same numbers give the same file.
    with matplotlib.rc_context({"svg.hashsalt": "radot", "svg.fonttype": "none"}):
        for name, figure in figures.items():
            path = root / f"{name}.svg"
            with written_beside(path) as part:
                figure.savefig(part, format="svg", metadata={"Date": None}, bbox_inches="tight")
            written.append(path)
    return written


def _targets(rows: pl.DataFrame) -> list[str]:
    return [c.removesuffix("_low") for c in rows.columns if c.endswith("_low")]


def _intervals(figure: Any, rows: pl.DataFrame) -> Any:
    """Correlation of every system that ran, with its interval, one panel a target."""
    targets = _targets(rows)
    shown = rows.filter(pl.any_horizontal(pl.col(targets).is_not_null()))
    drawn = figure(figsize=(3.4 * len(targets) + 1.5, 0.28 * shown.height + 1))
    axes = drawn.subplots(1, len(targets), sharey=True, squeeze=False)[0]
    for axis, target in zip(axes, targets, strict=True):
        for k, row in enumerate(shown.iter_rows(named=True)):
            if row[target] is None:
                continue
            color = OURS_COLOR if row["family"] == "ours" else OTHER_COLOR
            axis.plot([row[f"{target}_low"], row[f"{target}_high"]], [k, k], color=color, lw=1.5)
            axis.plot(row[target], k, "o", color=color, ms=4)
        axis.set_yticks(range(shown.height), shown["system"].to_list(), fontsize=8)
        axis.axvline(0, color="0.85", lw=0.8, zorder=0)
        axis.set_title(target, fontsize=9)
        axis.set_xlabel("Spearman, 95% interval", fontsize=8)
    axes[0].invert_yaxis()
    return drawn


def _quintiles(figure: Any, rows: pl.DataFrame) -> Any:
    """Mean count by fifth of predicted risk."""
    targets = rows["target"].unique(maintain_order=True).to_list()
    drawn = figure(figsize=(2.6 * len(targets) + 0.6, 2.4))
    axes = drawn.subplots(1, len(targets), squeeze=False)[0]
    for axis, target in zip(axes, targets, strict=True):
        part = rows.filter(target=target)
        axis.bar(part["quintile"].to_list(), part["mean_count"].to_list(), color=OURS_COLOR)
        axis.set_title(target, fontsize=9)
        axis.set_xlabel("fifth of predicted risk", fontsize=8)
    axes[0].set_ylabel("mean count", fontsize=8)
    return drawn


def _risks(figure: Any, outcome: Outcome) -> Any:
    """Predicted risk against the annotated count on the target set."""
    targets: Mapping[str, int] = {t: k for k, t in enumerate(outcome.frozen.source.data.targets)}
    shared = outcome.frozen.shared_targets
    drawn = figure(figsize=(2.8 * len(shared) + 0.6, 2.6))
    axes = drawn.subplots(1, len(shared), squeeze=False)[0]
    counts = outcome.frozen.target.data.pairs
    for axis, target in zip(axes, shared, strict=True):
        risk = outcome.target_risks[:, targets[target]]
        kept = np.isfinite(risk)
        axis.plot(counts[target].to_numpy()[kept], risk[kept], ".", color=OURS_COLOR, ms=3, alpha=0.4)
        axis.set_title(target, fontsize=9)
        axis.set_xlabel("annotated count", fontsize=8)
    axes[0].set_ylabel("risk", fontsize=8)
    return drawn


def _stress(figure: Any, rows: pl.DataFrame) -> Any:
    """AUROC and paired win rate of the total risk of each of our systems, by what was injected."""
    ours = [f"{name} (total)" for name in (OURS, EXTENDED)]
    parts = {name: rows.filter(system=name) for name in ours if name in rows["system"]}
    longest = max(part.height for part in parts.values())
    drawn = figure(figsize=(3.2 * len(parts) + 1.6, 0.3 * longest + 1), layout="constrained")
    axes = drawn.subplots(1, len(parts), sharey=True, squeeze=False)[0]
    for axis, (name, part) in zip(axes, parts.items(), strict=True):
        place = np.arange(part.height)
        axis.barh(place - 0.2, part["wins"].to_list(), 0.38, color=OTHER_COLOR, label="paired win rate")
        axis.barh(place + 0.2, part["auroc"].to_list(), 0.38, color=OURS_COLOR, label="AUROC")
        axis.set_yticks(place, part["errors"].to_list(), fontsize=8)
        axis.set_xlim(0, 1)
        axis.set_title(name, fontsize=9)
    axes[0].invert_yaxis()
    drawn.legend(*axes[0].get_legend_handles_labels(), fontsize=8, loc="outside lower center", ncols=2)
    return drawn

"""Plots of a protocol's tables as SVG (extra ``plots``)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from radot_fast import plots
from radot_fast.evaluation.baselines.systems import EXTENDED, OURS
from radot_fast.evaluation.protocol.inputs import Outcome
from radot_fast.evaluation.tables import made_folder

WHOLE = "Full RadOT-Eval"
"""The row of the ablation that has all features."""


def write_plots(outcome: Outcome, folder: str | os.PathLike[str]) -> list[Path]:
    """Write every plot that the outcome has the numbers for.

    Raises
    ------
    ImportError
        matplotlib is not installed.
    """
    import matplotlib  # noqa: F401 - said here, before a folder is made

    root = made_folder(folder)
    tables = {t.name: t.rows for t in outcome.tables}
    drawn: dict[str, Any] = {f"{name}_intervals": _intervals(tables[name]) for name in ("main", "source")}
    drawn["quintiles"] = _quintiles(tables["quintiles"])
    drawn["risks"] = _risks(outcome)
    drawn["ablation"] = _ablation(tables["ablation"])
    if "stress" in tables:
        drawn["stress"] = _stress(tables["stress"])
    written = []
    for name, axis in drawn.items():
        if axis is not None:
            written.append(root / f"{name}.svg")
            plots.save(axis, written[-1])
    return written


def _targets(rows: pl.DataFrame) -> list[str]:
    return [c.removesuffix("_low") for c in rows.columns if c.endswith("_low") and not c.startswith("paper_")]


def _intervals(rows: pl.DataFrame) -> Any:
    """Correlation of every system that ran, with its interval, one panel a target."""
    targets = _targets(rows)
    shown = rows.filter(pl.any_horizontal(pl.col(targets).is_not_null()))
    ours = shown.filter(family="ours")["system"].to_list()
    axes = plots.panels(targets, width=3.4, height=0.28 * shown.height + 1, share_y=True)
    for target, axis in axes.items():
        part = shown.select("system", value=target, low=f"{target}_low", high=f"{target}_high")
        plots.forest(part, ours=ours, xlabel="Spearman, 95% interval", axis=axis)
        axis.axvline(0, color=plots.FAINT, lw=0.8, zorder=0)
    return axes[targets[0]]


def _quintiles(rows: pl.DataFrame) -> Any:
    """Mean count by fifth of predicted risk."""
    axes = plots.panels(rows["target"].unique(maintain_order=True).to_list(), height=2.4)
    for target, axis in axes.items():
        part = rows.filter(target=target)
        plots.quintile_bars(part["quintile"], part["mean_count"], axis=axis)
    return next(iter(axes.values()))


def _risks(outcome: Outcome) -> Any:
    """Predicted risk against the annotated count on the target set."""
    targets = {t: k for k, t in enumerate(outcome.frozen.source.data.targets)}
    axes = plots.panels(outcome.frozen.shared_targets)
    counts = outcome.frozen.target.data.pairs
    for target, axis in axes.items():
        risk = outcome.target_risks[:, targets[target]]
        kept = np.isfinite(risk)
        plots.scatter_points(risk[kept], counts[target].to_numpy()[kept], axis=axis)
    return next(iter(axes.values()))


def _ablation(rows: pl.DataFrame) -> Any:
    """Bars of the paper's method without each part; None if the full method has no value."""
    part = rows.select("variant", value="macro")
    if part.filter(pl.col("variant") == WHOLE)["value"].null_count():
        return None
    return plots.ablation(part, whole=WHOLE, xlabel="macro Spearman, difference to all features")


def _stress(rows: pl.DataFrame) -> Any:
    """AUROC and paired win rate of the total risk of each of our systems, by what was injected."""
    ours = [f"{name} (total)" for name in (OURS, EXTENDED)]
    parts = {name: rows.filter(system=name) for name in ours if name in rows["system"]}
    longest = max(part.height for part in parts.values())
    axes = plots.panels(list(parts), width=3.2, height=0.3 * longest + 1, share_y=True)
    for name, axis in axes.items():
        part = parts[name]
        place = np.arange(part.height)
        axis.barh(place - 0.2, part["wins"].to_list(), 0.38, color=plots.OTHER, label="paired win rate")
        axis.barh(place + 0.2, part["auroc"].to_list(), 0.38, color=plots.OURS, label="AUROC")
        axis.set_yticks(place, part["errors"].to_list(), fontsize=8)
        axis.set_xlim(0, 1)
    first = next(iter(axes.values()))
    first.invert_yaxis()
    handles = first.get_legend_handles_labels()
    first.figure.legend(*handles, fontsize=8, loc="outside lower center", ncols=2)
    return first

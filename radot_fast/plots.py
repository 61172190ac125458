"""Six plots of scores and of what they are worth, with matplotlib (extra ``plots``).

Each plot draws on ``axis``, or on a new one, and returns it. Arrays are (n_pairs,). ``xlabel`` labels the values,
and ``ours`` names the systems to draw in colour. ``InputError`` says which column is missing, or that arrays differ in
length, are empty, or hold a missing value. ``save`` writes a figure so that the same numbers give the same file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from radot_fast.errors import InputError
from radot_fast.io.whole_files import written_beside
from radot_fast.statistics.bootstrap import Resampling, bootstrap_ci

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OURS, OTHER, FAINT = "#0b5394", "#7f7f7f", "0.85"
"""Colours of what the plot is about, of what stands beside it, and of lines to read it by."""


def reliability(expected: ArrayLike, counted: ArrayLike, *, bins: int = 8, axis: Axes | None = None) -> Axes:
    """Expected against counted errors, in bins of about equal size; on the line they agree.

    Parameters
    ----------
    expected
        Shape (n_pairs,): expected error counts, such as ``scores["expected_total"]``.
    counted
        Shape (n_pairs,): the counts of people.
    bins
        Most bins; pairs of one expected count stay together.
    """
    x, y = _columns(expected, counted)
    edges = np.unique(np.quantile(x, np.linspace(0, 1, bins + 1)))
    place = np.clip(np.searchsorted(edges, x, side="right") - 1, 0, max(len(edges) - 2, 0))
    used = np.unique(place)
    means = np.array([(x[place == k].mean(), y[place == k].mean(), (place == k).sum()) for k in used])
    axis = axis if axis is not None else _axis()
    top = float(means[:, :2].max()) or 1.0
    axis.plot([0, top], [0, top], color=FAINT, zorder=0)
    axis.plot(means[:, 0], means[:, 1], "-", color=OURS, lw=1)
    axis.scatter(means[:, 0], means[:, 1], s=12 + 60 * means[:, 2] / means[:, 2].max(), color=OURS)
    axis.set_xlabel("expected errors")
    axis.set_ylabel("counted errors")
    return axis


def quintiles(risks: ArrayLike, counted: ArrayLike, *, axis: Axes | None = None) -> Axes:
    """Mean counted errors by fifth of risk: the bars of a good metric rise.

    Parameters are those of ``reliability``, with risks for expected counts; of equal risks the first come first.
    """
    x, y = _columns(risks, counted)
    fifth = np.empty(len(x), np.int64)
    fifth[np.argsort(x, kind="stable")] = np.arange(len(x)) * 5 // len(x)
    shown = np.unique(fifth)
    return quintile_bars(shown + 1, [float(y[fifth == k].mean()) for k in shown], axis=axis)


def quintile_bars(fifths: ArrayLike, means: ArrayLike, *, axis: Axes | None = None) -> Axes:
    """Bars of means that are known already; ``fifths`` from 1 to 5."""
    axis = axis if axis is not None else _axis()
    axis.bar(np.asarray(fifths), np.asarray(means), color=OURS)
    axis.set_xlabel("fifth of risk")
    axis.set_ylabel("mean counted errors")
    return axis


def scatter(
    risks: ArrayLike,
    counted: ArrayLike,
    *,
    groups: Any = None,
    resampling: Resampling | None = None,
    axis: Axes | None = None,
) -> Axes:
    """Risk against counted errors, with Spearman's correlation and its 95% interval in the title.

    Parameters
    ----------
    risks, counted
        Shape (n_pairs,).
    groups
        Group of each pair (study, patient), resampled as a whole; None draws pairs.
    resampling
        Number of resamples, seed, confidence.
    """
    x, y = _columns(risks, counted)
    statistic = bootstrap_ci(x, y, groups=groups, resampling=resampling).row(0, named=True)
    axis = scatter_points(x, y, axis=axis)
    if statistic["value"] is not None:
        axis.set_title(
            f"Spearman {statistic['value']:.2f} [{statistic['low']:.2f}, {statistic['high']:.2f}], n {len(x)}",
            fontsize=9,
        )
    return axis


def scatter_points(risks: ArrayLike, counted: ArrayLike, *, axis: Axes | None = None) -> Axes:
    """Risk against counted errors, without the correlation in the title."""
    x, y = _columns(risks, counted)
    axis = axis if axis is not None else _axis()
    axis.plot(y, x, ".", color=OURS, ms=4, alpha=0.4)
    axis.set_xlabel("counted errors")
    axis.set_ylabel("risk")
    return axis


def forest(rows: pl.DataFrame, *, ours: Sequence[str] = (), xlabel: str = "", axis: Axes | None = None) -> Axes:
    """One line a system: its value and its interval, the first on top.

    Parameters
    ----------
    rows
        ``system, value`` and, where there are intervals, ``low, high``; nulls are left out.
    """
    _require(rows, "system", "value")
    axis = axis if axis is not None else _axis(height=0.28 * rows.height + 1)
    for k, row in enumerate(rows.iter_rows(named=True)):
        if row["value"] is None:
            continue
        color = OURS if row["system"] in ours else OTHER
        if row.get("low") is not None and row.get("high") is not None:
            axis.plot([row["low"], row["high"]], [k, k], color=color, lw=1.5)
        axis.plot(row["value"], k, "o", color=color, ms=4)
    axis.set_yticks(range(rows.height), rows["system"].to_list(), fontsize=8)
    axis.set_ylim(rows.height - 0.5, -0.5)
    axis.set_xlabel(xlabel)
    return axis


def ablation(rows: pl.DataFrame, *, whole: str, xlabel: str = "", axis: Axes | None = None) -> Axes:
    """Bars of the difference between each variant and the variant with all parts.

    Parameters
    ----------
    rows
        ``variant, value``; nulls are left out.
    whole
        The variant with all parts, which the others are subtracted from.

    Raises
    ------
    InputError
        A column or the whole is missing.
    """
    _require(rows, "variant", "value")
    known = rows.drop_nulls("value")
    base = known.filter(pl.col("variant") == whole)["value"]
    if not len(base):
        raise InputError(f"variant {whole!r} has no value: name the one with all parts")
    others = known.filter(pl.col("variant") != whole)
    change = (others["value"] - base[0]).to_list()
    axis = axis if axis is not None else _axis(height=0.28 * others.height + 1)
    axis.barh(range(others.height), change, color=[OURS if c < 0 else OTHER for c in change])
    axis.axvline(0, color="0.3", lw=0.8)
    axis.set_yticks(range(others.height), others["variant"].to_list(), fontsize=8)
    axis.invert_yaxis()
    axis.set_xlabel(xlabel or f"difference to {whole}, {base[0]:.3f}")
    return axis


def profile(rows: pl.DataFrame, *, ours: Sequence[str] = (), xlabel: str = "", axis: Axes | None = None) -> Axes:
    """Error profile of systems: one line an error category, one mark a system.

    Parameters
    ----------
    rows
        ``category, system, value``, such as discrepancies per 100 reports.
    """
    _require(rows, "category", "system", "value")
    kinds = rows["category"].unique(maintain_order=True).to_list()
    axis = axis if axis is not None else _axis(height=0.3 * len(kinds) + 1.2)
    markers = "osD^vPX*<>"
    for k, system in enumerate(rows["system"].unique(maintain_order=True)):
        mine = rows.filter(pl.col("system") == system).drop_nulls("value")
        places = [kinds.index(kind) for kind in mine["category"]]
        color: Any = {"color": OURS} if system in ours else {}
        axis.plot(mine["value"].to_list(), places, markers[k % len(markers)], ms=5, alpha=0.8, label=system, **color)
    axis.set_yticks(range(len(kinds)), [kind.replace("_", " ") for kind in kinds], fontsize=8)
    axis.set_ylim(len(kinds) - 0.5, -0.5)
    axis.grid(axis="y", color=FAINT)
    axis.set_axisbelow(True)
    axis.set_xlim(left=min(0.0, axis.get_xlim()[0]))
    axis.set_xlabel(xlabel)
    if rows["system"].n_unique() > 1:
        axis.legend(fontsize=8)
    return axis


def panels(
    names: Sequence[str], *, width: float = 3.0, height: float = 2.6, share_y: bool = False
) -> Mapping[str, Axes]:
    """A figure with one axis a name, side by side, each with its name as title."""
    figure = _figure(width * len(names) + 0.6, height)
    axes = figure.subplots(1, len(names), sharey=share_y, squeeze=False)[0]
    for name, axis in zip(names, axes, strict=True):
        axis.set_title(name, fontsize=9)
    return dict(zip(names, axes, strict=True))


def save(drawn: Axes | Figure, path: str | os.PathLike[str]) -> None:
    """Write the figure of an axis; the ending picks the format. The same numbers give the same SVG."""
    import matplotlib

    figure: Any = getattr(drawn, "figure", drawn)
    kind = Path(path).suffix.lower().removeprefix(".") or "svg"
    metadata = {"Date": None} if kind == "svg" else None
    with matplotlib.rc_context({"svg.hashsalt": "radot", "svg.fonttype": "none"}), written_beside(path) as part:
        figure.savefig(part, format=kind, metadata=metadata, bbox_inches="tight", dpi=120)


def _figure(width: float, height: float) -> Figure:
    """A figure that no window shows: nothing of a user's session changes."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _axis(width: float = 4.5, height: float = 3.2) -> Axes:
    axis: Axes = _figure(width, height).subplots()
    return axis


def _columns(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two columns of one length without missing values."""
    a, b = (np.asarray(values, dtype=np.float64).ravel() for values in (x, y))
    if a.size != b.size or not a.size:
        raise InputError(f"{a.size} values against {b.size}: a plot needs one of each a pair, and a pair")
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        row = int(np.flatnonzero(~(np.isfinite(a) & np.isfinite(b)))[0])
        raise InputError(f"row {row} has no value: drop it")
    return a, b


def _require(rows: pl.DataFrame, *columns: str) -> None:
    missing = [c for c in columns if c not in rows.columns]
    if missing:
        raise InputError(f"column {missing[0]!r} is missing; there are {', '.join(rows.columns)}")

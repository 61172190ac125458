"""Forest and profile plot of a comparison as inline SVG, in the colours of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl
from markupsafe import Markup, escape

from radot_fast.audit.printable import printable
from radot_fast.comparison.rules import PENALIZED
from radot_fast.config import TARGETS

if TYPE_CHECKING:
    from radot_fast.comparison.model import Comparison

ROW, NAMES, PANEL, GAP, TOP, FOOT = 22, 170, 190, 24, 30, 24
"""Height of a row, width of the names and of a panel, space between panels, above and below them."""
TITLES = {**{f"risk_{t}": t for t in TARGETS}, PENALIZED: "recall-penalized"}
SHAPES = ("circle", "square", "diamond", "triangle")
CUT = 24


def forest(comparison: Comparison) -> Markup:
    """Every system's risks with their intervals, a panel a risk; floors are grey, the best one a dashed line."""
    table = comparison.systems
    figures = [f for f in TITLES if f in table.columns]
    rows = list(table.iter_rows(named=True))
    width, height = NAMES + len(figures) * (PANEL + GAP), TOP + len(rows) * ROW + FOOT
    parts = [_name(row, TOP + k * ROW) for k, row in enumerate(rows)]
    for k, figure in enumerate(figures):
        parts.append(_panel(rows, figure, NAMES + k * (PANEL + GAP)))
    label = f"Forest plot: {', '.join(TITLES[f] for f in figures)} risk of {len(rows)} systems and floors"
    return _svg(width, height, label, parts)


def _name(row: dict[str, Any], y: float) -> str:
    quiet = " quiet" if row["floor"] else ""
    return f'<text class="name{quiet}" x="{NAMES - 10}" y="{y + ROW * 0.68:.1f}">{_label(row["system"])}</text>'


def _label(name: str) -> str:
    shown = printable(name)
    return str(escape(shown if len(shown) <= CUT else f"{shown[: CUT - 1]}…"))


def _panel(rows: Sequence[dict[str, Any]], figure: str, left: float) -> str:
    """One risk: axis, line of the best floor, intervals."""
    known = [r for r in rows if r[figure] is not None and r[f"{figure}_low"] is not None]
    bottom = TOP + len(rows) * ROW
    parts = [f'<text class="title" x="{left}" y="16">{TITLES[figure]}</text>']
    if not known:
        return "".join(parts)
    ticks = _ticks(min(r[f"{figure}_low"] for r in known), max(r[f"{figure}_high"] for r in known))

    def at(value: float) -> float:
        return left + PANEL * (value - ticks[0]) / (ticks[-1] - ticks[0])

    for tick in ticks:
        parts.append(f'<line class="grid" x1="{at(tick):.1f}" x2="{at(tick):.1f}" y1="{TOP - 6}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{at(tick):.1f}" y="{bottom + 15}">{tick:g}</text>')
    floors = [r[figure] for r in known if r["floor"]]
    if floors:
        best = at(min(floors))
        parts.append(f'<line class="best" x1="{best:.1f}" x2="{best:.1f}" y1="{TOP - 6}" y2="{bottom}"/>')
    for k, row in enumerate(rows):
        if row in known:
            y = TOP + (k + 0.5) * ROW
            low, mid, high = (at(row[f"{figure}{end}"]) for end in ("_low", "", "_high"))
            kind = "floor" if row["floor"] else "system"
            told = f"{row[figure]:.3f} [{row[f'{figure}_low']:.3f}, {row[f'{figure}_high']:.3f}]"
            parts.append(
                f'<g class="{kind}"><title>{_label(row["system"])}: {told}</title>'
                f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
                f'<circle cx="{mid:.1f}" cy="{y}" r="4"/></g>'
            )
    return "".join(parts)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers that span an interval, three to six of them."""
    span = max(high - low, 1e-6)
    step = 10 ** math.floor(math.log10(span))
    step = next(step * f for f in (0.1, 0.2, 0.5, 1, 2, 5) if span / (step * f) <= 4)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(k * step, 10) for k in range(first, max(last, first + 1) + 1)]


def profile(comparison: Comparison) -> Markup:
    """Discrepancies per 100 reports, a row a category, a mark a system, with intervals."""
    table = comparison.categories.filter(pl.col("system").is_in(comparison.names) & pl.col("per_100").is_not_null())
    categories = [c for c in table["category"].unique(maintain_order=True) if table.filter(category=c)["high"].max()]
    if not categories:
        return Markup("")
    names = comparison.names
    high = math.ceil(float(table["high"].max() or 1.0))  # type: ignore[arg-type]
    band = max(ROW, 9 * len(names) + 6)
    width, plot = NAMES + 4 * PANEL, 4 * PANEL - GAP
    ticks = _ticks(0.0, float(high))
    bottom = TOP + band * len(categories)

    def at(value: float) -> float:
        return NAMES + plot * value / ticks[-1]

    parts = [f'<line class="grid" x1="{at(t):.1f}" x2="{at(t):.1f}" y1="{TOP - 6}" y2="{bottom}"/>' for t in ticks]
    parts += [f'<text class="tick" x="{at(t):.1f}" y="{bottom + 15}">{t:g}</text>' for t in ticks]
    parts.append(f'<text class="title" x="{NAMES}" y="16">per 100 reports</text>')
    for k, category in enumerate(categories):
        y = TOP + k * band
        parts.append(
            f'<text class="name" x="{NAMES - 10}" y="{y + band / 2 + 4:.1f}">{category.replace("_", " ")}</text>'
        )
        parts.append(f'<line class="grid" x1="{NAMES}" x2="{NAMES + plot}" y1="{y + band}" y2="{y + band}"/>')
        for row in table.filter(category=category).iter_rows(named=True):
            place = names.index(row["system"])
            parts.append(_mark(row, place, (at(row["low"]), at(row["per_100"]), at(row["high"])), y + 8 + 9 * place))
    return _svg(width, bottom + FOOT, "Profile plot: discrepancies per 100 reports by category and system", parts)


def _mark(row: dict[str, Any], place: int, x: tuple[float, float, float], y: float) -> str:
    """Interval and mark of one system; the shape tells it too, not the colour alone."""
    low, mid, high = x
    told = f"{_label(row['system'])}: {row['per_100']:.0f} [{row['low']:.0f}, {row['high']:.0f}]"
    return (
        f'<g class="mark m{place % 8}"><title>{told}</title>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>{shape(place, mid, y)}</g>'
    )


def shape(place: int, x: float, y: float) -> str:
    """Mark of the system at a place of the table."""
    kind = SHAPES[place % len(SHAPES)]
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
    if kind == "square":
        return f'<rect x="{x - 3.2:.1f}" y="{y - 3.2:.1f}" width="6.4" height="6.4"/>'
    points = {
        "diamond": ((0, -4.6), (4.6, 0), (0, 4.6), (-4.6, 0)),
        "triangle": ((0, -4.4), (4.2, 3.2), (-4.2, 3.2)),
    }[kind]
    drawn = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
    return f'<polygon points="{drawn}"/>'


def _svg(width: float, height: float, label: str, parts: Sequence[str]) -> Markup:
    drawn, name = "".join(parts), escape(label)
    return Markup(f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{name}">{drawn}</svg>')


def legend(comparison: Comparison) -> list[tuple[str, Markup]]:
    """Name and mark of each system of the profile plot."""
    keys = []
    for k, name in enumerate(comparison.names):
        drawn = f'<g class="mark m{k % 8}">{shape(k, 6, 6)}</g>'
        keys.append((printable(name), Markup(f'<svg class="key" viewBox="0 0 12 12" aria-hidden="true">{drawn}</svg>')))
    return keys

"""A comparison in a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from radot_fast.comparison.confusions import telling
from radot_fast.comparison.rules import PENALIZED
from radot_fast.config import TARGETS

if TYPE_CHECKING:
    from radot_fast.comparison.model import Comparison

WIDTH = 80
LONGEST_NAME = 15
MARK = "*"
"""Beside a system that is no better than a floor."""


def text_of(comparison: Comparison) -> str:
    """All tables that fit into a terminal, with their notes; holds no report text."""
    parts = [
        _systems(comparison),
        _notes(comparison.notes()),
        _shares(comparison),
        _expected(comparison),
        _pairs(comparison),
        _categories(comparison),
        _confusions(comparison),
        _differing(comparison),
        _within(comparison),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def grid(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of text under their names, the first one to the left."""
    sizes = [max(len(row[k]) for row in (header, *rows)) for k in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        first = f"{cells[0]:<{sizes[0]}}"
        return "  ".join([first, *(f"{c:>{s}}" for c, s in zip(cells[1:], sizes[1:], strict=True))]).rstrip()

    return "\n".join([title, line(header), *(line(row) for row in rows)])


def cut(name: str, size: int = LONGEST_NAME) -> str:
    """Name of a system, cut where it is long."""
    return name if len(name) <= size else f"{name[: size - 1]}…"


def with_ends(row: dict[str, Any], name: str, digits: int = 2) -> str:
    """``3.25 [2.99, 3.52]``, or a dash."""
    if row.get(name) is None:
        return "–"
    if row.get(f"{name}_low") is None:
        return f"{row[name]:.{digits}f}"
    return f"{row[name]:.{digits}f} [{row[f'{name}_low']:.{digits}f}, {row[f'{name}_high']:.{digits}f}]"


def _named(row: dict[str, Any]) -> str:
    """Rank and name of a system, with its mark."""
    marked = row["beats_floors"] is False
    place = "–" if row["rank"] is None else str(row["rank"])
    shown = cut(row["system"])
    return shown if row["floor"] else f"{place} {shown}{MARK if marked else ''}"


def _systems(comparison: Comparison) -> str:
    """The three risks with intervals and letters."""
    rows = [
        [_named(row), row["letters"] or "", *(with_ends(row, f"risk_{t}") for t in TARGETS)]
        for row in comparison.systems.iter_rows(named=True)
    ]
    title = (
        f"Mean risk over {comparison.n_common} references, {comparison.resampling.confidence:.0%} interval; lower is "
        f"better\n(* no better than a floor; systems that share a letter cannot be told apart)"
    )
    return grid(title, ["system", "", "total", "significant", "insignificant"], rows)


def _notes(notes: Sequence[str]) -> str:
    return "\n".join(textwrap.fill(note, WIDTH, subsequent_indent="  ") for note in notes)


def _shares(comparison: Comparison) -> str:
    """Recall, precision, denials, unread share and recall-penalized risk."""
    names = ("finding_recall", "finding_precision", "denial_recall", "unread_share")
    columns = comparison.systems.columns
    penalized = PENALIZED in columns
    rows = []
    for row in comparison.systems.iter_rows(named=True):
        shares = ["–" if row.get(name) is None else f"{row[name]:.2f}" for name in names]
        lost = [str(row["n_silent"]), str(row["n_without_risk"])]
        rows.append([_named(row), *([with_ends(row, PENALIZED)] if penalized else []), *shares, *lost])
    header = ["system", *(["penalized"] if penalized else []), "recall", "prec.", "den.", "unread"]
    title = "Recall-penalized risk; recall and precision of findings; denials addressed"
    return grid(title, [*header, "silent", "lost"], rows)


def _expected(comparison: Comparison) -> str:
    """Expected errors a report."""
    if "expected_total" not in comparison.systems.columns:
        return ""
    rows = [
        [_named(row), *(with_ends(row, f"expected_{t}", 1) for t in TARGETS)]
        for row in comparison.systems.iter_rows(named=True)
    ]
    return grid("Expected errors a report (of those that were read)", ["system", *TARGETS], rows)


def _pairs(comparison: Comparison) -> str:
    """Differences of total risk."""
    mine = comparison.pairs.filter(pl.col("figure") == "risk_total")
    rows = [
        [
            f"{cut(row['system'], 15)} – {cut(row['other'], 15)}",
            f"{row['difference']:+.2f} [{row['low']:+.2f}, {row['high']:+.2f}]",
            f"{row['p_holm']:.4f}",
            f"{row['wins']} / {row['ties']} / {row['losses']}",
        ]
        for row in mine.iter_rows(named=True)
    ]
    return grid("Differences of total risk, all pairs", ["", "difference", "p (Holm)", "win/tie/loss"], rows)


def _categories(comparison: Comparison) -> str:
    """Discrepancies per 100 reports."""
    table = comparison.categories.filter(pl.col("system").is_in(comparison.names))
    if not table.height:
        return ""
    per = 3  # columns with an interval that fit into the width
    blocks = []
    for start in range(0, len(comparison.names), per):
        some = comparison.names[start : start + per]
        rows = []
        for category in table["category"].unique(maintain_order=True):
            mine = {r["system"]: r for r in table.filter(category=category).iter_rows(named=True)}
            cells = [_per_100(mine.get(name)) for name in some]
            if any(cell not in ("–", "0 [0, 0]") for cell in cells):
                rows.append([category.replace("_", " "), *cells])
        title = "Discrepancies per 100 reports" if start == 0 else ""
        blocks.append(grid(title, ["", *(cut(name, 17) for name in some)], rows).lstrip("\n"))
    return "\n\n".join(blocks)


def _per_100(row: dict[str, Any] | None) -> str:
    if row is None or row["per_100"] is None:
        return "–"
    return f"{row['per_100']:.0f} [{row['low']:.0f}, {row['high']:.0f}]"


def _confusions(comparison: Comparison) -> str:
    """Confusions: findings of the references and their counterparts."""
    if comparison.confusions is None:
        return ""
    rows = [
        [
            cut(row["system"], 14),
            f"{row['attribute']}: {row['from'].replace('_', ' ')} → {row['to'].replace('_', ' ')}",
            f"{row['count']}/{row['n']}",
            f"{row['rate']:.0%} [{row['low']:.0%}, {row['high']:.0%}]",
        ]
        for row in telling(comparison.confusions, 6).iter_rows(named=True)
    ]
    if not rows:
        return ""
    text = [[r[0], cut(r[1], 34).ljust(34), r[2], r[3]] for r in rows]
    return grid("What turned into what, more often than by chance", ["", "", "", "rate"], text)


def _differing(comparison: Comparison) -> str:
    """References on which the systems differ most."""
    rows = [
        [cut(row["pair_id"], 24), f"{row['range']:.2f}", cut(row["best"], 18), cut(row["worst"], 18)]
        for row in comparison.differing.iter_rows(named=True)
    ]
    if not rows:
        return ""
    return grid("References on which the systems differ most", ["pair_id", "range", "best", "worst"], rows)


def _within(comparison: Comparison) -> str:
    """Accuracy within a reference."""
    rows = [
        [row["target"], str(row["n"]), f"{row['accuracy']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"]
        for row in comparison.within_reference.iter_rows(named=True)
    ]
    if not rows:
        return ""
    title = "Pairs of answers to one reference in the order of people's counts"
    return grid(title, ["", "pairs", "accuracy"], rows)

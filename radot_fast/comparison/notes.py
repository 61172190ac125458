"""The sentences under a comparison: what nobody may overlook who copies the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from radot_fast.comparison.rules import PENALIZED

if TYPE_CHECKING:
    from radot_fast.comparison.model import Comparison

COUNTED_BY = {
    "leave-out": "left out for every system",
    "as-empty": "counted with the risks of an empty report",
    "as-worst": "counted with the highest risk that any system has on that reference",
}


def notes_of(comparison: Comparison) -> list[str]:
    """Notes of a comparison, the gravest first."""
    table = comparison.systems
    own = table.filter(~pl.col("floor"))
    return [note for note in (
        _floors(comparison, own),
        _penalized(comparison, own),
        *(_unranked(comparison, row) for row in own.filter(~pl.col("ranked")).iter_rows(named=True)),
        _without_risk(comparison, own),
        _references(comparison),
    ) if note]  # fmt: skip


def _floors(comparison: Comparison, own: pl.DataFrame) -> str:
    """Systems that do not beat the floors by their risk."""
    if not comparison.floors.height:
        return (
            "No floors: without the references nothing tells a good system from a silent one, so no system has a rank; "
            "give REFS."
        )
    below = own.filter(~pl.col("beats_floors").fill_null(False))["system"].to_list()
    if not below:
        return ""
    best = comparison.systems.filter(pl.col("floor")).sort("risk_total").row(0, named=True)
    return (
        f"* No better than a floor by total risk: {', '.join(below)}. The floor {best['system']}, which knows nothing "
        f"of the image, has {best['risk_total']:.3f}: an error count is least for who says little. Read the risks with "
        "recall and precision."
    )


def _penalized(comparison: Comparison, own: pl.DataFrame) -> str:
    """Note on how the floors stand by the recall-penalized risk."""
    if PENALIZED not in own.columns:
        return ""
    above = own.filter(pl.col("beats_floors_penalized").fill_null(False))["system"].to_list()
    told = f"better than every floor: {', '.join(above)}" if above else "no system is better than every floor"
    return (
        "Recall-penalized risk: sum of risks / (sum of risks + findings recalled), 1 for who recalls nothing; by it "
        f"{told}."
    )


def _unranked(comparison: Comparison, row: dict[str, Any]) -> str:
    """Why a system has no rank."""
    if not comparison.floors.height:
        return ""
    limit = comparison.rules.most_unread
    reasons = []
    if row["n_silent"] > limit * comparison.n_references:
        reasons.append(f"{row['n_silent']} of {comparison.n_references} reports are empty, unread or failed")
    if (row.get("unread_share") or 0.0) > limit:
        reasons.append(f"{row['unread_share']:.0%} of its sentences were not read")
    return f"{row['system']} has no rank: {', and '.join(reasons) or 'it has no risk'}; the limit is {limit:.0%}."


def _without_risk(comparison: Comparison, own: pl.DataFrame) -> str:
    """Rows without a risk, and what became of them."""
    lost = own.filter(pl.col("n_without_risk") > 0)
    if not lost.height:
        return ""
    told = ", ".join(f"{name} {n}" for name, n in lost.select("system", "n_without_risk").iter_rows())
    return f"References without a risk: {told}; {COUNTED_BY[comparison.rules.without_risk]}."


def _references(comparison: Comparison) -> str:
    """Note on the references that the figures are computed over."""
    if comparison.n_common == comparison.n_references:
        return ""
    counted, every = comparison.n_common, comparison.n_references
    return f"Figures are over {counted} of {every} references: those that all ranked systems score."

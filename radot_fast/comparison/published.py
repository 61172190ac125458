"""The table of a comparison as it stands in a paper."""

from __future__ import annotations

from typing import Any

import polars as pl

from radot_fast.comparison.model import Comparison
from radot_fast.comparison.rules import PENALIZED
from radot_fast.comparison.terminal import with_ends
from radot_fast.config import TARGETS
from radot_fast.evaluation.tables import ReportTable

NAMES = {
    "finding_recall": "recall",
    "finding_precision": "precision",
    "denial_recall": "denials",
    "unread_share": "unread",
}


def published(comparison: Comparison) -> ReportTable:
    """One table systems × figures, with intervals, letters, marks and floors; its title says how it is to be read."""
    rows = [_row(row) for row in comparison.systems.iter_rows(named=True)]
    title = (
        f"Mean risk over {comparison.n_common} references ({comparison.resampling.confidence:.0%} bootstrap intervals, "
        f"{comparison.resampling.n_resamples} resamples); lower is better. Systems that share a letter cannot be told "
        "apart (Holm). Parentheses: floors that know nothing of the image; * no better than a floor by total risk. "
        "Recall-penalized: sum of risks / (sum of risks + findings recalled)."
    )
    return ReportTable("published", title, pl.DataFrame(rows, infer_schema_length=None))


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """One system."""
    marked = "*" if row["beats_floors"] is False else ""
    out: dict[str, Any] = {
        "rank": None if row["floor"] else row["rank"],
        "system": f"{row['system']}{marked}",
        "letters": row["letters"],
        **{t: with_ends(row, f"risk_{t}") for t in TARGETS},
    }
    if PENALIZED in row:
        out["recall-penalized"] = with_ends(row, PENALIZED)
    if "expected_total" in row:
        out["expected errors"] = with_ends(row, "expected_total", 1)
    out |= {short: with_ends(row, name) for name, short in NAMES.items() if name in row}
    return {**out, "silent": row["n_silent"], "without risk": row["n_without_risk"], "n": row["n"]}

"""A comparison as data: its tables, as JSON, as a page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.comparison.rules import PENALIZED, SHARES, Rules
from radot_fast.config import TARGETS
from radot_fast.evaluation.tables import ReportTable
from radot_fast.io.whole_files import written_beside
from radot_fast.statistics.bootstrap import Resampling

WITH_ENDS = (*(f"risk_{t}" for t in TARGETS), PENALIZED, *(f"expected_{t}" for t in TARGETS))
"""Figures that are objects with their interval in the JSON form; the others are numbers, their interval beside them."""
STATED = ("system", "n", "n_without_risk", "n_silent", "rank", "letters", "ranked", "floor")


@dataclass(frozen=True)
class Comparison:
    """Several systems on the same references; lower risks are better.

    Attributes
    ----------
    systems
        One row a system and floor: ``comparison.tables.system_table``.
    pairs
        All pairs of systems: ``comparison.tables.pair_table``.
    floors
        Every system against every floor; the columns of ``pairs``.
    categories
        Discrepancies by category per 100 reports: ``category, system, per_100, low, high``.
    confusions
        What turned into what (``comparison.confusions.SCHEMA``); None where only scores are known.
    tiers
        Recall and precision of findings by ``system`` and ``tier``; None where only scores are known.
    differing
        The ten references on which the systems differ most.
    within_reference
        How often the risk orders two answers as people's counts do: ``target, n, accuracy, low, high``.
    scores
        Scores of every pair, system and floor, with their status.
    texts
        Reports by ``pair_id``; None where they are not known. Holds report text.
    n_references, n_groups
        References, and groups of them that are drawn as a whole.
    rules, resampling
        How it was made.
    signature
        Everything that changes the numbers, on one line.
    """

    systems: pl.DataFrame
    pairs: pl.DataFrame
    floors: pl.DataFrame
    categories: pl.DataFrame
    confusions: pl.DataFrame | None
    tiers: pl.DataFrame | None
    differing: pl.DataFrame
    within_reference: pl.DataFrame
    scores: pl.DataFrame
    texts: pl.DataFrame | None
    n_references: int
    n_groups: int
    rules: Rules
    resampling: Resampling
    signature: str

    @property
    def names(self) -> list[str]:
        """Names of the systems, without the floors, in the order of the table."""
        return self.systems.filter(~pl.col("floor"))["system"].to_list()

    @property
    def n_common(self) -> int:
        """References that the figures are over."""
        return int(self.systems["n"].max() or 0)  # type: ignore[arg-type]

    @property
    def tables(self) -> tuple[ReportTable, ...]:
        """All tables with their titles; none holds report text."""
        level = f"{self.resampling.confidence:.0%}"
        every = (
            ("systems", f"Systems on the same references, {level} intervals; lower risks are better", self.systems),
            ("pairs", "Differences of all pairs of systems, Holm-corrected", self.pairs),
            ("floors", "Systems against floors that know nothing of the image, Holm-corrected", self.floors),
            ("categories", "Discrepancies by category per 100 reports", self.categories),
            ("tiers", "Recall and precision of findings by tier", self.tiers),
            ("confusions", "What turned into what", self.confusions),
            ("differing", "References on which the systems differ most, total risk", self.differing),
            ("within_reference", "Answers to one reference in the order of people's counts", self.within_reference),
        )
        return tuple(ReportTable(*part) for part in every if part[2] is not None and part[2].height)  # type: ignore[arg-type]

    def notes(self) -> list[str]:
        """Sentences that belong under the table: floors that are not beaten, systems without a rank, rows left out."""
        from radot_fast.comparison.notes import notes_of

        return notes_of(self)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able form: ``systems``, ``pairs``, ``floors``, ``categories``, … , ``notes``, ``signature``.

        A risk is ``{"mean", "low", "high"}``; shares are numbers in [0, 1], their intervals in ``…_interval``.
        Holds no report text.
        """
        others = {
            table.name: table.rows.to_dicts()
            for table in self.tables
            if table.name not in ("systems", "pairs", "floors")
        }
        return {
            "systems": [self._system(row) for row in self.systems.iter_rows(named=True)],
            "pairs": self.pairs.to_dicts(),
            "floors": self.floors.to_dicts(),
            "categories": [],
            **others,
            "n_references": self.n_references,
            "n_groups": self.n_groups,
            "notes": self.notes(),
            "signature": self.signature,
        }

    def _system(self, row: dict[str, Any]) -> dict[str, Any]:
        """One system in the form of the JSON."""
        out = {name: row[name] for name in STATED}
        # whoever is no better than a floor, or has no floor beside him, has not beaten it
        out["beats_floors"] = bool(row["beats_floors"])
        out["beats_floors_recall_penalized"] = bool(row["beats_floors_penalized"])
        for name in WITH_ENDS:
            if name in row:
                out[name] = {"mean": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
        for name in SHARES:
            if name in row:
                out |= {name: row[name], f"{name}_interval": [row[f"{name}_low"], row[f"{name}_high"]]}
        return out

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """One page that stands alone, with forest and profile plots; written to ``path`` too. Holds report text."""
        from radot_fast.comparison.page import page_of

        text = page_of(self)
        if path is not None:
            with written_beside(Path(path)) as part:
                part.write_text(text, encoding="utf-8")
        return text

    def _repr_html_(self) -> str:
        """Table of the systems for a notebook."""
        from radot_fast.comparison.page import fragment_of

        return fragment_of(self)

    def __str__(self) -> str:
        from radot_fast.comparison.terminal import text_of

        return text_of(self)

"""What a run ends with, in parts that add up: nothing of the rows has to be kept for the last line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from radot_fast.config import TARGETS
from radot_fast.result.denominators import SILENT, Denominators, Share
from radot_fast.result.result import Result
from radot_fast.statistics.moments import Moments

COUNTED = ("n_matched_findings", "n_ref_findings", "n_cand_findings", "n_addressed_denials", "n_ref_denials")
UNREAD = ("unread_share_reference", "unread_share_candidate")


@dataclass(frozen=True)
class Summary:
    """Counts and moments of scored pairs.

    Attributes
    ----------
    rows
        Pairs.
    statuses
        Pairs of each status, in the order in which the statuses came.
    risks
        Moments of each risk over the pairs that have one, by target.
    counts
        Sums of the columns of ``COUNTED`` that the scores have.
    unread
        Moments of the columns of ``UNREAD``.
    elsewhere
        References and candidates of another examination or language.
    """

    rows: int = 0
    statuses: Mapping[str, int] = field(default_factory=dict)
    risks: Mapping[str, Moments] = field(default_factory=lambda: dict.fromkeys(TARGETS, Moments()))
    counts: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    unread: Mapping[str, Moments] = field(default_factory=lambda: dict.fromkeys(UNREAD, Moments()))
    elsewhere: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, result: Result) -> Summary:
        """Summary of a result."""
        scores = result.scores
        counts = scores.group_by("status", maintain_order=True).len()
        elsewhere = result.elsewhere.sum(axis=0)
        return cls(
            scores.height,
            {status: int(n) for status, n in counts.iter_rows()},
            {t: Moments.of(_numbers(scores[f"risk_{t}"])) for t in TARGETS},
            {c: int(scores[c].sum() or 0) for c in COUNTED},
            {c: Moments.of(_numbers(scores[c])) for c in UNREAD},
            (int(elsewhere[0]), int(elsewhere[1])),
        )

    def merged(self, other: Summary) -> Summary:
        """Merge with the summary of later pairs."""
        return Summary(
            self.rows + other.rows,
            {s: self.statuses.get(s, 0) + other.statuses.get(s, 0) for s in {**self.statuses, **other.statuses}},
            {t: self.risks[t].merged(other.risks[t]) for t in TARGETS},
            {c: self.counts[c] + other.counts[c] for c in COUNTED},
            {c: self.unread[c].merged(other.unread[c]) for c in UNREAD},
            (self.elsewhere[0] + other.elsewhere[0], self.elsewhere[1] + other.elsewhere[1]),
        )

    def denominators(self) -> Denominators:
        """Figures to read the mean risks with."""
        c = self.counts
        shares = [m.mean if m.n else None for m in self.unread.values()]
        return Denominators(
            self.rows,
            self.rows - self.risks["total"].n,
            sum(self.statuses.get(s, 0) for s in SILENT),
            Share(c["n_matched_findings"], c["n_ref_findings"]),
            Share(c["n_matched_findings"], c["n_cand_findings"]),
            Share(c["n_addressed_denials"], c["n_ref_denials"]),
            shares[0],
            shares[1],
        )

    def to_json(self) -> dict[str, Any]:
        """Metadata that is written with a shard."""
        return {
            "rows": self.rows,
            "statuses": dict(self.statuses),
            "risks": {t: list(m) for t, m in self.risks.items()},
            "counts": dict(self.counts),
            "unread": {c: list(m) for c, m in self.unread.items()},
            "elsewhere": list(self.elsewhere),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Summary:
        """Summary that ``to_json`` kept."""
        return cls(
            kept["rows"],
            kept["statuses"],
            {t: Moments(*kept["risks"][t]) for t in TARGETS},
            {c: kept["counts"][c] for c in COUNTED},
            {c: Moments(*kept["unread"][c]) for c in UNREAD},
            (kept["elsewhere"][0], kept["elsewhere"][1]),
        )


def _numbers(column: pl.Series) -> np.ndarray:
    """Values as float64; NaN for null."""
    return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()

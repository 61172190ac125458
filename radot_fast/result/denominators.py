"""What stands beside a mean risk so that it cannot be gamed: how much was found, claimed, denied and read.

An error count alone is least for a report that says little. Recall and precision of findings, denials that are
addressed and the share of sentences that were not read tell such a report from a good one (method §10.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

SILENT = ("empty_candidate", "unread_candidate")
"""Statuses of a candidate that says nothing that could be read, though its reference does."""
FAILED = ("unread_reference", "extraction_failed", "not_converged", "numerical_error")
"""Statuses without a risk."""


class Share(NamedTuple):
    """A part of a whole; the value is None where the whole is 0 or unknown."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """The share, in [0, 1]."""
        return self.part / self.whole if self.whole else None


class Denominators(NamedTuple):
    """Counts of a batch that its mean risks are read with; pooled over the pairs.

    Attributes
    ----------
    n
        Pairs.
    without_risk
        Pairs that have none.
    silent
        Pairs whose candidate is empty or unread, though the reference is not.
    recall
        Findings of the references that a finding of the candidate answers.
    precision
        Findings of the candidates that answer one of the reference.
    denials
        Denials of the references that a denial of the candidate addresses.
    unread_reference, unread_candidate
        Mean share of the sentences that state something and of which nothing was read, in [0, 1]; None where units were
        given in place of texts.
    """

    n: int
    without_risk: int
    silent: int
    recall: Share
    precision: Share
    denials: Share
    unread_reference: float | None
    unread_candidate: float | None

    def __str__(self) -> str:
        parts = []
        if self.recall.whole or self.precision.whole or self.denials.whole:
            parts.append(f"findings recalled {_of(self.recall)}, precision {_of(self.precision)}")
            parts.append(f"denials addressed {_of(self.denials)}")
        unread = (("references", self.unread_reference), ("candidates", self.unread_candidate))
        told = [f"{share:.0%} of {name}" for name, share in unread if share is not None]
        if told:
            parts.append(f"unread {', '.join(told)}")
        if self.silent:
            parts.append(f"{self.silent} of {self.n} candidates say nothing that was read")
        return " · ".join(parts)


def _of(share: Share) -> str:
    """``.62 (31 of 50)``, or a dash where there is nothing to share."""
    return "–" if share.value is None else f"{share.value:.2f} ({share.part} of {share.whole})"


def denominators_of(scores: pl.DataFrame) -> Denominators:
    """Denominators of ``result.scores``, or of some of its rows (a system, a tier, a page).

    Parameters
    ----------
    scores
        Score table; the counts may be null (profile ``paper``, stored units).
    """
    status = scores["status"]

    def total(name: str) -> int:
        return int(scores[name].sum() or 0) if name in scores.columns else 0

    def mean(name: str) -> float | None:
        value: Any = scores[name].mean() if name in scores.columns else None
        return value

    return Denominators(
        scores.height,
        int(scores["risk_total"].null_count()),
        int(status.is_in(SILENT).sum()),
        Share(total("n_matched_findings"), total("n_ref_findings")),
        Share(total("n_matched_findings"), total("n_cand_findings")),
        Share(total("n_addressed_denials"), total("n_ref_denials")),
        mean("unread_share_reference"),
        mean("unread_share_candidate"),
    )


def denominators_by_tier(couples: pl.DataFrame, weights: Mapping[str, float]) -> pl.DataFrame:
    """Recall and precision of findings by the tier of the finding.

    Parameters
    ----------
    couples
        ``result.couples``.
    weights
        ``result.tier_weights``: every tier has its row, the weightiest first.

    Returns
    -------
    ``tier, n_ref_findings, n_recalled, finding_recall, n_cand_findings, n_confirmed, finding_precision``; a finding
    counts once, in its own tier.
    """
    matched = (pl.col("ref_kind") == "finding") & (pl.col("cand_kind") == "finding")
    tiers = pl.DataFrame({"tier": sorted(weights, key=lambda tier: -weights[tier])}, schema={"tier": pl.String})
    for side, of, part, share in (
        ("ref", "n_ref_findings", "n_recalled", "finding_recall"),
        ("cand", "n_cand_findings", "n_confirmed", "finding_precision"),
    ):
        mine = couples.filter(pl.col(f"{side}_kind") == "finding")
        counts = mine.group_by(pl.col(f"{side}_tier").alias("tier"), maintain_order=True).agg(
            pl.len().cast(pl.Int64).alias(of), matched.fill_null(False).sum().cast(pl.Int64).alias(part)
        )
        tiers = tiers.join(counts, on="tier", how="left", maintain_order="left").with_columns(
            pl.col(of, part).fill_null(0), (pl.col(part) / pl.col(of)).alias(share)
        )
    return tiers

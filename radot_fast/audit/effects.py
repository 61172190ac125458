"""How much of a risk each discrepancy is behind: the account of the risk, shared out among what is wrong.

See method §10.8. A feature of ``extended`` sums over the findings that are alone or told differently. Its contribution
to a risk is shared out among the discrepancies that it sums over, in proportion to what they put into it. So the
effects of a pair and what is left over add up to the risk less its intercept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from radot_fast.audit.mismatches import errors_of_mismatches
from radot_fast.extended.discrepancy_table import MENTION, SHOWN_OF_CHANGES
from radot_fast.readout.model import INTERCEPT

ALONE = {"omission": "omitted", "false_finding": "added"}
"""Discrepancies of a finding that one report lacks, and how the features begin that sum over them."""
OF_MENTIONS = {"omission": "names_omitted", "false_finding": "repeated_added"}
"""Features of names that are lost and of statements that are repeated while their finding stays."""
LACKS = {shown: category for category, shown in SHOWN_OF_CHANGES.items()}
"""Categories by which a change of all is shown that one report lacks."""


def effects_of(
    discrepancies: Sequence[Mapping[str, Any]],
    edges: Sequence[Mapping[str, Any]],
    contributions: Mapping[str, float],
    tier_weights: Mapping[str, float],
) -> tuple[list[float], float]:
    """Share of one risk that each discrepancy of a pair is behind.

    Parameters
    ----------
    discrepancies
        Rows of the discrepancy table of one pair.
    edges
        Rows of its plan.
    contributions
        Contribution of each feature to the risk, the intercept left out or not.
    tier_weights
        Share of an error on a finding of each tier that counts as significant.

    Returns
    -------
    Effects, one a discrepancy, and what no discrepancy is behind. Their sum is the risk less its intercept.
    """
    effects, left = [0.0] * len(discrepancies), 0.0
    opposed, mismatches = opposed_statements(edges), [0.0] * len(discrepancies)
    if any(feature.startswith("mismatch_") for feature in contributions):
        # Under ``paper`` the edges are of another plan, which may leave statements out.
        mismatches = errors_of_mismatches(discrepancies, edges)
    for feature, contribution in contributions.items():
        if feature == INTERCEPT:
            continue
        shares = [
            _share(feature, row, mismatch, opposed) for row, mismatch in zip(discrepancies, mismatches, strict=True)
        ]
        weights = [_weight(feature, tier_weights[row["significance"]]) for row in discrepancies]
        if any(share and weight for share, weight in zip(shares, weights, strict=True)):
            # Else all are on findings of the gravest tier, and mild: these count as insignificant in part.
            shares = [share * weight for share, weight in zip(shares, weights, strict=True)]
        whole = sum(shares)
        if whole <= 0.0:
            left += contribution
            continue
        for k, share in enumerate(shares):
            effects[k] += contribution * share / whole
    return effects, left


def _weight(feature: str, significant: float) -> float:
    """Share of an error on a tier of which ``significant`` is significant that counts for a feature."""
    tier = feature.rpartition("_")[2]
    return {"significant": significant, "insignificant": 1.0 - significant}.get(tier, 1.0)


def _share(feature: str, row: Mapping[str, Any], mismatch: float, opposed: set[tuple[str, int]]) -> float:
    """Amount that a discrepancy adds to a feature, whatever its tier, up to a factor common to the pair.

    Parameters
    ----------
    mismatch
        Errors that it puts into the cost of its couple.
    opposed
        Statements that the other report denies: (``"ref"`` or ``"cand"``, unit number).
    """
    category, magnitude = row["category"], row["magnitude"]
    if row["ref_unit"] is None or row["cand_unit"] is None:
        category = LACKS.get(category, category)
    kind, _, tier = feature.partition("_")
    if category in ALONE and magnitude == MENTION:
        return float(feature == OF_MENTIONS[category])
    if tier in ("significant", "insignificant"):
        return mismatch if kind == "mismatch" else float(magnitude) if ALONE.get(category) == kind else 0.0
    if feature in ("denied_by_candidate", "denied_by_name"):
        return float(category == "contradiction" or (category == "omission" and ("ref", row["ref_unit"]) in opposed))
    denied = category == "false_finding" and ("cand", row["cand_unit"]) in opposed
    return float(feature == "denied_by_reference" and (category == "contradiction" or denied))


def opposed_statements(edges: Sequence[Mapping[str, Any]]) -> set[tuple[str, int]]:
    """Statements that are coupled with a denial of them, by side and unit number."""
    statements: set[tuple[str, int]] = set()
    for edge in edges:
        if edge["polarity_cost"] and edge["ref_unit"] is not None and edge["cand_unit"] is not None:
            statements |= {("ref", edge["ref_unit"]), ("cand", edge["cand_unit"])}
    return statements

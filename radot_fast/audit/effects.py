"""How much of a risk each discrepancy is behind: the account of the risk, shared out among what is wrong.

See method §10.8. A feature of ``extended`` sums over the findings that are alone or told differently. Its contribution
to a risk is shared out among the discrepancies that it sums over, in proportion to what they put into it. So the
effects of a pair and what is left over add up to the risk less its intercept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from radot_fast.extended.discrepancy_table import MENTION, SHOWN_OF_CHANGES
from radot_fast.readout.model import INTERCEPT

ALONE = {"omission": "omitted", "false_finding": "added"}
"""Discrepancies of a finding that one report lacks; every other kind is of findings that are ``told differently``."""
LACKS = {shown: category for category, shown in SHOWN_OF_CHANGES.items()}
"""Categories by which a change of all is shown that one report lacks."""


def effects_of(
    discrepancies: Sequence[Mapping[str, Any]],
    opposed: set[tuple[str, int]],
    contributions: Mapping[str, float],
    tier_weights: Mapping[str, float],
) -> tuple[list[float], float]:
    """Share of one risk that each discrepancy of a pair is behind.

    Parameters
    ----------
    discrepancies
        Rows of the discrepancy table of one pair.
    opposed
        Statements that the other report denies: (``"ref"`` or ``"cand"``, unit number).
    contributions
        Contribution of each feature to the risk, the intercept left out or not.
    tier_weights
        Share of an error on a finding of each tier that counts as significant.

    Returns
    -------
    Effects, one a discrepancy, and what no discrepancy is behind. Their sum is the risk less its intercept.
    """
    effects, left = [0.0] * len(discrepancies), 0.0
    for feature, contribution in contributions.items():
        if feature == INTERCEPT:
            continue
        shares = [_share(feature, row, opposed, tier_weights[row["significance"]]) for row in discrepancies]
        whole = sum(shares)
        if whole <= 0.0:
            left += contribution
            continue
        for k, share in enumerate(shares):
            effects[k] += contribution * share / whole
    return effects, left


def _share(feature: str, row: Mapping[str, Any], opposed: set[tuple[str, int]], weight: float) -> float:
    """Amount that a discrepancy adds to a feature, up to a factor common to the pair."""
    category, magnitude = row["category"], row["magnitude"]
    if row["ref_unit"] is None or row["cand_unit"] is None:
        category = LACKS.get(category, category)
    kind, _, tier = feature.partition("_")
    if tier in ("significant", "insignificant"):
        told_differently = category not in ALONE and category != "contradiction"
        mine = ALONE.get(category) == kind or (kind == "mismatch" and told_differently)
        return magnitude * (weight if tier == "significant" else 1.0 - weight) if mine else 0.0
    if feature in ("denied_by_candidate", "denied_by_name"):
        return float(category == "contradiction" or (category == "omission" and ("ref", row["ref_unit"]) in opposed))
    if feature == "denied_by_reference":
        return float(
            category == "contradiction" or (category == "false_finding" and ("cand", row["cand_unit"]) in opposed)
        )
    if feature == "names_omitted":
        return float(category == "omission" and row["cand_unit"] is None and magnitude == MENTION)
    return float(category == "false_finding") if feature == "repeated_added" else 0.0


def opposed_statements(edges: Sequence[Mapping[str, Any]]) -> set[tuple[str, int]]:
    """Statements that are coupled with a denial of them, by side and unit number."""
    statements: set[tuple[str, int]] = set()
    for edge in edges:
        if edge["polarity_cost"] and edge["ref_unit"] is not None and edge["cand_unit"] is not None:
            statements |= {("ref", edge["ref_unit"]), ("cand", edge["cand_unit"])}
    return statements

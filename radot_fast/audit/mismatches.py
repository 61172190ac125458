"""What each disagreement of two coupled findings puts into the cost of their couple (method §10.8)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log1p, prod
from typing import Any, NamedTuple

from radot_fast.arrays import ROLES

CHANNELS: Mapping[str, tuple[str, ...]] = {
    "naming": ("finding",),
    "location": ("anatomy",),
    "severity": ("severity",),
    "measurement": ("modifier",),
    "device": ("finding", "anatomy", "severity"),
    "omitted_comparison": ("comparison",),
    "unsupported_comparison": ("comparison",),
    "omitted_uncertainty": ("uncertainty",),
    "unsupported_uncertainty": ("uncertainty",),
}
"""Channels of the costs behind a category of discrepancies."""
KINDS = "modifier"
"""Channel of sizes and of kinds."""
SHOWN_AS_KINDS = frozenset(("naming", "location", "severity", "device"))
"""Categories that kinds are shown under: acute against old, more on the left, loculated."""
PLACES = "anatomy"
"""Channel that further ribs and vertebrae that are wrong are added to."""
PARTS = tuple(dict.fromkeys(channel for of in CHANNELS.values() for channel in of))
LEAST = 1e-12
"""Costs of a couple that are no nearer to 1 than that, as the share of one that is 1 would be infinite."""


class _Couple(NamedTuple):
    """Costs of a couple of findings; couples with the same costs are told apart by nothing, and counted."""

    cost: float
    """In errors, ≥ 0."""
    parts: tuple[float, ...]
    """Costs by channel, in the order of ``PARTS``, in [0, 1]."""


def errors_of_mismatches(discrepancies: Sequence[Mapping[str, Any]], edges: Sequence[Mapping[str, Any]]) -> list[float]:
    """Errors that each discrepancy of two coupled findings puts into the cost of their couple.

    A couple costs γ = 1 − Π(1 − part) (method §10.5), so each part has the share −log(1 − part) of it; what further
    levels cost is one of place. Discrepancies of the same part have shares by their magnitudes.

    Parameters
    ----------
    discrepancies
        Rows of the discrepancy table of one pair.
    edges
        Rows of its plan.

    Returns
    -------
    Errors, ≥ 0, one a discrepancy: 0 for those of findings that are alone, and for contradictions. They add up to the
    costs of the couples that have discrepancies.
    """
    couple_of = {(side, edge[f"{side}_unit"]): _couple(edge) for edge in edges for side in ROLES}
    masses: Counter[_Couple] = Counter()
    for edge in edges:
        masses[_couple(edge)] += edge["mass"]
    told: dict[_Couple, list[int]] = defaultdict(list)
    for k, row in enumerate(discrepancies):
        if row["category"] in CHANNELS and row["ref_unit"] is not None and row["cand_unit"] is not None:
            # A doubt may be shown at the other report's statement of another finding, which is in another couple.
            both = couple_of["ref", row["ref_unit"]], couple_of["cand", row["cand_unit"]]
            told[max(both, key=lambda couple: _tells(couple, row["category"]))].append(k)
    errors = [0.0] * len(discrepancies)
    for couple, numbers in told.items():
        for k, share in zip(numbers, _shares(couple, [discrepancies[k] for k in numbers]), strict=True):
            errors[k] = masses[couple] * couple.cost * share
    return errors


def _couple(edge: Mapping[str, Any]) -> _Couple:
    """Costs of the couple that a row of the plan is of: it has as many rows as its findings have statements."""
    return _Couple(edge["mw_risk"] / edge["mass"], tuple(edge[f"{channel}_cost"] for channel in PARTS))


def _tells(couple: _Couple, category: str) -> bool:
    """Whether a couple costs something by a channel of a category."""
    return any(part for part, channel in zip(couple.parts, PARTS, strict=True) if channel in CHANNELS[category])


def _shares(couple: _Couple, rows: Sequence[Mapping[str, Any]]) -> list[float]:
    """Shares of the discrepancies of a couple in its cost: they add up to 1, or are 0 where no part has one."""
    shares = [0.0] * len(rows)
    for channel, amount in _amounts(couple).items():
        tells = [
            row["magnitude"] if is_of else 0.0 for row, is_of in zip(rows, _tell(couple, rows, channel), strict=True)
        ]
        if whole := sum(tells):
            shares = [share + amount * tell / whole for share, tell in zip(shares, tells, strict=True)]
    whole = sum(shares)
    return [share / whole for share in shares] if whole else shares


def _amounts(couple: _Couple) -> dict[str, float]:
    """What each channel puts into the cost of a couple, up to a factor."""
    costs = dict(zip(PARTS, couple.parts, strict=True))
    amounts = {channel: -log1p(-min(cost, 1.0 - LEAST)) for channel, cost in costs.items() if cost > 0.0}
    gamma = 1.0 - prod(1.0 - cost for cost in couple.parts)
    if PLACES in amounts and couple.cost > gamma:
        amounts[PLACES] += (couple.cost - gamma) * sum(amounts.values()) / gamma
    return amounts


def _tell(couple: _Couple, rows: Sequence[Mapping[str, Any]], channel: str) -> list[bool]:
    """Which discrepancies of a couple tell of a channel; of kinds, those that tell of nothing else if some do."""
    of_it = [channel in CHANNELS[row["category"]] for row in rows]
    if channel != KINDS:
        return of_it
    alone = [one or not _tells(couple, row["category"]) for one, row in zip(of_it, rows, strict=True)]
    return alone if any(alone) else [row["category"] in SHOWN_AS_KINDS for row in rows]

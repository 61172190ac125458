"""The rows of the plans in words: what a finding or denial of the reference became in the candidate.

It is what confusions are counted from, and findings by tier.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import ROLES
from radot_fast.corpus.encoding import SEVERITY_SCALE
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.nodes import Nodes
from radot_fast.extended.plans import Plans
from radot_fast.kernels.extended.couples import DENIAL, FINDING, SCALE
from radot_fast.units.schema import CLOSED_LISTS, SIDES

KINDS = ("finding", "denial")
ATTRIBUTES = ("finding", "side", "severity", "certainty", "comparison")
SCHEMA = pl.Schema(
    {
        "pair_id": pl.String(),
        **{
            f"{side}_{name}": dtype
            for side in ROLES
            for name, dtype in (
                ("node", pl.Int64()),
                ("kind", pl.Enum(KINDS)),
                *((c, pl.String()) for c in ATTRIBUTES),
                ("tier", pl.String()),
                ("regions", pl.Int64()),
                ("start", pl.Int64()),
            )
        },
        "distance": pl.Float64(),
        "risk": pl.Float64(),
        "significance": pl.Float64(),
        "row": pl.Int64(),
    }
)
"""Columns of the table.

One row a couple of the plan, or a finding or denial that stays alone (the other side null); remarks have none.
``node`` numbers the findings and denials of the batch; ``side`` is left, right, bilateral or unstated, ``regions`` the
places as bits; ``severity`` the nearest word of the scale, or of a device whether it is in place; ``tier`` that of the
finding; ``start`` the first character of its first mention. ``distance`` of two labels, in [0, 2], null where one side
is. ``risk`` is what the row costs in errors, ``significance`` the share of them that counts as significant, in [0, 1].
"""

OWN_SCHEMA = pl.Schema({"pair": pl.Int64(), **{c: d for c, d in SCHEMA.items() if c not in ("pair_id", "row")}})
"""The same before the pairs have their names: ``pair`` is a position."""

UNSTATED = "unstated"
SIDE_WORDS = (UNSTATED, *SIDES)
CERTAINTY_WORDS = CLOSED_LISTS["uncertainty"]


def couple_table(nodes: Nodes, plans: Plans, units: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """Rows of the plans in words; the columns of ``OWN_SCHEMA``.

    Parameters
    ----------
    nodes
        Nodes of the reports, encoded from ``units``.
    plans
        Plans over them.
    units
        Unit rows that ``nodes.mention`` numbers.
    knowledge
        Tiers of findings.
    """
    is_shown = [(node >= 0) & (nodes.kind[node] <= DENIAL) for node in (plans.ref, plans.cand)]
    rows = np.flatnonzero(is_shown[0] | is_shown[1])
    words = _words(nodes, units, knowledge)
    table = pl.DataFrame({"pair": plans.pair[rows]})
    for side, node in zip(ROLES, (plans.ref, plans.cand), strict=True):
        at = pl.select(pl.when(pl.Series(node[rows] >= 0)).then(pl.Series(np.maximum(node[rows], 0)))).to_series()
        table = table.hstack(words.select(pl.all().gather(at).name.prefix(f"{side}_")).get_columns())
    both = plans.couples[rows]
    distance = np.full(len(rows), np.nan)
    a, b = plans.ref[rows][both], plans.cand[rows][both]
    distance[both] = nodes.distance[nodes.label[a], nodes.label[b]]
    risk = np.where(plans.couples, plans.cost, 0.0) + plans.ref_weight + plans.cand_weight
    weight = [np.where(node >= 0, nodes.significance[np.maximum(node, 0)], 0.0) for node in (plans.ref, plans.cand)]
    table = table.with_columns(
        distance=pl.Series(distance).fill_nan(None),
        risk=pl.Series(risk[rows]),
        significance=pl.Series(np.maximum(*weight)[rows]),
    )
    return table.select(pl.col(c).cast(d) for c, d in OWN_SCHEMA.items())


def _words(nodes: Nodes, units: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """Every node in words: the columns of one side of the table."""
    first = nodes.mention[nodes.mention_start[:-1]]
    named = units[first].select(pl.col("canonical_finding").alias("finding"), "device")
    device = named["device"].is_not_null().to_numpy()
    is_finding = nodes.kind == FINDING
    comparison = np.where(is_finding, _first_bit(nodes.changes), 0)
    comparison_words = (UNSTATED, *CLOSED_LISTS["comparison"][1:], "stable", UNSTATED)  # what persists, is raised
    certainty = np.round(nodes.certainty).astype(np.int64)
    return pl.DataFrame(
        {
            "node": np.arange(len(nodes.kind)),
            "kind": _words_of(np.minimum(nodes.kind, DENIAL), KINDS),
            "finding": named.select(pl.coalesce("device", "finding")).to_series(),
            "side": _words_of(nodes.sides, SIDE_WORDS),
            "severity": _severity_words(_mean_degree(nodes.degrees), device & is_finding),
            "certainty": _words_of(certainty, CERTAINTY_WORDS),
            "comparison": _words_of(comparison, comparison_words),
            "tier": _tiers(named, knowledge),
            "regions": nodes.regions,
            "start": units[first]["span_start"],
        }
    )


def _first_bit(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Lowest bit of each set; 0 where it is empty."""
    return np.log2(np.maximum(codes & -codes, 1)).astype(np.int64)


def _mean_degree(degrees: NDArray[np.int64]) -> NDArray[np.float64]:
    """Mean of the severities that each node states; −1 where it states none."""
    stated = (degrees[:, None] >> np.arange(len(SCALE))) & 1
    times = stated.sum(axis=1)
    return np.where(times > 0, stated @ np.array(SCALE) / np.maximum(times, 1), -1.0)


def _words_of(codes: NDArray[np.int64], words: tuple[str, ...]) -> pl.Series:
    """A word a code."""
    return pl.Series(words, dtype=pl.String).gather(pl.Series(codes, dtype=pl.Int64))


def _severity_words(severity: NDArray[np.float64], device: NDArray[np.bool_]) -> pl.Series:
    """Nearest word of the scale of method §3; of a device that lies well or badly."""
    words = ("mild", "moderate", "severe")
    steps = np.array([SEVERITY_SCALE[word] for word in words])
    nearest = np.abs(severity[:, None] - steps).argmin(axis=1) + 1
    code = np.where(severity < 0, 0, np.where(device, np.where(severity > 0, 5, 4), nearest))
    return _words_of(code, (UNSTATED, *words, "in place", "misplaced"))


def _tiers(named: pl.DataFrame, knowledge: Knowledge) -> pl.Series:
    """Tier of each finding by its label."""
    distinct = named.unique()
    tiers = [knowledge.tier(f, d) for f, d in distinct.select("finding", "device").iter_rows()]
    known = distinct.with_columns(tier=pl.Series(tiers, dtype=pl.String))
    return named.join(known, on=["finding", "device"], how="left", nulls_equal=True, maintain_order="left")["tier"]

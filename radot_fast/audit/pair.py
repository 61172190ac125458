"""Everything there is to say about one pair, gathered from a ``Result``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from radot_fast.arrays import CHANNELS, ROLES
from radot_fast.audit.effects import effects_of
from radot_fast.config import TARGETS
from radot_fast.errors import InputError
from radot_fast.extraction.llm_units import CONFLICT
from radot_fast.readout.model import INTERCEPT

if TYPE_CHECKING:
    from radot_fast.extraction.coverage import SetAside
    from radot_fast.result.result import Result

MENTIONED_COST = 0.3
"""A cost below this is not worth a word: one word in five differs, or one severity step is not reached."""


@dataclass(frozen=True)
class PairAudit:
    """One scored pair.

    Attributes
    ----------
    score
        Its row of ``result.scores``.
    reference, candidate
        The two reports, raw; None where only their units are stored.
    set_aside
        Sentences of the reference and of the candidate that a heading keeps from being read.
    discrepancies
        What is wrong where, the weightiest first: magnitude times the weight of the finding's tier.
    edges
        The rows of its plan, the heaviest risk first, with ``ref_reading`` and ``cand_reading``: how each unit was read
        (its finding, and its polarity unless that is ``present``).
    contributions
        Its contributions (every target in the order of ``TARGETS``), the largest first, the intercept last.
    effects
        For each target, how much of the risk each discrepancy is behind (see ``effects_of``); none under a method whose
        risks do not rest on them.
    """

    score: dict[str, Any]
    reference: str | None
    candidate: str | None
    set_aside: tuple[list[SetAside], list[SetAside]]
    discrepancies: pl.DataFrame
    edges: pl.DataFrame
    contributions: pl.DataFrame
    effects: dict[str, list[float]]


def audit_pair(result: Result, index: int) -> PairAudit:
    """Gather the audit of one pair.

    Parameters
    ----------
    result
        Scored pairs.
    index
        0-based position in ``result.scores``.
    """
    score = result.scores.row(index, named=True)
    reference, candidate = result.texts_of(index) or (None, None)
    here = pl.col("row") == score["row"]
    edges = sorted_edges(result).filter(here)
    for side, units in zip(ROLES, result.units_of(index), strict=True):
        edges = edges.join(readings(units, side), on=f"{side}_unit", how="left", maintain_order="left")
    discrepancies, contributions = (f(result).filter(here) for f in (sorted_discrepancies, sorted_contributions))
    return PairAudit(
        score=score,
        reference=reference,
        candidate=candidate,
        set_aside=result.set_aside_of(index),
        discrepancies=discrepancies,
        edges=edges,
        contributions=contributions,
        effects=effects_by_target(
            discrepancies.to_dicts(), edges.to_dicts(), contributions.to_dicts(), result.tier_weights
        ),
    )


def sorted_edges(result: Result) -> pl.DataFrame:
    """Rows of the plans, the heaviest risk of a pair first."""
    return result.edges.sort("row", "mw_risk", descending=[False, True], maintain_order=True)


def sorted_discrepancies(result: Result) -> pl.DataFrame:
    """Discrepancies, the weightiest of a pair first: magnitude times the weight of the finding's tier."""
    tier = pl.col("significance").replace_strict(dict(result.tier_weights), return_dtype=pl.Float64)
    weight = pl.col("magnitude") * tier
    return result.discrepancies.sort("row", weight, descending=[False, True], maintain_order=True)


def sorted_contributions(result: Result) -> pl.DataFrame:
    """Contributions by pair and target, the largest first, the intercept last."""
    last = pl.col("feature") == INTERCEPT
    order = pl.col("target").replace_strict({t: k for k, t in enumerate(TARGETS)}, return_dtype=pl.Int8)
    falling = [False, False, False, True]
    return result.contributions.sort("row", order, last, "contribution", descending=falling, maintain_order=True)


def effects_by_target(
    discrepancies: list[dict[str, Any]],
    edges: list[dict[str, Any]],
    contributions: list[dict[str, Any]],
    tier_weights: Mapping[str, float],
) -> dict[str, list[float]]:
    """Share of each risk that each discrepancy of the pair explains; empty if no discrepancy explains any risk."""
    out = {}
    for target in dict.fromkeys(row["target"] for row in contributions):
        terms = {row["feature"]: row["contribution"] for row in contributions if row["target"] == target}
        out[target], _ = effects_of(discrepancies, edges, terms, tier_weights)
    return out if any(any(values) for values in out.values()) else {}


def readings(units: pl.DataFrame, side: str) -> pl.DataFrame:
    """Reading of each unit in words: label, polarity, a model's own words; by unit number."""
    finding = pl.coalesce("device", "canonical_finding", pl.lit("no label")).str.replace_all("_", " ")
    polarity = pl.when(pl.col("polarity") != "present").then(pl.col("polarity"))
    reading = pl.concat_str(finding, polarity, _model_words(units), separator=", ", ignore_nulls=True)
    return units.select(pl.col("unit_index").alias(f"{side}_unit"), reading.alias(f"{side}_reading"))


def _model_words(units: pl.DataFrame) -> pl.Expr:
    """A language model's own words for a unit, and the rule that settled a contradiction; null for other units."""
    if "repairs" not in units.columns:
        return pl.lit(None, dtype=pl.String)
    words = pl.format(
        "the model: {}, {}",
        pl.coalesce("model_finding", "model_device", pl.lit("no name")),
        pl.col("model_polarity").fill_null("no polarity"),
    )
    rules = pl.col("repairs").list.filter(pl.element().is_in(list(CONFLICT))).list.join(", ")
    settled = pl.when(pl.col("conflict").is_not_null()).then(pl.format("settled by {}", rules))
    told = pl.concat_str(words, settled, separator="; ", ignore_nulls=True)
    return pl.when(pl.col("repairs").is_not_null()).then(told)


def find_pair(pairs: pl.DataFrame, pair_id: str) -> int:
    """Row of the first pair with this id.

    Raises
    ------
    InputError
        No pair has it.
    """
    rows = pairs.select(pl.arg_where(pl.col("pair_id") == pair_id)).to_series()
    if len(rows) == 0:
        words = [p for p in pairs["pair_id"].head(3) if re.fullmatch(r"[\w.:/-]{1,40}", p)]  # no report is one word
        some = f" (such as {', '.join(words)})" if words else ""
        raise InputError(f"pair {pair_id!r} is not among the {pairs.height} pairs{some}")
    return int(rows[0])


def errors_in_words(score: dict[str, Any], target: str) -> str:
    """Expected errors of a target with their 90% interval: ``about 1.5 errors, 0.2 to 3.0``; empty without them.

    A candidate of which nothing was read has no count: ``not read, so not counted``.
    """
    expected, low, high = (score.get(f"expected_{target}{end}") for end in ("", "_low", "_high"))
    if expected is None:
        unread = score["status"] == "unread_candidate" and f"expected_{target}" in score
        return "not read, so not counted" if unread else ""
    interval = "" if low is None or high is None else f", {low:.1f} to {high:.1f}"
    return f"about {expected:.1f} errors{interval}"


def missing_side(edge: dict[str, Any]) -> str:
    """Words to print where an edge has no unit on one side."""
    return "(empty report)" if edge["matched"] is None else "(no counterpart)"


def nothing_differs(edge: dict[str, Any]) -> str:
    """Words to print where an edge has no difference worth naming."""
    has_both = edge["ref_span"] is not None and edge["cand_span"] is not None
    return "nothing of note" if has_both or edge["matched"] is None else "stays alone"


def differences(edge: dict[str, Any]) -> list[tuple[str, float]]:
    """Channels in which an edge's units differ, the largest cost first."""
    costs = [(c, float(edge[f"{c}_cost"])) for c in CHANNELS]
    return sorted([(c, v) for c, v in costs if v >= MENTIONED_COST], key=lambda x: -x[1])

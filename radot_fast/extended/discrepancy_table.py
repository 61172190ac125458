"""The table of typed discrepancies: spans, offsets, sentences and a plain reason for each."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Evidence
from radot_fast.extended.discrepancies import discrepancies_of
from radot_fast.extended.evidence import MISPLACEMENT
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.matching import Matches, match_evidence
from radot_fast.extended.reasons import in_words, reason
from radot_fast.extended.statements import Table, differing, statement_table

SIDES = ("ref", "cand")
SCHEMA = pl.Schema(
    {
        "pair_id": pl.String(),
        "category": pl.String(),
        "finding": pl.String(),
        "magnitude": pl.Float64(),
        "ref_unit": pl.Int64(),
        "cand_unit": pl.Int64(),
        **{
            f"{s}_{c}": d for s in SIDES for c, d in (("span", pl.String()), ("start", pl.Int64()), ("end", pl.Int64()))
        },
        "reason": pl.String(),
        "significance": pl.String(),
        "sentence": pl.String(),
        "row": pl.Int64(),
    }
)
"""Columns of a discrepancy table.

``magnitude`` is a share of one error, in (0, 1]; the spans are those of the statements that disagree, or of the first
statement of a finding that one report lacks, null on the other side; ``significance`` is the tier of the finding;
``sentence`` is the candidate's, or the reference's for an omission, null for stored units.
"""

SIDE_WORDS = {1: "left", 2: "right", 3: "bilateral"}
FOUND = pl.Schema(
    {"match": pl.Int64(), "category": pl.String(), "magnitude": pl.Float64(), "ref": pl.Int64(), "cand": pl.Int64()}
)
_BEFORE = r"((?:[^.!?\n]|\.\d)*)$"
_AFTER = r"^((?:[^.!?\n]|\.\d)*[.!?]?)"


def discrepancy_table(
    evidence: Evidence,
    pairs: NDArray[np.int64],
    units: pl.DataFrame,
    knowledge: Knowledge,
    texts: pl.Series | None = None,
) -> pl.DataFrame:
    """Typed discrepancies of pairs.

    Parameters
    ----------
    evidence
        Evidence of the reports, encoded from ``units``.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    units
        Unit rows that ``evidence.first_unit`` numbers.
    knowledge
        Significance, relations, costs.
    texts
        The reports, for the sentences; None where only units are stored.

    Returns
    -------
    Table with ``pair`` (row of ``pairs``) and the columns of ``SCHEMA`` without ``pair_id`` and ``row``; by pair,
    the reference's findings first.
    """
    matches = match_evidence(evidence, pairs, knowledge.costs)
    said = statement_table(evidence, units, knowledge)
    found = _shown(discrepancies_of(evidence, matches, knowledge), matches, evidence, said, knowledge)
    match = found["match"].to_numpy()
    sides = [
        _of_side(found, evidence, said, units, side, items)
        for side, items in zip(SIDES, (matches.ref, matches.cand), strict=True)
    ]
    table = pl.concat([found.select("category", "magnitude"), *sides], how="horizontal").with_columns(
        pair=pl.Series(matches.pair[match]), denied=_denied(evidence, matches, match, pairs)
    )
    labels = pl.coalesce(pl.col("cand_finding", "ref_finding"))
    device = pl.coalesce("cand_device", "ref_device")
    placed = pl.col("category").is_in(["location", "naming", "severity"]) & device.is_not_null()
    misplaced = pl.any_horizontal(pl.col(f"{side}_misplaced").fill_null(False) for side in SIDES)
    tiers = _tiers(table.select(labels.alias("finding"), device.alias("device")), knowledge)
    table = table.with_columns(
        category=pl.when(placed).then(pl.lit("device")).otherwise("category"),
        reason=reason(),
        finding=pl.when(pl.col("cand_unit").is_null()).then("ref_finding").otherwise(labels),
        significance=pl.when(misplaced).then(pl.lit(knowledge.tier(MISPLACEMENT, None))).otherwise(tiers),
        sentence=_sentences(table, pairs, texts),
    )
    return table.select("pair", *(c for c in SCHEMA.names() if c not in ("pair_id", "row")))


def _shown(found: pl.DataFrame, matches: Matches, e: Evidence, said: Table, knowledge: Knowledge) -> pl.DataFrame:
    """Disagreements that statements make, with the place of the two of each in ``evidence.statement``."""
    rows = []
    for match, category, magnitude in found.select("match", "category", "magnitude").iter_rows():
        pair = int(matches.ref[match]), int(matches.cand[match])
        if min(pair) < 0 or category == "naming":
            places = [int(e.statement_start[item]) if item >= 0 else None for item in pair]
            rows.append((match, category, magnitude, *places))
            continue
        shown = differing(said, e, pair, category, knowledge.costs)
        if shown.magnitude:
            category = _settled(category, shown.magnitude, int(said["comparison"][shown.cand]))
            rows.append((match, category, abs(shown.magnitude), shown.ref, shown.cand))
    return pl.DataFrame(rows, schema=FOUND, orient="row")


def _settled(category: str, magnitude: float, comparison: int) -> str:
    """Category by what the two statements say: whose doubt it is, and whether the candidate makes a comparison."""
    if category.endswith("uncertainty"):
        return "unsupported_uncertainty" if magnitude > 0 else "omitted_uncertainty"
    if category.endswith("comparison"):
        return "unsupported_comparison" if comparison else "omitted_comparison"
    return category


def _of_side(
    found: pl.DataFrame, e: Evidence, said: Table, units: pl.DataFrame, side: str, items: NDArray[np.int64]
) -> pl.DataFrame:
    """Words of the statements of one side, null where there is none; the columns named by the side."""
    places = found[side].fill_null(0).to_numpy()
    rows = units[e.statement[places]] if len(e.statement) else units[[]]
    lies = said["device"][places] & (said["severity"][places] > 0)
    words = in_words(rows, said["certainty"][places], lies)
    item = items[found["match"].to_numpy()]
    word = pl.Series(e.sides[item]).replace_strict(SIDE_WORDS, default=None, return_dtype=pl.String)
    words = words.with_columns(side=word)
    there = found[side].is_not_null()
    return words.select(pl.when(there).then(pl.all()).name.prefix(f"{side}_"))


def _denied(e: Evidence, m: Matches, match: NDArray[np.int64], pairs: NDArray[np.int64]) -> pl.Series:
    """What the other report says against an unmatched finding, or nothing."""
    ref, cand, n_labels = m.ref[match], m.cand[match], len(e.distance)
    report = np.repeat(np.arange(len(e.denied_start) - 1), np.diff(e.denied_start))
    by_name = report * n_labels + e.denied
    row, label = np.nonzero(e.denies[e.denied])
    by_region = report[row] * n_labels + label
    name, region = np.zeros(len(match), bool), np.zeros(len(match), bool)
    for item, other, side in ((ref, cand, 1), (cand, ref, 0)):
        alone = np.flatnonzero(other < 0)
        keys = pairs[m.pair[match[alone]], side] * n_labels + e.label[item[alone]]
        name[alone], region[alone] = np.isin(keys, by_name), np.isin(keys, by_region)
    said = pl.when(pl.Series(name)).then(pl.lit(" says it is absent"))
    return pl.select(said.when(pl.Series(region)).then(pl.lit(" calls the region normal"))).to_series()


def _tiers(labels: pl.DataFrame, knowledge: Knowledge) -> pl.Series:
    """Tier of each finding."""
    distinct = labels.unique()
    tiers = pl.Series(
        [knowledge.tier(f, d) for f, d in distinct.select("finding", "device").iter_rows()], dtype=pl.String
    )
    known = distinct.with_columns(tier=tiers)
    return labels.join(known, on=["finding", "device"], how="left", nulls_equal=True, maintain_order="left")["tier"]


def _sentences(table: pl.DataFrame, pairs: NDArray[np.int64], texts: pl.Series | None) -> pl.Series:
    """Sentence of the candidate's span, or of the reference's where the candidate has none."""
    nothing = pl.repeat(None, table.height, dtype=pl.String, eager=True)
    if texts is None:
        return nothing
    is_cand = table["cand_start"].is_not_null()
    report = np.where(is_cand.to_numpy(), pairs[table["pair"].to_numpy(), 1], pairs[table["pair"].to_numpy(), 0])
    start = table.select(pl.coalesce("cand_start", "ref_start").alias("start"))
    rows = start.with_columns(text=texts[report])
    text, at = pl.col("text"), pl.col("start")
    before = text.str.slice(0, at).str.extract(_BEFORE)
    after = text.str.slice(at).str.extract(_AFTER)
    return rows.select((before + after).str.strip_chars()).to_series()

"""The table of typed discrepancies: spans, offsets, sentences and a plain reason for each."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Evidence
from radot_fast.extended.denials import denials_of, opposed
from radot_fast.extended.discrepancies import discrepancies_of
from radot_fast.extended.evidence import LABEL, MISPLACEMENT
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.matching import Matches, match_evidence
from radot_fast.extended.reasons import in_words, reason
from radot_fast.extended.statements import differing, statement_table

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
    denials = denials_of(units, knowledge)
    found = _shown(discrepancies_of(evidence, matches, knowledge), matches, evidence, units, knowledge)
    labelled = _findings(evidence, units)
    found = pl.concat([found, _contradictions(matches, pairs, labelled, denials, knowledge)])
    found = found.sort("match", maintain_order=True)
    match = found["match"].to_numpy()
    sides = [_of_side(found, evidence, units, side, matches, knowledge) for side in SIDES]
    table = pl.concat([found.select("category", "magnitude"), *sides], how="horizontal").with_columns(
        pair=pl.Series(matches.pair[match]),
        denied=_denied(found, matches, pairs, labelled, denials, knowledge),
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


def _shown(
    found: pl.DataFrame, matches: Matches, e: Evidence, units: pl.DataFrame, knowledge: Knowledge
) -> pl.DataFrame:
    """Disagreements that statements make, with the unit rows of the two of each (``FOUND``)."""
    said, rows = statement_table(e, units, knowledge), []
    for match, category, magnitude in found.select("match", "category", "magnitude").iter_rows():
        pair = int(matches.ref[match]), int(matches.cand[match])
        if min(pair) < 0 or category == "naming":
            rows.append((match, category, magnitude, *(int(e.first_unit[k]) if k >= 0 else None for k in pair)))
            continue
        shown = differing(said, e, pair, category, knowledge.costs)
        if shown.magnitude:
            category = _settled(category, shown.magnitude, int(said["comparison"][shown.cand]))
            units_shown = int(e.statement[shown.ref]), int(e.statement[shown.cand])
            rows.append((match, category, abs(shown.magnitude), *units_shown))
    return pl.DataFrame(rows, schema=FOUND, orient="row")


def _settled(category: str, magnitude: float, comparison: int) -> str:
    """Category by what the two statements say: whose doubt it is, and whether the candidate makes a comparison."""
    if category.endswith("uncertainty"):
        return "unsupported_uncertainty" if magnitude > 0 else "omitted_uncertainty"
    if category.endswith("comparison"):
        return "unsupported_comparison" if comparison else "omitted_comparison"
    return category


def _findings(e: Evidence, units: pl.DataFrame) -> pl.DataFrame:
    """Label and sides of each item of evidence, and the unit row of its first statement."""
    labels = units[e.first_unit].select(LABEL)
    return labels.with_columns(sides=pl.Series(e.sides), unit=pl.Series(e.first_unit))


def _contradictions(
    m: Matches, pairs: NDArray[np.int64], labelled: pl.DataFrame, denials: pl.DataFrame, knowledge: Knowledge
) -> pl.DataFrame:
    """Matched findings of one name that the candidate denies too and the reference does not (``FOUND``)."""
    both = np.flatnonzero((m.ref >= 0) & (m.cand >= 0))
    theirs, ours = labelled[m.ref[both]], labelled[m.cand[both]]
    alike = [theirs[c].eq_missing(ours[c]) for c in LABEL]
    said = [
        opposed(side.with_columns(key=pl.Series(both), report=pl.Series(pairs[m.pair[both], k])), denials, knowledge)
        for k, side in enumerate((theirs, ours))
    ]
    rows = theirs.select(match=pl.Series(both), ref="unit").filter(alike[0] & alike[1])
    rows = rows.join(said[1].filter("named"), left_on="match", right_on="key", maintain_order="left")
    rows = rows.join(said[0], left_on="match", right_on="key", how="anti", maintain_order="left")
    found = rows.with_columns(category=pl.lit("contradiction"), magnitude=pl.lit(1.0), cand="denial")
    return found.select(pl.col(c).cast(d) for c, d in FOUND.items())


def _of_side(
    found: pl.DataFrame, e: Evidence, units: pl.DataFrame, side: str, matches: Matches, knowledge: Knowledge
) -> pl.DataFrame:
    """Words of the statements of one side, null where there is none; the columns named by the side."""
    words = in_words(units[found[side].fill_null(0)] if units.height else units, knowledge)
    item = getattr(matches, side)[found["match"].to_numpy()]
    word = pl.Series(e.sides[item]).replace_strict(SIDE_WORDS, default=None, return_dtype=pl.String)
    there = found[side].is_not_null()
    return words.with_columns(side=word).select(pl.when(there).then(pl.all()).name.prefix(f"{side}_"))


def _denied(
    found: pl.DataFrame,
    m: Matches,
    pairs: NDArray[np.int64],
    labelled: pl.DataFrame,
    denials: pl.DataFrame,
    knowledge: Knowledge,
) -> pl.Series:
    """What the other report says against an unmatched finding, or nothing."""
    match = found["match"].to_numpy()
    item, other = np.maximum(m.ref, m.cand)[match], np.where(m.ref[match] >= 0, 1, 0)
    alone = np.flatnonzero((m.ref[match] < 0) | (m.cand[match] < 0))
    findings = labelled[item[alone]].with_columns(
        key=pl.Series(alone), report=pl.Series(pairs[m.pair[match], other][alone])
    )
    said = opposed(findings, denials, knowledge)
    words = pl.when("named").then(pl.lit(" says it is absent")).otherwise(pl.lit(" calls the region normal"))
    rows = pl.DataFrame({"key": np.arange(len(match))}).join(
        said.select("key", words=words), on="key", how="left", maintain_order="left"
    )
    return rows["words"]


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

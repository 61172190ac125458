"""The table of typed discrepancies: spans, offsets, sentences and a plain reason for each (method §10.8)."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import ROLES
from radot_fast.extended.contradictions import contradictions, denied
from radot_fast.extended.discrepancies import KINDS, discrepancies_of
from radot_fast.extended.discrepancy_reasons import in_words, reason, with_kinds_apart
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.mentions import read_mentions
from radot_fast.extended.nodes import CHANGE, MISPLACEMENT, Nodes
from radot_fast.extended.plans import Plans, other_levels
from radot_fast.extended.statement_differences import Table, differing, lost_name, named_apart, statement_table
from radot_fast.kernels.extended.couples import SIDE

SCHEMA = pl.Schema(
    {
        "pair_id": pl.String(),
        "category": pl.String(),
        "finding": pl.String(),
        "magnitude": pl.Float64(),
        "ref_unit": pl.Int64(),
        "cand_unit": pl.Int64(),
        **{
            f"{s}_{c}": d for s in ROLES for c, d in (("span", pl.String()), ("start", pl.Int64()), ("end", pl.Int64()))
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

OWN_SCHEMA = pl.Schema({"pair": pl.Int64(), **{c: d for c, d in SCHEMA.items() if c not in ("pair_id", "row")}})
"""The same before the pairs have their names: ``pair`` is a position."""

SIDE_WORDS = {1: "left", 2: "right", 3: "bilateral"}
FOUND = pl.Schema(
    {"match": pl.Int64(), "category": pl.String(), "magnitude": pl.Float64(), "ref": pl.Int64(), "cand": pl.Int64()}
)
SHOWN_AS = {"misnamed": "contradiction", "lost": "omission", "repeated": "false_finding", "move": "measurement"}
"""Categories of what is no disagreement of a couple: a name that the reference calls absent, statements of a finding
that stays; and of how far a device is to be moved."""
SHOWN_OF_CHANGES = {"omission": "omitted_comparison", "false_finding": "unsupported_comparison"}
"""Categories of a change of all that one report lacks: "Overall improvement." against "No change."."""
MENTION = 0.1
"""Magnitude of a statement that is lost, or repeated, while its finding stays."""
_BEFORE = r"((?:[^.!?\n]|\.\d)*)$"
_AFTER = r"^((?:[^.!?\n]|\.\d)*[.!?]?)"


def discrepancy_table(
    nodes: Nodes,
    pairs: NDArray[np.int64],
    plans: Plans,
    units: pl.DataFrame,
    knowledge: Knowledge,
    texts: pl.Series | None = None,
) -> pl.DataFrame:
    """Typed discrepancies of pairs, read from their plans.

    Parameters
    ----------
    nodes
        Nodes of the reports, encoded from ``units``.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    plans
        Their plans.
    units
        Unit rows that ``nodes.mention`` numbers.
    knowledge
        Significance, relations, costs.
    texts
        The reports, for the sentences; None where only units are stored.

    Returns
    -------
    Table with ``pair`` (row of ``pairs``) and the columns of ``SCHEMA`` without ``pair_id`` and ``row``; by pair,
    the reference's findings first, in the order of the text.
    """
    said = statement_table(nodes, units, knowledge)
    rows = pl.concat(
        [
            _shown(discrepancies_of(nodes, plans, knowledge), plans, nodes, said, knowledge),
            _mentions(nodes, pairs, plans, said),
            *(_contradictions(nodes, plans, side) for side in (1, 0)),
        ]
    )
    pair = pl.Series(plans.pair[rows["match"].to_numpy()])
    rows = rows.with_columns(pair=pair).sort("pair", "ref", "cand", nulls_last=True, maintain_order=True)
    match = rows["match"].to_numpy()
    sides = [_of_side(rows, nodes, units, side, plans, knowledge) for side in ROLES]
    table = pl.concat([rows.select("category", "magnitude", "pair"), *sides], how="horizontal").with_columns(
        denied=_denied(match, plans)
    )
    table = with_kinds_apart(table, knowledge)
    labels = pl.coalesce(pl.col("cand_finding", "ref_finding"))
    device = pl.coalesce("cand_device", "ref_device")
    placed = pl.col("category").is_in(["location", "naming", "severity", *KINDS]) & device.is_not_null()
    misplaced = pl.any_horizontal(pl.col(f"{side}_misplaced").fill_null(False) for side in ROLES)
    tiers = _tiers(table.select(labels.alias("finding"), device.alias("device")), knowledge)
    change = pl.coalesce("cand_finding", "ref_finding") == CHANGE
    shown = pl.col("category").replace({**KINDS, **SHOWN_AS})
    table = table.with_columns(
        category=pl.when(placed)
        .then(pl.lit("device"))
        .when(change)
        .then(shown.replace(SHOWN_OF_CHANGES))
        .otherwise(shown),
        reason=reason(),
        finding=pl.when(pl.col("cand_unit").is_null()).then("ref_finding").otherwise(labels),
        significance=pl.when(misplaced).then(pl.lit(knowledge.tier(MISPLACEMENT, None))).otherwise(tiers),
        sentence=_sentences(table, pairs, texts),
    )
    return table.select(pl.col(c).cast(d) for c, d in OWN_SCHEMA.items())


def _shown(disagreements: pl.DataFrame, plans: Plans, nodes: Nodes, said: Table, knowledge: Knowledge) -> pl.DataFrame:
    """Disagreements that mentions make, with the unit rows of the two of each (``FOUND``)."""
    rows: list[tuple[int, str, float, int | None, int | None]] = []
    first = nodes.mention[nodes.mention_start[:-1]]
    levels = other_levels(nodes, plans.ref, plans.cand)
    for match, category, magnitude in disagreements.select("match", "category", "magnitude").iter_rows():
        pair = int(plans.ref[match]), int(plans.cand[match])
        if category == "naming":
            rows.append((match, category, magnitude, *(int(nodes.mention[k]) for k in named_apart(said, nodes, pair))))
            continue
        if category in ("omission", "false_finding"):
            ref = None if category == "false_finding" else int(first[pair[0]])
            cand = None if category == "omission" else int(first[pair[1]])
            rows.append((match, category, magnitude, ref, cand))
            continue
        shown = differing(said, nodes, pair, category, knowledge.costs, float(plans.parts[match, SIDE]))
        if shown.magnitude:
            category = _settled(category, shown.magnitude, int(said["comparison"][shown.cand]))
            units_shown = int(nodes.mention[shown.ref]), int(nodes.mention[shown.cand])
            # Each further level that is wrong is as much of an error.
            times = max(1, int(levels[match])) if category == "level" else 1
            rows.append((match, category, times * abs(shown.magnitude), *units_shown))
    return pl.DataFrame(rows, schema=FOUND, orient="row")


def _settled(category: str, magnitude: float, comparison: int) -> str:
    """Category by what the two statements say: whose doubt it is, and whether the candidate makes a comparison."""
    if category.endswith("uncertainty"):
        return "unsupported_uncertainty" if magnitude > 0 else "omitted_uncertainty"
    if category.endswith("comparison"):
        return "unsupported_comparison" if comparison else "omitted_comparison"
    return category


def _mentions(nodes: Nodes, pairs: NDArray[np.int64], plans: Plans, said: Table) -> pl.DataFrame:
    """Statements of a finding that stays which the candidate lacks, or repeats word for word (``FOUND``)."""
    of = read_mentions(nodes, pairs, plans)
    last = nodes.mention[nodes.mention_start[1:] - 1] if len(nodes.mention) else nodes.mention
    stays = of.lost_row[plans.couples[of.lost_row] & (plans.ref_weight[of.lost_row] == 0)]
    width = len(nodes.kind) + 1
    keys, rows = np.unique(plans.pair * width + plans.cand, return_index=True)
    again = rows[np.searchsorted(keys, of.repeated_pair * width + of.repeated_node)]
    shown = [lost_name(said, nodes, (plans.ref[row], plans.cand[row])) for row in stays.tolist()]
    lost = pl.DataFrame({"match": stays, "ref": nodes.mention[np.array(shown, np.int64)]}).with_columns(
        category=pl.lit("lost")
    )
    repeated = pl.DataFrame({"match": again, "cand": last[of.repeated_node]}).with_columns(category=pl.lit("repeated"))
    mentions = pl.concat([lost, repeated], how="diagonal").with_columns(magnitude=pl.lit(MENTION))
    return mentions.select(pl.col(c).cast(d) for c, d in FOUND.items())


def _contradictions(nodes: Nodes, plans: Plans, side: int) -> pl.DataFrame:
    """Couples of findings that the report of one side denies and the other does not (``FOUND``)."""
    against = contradictions(plans, side)
    first = nodes.mention[nodes.mention_start[:-1]]
    finding = (plans.ref if side else plans.cand)[against.row]
    units = (first[finding], first[against.denial]) if side else (first[against.denial], first[finding])
    rows = pl.DataFrame({"match": against.row, "ref": units[0], "cand": units[1]})
    rows = rows.with_columns(category=pl.lit("contradiction" if side else "misnamed"), magnitude=pl.lit(1.0))
    return rows.select(pl.col(c).cast(d) for c, d in FOUND.items())


def _of_side(
    rows: pl.DataFrame, nodes: Nodes, units: pl.DataFrame, side: str, plans: Plans, knowledge: Knowledge
) -> pl.DataFrame:
    """Words of the mentions of one side, null where the side has none; columns begin with the side's name."""
    words = in_words(units[rows[side].fill_null(0)] if units.height else units, knowledge)
    node = getattr(plans, side)[rows["match"].to_numpy()]
    word = pl.Series(nodes.sides[node]).replace_strict(SIDE_WORDS, default=None, return_dtype=pl.String)
    there = rows[side].is_not_null()
    return words.with_columns(side=word).select(pl.when(there).then(pl.all()).name.prefix(f"{side}_"))


def _denied(match: NDArray[np.int64], plans: Plans) -> pl.Series:
    """Reason for a finding that is coupled with its denial; empty for other rows."""
    words = np.full(len(plans.pair), None, dtype=object)
    rows, named = denied(plans, plans.couples)
    words[rows] = np.where(named, " says it is absent", " calls the region normal")
    return pl.Series(words[match].tolist(), dtype=pl.String)


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

#!/usr/bin/env python
"""Confusions planted at a known rate in the units of real reports, and the rates that ``compare`` finds.

``python scripts/planted_confusions.py DATA_DIR``: the candidate repeats the reference's units, but of the findings that
offer it a seeded share is turned into something else; in the second table one finding in seven is left out besides.
The planted rate is that of the confusions which the changed report tells (``told``).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl

import radot_fast as ro
from radot_fast.comparison.confusions import confusion_table

PLANTED = (
    ("side", "left", "right", 0.10),
    ("severity", "mild", "severe", 0.20),
    ("certainty", "definite", "possible", 0.15),
    ("finding", "pleural_effusion", "atelectasis", 0.25),
    ("finding", "cardiomegaly", "edema", 0.30),
    ("denial", "pneumothorax", "(asserted)", 0.05),
)
LEFT_OUT = 1 / 7


KEY = pl.struct("report_id", pl.coalesce("device", "canonical_finding")).alias("key")


def eligible(units: pl.DataFrame, attribute: str, old: str) -> pl.Expr:
    """Units in which a confusion can be planted."""
    plain = (pl.col("polarity") == "present") & pl.col("device").is_null()
    if attribute == "side":
        sides = pl.col("anatomy").list
        return plain & sides.contains("left") & ~sides.contains("right") & ~sides.contains("bilateral")
    if attribute == "certainty":
        return plain & pl.col("uncertainty").fill_null("definite").eq("definite")
    if attribute == "severity":
        return plain & (pl.col("severity") == old)
    absent = pl.col("polarity") == "absent"
    return (plain if attribute == "finding" else absent) & (pl.col("canonical_finding") == old)


def turned(attribute: str, new: str) -> tuple[str, pl.Expr]:
    """Column that a confusion changes, and its new value."""
    if attribute == "side":
        return "anatomy", pl.col("anatomy").list.eval(pl.element().replace("left", "right"))
    column = {"certainty": "uncertainty", "finding": "canonical_finding", "denial": "polarity"}.get(
        attribute, attribute
    )
    return column, pl.lit("present" if attribute == "denial" else new)


def planted(units: pl.DataFrame, left_out: float, rng: np.random.Generator) -> tuple[pl.DataFrame, list[pl.Series]]:
    """Units with every confusion of ``PLANTED``, and how often each was planted and not left out.

    What is planted is drawn from findings that are named once and are statements of their own; each has one
    confusion at most. The keys of the planted ones that were not left out are returned too, by confusion.
    """
    keys = units.select(KEY)["key"]
    taken = pl.Series([False] * units.height)
    lost_keys = keys.unique(maintain_order=True)
    lost_keys = lost_keys.filter(pl.Series(rng.random(len(lost_keys)) < left_out))
    lost = keys.is_in(lost_keys.implode())
    once = ~keys.is_duplicated() & _stated(units)
    out, kept = units, []
    for attribute, old, new, share in PLANTED:
        may = units.select(eligible(units, attribute, old).fill_null(False)).to_series()
        every = keys.filter(may).unique(maintain_order=True)
        free = keys.filter(may & ~taken & once & ~_says(units, new))
        n = min(round(share * len(every)), len(free))
        picked = free.gather(np.sort(rng.permutation(len(free))[:n]))
        rows = may & keys.is_in(picked.implode())
        taken = taken | keys.is_in(picked.implode())
        column, value = turned(attribute, new)
        out = out.with_columns(pl.when(rows).then(value).otherwise(column).alias(column))
        kept.append(picked.filter(~picked.is_in(lost_keys.implode())))
    return out.filter(~lost), kept


def _stated(units: pl.DataFrame) -> pl.Series:
    """Units whose finding or denial is a statement of its own: one that only reads another one is not."""
    return units.select(KEY)["key"].is_in(_own(ro.Scorer().score_units(units, units).couples).implode())


def _own(couples: pl.DataFrame) -> pl.Series:
    """Keys of the references' findings and denials that are statements of their own."""
    named = pl.struct(pl.col("pair_id").alias("report_id"), pl.col("ref_finding").alias("device")).alias("key")
    return couples.drop_nulls("ref_finding").select(named)["key"].unique()


def told(units: pl.DataFrame, changed: pl.DataFrame, kept: list[pl.Series]) -> list[int]:
    """Of the planted confusions those that the changed report tells.

    Three kinds it does not tell: one that now only reads another finding ("opacity, possibly atelectasis"; an effusion
    that became the atelectasis of an opacity), a finding that now takes another one for its reading, and one with a
    second name, which still says what was there ("left opacity" turned, "left atelectasis" not). A degree is that of
    the finding's own name, whatever the second one is.
    """
    own = _own(ro.Scorer().score_units(*_both(changed, changed)).couples)
    before = _own(ro.Scorer().score_units(units, units).couples)
    picked = pl.concat(kept)
    without = units.filter(~units.select(KEY)["key"].is_in(picked.implode()))
    couples = ro.Scorer().score_units(*_both(units, without)).couples
    second = _own(couples.filter((pl.col("ref_kind") == "finding") & (pl.col("cand_kind") == "finding")))
    kept_still = before.is_in(changed.select(KEY)["key"].implode()) & ~before.is_in(picked.implode())
    taken = _report(before.filter(kept_still & ~before.is_in(own.implode())))
    counts = []
    for (attribute, _, new, _), keys in zip(PLANTED, kept, strict=True):
        now = _renamed(keys, new) if attribute == "finding" else keys
        tells = now.is_in(own.implode()) if attribute != "denial" else pl.Series([True] * len(keys))
        if attribute == "finding":
            tells &= ~_report(keys).is_in(taken.implode())
        if attribute != "severity":
            tells &= ~keys.is_in(second.implode())
        counts.append(int(tells.sum()))
    return counts


def _report(keys: pl.Series) -> pl.Series:
    """Reports of keys."""
    return keys.struct.field("report_id")


def _renamed(keys: pl.Series, label: str) -> pl.Series:
    """Keys of the same reports with another finding."""
    return keys.to_frame("key").select(pl.col("key").struct.with_fields(device=pl.lit(label)))["key"]


def _both(one: pl.DataFrame, other: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Two unit tables with the same reports: one that lost all units keeps a row without any."""
    tables = []
    for table, whole in ((one, other), (other, one)):
        ids = whole.select(pl.col("report_id").unique(maintain_order=True))
        empty = ids.join(table, on="report_id", how="anti")
        tables.append(pl.concat([table, empty], how="diagonal_relaxed").select(table.columns))
    return tables[0], tables[1]


def _says(units: pl.DataFrame, label: str) -> pl.Series:
    """Units of reports that name a finding anywhere: nothing can be seen to turn into it there."""
    named = units.filter(pl.col("canonical_finding") == label)["report_id"].unique()
    return units["report_id"].is_in(named.implode())


def recovered(texts: list[str], left_out: float = 0.0, seed: int = 0) -> pl.DataFrame:
    """Planted and recovered rate of each confusion: ``attribute, from, to, planted, n, count, rate, low, high``."""
    units = ro.extract(texts, [str(k) for k in range(len(texts))])
    stated = units.filter(pl.col("unit_index").is_not_null())
    changed, kept = planted(stated, left_out, np.random.default_rng(seed))
    counts = told(stated, changed, kept)
    reference, candidate = _both(units, changed)
    table = confusion_table({"planted": ro.Scorer().score_units(reference, candidate).couples})
    asked = pl.DataFrame(PLANTED, schema=["attribute", "from", "to", "planted"], orient="row")
    found = asked.join(table, on=["attribute", "from", "to"], how="left", maintain_order="left").drop("system")
    return found.with_columns(planted=pl.Series(counts) / pl.col("n"))


if __name__ == "__main__":
    reports = pl.read_parquet(Path(sys.argv[1]) / "iu_reports.parquet")
    reports = reports.select(pl.concat_str("findings", "impression", separator=" ", ignore_nulls=True)).to_series()
    pl.Config.set_tbl_width_chars(140).set_tbl_cols(12)
    for name, share in (("nothing else", 0.0), ("one finding in seven left out", LEFT_OUT)):
        print(name)
        print(recovered(reports.drop_nulls().unique(maintain_order=True).to_list(), share))

"""What a report says against a finding: by its name, or with all of the region it lies in."""

from __future__ import annotations

import polars as pl

from radot_fast.extended.evidence import ABSENT, LABEL, LABELLED, places
from radot_fast.extended.knowledge import Knowledge

APART = r"(?i)\b(otherwise|other|elsewhere|remaining|remainder|rest of|additional|further)\b"
"""Words by which a denial sets apart what was said before."""


def denials_of(units: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """Unqualified denials of all reports: ``report`` (its row), the label, ``sides`` and ``denial`` (row of the unit).

    "No large effusion", "no new nodule", "otherwise clear" leave open that there is a small, an old, or another one.
    """
    changed = pl.col("comparison").is_in(["new", "improved", "worsened"])
    qualified = pl.any_horizontal(pl.col("severity").is_not_null(), changed, pl.col("span_text").str.contains(APART))
    plain = LABELLED & ABSENT & ~qualified.fill_null(False)
    rows = units.with_row_index("denial").filter(plain).with_columns(places(knowledge))
    return rows.select(pl.col("report_id").cast(pl.Int64).alias("report"), *LABEL, "sides", "denial")


def opposed(findings: pl.DataFrame, denials: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """Findings that a report denies.

    Parameters
    ----------
    findings
        ``key``; ``report``, the row of the report that may deny it; the label and ``sides`` of the finding.
    denials
        ``denials_of``.
    knowledge
        Which denials deny what.

    Returns
    -------
    ``key``, ``named`` (whether by its own name) and ``denial``, in this order of preference; one row a key.
    """
    both = findings.join(denials, on="report", suffix="_denied")
    sides, denied = pl.col("sides"), pl.col("sides_denied")
    both = both.filter((sides == 0) | (denied == 0) | (sides & denied > 0))
    pairs = both.select(*LABEL, *(f"{c}_denied" for c in LABEL)).unique()
    rows = [(*row, knowledge.denies(row[2:], row[:2])) for row in pairs.iter_rows()]
    known = pl.DataFrame(rows, schema={**pairs.schema, "denies": pl.Boolean()}, orient="row")
    both = both.join(known, on=pairs.columns, nulls_equal=True).filter("denies")
    same = [pl.col(c).eq_missing(pl.col(f"{c}_denied")) for c in LABEL]
    both = both.select("key", "denial", named=pl.all_horizontal(same))
    return both.sort("key", ~pl.col("named"), "denial").unique("key", keep="first", maintain_order=True)

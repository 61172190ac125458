"""What turns into what: a generator's confusions, counted from the plans of a batch.

Side, severity, certainty and change are compared in findings that both reports state under one name. A finding that is
read as another one is either coupled with it (related names), or stays alone while the other one stays alone on the
candidate's side; since findings come and go for many reasons, such a share stands beside what chance alone would give.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import NormalDist

import polars as pl

from radot_fast.kernels.extended.couples import SYNONYM

READ = ("side", "severity", "certainty", "comparison")
"""Attributes that are compared in findings of one name."""
OMITTED, DENIED, ASSERTED = "(omitted)", "(denied)", "(asserted)"
SCHEMA = pl.Schema(
    {
        "system": pl.String(),
        "attribute": pl.String(),
        "from": pl.String(),
        "to": pl.String(),
        "count": pl.Int64(),
        "n": pl.Int64(),
        **dict.fromkeys(("rate", "low", "high", "by_chance"), pl.Float64()),
    }
)
"""Columns of a table of confusions.

``rate`` = ``count`` / ``n`` with its Wilson interval, in [0, 1]: of ``n`` statements of the references that say
``from``, ``count`` became ``to``. ``attribute`` is ``finding`` (of all findings of that name), ``denial`` (of all
denials of it), or one of ``READ`` (of the findings that both state). ``by_chance`` is the rate that would be seen if
the two had nothing to do with each other; 0 where they were coupled.
"""


def confusion_table(couples: Mapping[str, pl.DataFrame], confidence: float = 0.95) -> pl.DataFrame:
    """Confusions of each system, the most frequent first (``SCHEMA``).

    Parameters
    ----------
    couples
        ``result.couples`` by system.
    confidence
        Coverage of the intervals, in (0, 1).
    """
    parts = []
    for system, table in couples.items():
        counted = [_finding_counts(table), _denial_counts(table), *(_read_counts(table, name) for name in READ)]
        mine = pl.concat(counted).with_columns(system=pl.lit(system))
        parts.append(mine.sort("count", "attribute", "from", "to", descending=[True, False, False, False]))
    table = pl.concat(parts) if parts else pl.DataFrame(schema={**_COUNTS, "system": pl.String})
    return _with_intervals(table, confidence).select(pl.col(c).cast(d) for c, d in SCHEMA.items())


_COUNTS = {
    "attribute": pl.String,
    "from": pl.String,
    "to": pl.String,
    "count": pl.Int64,
    "n": pl.Int64,
    "by_chance": pl.Float64,
}


def _as_counts(table: pl.DataFrame, attribute: str) -> pl.DataFrame:
    """Counts in their columns; what stays as it is, is no confusion."""
    named = table.with_columns(attribute=pl.lit(attribute)).filter(pl.col("from") != pl.col("to"))
    if "by_chance" not in named.columns:
        named = named.with_columns(by_chance=pl.lit(0.0))
    return named.select(pl.col(c).cast(d) for c, d in _COUNTS.items())


def _read_counts(couples: pl.DataFrame, name: str) -> pl.DataFrame:
    """Counts of an attribute in findings that both reports state under one name."""
    same = couples.filter(
        (pl.col("ref_kind") == "finding") & (pl.col("cand_kind") == "finding") & (pl.col("distance") <= SYNONYM)
    ).select(pl.col(f"ref_{name}").alias("from"), pl.col(f"cand_{name}").alias("to"))
    counts = same.group_by("from", "to", maintain_order=True).agg(pl.len().alias("count"))
    return _as_counts(counts.with_columns(n=pl.col("count").sum().over("from")), name)


def _denial_counts(couples: pl.DataFrame) -> pl.DataFrame:
    """Denials of the references that became findings of the candidate, by the name that is denied."""
    denials = couples.filter(pl.col("ref_kind") == "denial")
    asserted = (pl.col("cand_kind") == "finding").fill_null(False) & (pl.col("distance") <= SYNONYM)
    by_node = denials.group_by("row", "ref_node", maintain_order=True).agg(
        pl.first("ref_finding").alias("from"), asserted.any().alias("turned")
    )
    counts = by_node.group_by("from", maintain_order=True).agg(
        pl.col("turned").sum().cast(pl.Int64).alias("count"), pl.len().cast(pl.Int64).alias("n")
    )
    return _as_counts(counts.filter(pl.col("count") > 0).with_columns(to=pl.lit(ASSERTED)), "denial")


def _finding_counts(couples: pl.DataFrame) -> pl.DataFrame:
    """Counts of the references' findings by name and by their counterpart in the candidates."""
    findings = couples.filter(pl.col("ref_kind") == "finding")
    total = findings.group_by(pl.col("ref_finding").alias("from"), maintain_order=True).agg(pl.len().alias("n"))
    renamed = (pl.col("cand_kind") == "finding") & (pl.col("distance") > SYNONYM)
    outcome = (
        pl.when(pl.col("cand_kind").is_null())
        .then(pl.lit(OMITTED))
        .when(pl.col("cand_kind") == "denial")
        .then(pl.lit(DENIED))
        .when(renamed)
        .then("cand_finding")
        .otherwise("ref_finding")
    )
    coupled = findings.group_by(pl.col("ref_finding").alias("from"), outcome.alias("to"), maintain_order=True).agg(
        pl.len().alias("count")
    )
    coupled = coupled.with_columns(by_chance=pl.lit(0.0))
    met = _met_alone(couples, total)
    both = pl.concat([t.select("from", "to", "count", "by_chance") for t in (coupled, met)], how="vertical_relaxed")
    summed = both.group_by("from", "to", maintain_order=True).agg(pl.col("count").sum(), pl.col("by_chance").sum())
    return _as_counts(summed.join(total, on="from", how="left", maintain_order="left"), "finding")


def _met_alone(couples: pl.DataFrame, total: pl.DataFrame) -> pl.DataFrame:
    """Findings that stay alone while another one stays alone in the candidate of the same pair.

    Columns ``from, to, count, by_chance``. Chance: how often the other one is added where the first is not left out,
    times how often the first is left out.
    """
    lost = couples.filter((pl.col("ref_kind") == "finding") & pl.col("cand_kind").is_null())
    added = couples.filter((pl.col("cand_kind") == "finding") & pl.col("ref_kind").is_null())
    lost = lost.select("row", pl.col("ref_finding").alias("from"))
    added = added.select("row", pl.col("cand_finding").alias("to")).unique(maintain_order=True)
    met = lost.join(added, on="row", how="inner", maintain_order="left")
    counts = met.group_by("from", "to", maintain_order=True).agg(
        pl.len().alias("count"), pl.col("row").n_unique().alias("pairs_both")
    )
    n_pairs = couples["row"].n_unique()
    lost_in = lost.group_by("from", maintain_order=True).agg(
        pl.len().alias("n_lost"), pl.col("row").n_unique().alias("pairs_lost")
    )
    added_in = added.group_by("to", maintain_order=True).agg(pl.col("row").n_unique().alias("pairs_added"))
    joined = counts
    for other, key in ((lost_in, "from"), (added_in, "to"), (total, "from")):
        joined = joined.join(other, on=key, how="left", maintain_order="left")
    elsewhere = (pl.col("pairs_added") - pl.col("pairs_both")) / (n_pairs - pl.col("pairs_lost")).clip(1)
    chance = pl.col("n_lost") / pl.col("n") * elsewhere
    return joined.with_columns(by_chance=chance)


def _with_intervals(table: pl.DataFrame, confidence: float) -> pl.DataFrame:
    """Rate with its Wilson interval."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    n, rate = pl.col("n"), pl.col("count") / pl.col("n")
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (rate * (1 - rate) / n + z * z / (4 * n * n)).sqrt()
    return table.with_columns(rate=rate, low=(middle - half).clip(0, 1), high=(middle + half).clip(0, 1))


def telling(table: pl.DataFrame, shown: int = 12) -> pl.DataFrame:
    """Confusions worth showing: seen at least three times, and more often than by chance.

    What is left out or denied comes last: it is in the recall and the categories already.
    """
    kept = table.filter((pl.col("count") >= 3) & (pl.col("low") > pl.col("by_chance")))
    plain = pl.col("to").is_in([OMITTED])
    ranked = kept.with_columns(last=plain, excess=pl.col("count") - pl.col("by_chance") * pl.col("n"))
    ranked = ranked.sort("last", "excess", descending=[False, True], maintain_order=True)
    return ranked.group_by("system", maintain_order=True).head(shown).select(table.columns)

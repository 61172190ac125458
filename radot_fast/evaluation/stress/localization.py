"""Localization in the stress test: whether the strongest evidence of a pair lies where an error was injected.

Evidence has a place in the candidate, in the reference, or in both. It lies on an injected error where it touches
the injected text, or the words of the clean report that the injected text stands for: a finding that was turned into
its denial is evidence on the reference's side alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from radot_fast.result.result import Result

PLACE = {"cand_start": "start", "cand_end": "end", "ref_start": "clean_start", "ref_end": "clean_end"}
"""Offsets of evidence, and of injections, in the candidate and in the reference."""
LOCALIZED = ("localized", "localized_by_chance")
"""Columns of ``localized_pairs``."""


def strongest_evidence(result: Result) -> pl.DataFrame:
    """Strongest evidence of each pair: ``row`` and its place; a pair without any has no row.

    It is the edge of most mass-weighted risk under profile ``paper``, else the largest typed discrepancy.
    """
    if result.readout.profile == "paper":
        ranked = _edges(result).sort("mw_risk", descending=True, maintain_order=True)
    else:
        ranked = result.discrepancies.sort("magnitude", descending=True, maintain_order=True)
    return ranked.unique("row", keep="first", maintain_order=True).select("row", *PLACE)


def all_evidence(result: Result) -> pl.DataFrame:
    """Every edge of each pair, ``row`` and its place: what a blind guess chooses from."""
    return _edges(result).select("row", *PLACE)


def _edges(result: Result) -> pl.DataFrame:
    return result.edges.filter(pl.any_horizontal(pl.col(*PLACE).is_not_null()))


def localized_pairs(
    pairs: pl.DataFrame, injections: Sequence[tuple[str, pl.DataFrame]], strongest: pl.DataFrame, every: pl.DataFrame
) -> pl.DataFrame:
    """Whether the strongest evidence of each corrupted report lies on an injected error, and the share of its edges.

    Parameters
    ----------
    pairs
        All scored pairs: ``row, errors, source_id``.
    injections
        Name of each set and its ground truth (``INJECTION_SCHEMA``). A report without ground truth is not counted.
    strongest
        ``row`` and a place, at most one a pair.
    every
        ``row`` and the place of every edge.

    Returns
    -------
    ``errors, row, localized, localized_by_chance``, the last two in [0, 1]: the second is what an edge at random gives.
    """
    known = [truth.select(pl.lit(name).alias("errors"), "source_id", *PLACE.values()) for name, truth in injections]
    if not sum(t.height for t in known):
        return pairs.clear().select("errors", "row", *(pl.lit(None, pl.Float64).alias(c) for c in LOCALIZED))
    truth = pl.concat(known).join(pairs.select("row", "errors", "source_id"), on=["errors", "source_id"], how="inner")
    rows = truth.select("errors", "row").unique(maintain_order=True)
    shares_by_row = rows.join(_shares(strongest, truth, "localized"), on="row", how="left")
    shares_by_row = shares_by_row.join(_shares(every, truth, "localized_by_chance"), on="row", how="left")
    return shares_by_row.with_columns(pl.col(*LOCALIZED).fill_null(0.0))


def localization(shares_by_row: pl.DataFrame) -> dict[str, dict[str, float]]:
    """Mean of ``localized`` and ``localized_by_chance`` by set; no entry for a set without ground truth."""
    shares = shares_by_row.group_by("errors", maintain_order=True).agg(pl.col(*LOCALIZED).mean())
    return {row.pop("errors"): row for row in shares.iter_rows(named=True)}


def _shares(places: pl.DataFrame, truth: pl.DataFrame, name: str) -> pl.DataFrame:
    """Share of each pair's places that touch one of its injections: ``row`` and the share."""
    numbered = places.with_row_index("place").join(truth, on="row", how="inner")
    touched = ((pl.col("cand_start") < pl.col("end")) & (pl.col("start") < pl.col("cand_end"))).fill_null(False) | (
        (pl.col("ref_start") < pl.col("clean_end")) & (pl.col("clean_start") < pl.col("ref_end"))
    ).fill_null(False)
    hits = numbered.group_by("row", "place").agg(touched.any().alias("hit"))
    return hits.group_by("row").agg(pl.col("hit").mean().alias(name))

"""The table of aligned evidence: every edge of a plan with its costs and the words on both sides (method §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import CHANNELS, EdgeArrays
from radot_fast.features import edge_arrays

if TYPE_CHECKING:
    from radot_fast.corpus import Corpus
    from radot_fast.measure import Measured

SIDES = ("ref", "cand")

EDGE_SCHEMA = pl.Schema(
    {
        "pair_id": pl.String(),
        "transport": pl.String(),
        "ref_unit": pl.Int64(),
        "cand_unit": pl.Int64(),
        "mass": pl.Float64(),
        "align_cost": pl.Float64(),
        "side_cost": pl.Float64(),
        "mw_risk": pl.Float64(),
        **{f"{c}_cost": pl.Float64() for c in CHANNELS},
        **{
            f"{s}_{c}": d for s in SIDES for c, d in (("span", pl.String()), ("start", pl.Int64()), ("end", pl.Int64()))
        },
        "row": pl.Int64(),
    }
)
"""Columns of an edge table. Unit numbers, spans and offsets are null for the null unit of an empty report."""


def edge_table(measured: Measured) -> pl.DataFrame:
    """Edges of all scored pairs, in the order of the pairs, row-major within a pair.

    Returns
    -------
    Table of ``EDGE_SCHEMA``: ``transport`` (``all``: the plan over all units), ``mass`` (share of the plan, in
    [0, 1]), ``align_cost`` (ground cost, in [0, 1]), ``side_cost`` (sum of the five side channels, in [0, 5]),
    ``mw_risk`` = mass · (align_cost + side_cost), the nine costs, and the spans with character offsets.
    """
    parts = [_piece(measured, start, edge_arrays(alignment)) for start, alignment in measured.alignments()]
    return pl.concat(parts) if parts else pl.DataFrame(schema=EDGE_SCHEMA)


def _piece(measured: Measured, start: int, edges: EdgeArrays) -> pl.DataFrame:
    """Edge table of one piece of the batch."""
    pair = edges.pair + start
    keep = ~np.isnan(measured.transport_cost[pair])
    pair = pair[keep]
    table, pairs = measured.paired.table, measured.paired.pairs
    columns: dict[str, pl.Series | NDArray[np.float64]] = {
        "pair_id": table["pair_id"].gather(pair),
        "transport": pl.repeat("all", len(pair), eager=True),
        "mass": edges.mass[keep],
        "align_cost": edges.align_cost[keep],
        "side_cost": edges.side_cost[keep],
        "mw_risk": edges.mw_risk[keep],
        "row": table["row"].gather(pair),
    }
    for k, channel in enumerate(CHANNELS):
        columns[f"{channel}_cost"] = edges.components[keep, k]
    for k, (side, unit) in enumerate(zip(SIDES, (edges.ref_unit, edges.cand_unit), strict=True)):
        count = measured.arrays.unit_count[pairs[pair, k]]
        columns.update(_unit_columns(measured.paired.corpus, pairs[pair, k], unit[keep], count > 0, side))
    return pl.DataFrame(columns).select(pl.col(c).cast(d) for c, d in EDGE_SCHEMA.items())


def _unit_columns(
    corpus: Corpus, report: NDArray[np.int64], unit: NDArray[np.int64], real: NDArray[np.bool_], side: str
) -> dict[str, pl.Series]:
    """Unit number, span and offsets of one side; null for null units."""
    row = pl.Series(np.where(real, corpus.offsets[report] + unit, 0))
    row = pl.select(pl.when(pl.Series(real)).then(row)).to_series()
    units = corpus.units
    return {
        f"{side}_unit": units["unit_index"].gather(row),
        f"{side}_span": units["span_text"].gather(row),
        f"{side}_start": units["span_start"].gather(row),
        f"{side}_end": units["span_end"].gather(row),
    }

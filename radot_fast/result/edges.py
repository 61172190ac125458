"""The table of edges: every row of a method's plans with its costs and the words on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import CHANNELS, ROLES
from radot_fast.result.edge_limit import heaviest

if TYPE_CHECKING:
    from radot_fast.corpus.reports import Corpus
    from radot_fast.measure import Measured
    from radot_fast.method import Edges

EDGE_SCHEMA = pl.Schema(
    {
        "pair_id": pl.String(),
        "ref_unit": pl.Int64(),
        "cand_unit": pl.Int64(),
        "mass": pl.Float64(),
        "align_cost": pl.Float64(),
        "side_cost": pl.Float64(),
        "mw_risk": pl.Float64(),
        **{f"{c}_cost": pl.Float64() for c in CHANNELS},
        **{
            f"{s}_{c}": d for s in ROLES for c, d in (("span", pl.String()), ("start", pl.Int64()), ("end", pl.Int64()))
        },
        "row": pl.Int64(),
        "matched": pl.Boolean(),
    }
)
"""Columns of an edge table. Unit numbers, spans and offsets are null on a side where there is no unit."""


def edge_table(measured: Measured) -> pl.DataFrame:
    """Rows of the plans of all scored pairs, in the order of the pairs.

    Returns
    -------
    Table of ``EDGE_SCHEMA``: ``mass``, ``align_cost`` (in [0, 1]: what the plan minimizes), ``side_cost``,
    ``mw_risk``, the nine costs, the spans with character offsets, and ``matched``: whether the two say the same thing.

    Under ``paper``: the edges of method §5; ``mass`` is the share of the plan, ``side_cost`` the sum of the five side
    channels, ``mw_risk`` = mass · (align_cost + side_cost), ``matched`` null. Under ``extended``: couples and what
    stays alone (the other side null) with their price, ``mw_risk`` in errors; see ``extended.edges``.
    """
    pairs, scored = measured.paired.pairs, measured.scored
    parts = [heaviest(_table(measured, edges, scored[edges.pair])) for edges in measured.prepared.edges(pairs[scored])]
    return pl.concat(parts) if parts else pl.DataFrame(schema=EDGE_SCHEMA)


def _table(measured: Measured, edges: Edges, pair: NDArray[np.int64]) -> pl.DataFrame:
    """Edge table of some edges; ``pair``: position of each one's pair in the batch."""
    table = measured.paired.table
    columns: dict[str, pl.Series | NDArray[Any]] = {
        "pair_id": table["pair_id"].gather(pair),
        "mass": edges.mass,
        "align_cost": edges.align_cost,
        "side_cost": edges.side_cost,
        "mw_risk": edges.risk,
        "row": table["row"].gather(pair),
        "matched": pl.repeat(None, len(pair), eager=True) if edges.matched is None else edges.matched,
        **{f"{channel}_cost": edges.components[:, k] for k, channel in enumerate(CHANNELS)},
    }
    for k, side in enumerate(ROLES):
        columns.update(_unit_columns(measured.paired.corpus, edges.rows[:, k], side))
    return pl.DataFrame(columns).select(pl.col(c).cast(d) for c, d in EDGE_SCHEMA.items())


def _unit_columns(corpus: Corpus, row: NDArray[np.int64], side: str) -> dict[str, pl.Series]:
    """Unit number, span and offsets of one side; null where the row is −1."""
    rows = pl.select(pl.when(pl.Series(row >= 0)).then(pl.Series(np.maximum(row, 0)))).to_series()
    units = corpus.units
    return {
        f"{side}_unit": units["unit_index"].gather(rows),
        f"{side}_span": units["span_text"].gather(rows),
        f"{side}_start": units["span_start"].gather(rows),
        f"{side}_end": units["span_end"].gather(rows),
    }

"""The table of aligned evidence: every edge of a plan with its costs and the words on both sides (method §5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import CHANNELS, EdgeArrays
from radot_fast.edge_limit import heaviest
from radot_fast.encoding import encode_units
from radot_fast.extended.alignment import align_statements, encode_statements, finding_edges, statement_edges
from radot_fast.features import edge_arrays
from radot_fast.transport import align, bounded_pieces

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
        "matched": pl.Boolean(),
    }
)
"""Columns of an edge table. Unit numbers, spans and offsets are null for the null unit of an empty report."""

STATEMENT_CHUNK = 4_096
"""Pairs whose statements are aligned at a time: with room to stay alone a plan has about four times the cells."""


class _Piece(NamedTuple):
    """Edges of one transport of one piece of the batch."""

    start: int
    transport: str
    edges: EdgeArrays
    matched: NDArray[np.bool_] | None


def edge_table(measured: Measured) -> pl.DataFrame:
    """Edges of all scored pairs, in the order of the pairs, row-major within a pair.

    Returns
    -------
    Table of ``EDGE_SCHEMA``: ``transport`` (``all``: the plan over all units; ``abnormal``: that over the findings
    that the reports assert), ``mass`` (share of the plan, in [0, 1]), ``align_cost`` (ground cost, in [0, 1]),
    ``side_cost`` (sum of the five side channels, in [0, 5]), ``mw_risk`` = mass · (align_cost + side_cost), the nine
    costs, the spans with character offsets, and ``matched``: whether the two speak of the same thing (null under the
    paper's costs, which say no such thing).

    Profiles that summarize the paper's plan show that plan (``paper``: ``all``; ``abnormal``: both). The others show
    the alignment of ``extended.alignment`` and, as ``abnormal``, their one-to-one matching of findings.
    """
    pieces = _paper_pieces(measured) if measured.profile.transport is not None else _statement_pieces(measured)
    parts = [heaviest(_table(measured, piece)) for piece in pieces]
    if not parts:
        return pl.DataFrame(schema=EDGE_SCHEMA)
    table = pl.concat(parts)
    return table.sort("row", maintain_order=True) if table["transport"].n_unique() > 1 else table


def _paper_pieces(measured: Measured) -> Iterator[_Piece]:
    """Edges of the paper's costs and plan."""
    for start, alignment in measured.alignments():
        yield _Piece(start, "all", edge_arrays(alignment), None)
    if measured.profile.transport == "abnormal":
        yield from _abnormal_pieces(measured)


def _abnormal_pieces(measured: Measured) -> Iterator[_Piece]:
    """Edges of the paper's costs and plan over the findings that the reports assert."""
    corpus, pairs, e = measured.paired.corpus, measured.paired.pairs, measured.evidence
    arrays = encode_units(corpus.units[e.first_unit], corpus.report_ids)
    first_unit = np.append(e.first_unit, 0)  # an item to name where a report asserts nothing
    for start in range(0, len(pairs), STATEMENT_CHUNK):
        edges = edge_arrays(align(arrays, pairs[start : start + STATEMENT_CHUNK], measured.transport))
        units = []
        for k, unit in enumerate((edges.ref_unit, edges.cand_unit)):
            report = pairs[start + edges.pair, k]
            real = arrays.unit_count[report] > 0
            item = np.where(real, e.start[report] + unit, -1)
            units.append(np.where(real, first_unit[item] - corpus.offsets[report], -1))
        yield _Piece(start, "abnormal", edges._replace(ref_unit=units[0], cand_unit=units[1]), None)


def _statement_pieces(measured: Measured) -> Iterator[_Piece]:
    """Edges of the alignment of statements, and findings matched one to one."""
    corpus, pairs, knowledge = measured.paired.corpus, measured.paired.pairs, measured.knowledge
    statements = encode_statements(corpus.units, knowledge)
    cells = np.diff(corpus.offsets)[pairs].sum(axis=1) ** 2  # with room to stay alone on both sides
    for piece in bounded_pieces(cells, STATEMENT_CHUNK):
        alignment = align_statements(measured.arrays, corpus.offsets, statements, pairs[piece], knowledge)
        for transport, edges in (
            ("all", statement_edges(alignment)),
            ("abnormal", finding_edges(alignment, measured.evidence, corpus.offsets, knowledge)),
        ):
            yield _Piece(piece.start, transport, edges, edges.align_cost < knowledge.alignment.alone)


def _table(measured: Measured, piece: _Piece) -> pl.DataFrame:
    """Edge table of one piece."""
    edges = piece.edges
    pair = edges.pair + piece.start
    keep = ~np.isnan(measured.transport_cost[pair])
    pair = pair[keep]
    table, pairs = measured.paired.table, measured.paired.pairs
    columns: dict[str, pl.Series | NDArray[Any]] = {
        "pair_id": table["pair_id"].gather(pair),
        "transport": pl.repeat(piece.transport, len(pair), eager=True),
        "mass": edges.mass[keep],
        "align_cost": edges.align_cost[keep],
        "side_cost": edges.side_cost[keep],
        "mw_risk": edges.mw_risk[keep],
        "row": table["row"].gather(pair),
        "matched": pl.repeat(None, len(pair), eager=True) if piece.matched is None else piece.matched[keep],
    }
    for k, channel in enumerate(CHANNELS):
        columns[f"{channel}_cost"] = edges.components[keep, k]
    for k, (side, unit) in enumerate(zip(SIDES, (edges.ref_unit, edges.cand_unit), strict=True)):
        real = (measured.arrays.unit_count[pairs[pair, k]] > 0) & (unit[keep] >= 0)
        columns.update(_unit_columns(measured.paired.corpus, pairs[pair, k], unit[keep], real, side))
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

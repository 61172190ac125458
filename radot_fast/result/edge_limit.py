"""A bound on the edges of one pair that are shown: those of 1,000 statements against 1,000 fill a gigabyte."""

from __future__ import annotations

import logging

import polars as pl

log = logging.getLogger("radot_fast")

MAX_EDGES = 20_000
"""Edges of a pair that an edge table holds; a pair of 100 statements against 100 has at most 10,000."""


def heaviest(edges: pl.DataFrame, limit: int = MAX_EDGES) -> pl.DataFrame:
    """Edges without the lightest of pairs that have more than ``limit``, in the same order; a line says how many.

    Parameters
    ----------
    edges
        Edge table (``edges.EDGE_SCHEMA``).
    limit
        Edges of a pair; of equal mass the first stay.
    """
    if edges.height <= limit:
        return edges
    rank = pl.col("mass").rank("ordinal", descending=True).over("row")
    kept = edges.filter(rank <= limit)
    if kept.height < edges.height:
        pairs = edges.group_by("row").len().filter(pl.col("len") > limit)["row"].n_unique()
        log.warning(
            "%d pairs have more than %d edges: the heaviest are kept, %d are left out and do not sum to the cost",
            pairs, limit, edges.height - kept.height,
        )  # fmt: skip
    return kept

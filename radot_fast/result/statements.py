"""What a batch's plans say statement by statement, under the pairs' names."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.extended.couple_table import SCHEMA as COUPLE_SCHEMA
from radot_fast.extended.discrepancy_table import SCHEMA as DISCREPANCY_SCHEMA
from radot_fast.measure import Measured


def discrepancy_rows(measured: Measured) -> pl.DataFrame:
    """Typed discrepancies of all scored pairs (``extended.discrepancy_table.SCHEMA``)."""
    return _named(measured, measured.prepared.discrepancies(measured.paired.pairs[measured.scored]), DISCREPANCY_SCHEMA)


def couple_rows(measured: Measured) -> pl.DataFrame:
    """Rows of the plans in words, of all scored pairs (``extended.couple_table.SCHEMA``)."""
    return _named(measured, measured.prepared.couples(measured.paired.pairs[measured.scored]), COUPLE_SCHEMA)


def _named(measured: Measured, statements: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """Table in which ``pair`` is a position among the scored pairs, with ``pair_id`` and ``row`` in its place."""
    where = measured.scored[statements["pair"].to_numpy()]
    table = measured.paired.table
    placed = statements.with_columns(pair_id=table["pair_id"].gather(where), row=table["row"].gather(where))
    return placed.select(pl.col(c).cast(d) for c, d in schema.items())


def lone_statements(measured: Measured) -> NDArray[np.float64]:
    """Statements of the candidates without support: float64, shape (n_pairs, 3); NaN where a pair was not scored.

    Denials that answer nothing, the doubt of findings that answer nothing (1 for a possible one, ½ for a probable one),
    and the doubt that other findings add to those that they answer.
    """
    out = np.full((len(measured.status), 3), np.nan)
    out[measured.scored] = measured.prepared.lone_statements(measured.paired.pairs[measured.scored])
    return out


def word_counts(measured: Measured) -> NDArray[np.int64]:
    """Words of either report outside of a model's reasoning: int64, shape (n_pairs, 2); 0 where units are stored."""
    from radot_fast.extraction.text.markup import without_reasoning

    corpus, pairs = measured.paired.corpus, measured.paired.pairs
    if corpus.texts is None:
        return np.zeros((len(measured.status), 2), np.int64)
    counts = np.array([len(without_reasoning(text or "").split()) for text in corpus.texts], dtype=np.int64)
    return counts[pairs]

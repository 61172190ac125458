"""``score_batch``: one Arrow table in, one out. What Spark, Dask, Daft and Ray call in their workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from radot_fast.io.joining import PLAIN
from radot_fast.io.pairs import checked_pairs
from radot_fast.streaming.jobs import Settings, scorer_of
from radot_fast.streaming.shard_files import arrow_of

if TYPE_CHECKING:
    import pyarrow as pa


def score_batch(table: pa.Table, *, keep: tuple[str, ...] = (), **settings: Any) -> pa.Table:
    """Scores of the pairs in an Arrow table; a pure function, which engines may call on any part of a data set.

    A pair's scores do not depend on the batch it is in. Every row of the input has one of the output, in its order.

    Parameters
    ----------
    table
        ``reference`` and ``candidate`` (strings or large strings, null for an empty report), optionally ``pair_id`` and
        ``system``; and ``row``, whole numbers that are carried along: without it they count within the batch, and stand
        for missing ids.
    keep
        Further columns to carry along.
    **settings
        ``profile``, ``readout``, ``lexicon``, ``significance`` (paths), ``section`` and ``threads`` of
        ``Scorer``, which is made once in each process.

    Returns
    -------
    The columns of ``Result.scores``; strings and lists with 32-bit offsets. Its schema metadata (``radot``) hold no
    signature: engines drop them. ``score_dataset`` keeps one with every shard.

    Raises
    ------
    InputError
        A column is missing or of the wrong type.

    Examples
    --------
    >>> import pyarrow as pa, radot_fast as ro
    >>> pairs = pa.table({"reference": ["Small left effusion."], "candidate": ["No effusion."]})
    >>> ro.score_batch(pairs).column("status").to_pylist()
    ['ok']
    """
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    scorer = scorer_of(Settings(**settings))
    if not frame.height:
        return score_batch(_one_pair(table, keep), keep=keep, **settings).slice(0, 0)
    pairs = checked_pairs(frame, "batch", PLAIN, keep)
    if "row" in frame.columns:
        rows = frame["row"].cast(pl.Int64)
        ids = pairs["pair_id"] if "pair_id" in frame.columns else rows.cast(pl.String).rename("pair_id")
        pairs = pairs.with_columns(rows, ids)
    return arrow_of(scorer.score_pairs(pairs).scores)


def _one_pair(table: pa.Table, keep: tuple[str, ...]) -> pa.Table:
    """Table of one empty pair with the columns of an empty table: its scores have the columns of all."""
    import pyarrow as pa

    columns = {name: pa.nulls(1, table.schema.field(name).type) for name in table.column_names}
    if "row" in columns:
        columns["row"] = pa.array(np.zeros(1, np.int64))
    return pa.table(columns)

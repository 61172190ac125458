"""Which pairs of a batch are shown, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from radot_fast.audit.pair import find_pair
from radot_fast.errors import InputError

if TYPE_CHECKING:
    from radot_fast.result.result import Result


def chosen_pairs(result: Result, top: int | None, where: str | None = None, pair_ids: Sequence[str] = ()) -> np.ndarray:
    """Positions of the pairs to show: highest total risk first, pairs without a risk last.

    Parameters
    ----------
    result
        Scored pairs.
    top
        How many at most; None shows all.
    where
        A condition on the columns of ``result.counted_scores``, as SQL: ``risk_significant > 1 AND n_omission > 0``.
    pair_ids
        Ids of pairs: all rows that have one of them.

    Returns
    -------
    int64, shape (n_shown,), in [0, n_pairs)

    Raises
    ------
    InputError
        No pair has one of the ids; the condition is none, or names a column that there is not.
    """
    # Counting discrepancies takes time: only a condition needs them.
    table = (result.scores if where is None else result.counted_scores).with_columns(at=pl.int_range(pl.len()))
    if pair_ids:
        for pair_id in pair_ids:
            find_pair(table, pair_id)
        table = table.filter(pl.col("pair_id").is_in(list(pair_ids)))
    if where is not None:
        table = _matching(table, where)
    order = table.sort("risk_total", descending=True, nulls_last=True, maintain_order=True)["at"]
    return order.head(len(order) if top is None else top).to_numpy()


def _matching(table: pl.DataFrame, where: str) -> pl.DataFrame:
    """Rows for which a condition holds."""
    try:
        condition = pl.sql_expr(where)
        if table.lazy().select(condition).collect_schema().dtypes() == [pl.Boolean()]:
            return table.filter(condition)
    except pl.exceptions.ColumnNotFoundError:
        names = ", ".join(table.drop("at").columns)
        raise InputError(f"--where {where!r} names a column that there is not; there are {names}") from None
    except (pl.exceptions.PolarsError, ValueError):
        pass
    raise InputError(
        f"--where {where!r} is no condition; write one on the columns of the scores, such as risk_total > 2"
    )

"""The last line of every scoring run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars as pl

from radot_fast.config import TARGETS
from radot_fast.result.denominators import Denominators
from radot_fast.statistics.mean_interval import Interval


def mean_table(intervals: Iterable[tuple[str, Interval, int]]) -> pl.DataFrame:
    """Mean of each risk: ``target, mean, low, high, n``; null where no pair has the risk."""
    rows = [(target, *interval, n) for target, interval, n in intervals]
    schema = {"target": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64, "n": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(pl.col("mean", "low", "high").fill_nan(None))


def last_line(means: pl.DataFrame, statuses: Mapping[str, int], denominators: Denominators) -> str:
    """Mean of each risk with its 95% interval, the number of scored rows and the status counts.

    Parameters
    ----------
    means
        As ``mean_table`` makes it.
    statuses
        Rows of each status, in the order in which they came; the most frequent is named first.
    denominators
        What the means are read with.
    """
    parts = [
        f"{target} –" if mean is None else f"{target} {mean:.3f} [{low:.3f}, {high:.3f}]"
        for target, mean, low, high, _ in means.iter_rows()
    ]
    counts = sorted(statuses.items(), key=lambda count: -count[1])
    shown = ", ".join(f"{n} {status}" for status, n in counts)
    scored = means["n"][TARGETS.index("total")]
    line = f"mean risk (higher is worse): {' · '.join(parts)} · n {scored} · {shown}"
    return " · ".join(filter(None, (line, str(denominators))))

"""What changed between two runs over the same pairs, and whether it is more than noise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from radot_fast.comparison.draws import Ratios, draw_ratios, ends_of
from radot_fast.comparison.tables import TIE
from radot_fast.config import TARGETS
from radot_fast.errors import InputError
from radot_fast.extended.discrepancies import CATEGORIES
from radot_fast.io.joining import PAIR_ID, SCORED
from radot_fast.statistics.bootstrap import Resampling, group_codes, two_sided_p

SHARES = (
    ("finding_recall", "n_matched_findings", "n_ref_findings"),
    ("finding_precision", "n_matched_findings", "n_cand_findings"),
    ("denial_recall", "n_addressed_denials", "n_ref_denials"),
)


class Changes(NamedTuple):
    """Two runs over the same pairs.

    Attributes
    ----------
    figures
        ``figure, n, old, new, change, low, high, p_value, more_than_noise``: means of the risks and expected errors,
        pooled shares, discrepancies per 100 reports; over the pairs that have it in both runs.
    pairs
        One row a pair of both runs: ``pair_id``, ``system`` if given, ``status_old, status_new`` and each risk's
        ``_old, _new, _change``; the largest change of the total risk first.
    statuses
        ``status_old, status_new, n``: what became of the statuses, changes only.
    better, same, worse
        Pairs whose total risk fell, stayed (within rounding) and rose.
    only_old, only_new
        Pairs that only one run has.
    made_by
        Field of the signature, old and new value, where they differ.
    """

    figures: pl.DataFrame
    pairs: pl.DataFrame
    statuses: pl.DataFrame
    better: int
    same: int
    worse: int
    only_old: int
    only_new: int
    made_by: list[tuple[str, str, str]]

    def to_dict(self) -> dict[str, Any]:
        """JSON-able form; holds no report text."""
        tables = {name: getattr(self, name).to_dicts() for name in ("figures", "pairs", "statuses")}
        counts = {name: getattr(self, name) for name in ("better", "same", "worse", "only_old", "only_new")}
        return {
            **tables,
            **counts,
            "made_by": [dict(zip(("field", "old", "new"), m, strict=True)) for m in self.made_by],
        }


def changes_of(
    old: pl.DataFrame,
    new: pl.DataFrame,
    signatures: tuple[Mapping[str, Any] | None, Mapping[str, Any] | None] = (None, None),
    resampling: Resampling | None = None,
    group: str | None = None,
) -> Changes:
    """Changes between two tables of scores.

    Parameters
    ----------
    old, new
        ``result.scores`` of two runs, joined by ``pair_id`` (and ``system``).
    signatures
        What made them, as ``read_signature`` gives it.
    resampling
        Number of resamples, seed, confidence.
    group
        Column (study, patient) whose pairs are drawn as a whole.

    Raises
    ------
    InputError
        A table is none of scores, an id stands twice, or no pair is in both.
    """
    resampling = resampling or Resampling()
    keys = [PAIR_ID, *(["system"] if all("system" in t.columns for t in (old, new)) else [])]
    tables = [_keyed(table, name, keys) for table, name in ((old, "OLD"), (new, "NEW"))]
    both = tables[0].join(tables[1], on=keys, how="inner", suffix="_new", maintain_order="left")
    if not both.height:
        raise InputError("no pair_id is in both runs: compare runs over the same pairs")
    if group is not None and group not in both.columns:
        raise InputError(f"column {group!r} stands not in OLD: --group names it, carry it along with --keep {group}")
    codes = group_codes(None if group is None else both[group], both.height)
    changed = both.select("status", "status_new").filter(pl.col("status") != pl.col("status_new"))
    statuses = changed.group_by(pl.col("status").alias("status_old"), "status_new", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("n")
    )
    change = (both["risk_total_new"] - both["risk_total"]).drop_nulls().to_numpy()
    return Changes(
        _figures(both, codes, resampling),
        _pairs(both, keys),
        statuses.sort("n", descending=True, maintain_order=True),
        int((change < -TIE).sum()),
        int((np.abs(change) <= TIE).sum()),
        int((change > TIE).sum()),
        tables[0].height - both.height,
        tables[1].height - both.height,
        _made_by(*signatures),
    )


def _keyed(table: pl.DataFrame, name: str, keys: list[str]) -> pl.DataFrame:
    """Scores whose ids are unique strings."""
    if missing := [column for column in SCORED if column not in table.columns]:
        raise InputError(f"{name}: column {missing[0]!r} is missing: give scores, as radot score writes them")
    table = table.with_columns(pl.col(keys).cast(pl.String))
    if table.select(keys).is_duplicated().any():
        raise InputError(f"{name}: a {' with its '.join(keys)} stands twice: pairs are matched by it, make it unique")
    return table


def _figures(both: pl.DataFrame, codes: np.ndarray, resampling: Resampling) -> pl.DataFrame:
    """Every figure in both runs, its change and the interval of the change."""
    named: list[tuple[str, list[np.ndarray]]] = []
    for name in (*(f"risk_{t}" for t in TARGETS), *(f"expected_{t}" for t in TARGETS)):
        named += _ratio(both, name, name, None, 1.0)
    for name, part, whole in SHARES:
        named += _ratio(both, name, part, whole, 1.0)
    for category in CATEGORIES:
        named += _ratio(both, f"n_{category}", f"n_{category}", None, 100.0)
    if not named:
        raise InputError("no pair has a risk in both runs: nothing can be compared")
    stacked = np.array([rows for _, rows in named])
    n = len(named)
    ratios = Ratios(np.concatenate([stacked[:, 0], stacked[:, 2]]), np.concatenate([stacked[:, 1], stacked[:, 3]]))
    drawn = draw_ratios(ratios, codes, resampling)
    difference = drawn.draws[:, n:] - drawn.draws[:, :n]
    low, high = ends_of(difference, resampling.tails)
    rows = []
    for k, (name, values) in enumerate(named):
        p = two_sided_p(difference[:, k])
        moved = bool(p <= 1 - resampling.confidence) and bool(np.any(difference[:, k] != 0))
        size = int(np.count_nonzero(values[1])) if name.startswith(("risk", "expected", "n_")) else int(values[1].sum())
        old, new = float(drawn.point[k]), float(drawn.point[n + k])
        rows.append((name, size, old, new, new - old, float(low[k]), float(high[k]), p, moved))
    schema = ["figure", "n", "old", "new", "change", "low", "high", "p_value", "more_than_noise"]
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(pl.col(pl.Float64).fill_nan(None))


def _ratio(
    both: pl.DataFrame, name: str, part: str, whole: str | None, scale: float
) -> list[tuple[str, list[np.ndarray]]]:
    """Part and whole of a figure in the old and the new run, over the pairs that have it in both; none without one."""
    columns = [f"{c}{run}" for run in ("", "_new") for c in (part, whole) if c is not None]
    if not all(c in both.columns for c in columns):
        return []
    values = {c: both[c].cast(pl.Float64).fill_null(np.nan).to_numpy() for c in columns}
    there = np.all([np.isfinite(v) for v in values.values()], axis=0)
    if not there.any():
        return []
    rows = []
    for run in ("", "_new"):
        rows.append(np.where(there, values[f"{part}{run}"] * scale, 0.0))
        rows.append(there.astype(float) if whole is None else np.where(there, values[f"{whole}{run}"], 0.0))
    return [(name, rows)]


def _pairs(both: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Both runs pair by pair."""
    columns: list[pl.Expr] = [*map(pl.col, keys), pl.col("status").alias("status_old"), pl.col("status_new")]
    for target in TARGETS:
        old, new = pl.col(f"risk_{target}"), pl.col(f"risk_{target}_new")
        columns += [
            old.alias(f"risk_{target}_old"),
            new,
            (new - old).alias(f"risk_{target}_change"),
        ]
    table = both.select(columns)
    return table.sort(pl.col("risk_total_change").abs(), descending=True, nulls_last=True, maintain_order=True)


def _made_by(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> list[tuple[str, str, str]]:
    """Fields of two signatures that differ."""
    if old is None or new is None:
        return []
    skip = ("signature", "direction", "out_of_vocabulary", "sentences")
    names = [k for k in dict.fromkeys([*old, *new]) if k not in skip]
    return [(k, str(old.get(k, "–")), str(new.get(k, "–"))) for k in names if old.get(k) != new.get(k)]


def text_of(changes: Changes, top: int = 10) -> str:
    """Changes in a terminal of 80 columns."""
    from radot_fast.comparison.terminal import cut, grid

    rows = [
        [
            r["figure"].replace("_", " ").removeprefix("n "),
            f"{r['old']:.3f}",
            f"{r['new']:.3f}",
            f"{r['change']:+.3f} [{r['low']:+.3f}, {r['high']:+.3f}]",
            "changed" if r["more_than_noise"] else "",
        ]
        for r in changes.figures.iter_rows(named=True)
        if not (r["figure"].startswith("n_") and r["old"] == r["new"] == 0)
    ]
    parts = [grid("Means, shares, discrepancies per 100 reports", ["", "old", "new", "change", ""], rows)]
    parts.append(
        f"total risk of {changes.better} pairs lower, {changes.same} the same, {changes.worse} higher"
        + "".join(f" · {n} only in {run}" for n, run in ((changes.only_old, "OLD"), (changes.only_new, "NEW")) if n)
    )
    if changes.statuses.height:
        lines = [f"{n} {a} → {b}" for a, b, n in changes.statuses.iter_rows()]
        parts.append("statuses: " + ", ".join(lines))
    moved = changes.pairs.filter(pl.col("risk_total_change").abs() > TIE).head(top)
    if moved.height:
        shown = [
            [
                cut(r["pair_id"], 28), cut(r.get("system") or "", 16), f"{r['risk_total_old']:.3f}",
                f"{r['risk_total_new']:.3f}", f"{r['risk_total_change']:+.3f}",
            ]
            for r in moved.iter_rows(named=True)
        ]  # fmt: skip
        parts.append(grid("Largest changes of the total risk", ["pair_id", "system", "old", "new", "change"], shown))
    if changes.made_by:
        lines = [f"  {name}: {before} → {after}" for name, before, after in changes.made_by]
        parts.append("\n".join(["What made the scores differs:", *lines]))
    return "\n\n".join(parts) + "\n"

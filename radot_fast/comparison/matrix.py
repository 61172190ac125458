"""Score tables as matrices, systems × references: who has a risk where, and what becomes of rows without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.comparison.draws import Ratios
from radot_fast.comparison.floors import EMPTY, FLOORS
from radot_fast.comparison.rules import FIGURES, Figure, Rules
from radot_fast.config import TARGETS
from radot_fast.errors import InputError
from radot_fast.io.joining import PAIR_ID
from radot_fast.result.denominators import SILENT

Float = NDArray[np.float64]
Bool = NDArray[np.bool_]


@dataclass(frozen=True)
class Matrix:
    """Scores of every system on every reference.

    Attributes
    ----------
    systems
        Names: the systems, then the floors.
    ids
        ``pair_id`` of the references.
    values
        By column of the scores: float64, shape (n_systems, n_references); NaN where there is none.
    without_risk
        int64, shape (n_systems,): references for which a system has no risk, though it could have one.
    silent
        int64, shape (n_systems,): those, and references to which a system says nothing that was read.
    readable
        int: references that can be scored.
    counted
        bool, shape (n_systems, n_references): what the figures of a system are over.
    """

    systems: tuple[str, ...]
    ids: pl.Series
    values: Mapping[str, Float]
    without_risk: NDArray[np.int64]
    silent: NDArray[np.int64]
    readable: int
    counted: Bool

    def figures(self) -> list[Figure]:
        """Figures whose columns some system has."""
        return [f for f in FIGURES if all(c in self.values for c in _columns(f))]

    def ratios(self, figure: Figure) -> Ratios:
        """Part and whole of a figure: float64, shape (n_systems, n_references)."""
        columns = _columns(figure)
        there = self.counted & np.all([np.isfinite(self.values[c]) for c in columns], axis=0)
        part = np.where(there, self.values[figure.part], 0.0) * figure.scale
        if figure.whole is None:
            return Ratios(part, there.astype(np.float64))
        whole = sum(np.where(there, self.values[c], 0.0) for c in columns[1:])
        return Ratios(part, np.asarray(whole))


def _columns(figure: Figure) -> list[str]:
    """Columns of a figure: its numerator, then the columns whose sum is its denominator."""
    whole = figure.whole or ()
    return [figure.part, *((whole,) if isinstance(whole, str) else whole)]


def matrix_of(scores: Mapping[str, pl.DataFrame], ids: pl.Series, rules: Rules) -> Matrix:
    """Matrix of score tables.

    Parameters
    ----------
    scores
        Score table of each system and floor, keyed by ``pair_id``.
    ids
        Ids of all references.
    rules
        Who is ranked, and what becomes of rows without a risk.

    Raises
    ------
    InputError
        No reference is scored for every ranked system.
    """
    names = tuple(scores)
    order = ids.to_frame(PAIR_ID)
    tables = [order.join(t.with_columns(pl.col(PAIR_ID).cast(pl.String)), on=PAIR_ID, how="left", maintain_order="left")
              for t in scores.values()]  # fmt: skip
    status = np.stack([t["status"].fill_null("missing").to_numpy() for t in tables])
    wanted = dict.fromkeys(c for f in FIGURES for c in _columns(f))
    values = {c: _stacked(tables, c) for c in wanted if any(c in t.columns for t in tables)}
    lost = ~np.isfinite(values["risk_total"])
    readable = _readable(names, lost, status)
    without_risk = (lost & readable).sum(axis=1)
    silent = ((lost | np.isin(status, SILENT)) & readable).sum(axis=1)
    _fill(values, names, lost & readable, rules)
    matrix = Matrix(names, ids, values, without_risk, silent, int(readable.sum()), ~lost)
    counted = _counted(matrix, ranked_systems(matrix, rules), readable)
    return Matrix(names, ids, values, without_risk, silent, int(readable.sum()), counted)


def _stacked(tables: Sequence[pl.DataFrame], column: str) -> Float:
    """A column of every table, NaN where it is null or absent: float64, shape (n_tables, n_rows)."""
    nothing = np.full(tables[0].height, np.nan)
    return np.stack(
        [t[column].cast(pl.Float64).fill_null(np.nan).to_numpy() if column in t.columns else nothing for t in tables]
    )


def _readable(names: tuple[str, ...], lost: Bool, status: NDArray[np.object_]) -> Bool:
    """References that can be scored: where the empty report has a risk, else where no status blames the reference."""
    if EMPTY in names:
        return ~lost[names.index(EMPTY)]
    return ~(status == "unread_reference").any(axis=0)


def _fill(values: dict[str, Float], names: tuple[str, ...], lost: Bool, rules: Rules) -> None:
    """Give rows without a risk the one that the rules name."""
    if rules.without_risk == "leave-out" or not lost.any():
        return
    if rules.without_risk == "as-empty" and EMPTY not in names:
        raise InputError("rows without a risk cannot count as empty reports: there are no references, give REFS")
    for target in TARGETS:
        risks = values[f"risk_{target}"]
        if rules.without_risk == "as-empty":
            instead = risks[names.index(EMPTY)]
        else:
            instead = np.where(np.isfinite(risks), risks, -np.inf).max(axis=0)
        values[f"risk_{target}"] = np.where(lost & np.isfinite(instead), instead, risks)
    for column in ("n_matched_findings", "n_addressed_denials", "n_cand_findings"):
        if column in values:
            values[column] = np.where(lost, 0.0, values[column])
    for column in ("n_ref_findings", "n_ref_denials"):
        if column in values:
            known = np.where(np.isfinite(values[column]), values[column], -np.inf).max(axis=0)
            values[column] = np.where(lost & np.isfinite(known), known, values[column])


def ranked_systems(matrix: Matrix, rules: Rules) -> Bool:
    """Systems that get a rank: not floors, nor silent, failed or unread beyond the stated share of references."""
    share = matrix.silent / max(matrix.readable, 1)
    unread = matrix.values.get("unread_share_candidate")
    if unread is not None:
        with np.errstate(invalid="ignore"):
            known = np.isfinite(unread)
            sentences = np.where(known, unread, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        share = np.maximum(share, sentences)
    is_floor = np.array([name in FLOORS for name in matrix.systems])
    return ~is_floor & (share <= rules.most_unread)


def _counted(matrix: Matrix, ranked: Bool, readable: Bool) -> Bool:
    """References that the figures are computed over: those that every ranked system scores; all if none is ranked."""
    has_risk = np.isfinite(matrix.values["risk_total"]) & readable
    is_floor = np.array([name in FLOORS for name in matrix.systems])
    deciding = ranked if ranked.any() else ~is_floor & has_risk.any(axis=1)
    common = has_risk[deciding].all(axis=0) & has_risk[is_floor].all(axis=0)
    if not common.any():
        raise InputError("no pair_id is scored for every system: the systems answer the same references")
    return has_risk & common

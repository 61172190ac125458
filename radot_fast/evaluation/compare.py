"""``radot_fast.compare``: report generators against the same references, from texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from radot_fast.corpus.stored import StoredUnits
from radot_fast.errors import InputError
from radot_fast.evaluation.comparison import compare_risks
from radot_fast.evaluation.tables import ReportTable
from radot_fast.io.columns import listed_texts
from radot_fast.io.pairs import REPORT_IDS
from radot_fast.statistics.bootstrap import Resampling

if TYPE_CHECKING:
    from radot_fast.config import Signature
    from radot_fast.scorer import Scorer
    from radot_fast.units.makers import Maker


@dataclass(frozen=True)
class Comparison:
    """Several systems on the same references; lower risks are better.

    Attributes
    ----------
    means
        ``target, system, n, mean, low, high``.
    differences
        ``target, system, other, n, difference, low, high, p_value, p_holm``: all pairs of systems; Holm's
        correction over the comparisons of a target.
    scores
        Scores of every pair and system, with their status.
    n_common
        Pairs that every system scores: those that the means are over.
    signature
        Everything that changes the numbers.
    """

    means: pl.DataFrame
    differences: pl.DataFrame
    scores: pl.DataFrame
    n_common: int
    signature: Signature

    @property
    def tables(self) -> tuple[ReportTable, ...]:
        """Both tables with their titles."""
        return (
            ReportTable("means", "Mean risk of each system, 95% interval; lower is better", self.means),
            ReportTable(
                "differences", "Differences of mean risk, all pairs of systems, Holm-corrected", self.differences
            ),
        )


def compare(
    systems: Mapping[str, Sequence[str | None]],
    references: Sequence[str | None],
    *,
    groups: Sequence[Any] | None = None,
    scorer: Scorer | None = None,
    resampling: Resampling | None = None,
) -> Comparison:
    """Compare systems on the same references.

    Parameters
    ----------
    systems
        Candidates of each system by name, one a reference and in the same order; at least two systems.
    references
        Reference reports.
    groups
        Study or patient of each reference: drawn as a whole.
    scorer
        A ``Scorer``; the shipped configuration by default.
    resampling
        Number of resamples, seed, confidence.

    Raises
    ------
    InputError
        Fewer than two systems, lists of different lengths, no pair that all systems score.
    """
    from radot_fast.scorer import Scorer

    if not isinstance(systems, Mapping):
        raise InputError(f"systems are of type {type(systems).__name__}: give a mapping of names to candidates")
    references = listed_texts(references, "reference")
    systems = {name: listed_texts(candidates, f"candidate of {name}") for name, candidates in systems.items()}
    for name, candidates in systems.items():
        if len(candidates) != len(references):
            raise InputError(f"system {name!r} has {len(candidates)} candidates for {len(references)} references")
    ids = [str(k) for k in range(len(references))]
    refs = pl.DataFrame({"pair_id": ids, "reference": references}, schema_overrides={"reference": pl.String})
    named = pl.Series("group", ids if groups is None else [None if g is None else str(g) for g in groups])
    if len(named) != len(ids) or named.null_count():
        raise InputError(f"{len(named)} groups, {named.null_count()} of them None, for {len(ids)} references")
    tables = {
        name: pl.DataFrame({"pair_id": ids, "candidate": c}, schema_overrides={"candidate": pl.String})
        for name, c in systems.items()
    }
    return compare_tables(refs.with_columns(named), tables, scorer or Scorer(), resampling=resampling)


def _first(table: pl.DataFrame, stray: pl.DataFrame) -> int:
    """Row of a table in which the first stray pair stands."""
    return int((table["pair_id"] == stray["pair_id"][0]).arg_max() or 0)


def compare_tables(
    references: pl.DataFrame,
    candidates: Mapping[str, pl.DataFrame],
    scorer: Scorer,
    *,
    resampling: Resampling | None = None,
    stored: StoredUnits | None = None,
) -> Comparison:
    """Compare systems that are given as tables.

    Parameters
    ----------
    references
        ``pair_id`` (unique), ``reference``, ``group``.
    candidates
        ``pair_id, candidate`` by system.
    scorer
        Scorer of all systems; a reference is extracted once.
    resampling
        Number of resamples, seed, confidence.
    stored
        Units of the references and of all systems (``system_units``) in place of texts.

    Raises
    ------
    InputError
        A candidate's pair id has no reference, fewer than two systems, no pair that all of them score.
    """
    if len(candidates) < 2:
        raise InputError(f"{len(candidates)} system is not enough to compare: give at least two")
    parts = []
    for name, table in candidates.items():
        stray = table.join(references, on="pair_id", how="anti")
        if stray.height:
            raise InputError(
                f"system {name!r}: the pair_id of row {_first(table, stray)} has no reference "
                f"({stray.height} such rows); give the candidates the ids of the references"
            )
        both = table.join(references.select("pair_id", "reference"), on="pair_id", how="left", maintain_order="left")
        parts.append(both.with_columns(system=pl.lit(name)))
    pairs = pl.concat(parts).with_row_index("row").with_columns(pl.col("row").cast(pl.Int64))
    pairs = pairs.with_columns(reference_id="pair_id", candidate_id=pl.format("{}:{}", "system", "pair_id"))
    columns = ("row", "pair_id", "system", "reference", "candidate", *(REPORT_IDS if stored is not None else ()))
    result = scorer.score_pairs(pairs.select(columns), stored)
    scores = result.scores
    risks = {name: scores.filter(pl.col("system") == name) for name in candidates}
    means, differences = compare_risks(
        risks, groups=dict(references.select("pair_id", "group").iter_rows()), resampling=resampling
    )
    return Comparison(means, differences, scores, int(means["n"][0]), result.signature)


def system_units(references: pl.DataFrame, systems: Mapping[str, pl.DataFrame], maker: Maker) -> StoredUnits:
    """Unit tables of the references and of each system's candidates, keyed by ``pair_id``, as one comparison."""
    candidates = [
        units.with_columns(report_id=pl.format("{}:{}", pl.lit(name), "report_id")) for name, units in systems.items()
    ]
    return StoredUnits(references, pl.concat(candidates, how="diagonal_relaxed"), maker, {}, False)

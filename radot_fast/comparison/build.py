"""``radot_fast.compare``: report generators against the same references, with floors, marks and intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from radot_fast.comparison.agreement import differing_references, error_counts, within_reference
from radot_fast.comparison.confusions import confusion_table
from radot_fast.comparison.floors import FLOORS, floor_texts
from radot_fast.comparison.matrix import Matrix, matrix_of
from radot_fast.comparison.model import Comparison
from radot_fast.comparison.rules import Rules
from radot_fast.comparison.systems import Systems
from radot_fast.comparison.tables import (
    category_table,
    estimates_of,
    floor_table,
    pair_table,
    system_table,
)
from radot_fast.errors import InputError
from radot_fast.io.columns import listed_texts
from radot_fast.io.joining import PAIR_ID
from radot_fast.io.pairs import REPORT_IDS
from radot_fast.result.denominators import denominators_by_tier
from radot_fast.statistics.bootstrap import Resampling, group_codes

if TYPE_CHECKING:
    from radot_fast.result.result import Result
    from radot_fast.scorer import Scorer


class Setup(NamedTuple):
    """Settings of a comparison.

    Attributes
    ----------
    rules
        Who is ranked, by what, and what becomes of rows without a risk.
    resampling
        Number of resamples, seed, confidence.
    counts
        Column with people's counts of errors, by target, in the tables of the systems.
    group
        Column of the references (study, patient) whose rows are drawn as a whole.
    """

    rules: Rules = Rules()
    resampling: Resampling = Resampling()
    counts: Mapping[str, str] = {}
    group: str | None = None


PLAIN = Setup()


class Evidence(NamedTuple):
    """Evidence beyond the scores of systems: confusions, counts by tier, and texts."""

    confusions: pl.DataFrame
    tiers: pl.DataFrame
    texts: pl.DataFrame | None


def compare(
    systems: Mapping[str, Sequence[str | None]],
    references: Sequence[str | None],
    *,
    groups: Sequence[Any] | None = None,
    scorer: Scorer | None = None,
    resampling: Resampling | None = None,
    rules: Rules | None = None,
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
    rules
        Who is ranked, by what, and what becomes of rows without a risk (``comparison.rules.Rules``).

    Returns
    -------
    Comparison
        Tables of systems, pairs, floors, categories, confusions; ``to_dict``, ``to_html``; shows itself in a notebook.

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
    refs = pl.DataFrame({PAIR_ID: ids, "reference": references}, schema_overrides={"reference": pl.String})
    named = pl.Series("group", ids if groups is None else [None if g is None else str(g) for g in groups])
    if len(named) != len(ids) or named.null_count():
        raise InputError(f"{len(named)} groups, {named.null_count()} of them None, for {len(ids)} references")
    tables = {
        name: pl.DataFrame({PAIR_ID: ids, "candidate": c}, schema_overrides={"candidate": pl.String})
        for name, c in systems.items()
    }
    setup = Setup(rules or Rules(), resampling or Resampling(), group="group")
    return compare_systems(Systems(refs.with_columns(named), tables), scorer or Scorer(), setup)


def compare_systems(systems: Systems, scorer: Scorer, setup: Setup = PLAIN) -> Comparison:
    """Compare systems as they came in.

    Parameters
    ----------
    systems
        References with candidates, units or scores.
    scorer
        Scorer of the candidates and of the floors.
    setup
        Rules, resampling, columns.

    Raises
    ------
    InputError
        Fewer than two systems, a system with the name of a floor, no pair that all ranked systems score, scores that
        were made under another signature than the floors.
    """
    # In the order of the ids, so that neither the draws nor the most frequent reference depend on that of a file.
    systems = replace(systems, references=systems.references.sort(PAIR_ID))
    names = systems.names
    if len(names) < 2:
        raise InputError(f"{len(names)} system is not enough to compare: give at least two")
    if taken := [name for name in names if name in FLOORS]:
        raise InputError(f"system {taken[0]!r} has the name of a floor, which every comparison adds: rename it")
    result = _scored(systems, scorer)
    _check_signatures(systems.signatures, None if result is None else str(result.signature))
    scores: dict[str, pl.DataFrame] = dict(systems.scores)
    if result is not None:
        parts = result.counted_scores.partition_by("system", as_dict=True, maintain_order=True)
        scores |= {str(name): part for (name,), part in parts.items()}
    ordered = {name: scores[name] for name in (*names, *FLOORS) if name in scores}
    groups = _groups(systems.references, setup.group)
    matrix = matrix_of(ordered, systems.references[PAIR_ID], setup.rules)
    evidence = _evidence(result, names, systems, setup.resampling)
    made = [*systems.signatures.values(), "stored scores of an unknown signature"]
    signature = str(result.signature) if result is not None else made[0]
    return _assembled(matrix, groups, setup, evidence, (ordered, systems.rows, signature))


def _check_signatures(stored: Mapping[str, str], floors: str | None) -> None:
    """Refuse scores that were not made in the same way: their difference would not be the systems'."""
    named = {**stored, **({} if floors is None else {"the floors": floors})}
    (first, made), *others = [*named.items()] or [("", "")]
    for name, other in others:
        if other != made:
            raise InputError(
                f"the scores of {first} and {name} have different signatures ({made} and {other}): score all systems "
                "anew with the same version, profile and section"
            )


def _scored(systems: Systems, scorer: Scorer) -> Result | None:
    """Scores of the candidates and of the floors, or of the floors alone; None where there is nothing to score."""
    refs = systems.references
    has_texts = refs["reference"].null_count() < refs.height
    parts = [
        table.join(refs.select(PAIR_ID, "reference"), on=PAIR_ID, how="left", maintain_order="left").with_columns(
            system=pl.lit(name)
        )
        for name, table in systems.candidates.items()
    ]
    floors: dict[str, str | None] = {}
    if systems.stored is not None:
        known = systems.stored.candidate["report_id"]
        floors = {name: None for name in FLOORS if known.str.starts_with(f"{name}:").any()}
    elif has_texts:
        floors = dict(floor_texts(refs["reference"]))
    parts += [
        refs.select(PAIR_ID, "reference").with_columns(
            candidate=pl.lit(text, dtype=pl.String), system=pl.lit(name, dtype=pl.String)
        )
        for name, text in floors.items()
    ]
    if not parts:
        return None
    columns = (PAIR_ID, "system", "reference", "candidate")
    pairs = pl.concat([part.select(columns) for part in parts]).with_row_index("row")
    pairs = pairs.with_columns(pl.col("row").cast(pl.Int64))
    if systems.stored is None:
        return scorer.score_pairs(pairs.select("row", *columns))
    pairs = pairs.with_columns(reference_id=PAIR_ID, candidate_id=pl.format("{}:{}", "system", PAIR_ID))
    return scorer.score_pairs(pairs.select("row", *columns, *REPORT_IDS), systems.stored)


def _groups(references: pl.DataFrame, group: str | None) -> np.ndarray:
    """Group of each reference as a number."""
    return group_codes(None if group is None else references[group], references.height)


def _evidence(result: Result | None, names: Sequence[str], systems: Systems, resampling: Resampling) -> Evidence | None:
    """Evidence of each system; None where only scores are known."""
    if result is None or not systems.candidates:
        return None
    named = result.scores.select("row", "system")
    couples = result.couples.join(named, on="row", how="left", maintain_order="left")
    by_system = {name: couples.filter(pl.col("system") == name).drop("system") for name in names}
    tiers = [
        denominators_by_tier(table, result.tier_weights).select(pl.lit(name).alias("system"), pl.all())
        for name, table in by_system.items()
    ]
    return Evidence(confusion_table(by_system, resampling.confidence), pl.concat(tiers), _texts(systems))


def _texts(systems: Systems) -> pl.DataFrame | None:
    """``pair_id, reference`` and the candidate of each system; None where only units are known."""
    if systems.stored is not None:
        return None
    table = systems.references.select(PAIR_ID, "reference")
    for name, candidates in systems.candidates.items():
        mine = candidates.rename({"candidate": f"candidate of {name}"})
        table = table.join(mine, on=PAIR_ID, how="left", maintain_order="left")
    return table


def _assembled(
    matrix: Matrix,
    groups: np.ndarray,
    setup: Setup,
    evidence: Evidence | None,
    known: tuple[Mapping[str, pl.DataFrame], Mapping[str, pl.DataFrame], str],
) -> Comparison:
    """All tables of a comparison."""
    scores, rows, signature = known
    estimates = estimates_of(matrix, groups, setup.resampling)
    names = [name for name in matrix.systems if name not in FLOORS]
    pairs = pair_table(estimates, matrix, names, setup.resampling)
    floors = floor_table(estimates, matrix, setup.resampling)
    alpha = 1 - setup.resampling.confidence
    counts = error_counts(rows, matrix.ids, setup.counts, names)
    return Comparison(
        systems=system_table(estimates, matrix, (pairs, floors), setup.rules, alpha),
        pairs=pairs,
        floors=floors,
        categories=category_table(estimates),
        confusions=None if evidence is None else evidence.confusions,
        tiers=None if evidence is None else evidence.tiers,
        differing=differing_references(matrix),
        within_reference=within_reference(matrix, counts, groups, setup.resampling),
        scores=pl.concat([t.with_columns(system=pl.lit(n)) for n, t in scores.items()], how="diagonal_relaxed"),
        texts=None if evidence is None else evidence.texts,
        n_references=len(matrix.ids),
        n_groups=int(groups.max()) + 1,
        rules=setup.rules,
        resampling=setup.resampling,
        signature=f"{signature}|{setup.rules}|resamples:{setup.resampling.n_resamples}|seed:{setup.resampling.seed}",
    )

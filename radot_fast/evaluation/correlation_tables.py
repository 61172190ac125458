"""Systems against each other on the same pairs: correlations with human counts, or mean risks where there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.systems import OURS, SystemRisks, lexical
from radot_fast.evaluation.tables import ReportTable
from radot_fast.statistics.bootstrap import (
    Resampling,
    bootstrap_distribution,
    holm,
    percentile_ends,
    two_sided_p,
)
from radot_fast.statistics.correlation import AGREEMENT
from radot_fast.statistics.screening import average_precision, enrichment, roc_auc, sensitivity_at_specificity

Float = NDArray[np.float64]

LEAST_PAIRS = 3
"""Pairs that a correlation needs: two always lie on a line."""


class Draws:
    """Bootstrap draws of Spearman on one data set, each system's taken once for all tables.

    All draws of a target over the same pairs come from one matrix of resampled groups: they are paired.

    Parameters
    ----------
    data
        Annotated pairs.
    resampling
        Number of resamples, seed, confidence, workers.
    """

    def __init__(self, data: AnnotatedPairs, resampling: Resampling) -> None:
        self.data = data
        self.resampling = resampling
        self._kept: dict[tuple[str, bytes], dict[str, tuple[float, Float]]] = {}

    def of(self, target: str, pairs: NDArray[np.bool_], systems: Sequence[SystemRisks]) -> list[tuple[float, Float]]:
        """Spearman of each system with a target over some pairs, and its draws.

        Parameters
        ----------
        target
            Column of error counts.
        pairs
            bool, shape (n_pairs,): the pairs to correlate over.
        systems
            Risks by system.

        Returns
        -------
        By system the correlation, and that of each resample: float64, shape (n_resamples,), in [-1, 1] or NaN.
        """
        known = self._kept.setdefault((target, pairs.tobytes()), {})
        new = {s.system: s.risks[target][pairs] for s in systems if s.system not in known}
        if new:
            d = bootstrap_distribution(
                new,
                self.data.pairs[target].to_numpy()[pairs],
                groups=self.data.pairs["group"].filter(pl.Series(pairs)),
                resampling=self.resampling,
            )
            known |= {name: (float(d.point[0, k]), d.draws[:, 0, k]) for k, name in enumerate(d.systems)}
        return [known[s.system] for s in systems]


def correlation_table(draws: Draws, systems: Sequence[SystemRisks]) -> pl.DataFrame:
    """One row a system: Spearman with each target and its interval; a system that did not run keeps its row.

    Returns
    -------
    ``system, family, n``, then ``<target>, <target>_low, <target>_high`` and ``note``.
    """
    names = [f"{t}{end}" for t in draws.data.targets for end in ("", "_low", "_high")]
    statistics = {s.system: dict.fromkeys(names) for s in systems}
    size = {s.system: 0 for s in systems}
    for target, pairs, group in _same_pairs(draws.data, systems):
        for system, (value, drawn) in zip(group, draws.of(target, pairs, group), strict=True):
            low, high, _ = percentile_ends(drawn, draws.resampling.tails)
            ends: dict[str, Any] = {target: value, f"{target}_low": low, f"{target}_high": high}
            statistics[system.system] |= ends
            size[system.system] = int(pairs.sum())
    rows = [
        {"system": s.system, "family": s.family, "n": size[s.system], **statistics[s.system], "note": s.note}
        for s in systems
    ]
    schema = {"system": pl.String, "family": pl.String, "n": pl.Int64, **dict.fromkeys(names, pl.Float64)}
    return pl.DataFrame(rows, schema={**schema, "note": pl.String}).with_columns(pl.col(pl.Float64).fill_nan(None))


def _same_pairs(
    data: AnnotatedPairs, systems: Sequence[SystemRisks]
) -> list[tuple[str, NDArray[np.bool_], list[SystemRisks]]]:
    """Target, pairs with a risk, and the systems that have one for exactly these pairs."""
    out: dict[tuple[str, bytes], tuple[str, NDArray[np.bool_], list[SystemRisks]]] = {}
    for target in data.targets:
        for system in systems:
            if target in system.risks:
                mask = np.isfinite(system.risks[target])
                if mask.sum() >= LEAST_PAIRS:
                    out.setdefault((target, mask.tobytes()), (target, mask, []))[2].append(system)
    return list(out.values())


def paired_table(draws: Draws, systems: Sequence[SystemRisks], system: str = OURS) -> pl.DataFrame:
    """Spearman of one system minus each other's, on the pairs that both score, with paired intervals.

    Returns
    -------
    ``system, target, comparator, n, ours, theirs, difference, low, high, p_value, p_holm``; Holm over the
    comparators of a target.
    """
    ours = next(s for s in systems if s.system == system)
    rows: list[tuple[Any, ...]] = []
    for target, scored, group in _same_pairs(draws.data, [s for s in systems if s is not ours]):
        both = scored & np.isfinite(ours.risks.get(target, np.nan))
        if both.sum() < LEAST_PAIRS:
            continue
        (a, mine), *others = draws.of(target, both, [ours, *group])
        for other, (b, theirs) in zip(group, others, strict=True):
            low, high, _ = percentile_ends(mine - theirs, draws.resampling.tails)
            numbers = (int(both.sum()), a, b, a - b, low, high, two_sided_p(mine - theirs))
            rows.append((system, target, other.system, *numbers))
    names = ["system", "target", "comparator", "n", "ours", "theirs", "difference", "low", "high", "p_value"]
    table = pl.DataFrame(rows, schema=names, orient="row").with_columns(pl.col(pl.Float64).fill_nan(None))
    parts = table.partition_by("target", maintain_order=True)
    corrected = pl.Series([p for part in parts for p in holm(part["p_value"].to_list())], dtype=pl.Float64)
    return (pl.concat(parts) if parts else table).with_columns(p_holm=corrected)


def agreement_table(data: AnnotatedPairs, system: SystemRisks) -> pl.DataFrame:
    """One row a target: Spearman, Kendall, Pearson, MAE and RMSE of a system."""
    rows = []
    for target in (t for t in data.targets if t in system.risks):
        mask = np.isfinite(system.risks[target])
        x, y = system.risks[target][mask], data.pairs[target].to_numpy()[mask]
        rows.append({"target": target, "n": int(mask.sum()), **{name: f(x, y) for name, f in AGREEMENT.items()}})
    return pl.DataFrame(rows).with_columns(pl.col(pl.Float64).fill_nan(None))


def screening_table(data: AnnotatedPairs, systems: Sequence[SystemRisks]) -> pl.DataFrame:
    """One row a system: how well its risk singles out pairs with an error of the screened target.

    Significant errors are screened where the set has them, else all errors; ``screened`` says which.
    """
    screened = "significant" if "significant" in data.targets else "total"
    count = data.pairs[screened].to_numpy()
    rows = []
    for system in systems:
        risk = system.risks.get(screened)
        if risk is None:
            continue
        mask = np.isfinite(risk)
        x, positive = risk[mask], count[mask] > 0
        rows.append(
            {
                "system": system.system,
                "screened": screened,
                "n": int(mask.sum()),
                "positive": int(positive.sum()),
                "auroc": roc_auc(x, positive),
                "auprc": average_precision(x, positive),
                "sens_80": sensitivity_at_specificity(x, positive, 0.8),
                "sens_90": sensitivity_at_specificity(x, positive, 0.9),
                "enrichment": enrichment(x, positive),
            }
        )
    return pl.DataFrame(rows).with_columns(pl.col(pl.Float64).fill_nan(None))


def evaluation_tables(
    data: AnnotatedPairs, scores: pl.DataFrame, resampling: Resampling, name: str = OURS
) -> tuple[ReportTable, ...]:
    """Our risks on annotated pairs beside the lexical baselines: correlations, paired differences, all statistics.

    Parameters
    ----------
    data
        Annotated pairs.
    scores
        ``result.scores`` of the same pairs, row for row; pairs without a risk are left out of our rows.
    resampling
        Number of resamples, seed, confidence.
    name
        What the tables call our risks.

    Raises
    ------
    InputError
        A target without a risk, or whose risks or counts rank nothing: fewer than 3 pairs, one group, one value.
    """
    ours = {t: scores[f"risk_{t}"].cast(pl.Float64).fill_null(float("nan")).to_numpy() for t in data.targets}
    for target, risks in ours.items():
        _require_ranks(data, target, risks)
    systems = [*lexical(data), SystemRisks(name, "ours", ours)]
    draws = Draws(data, resampling)
    parts = (
        ("correlations", "Spearman with 95% intervals", correlation_table(draws, systems)),
        (
            "paired",
            f"Spearman of {name} minus each baseline, paired intervals",
            paired_table(draws, systems, name),
        ),
        ("statistics", f"All statistics of {name}", agreement_table(data, systems[-1])),
        ("screening", "Screening for any error", screening_table(data, systems)),
    )
    return tuple(ReportTable(name, f"{data.name}: {title}", rows) for name, title, rows in parts if rows.height)


def _require_ranks(data: AnnotatedPairs, target: str, risks: Float) -> None:
    """Raise ``InputError`` where the risks of a target cannot be correlated with its counts."""
    scored = np.isfinite(risks)
    n = int(scored.sum())
    if not n:
        raise InputError(f"target {target!r} has no risk in any pair: leave it out, or name a readout that has it")
    if n < LEAST_PAIRS:
        raise InputError(f"{n} pairs have a risk: a correlation with its interval needs at least {LEAST_PAIRS}")
    counts = data.pairs[target].to_numpy()[scored]
    for name, values in (("risk", risks[scored]), ("count", counts)):
        if values.min() == values.max():
            raise InputError(
                f"the {name} of target {target!r} is {values[0]:g} in all {n} scored pairs: no correlation is defined; "
                "give pairs that differ, or leave the target out"
            )
    if data.pairs["group"].filter(pl.Series(scored)).n_unique() < 2:
        raise InputError(f"all {n} scored pairs are of one group: an interval needs at least 2 groups")

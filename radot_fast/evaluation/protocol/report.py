"""The tables of a protocol, in the order of the paper and with its figures beside ours (method §9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from radot_fast.datasets.annotated import AGGREGATES, counts_by
from radot_fast.evaluation.baselines.systems import EXTENDED, OURS, SHORTCUT, SystemRisks
from radot_fast.evaluation.correlation_tables import (
    Draws,
    agreement_table,
    correlation_table,
    paired_table,
    screening_table,
)
from radot_fast.evaluation.protocol import paper_values as paper
from radot_fast.evaluation.protocol.ablation import (
    PARTLY,
    ablations,
    diagnostics,
    error_types,
    risk_quintiles,
    sensitivity,
)
from radot_fast.evaluation.protocol.cases import case_results, case_rows, contribution_table, edge_table
from radot_fast.evaluation.protocol.inputs import Inputs, Outcome, Progress
from radot_fast.evaluation.protocol.measurements import Roles, role_counts
from radot_fast.evaluation.protocol.notes import note_of
from radot_fast.evaluation.stress.stress import stress_table
from radot_fast.evaluation.tables import ReportTable
from radot_fast.fitting.cross_validation import fit_and_apply

Part = tuple[str, str, pl.DataFrame]
"""File name, title and rows of a table."""

PRINTED_RANKS = 5
"""Configurations that the paper's table of the selection shows."""


def with_tables(inputs: Inputs, outcome: Outcome, progress: Progress) -> Outcome:
    """Outcome with every table and the draws behind them."""
    draws = {
        side: Draws(data, inputs.resampling) for side, data in (("source", inputs.source), ("target", inputs.target))
    }
    progress(f"tables of {inputs.source.name}")
    source = _source_parts(inputs, outcome, draws["source"])
    progress(f"tables of {inputs.target.name}")
    target = _target_parts(inputs, outcome, draws["target"])
    stress = [] if outcome.stress is None else [_stress_part(inputs, outcome)]
    origin = "" if inputs.target.name == "RadEvalX" else " (paper: RadEvalX)"
    named = [
        *((key, title, rows) for key, title, rows in [_data_part(inputs, outcome), *source]),
        *((key, f"{inputs.target.name}: {title}{origin}", rows) for key, title, rows in target),
        *stress,
    ]
    tables = [
        ReportTable(key, title, rows, holds_text=key == "edges", note=note_of(key, inputs, outcome))
        for key, title, rows in named
        if rows.height
    ]
    bootstrap = {side: drawn_columns(draws[side], outcome.systems[side]) for side in draws}
    return replace(outcome, tables=(*tables, *inputs.checks), bootstrap=bootstrap)


def drawn_columns(draws: Draws, systems: Sequence[SystemRisks]) -> pl.DataFrame:
    """Draws of Spearman of every system: one column ``system | target`` each, one row a resample.

    A system without a risk for every pair is drawn on the pairs that it has one for. The difference of two columns
    over the same pairs is the paired difference of the tables.
    """
    columns: dict[str, np.ndarray] = {}
    for target in draws.data.targets:
        for system in (s for s in systems if target in s.risks):
            scored = np.isfinite(system.risks[target])
            if scored.sum() > 2:
                columns[f"{system.system} | {target}"] = draws.of(target, scored, [system])[0][1]
    return pl.DataFrame(columns)


def _paired(draws: Draws, systems: Sequence[SystemRisks], others: Sequence[str] | None = None) -> pl.DataFrame:
    """Paired differences of each of our systems to every other system, or to the named ones."""
    ours = [s.system for s in systems if s.family == "ours"]
    wanted = [s for s in systems if others is None or s.system in (*others, *ours)]
    return pl.concat(paired_table(draws, wanted, name) for name in (OURS, EXTENDED) if name in ours)


def _source_parts(inputs: Inputs, outcome: Outcome, draws: Draws) -> list[Part]:
    """Selection, and every system on the source set, held out where it is fitted."""
    systems, name = outcome.systems["source"], inputs.source.name
    ranked = outcome.selection.table.sort("rank")
    key = pl.format("{}/{}", "prior", "epsilon")
    ranked = paper.beside(ranked, key, paper.SELECTION, ("macro", *paper.TARGETS))
    names = pl.col("prior").map_elements(paper.ground_cost, return_dtype=pl.String)
    ranked = ranked.select(names.alias("ground_cost"), pl.all())
    if inputs.as_printed:
        ranked = ranked.filter((pl.col("rank") <= PRINTED_RANKS) | pl.col("paper_macro").is_not_null())
        systems = tuple(s for s in systems if s.family == "ours")
    rows = paper.beside(correlation_table(draws, systems), pl.col("system"), paper.SOURCE, paper.TARGETS)
    chosen = f"{name}: selection of profile paper by 5-fold GroupKFold, held-out Spearman (paper: ReXVal)"
    parts = [
        ("selection", chosen, ranked),
        ("source", f"{name}: Spearman with 95% intervals, fitted rows held out (paper: ReXVal)", rows),
    ]
    if not inputs.as_printed:
        title = f"{name}: Spearman of each of ours minus each other, paired intervals"
        parts.append(("source_paired", title, _paired(draws, systems)))
    return parts


def _target_parts(inputs: Inputs, outcome: Outcome, draws: Draws) -> list[Part]:
    """Every table on the target set."""
    return [
        *_system_parts(inputs, outcome, draws),
        *_frozen_parts(inputs, outcome),
        *_case_parts(outcome),
    ]


def _system_parts(inputs: Inputs, outcome: Outcome, draws: Draws) -> list[Part]:
    """Tables of all systems on the target set, beside the paper's figures."""
    beside, data, systems = paper.beside, inputs.target, outcome.systems["target"]
    main = beside(correlation_table(draws, systems), pl.col("system"), paper.MAIN, paper.TARGETS)
    main = beside(main, pl.col("system"), paper.TARGET_INTERVALS, paper.INTERVAL_NAMES)
    pair = pl.when(pl.col("system") == OURS).then(pl.format("{}/{}", "target", "comparator"))
    against = paper.OFFICIAL if inputs.as_printed else None
    paired = beside(_paired(draws, systems, against), pair, paper.PAIRED, ("difference", "low", "high"))
    printed = [s for s in systems if s.system in paper.SCREENING] if inputs.as_printed else systems
    screened = beside(screening_table(data, printed), pl.col("system"), paper.SCREENING, paper.SCREENING_NAMES)
    return [
        ("main", "Spearman with 95% intervals", main),
        ("paired", "Spearman of each of ours minus each other, paired intervals", paired),
        ("metrics", f"all statistics of {OURS} (profile paper)", _metrics(inputs, outcome)),
        ("screening", f"screening for any {'significant ' * ('significant' in data.targets)}error", screened),
    ]


def _metrics(inputs: Inputs, outcome: Outcome) -> pl.DataFrame:
    """All statistics of our system under each way to combine the source's raters, the one that was chosen first.

    Correlations do not care; absolute errors are on the scale of what was fitted.
    """
    source, target = outcome.frozen.source, outcome.frozen.target
    ours = next(s for s in outcome.systems["target"] if s.system == OURS)
    ratings = inputs.source.ratings
    blocks = {None if ratings is None else inputs.source.aggregate: ours}
    for aggregate in AGGREGATES:
        if ratings is not None and aggregate not in blocks:
            counts = inputs.source.pairs.select("pair_id").join(
                counts_by(ratings, aggregate), on="pair_id", how="left", maintain_order="left"
            )
            fitted = counts.select(inputs.source.targets).to_numpy().astype(np.float64)
            values = target.measured.values(outcome.frozen.config, strict=False)
            planned = ~target.measured.broken(outcome.frozen.config)
            risks = np.full((len(values), fitted.shape[1]), np.nan)
            own = source.measured.values(outcome.frozen.config)
            risks[planned] = fit_and_apply(own, fitted, values[planned])
            blocks[aggregate] = replace(ours, risks={t: risks[:, k] for k, t in enumerate(inputs.source.targets)})
    rows = [
        agreement_table(inputs.target, system).select(pl.lit(name, dtype=pl.String).alias("raters"), pl.all())
        for name, system in blocks.items()
    ]
    return paper.beside(pl.concat(rows), pl.col("target"), paper.METRICS, paper.METRIC_NAMES)


def _frozen_parts(inputs: Inputs, outcome: Outcome) -> list[Part]:
    """Ablations, sensitivity and diagnostics, beside the paper's figures."""
    frozen, beside, macro = outcome.frozen, paper.beside, ("macro", *paper.TARGETS)
    ablated = beside(ablations(frozen), pl.col("variant"), paper.ABLATION, macro)
    varied = beside(sensitivity(frozen), pl.col("variant"), paper.SENSITIVITY, ("source_macro", *macro))
    diagnosed = diagnostics(frozen, inputs.resampling.seed)
    if inputs.as_printed:
        diagnosed = diagnosed.filter(pl.col("diagnostic") != PARTLY)
    diagnosed = beside(diagnosed, pl.col("diagnostic"), paper.DIAGNOSTICS, paper.TARGETS)
    types = error_types(frozen, {key: str(figures[0]) for key, figures in paper.ERROR_TYPES.items()})
    if types.height:
        kind = pl.format("{}/{}/{}", "severity", "category", "rank")
        types = beside(types, kind, paper.ERROR_TYPES, ("feature", "nonzero", "spearman"))
        if inputs.as_printed and types["paper_feature"].count():
            types = types.filter(pl.col("paper_feature").is_not_null())
    fifth = pl.format("{}/{}", "target", "quintile")
    quintiles = beside(risk_quintiles(frozen), fifth, paper.QUINTILES, ("mean_count",))
    return [
        ("ablation", "ablations of profile paper", ablated),
        ("sensitivity", "sensitivity of profile paper", varied),
        ("diagnostics", "shortcuts and robustness of profile paper", diagnosed),
        ("error_types", "best aligned features of profile paper by error type", types),
        ("quintiles", "mean count by fifth of predicted risk of profile paper", quintiles),
    ]


def _case_parts(outcome: Outcome) -> list[Part]:
    """Edges and contributions of representative pairs, beside the paper's figures."""
    rows = case_rows(outcome.frozen, outcome.target_risks)
    if not rows:
        return []
    result, beside = case_results(outcome.frozen, rows), paper.beside
    names = ("mass", "align", "side", "mw_risk")
    edges = beside(edge_table(result), pl.format("{}/{}", "case", "rank"), paper.EDGES, names)
    key = pl.format("{}/{}/{}", "case", "target", "feature")
    shares = beside(contribution_table(result), key, paper.CONTRIBUTIONS, ("coefficient", "contribution"))
    return [
        ("edges", "riskiest transport edges of representative pairs, profile paper", edges),
        ("contributions", "largest contributions to the risks of representative pairs, profile paper", shares),
    ]


def _data_part(inputs: Inputs, outcome: Outcome) -> Part:
    """Role, pairs, units and fallback roles of each data set, beside the paper's."""
    names = (inputs.source.name, inputs.target.name)
    source, target = (role_counts(p.measured.paired) for p in (outcome.frozen.source, outcome.frozen.target))
    both = Roles(*(a + b for a, b in zip(source, target, strict=True)))
    rows: list[tuple[str, str, Roles]] = [
        (names[0], "fit and select", source),
        (names[1], "frozen test", target),
        (" and ".join(names), "", both),
    ]
    if outcome.stress is not None:
        sets = outcome.stress.sets
        rows.append((sets[0] if len(sets) == 1 else "injected errors", "frozen stress test", outcome.stress.roles))
    table = pl.DataFrame(
        [(name, role, *counts) for name, role, counts in rows], schema=["data", "role", *Roles._fields], orient="row"
    )
    whole = pl.col("data").str.replace(" (train|val|test)$", "")
    table = paper.beside(table, whole, paper.DATA, Roles._fields[:3])
    return ("data", "Data sets, their roles, units and fallback roles (paper: ReXVal, RadEvalX, ReXErr-v1)", table)


def _stress_part(inputs: Inputs, outcome: Outcome) -> Part:
    """Stress table with the paper's figures beside the three-error rows."""
    assert outcome.stress is not None
    rows = stress_table(outcome.stress, inputs.resampling)
    if inputs.as_printed:
        rows = rows.filter(pl.col("system").str.starts_with(f"{OURS} (") | (pl.col("system") == SHORTCUT))
    system = pl.when(pl.col("system") == f"{OURS} (total)").then(pl.lit(OURS)).otherwise("system")
    three = (pl.col("errors") == "3 errors") | pl.col("errors").str.starts_with("ReXErr-v1")
    rows = paper.beside(rows, pl.when(three).then(system), paper.STRESS, ("auroc", "auprc", "wins"))
    return ("stress", "Corrupted against clean reports, frozen readout (paper: ReXErr-v1)", rows)

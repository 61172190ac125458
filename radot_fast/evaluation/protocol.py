"""The whole protocol of method §7: select on the source, freeze, score the target once, and every table of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from radot_fast.config import TransportConfig
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.errors import InputError
from radot_fast.evaluation import baselines, paper
from radot_fast.evaluation.ablation import Frozen, ablations, diagnostics, error_types, risk_quintiles, sensitivity
from radot_fast.evaluation.baselines import EXTENDED, OURS, Evaluated, SystemRisks
from radot_fast.evaluation.bootstrap import Resampling
from radot_fast.evaluation.comparison import agreement_table, correlation_table, paired_table, screening_table
from radot_fast.evaluation.extended_system import ExtendedFit, extended_risks, fit_extended
from radot_fast.evaluation.heldout import fit_and_apply, held_out_risks
from radot_fast.evaluation.measurements import PairMeasurements, measurements_of_texts
from radot_fast.evaluation.selection import Selection, refit, select
from radot_fast.evaluation.stress import StressResult, StressSet, stress_test
from radot_fast.evaluation.tables import ReportTable
from radot_fast.features import feature_names
from radot_fast.scorer import Scorer

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon

Progress = Callable[[str], None]
REPRODUCED = 1e-14
"""Largest difference between frozen and refitted predictions that the stress test is run with (method §7)."""


@dataclass(frozen=True)
class Inputs:
    """What a protocol runs on.

    Attributes
    ----------
    source, target
        Annotated sets: the readout is selected and fitted on the first and scored once on the second.
    stress
        Sets of the corruption stress test; none leaves it out.
    green
        GREEN's output on the target set, or None.
    lexicon
        Lexicon of the embedded extractor.
    resampling
        Bootstrap: number of resamples, seed, workers.
    """

    source: AnnotatedPairs
    target: AnnotatedPairs
    lexicon: Lexicon
    stress: tuple[StressSet, ...] = ()
    green: str | None = None
    resampling: Resampling = field(default_factory=Resampling)


@dataclass(frozen=True)
class Outcome:
    """Everything that a protocol found.

    Attributes
    ----------
    selection
        Result table, winning configuration, frozen readout.
    frozen
        The selection with both data sets.
    source_risks, target_risks
        Held-out risks on the source, frozen risks on the target; float64, shape (n_pairs, n_targets).
    tables
        Every table, in the order of the paper.
    stress
        The stress test, where one was run.
    extended
        Profile ``extended``, fitted on the same source set.
    reproduced
        Largest absolute difference between frozen predictions and those of a readout fitted anew.
    """

    selection: Selection
    frozen: Frozen
    source_risks: np.ndarray
    target_risks: np.ndarray
    tables: tuple[ReportTable, ...]
    stress: StressResult | None
    extended: ExtendedFit
    reproduced: float


def run_protocol(inputs: Inputs, progress: Progress = lambda _: None) -> Outcome:
    """Run the protocol; ``progress`` is told what is being done.

    Raises
    ------
    InputError
        The sets share no target, or a set cannot be measured.
    """
    if not set(inputs.source.targets) & set(inputs.target.targets):
        raise InputError(f"{inputs.source.name} and {inputs.target.name} share no target: there is nothing to score")
    progress(f"measuring {inputs.source.name} and {inputs.target.name}")
    source, target = (_evaluated(data, inputs.lexicon) for data in (inputs.source, inputs.target))
    progress("selecting on the source set")
    annotations = inputs.source.pairs.select("pair_id", "group", *inputs.source.targets)
    note = {"data": inputs.source.name, "inputs": dict(inputs.source.inputs), "extractor": inputs.lexicon.identity}
    selection = select(source.measured, annotations, note=note)
    frozen = Frozen(source, target, selection.config, selection.readout)
    risks = frozen.target_risks()
    held_out = held_out_risks(source.measured.values(selection.config), source.counts, frozen.folds)
    again = refit(PairMeasurements(source.measured.paired), annotations, selection.config, note=note)
    reproduced = float(np.nanmax(np.abs(again.apply(target.measured.values(selection.config, strict=False)) - risks)))
    progress("fitting profile extended")
    extended = fit_extended(source, frozen.folds, inputs.lexicon, {k: note[k] for k in ("data", "inputs")})
    tables = [
        *_source_tables(inputs, frozen, held_out, selection, extended),
        *_target_tables(inputs, frozen, risks, extended, progress),
    ]
    stress = None
    if inputs.stress:
        progress("stress test")
        stress = _stressed(inputs, selection, extended, reproduced)
        tables.append(_stress_table(stress))
    return Outcome(selection, frozen, held_out, risks, tuple(tables), stress, extended, reproduced)


def _stressed(inputs: Inputs, selection: Selection, extended: ExtendedFit, reproduced: float) -> StressResult:
    """Stress test of both of our systems, once the frozen predictions are known to be reproduced."""
    if reproduced > REPRODUCED:
        raise InputError(f"the refitted readout differs by {reproduced:g} from the frozen one: no stress test")
    readouts = {OURS: selection.readout, EXTENDED: extended.readout}
    scorers = {name: Scorer(readout=r, lexicon=inputs.lexicon) for name, r in readouts.items()}
    return stress_test(inputs.stress, scorers, resampling=inputs.resampling)


def _evaluated(data: AnnotatedPairs, lexicon: Lexicon) -> Evaluated:
    return Evaluated(data, measurements_of_texts(data.pairs.select("pair_id", "reference", "candidate"), lexicon))


def _system(name: str, frozen: Frozen, risks: np.ndarray, note: str) -> SystemRisks:
    """One of our systems."""
    return SystemRisks(name, "ours", {t: risks[:, k] for k, t in enumerate(frozen.source.data.targets)}, note)


def _paired(data: AnnotatedPairs, systems: list[SystemRisks], resampling: Resampling) -> pl.DataFrame:
    """Both of our systems against every other, and against each other."""
    return pl.concat(paired_table(data, systems, resampling, name) for name in (OURS, EXTENDED))


def _source_tables(
    inputs: Inputs, frozen: Frozen, held_out: np.ndarray, selection: Selection, extended: ExtendedFit
) -> list[ReportTable]:
    """Selection, and every system on the source set (held out where it is fitted)."""
    source = frozen.source
    name = source.data.name
    ranked = selection.table.sort("rank")
    key = pl.format("{}/{}", "prior", "epsilon")
    ranked = paper.beside(ranked, key, paper.SELECTION, ("macro", *paper.TARGETS))
    systems = [
        *baselines.published(source.data),
        *baselines.lexical(source.data),
        *baselines.trained_out_of_fold(source, frozen.folds),
        baselines.reference_count(source),
        _system(OURS, frozen, held_out, "held out"),
        _system(EXTENDED, frozen, extended.held_out, "held out, nested"),
    ]
    rows = correlation_table(source.data, systems, inputs.resampling)
    rows = paper.beside(rows, pl.col("system"), paper.SOURCE, paper.TARGETS)
    paired = _paired(source.data, systems, inputs.resampling)
    return [
        ReportTable("selection", f"{name}: selection by 5-fold GroupKFold, held-out Spearman (paper: ReXVal)", ranked),
        ReportTable("source", f"{name}: Spearman with 95% intervals, fitted rows held out (paper: ReXVal)", rows),
        ReportTable("source_paired", f"{name}: Spearman of each of ours minus each other, paired intervals", paired),
    ]


def _target_tables(
    inputs: Inputs, frozen: Frozen, risks: np.ndarray, extended: ExtendedFit, progress: Progress
) -> list[ReportTable]:
    """Every table on the target set."""
    target = frozen.target
    name = target.data.name
    progress("baselines")
    systems = _target_systems(inputs, frozen, risks)
    ours = systems[-1]
    systems.append(_system(EXTENDED, frozen, extended_risks(target, extended.readout), "frozen"))
    main = correlation_table(target.data, systems, inputs.resampling)
    screened = screening_table(target.data, systems)
    metrics = ("spearman", "kendall", "pearson", "mae", "rmse")
    paired_key = pl.when(pl.col("system") == OURS).then(pl.format("{}/{}", "target", "comparator"))
    progress("paired intervals, ablations, sensitivity, diagnostics")
    b, macro = paper.beside, ("macro", *paper.TARGETS)
    parts: list[tuple[str, str, pl.DataFrame]] = [
        ("main", "Spearman with 95% intervals", b(main, pl.col("system"), paper.MAIN, paper.TARGETS)),
        (
            "paired",
            "Spearman of each of ours minus each other, paired intervals",
            b(
                _paired(target.data, systems, inputs.resampling),
                paired_key,
                paper.PAIRED,
                ("difference", "low", "high"),
            ),
        ),
        (
            "metrics",
            f"all statistics of {OURS}",
            b(agreement_table(target.data, ours), pl.col("target"), paper.METRICS, metrics),
        ),
        (
            "screening",
            "screening for any error",
            b(screened, pl.col("system"), paper.SCREENING, ("auroc", "auprc", "sens_80", "sens_90", "enrichment")),
        ),
        ("ablation", "ablations", b(ablations(frozen), pl.col("variant"), paper.ABLATION, macro)),
        (
            "sensitivity",
            "sensitivity",
            b(sensitivity(frozen), pl.col("variant"), paper.SENSITIVITY, ("source_macro", *macro)),
        ),
        (
            "diagnostics",
            "shortcuts and robustness",
            b(diagnostics(frozen, inputs.resampling.seed), pl.col("diagnostic"), paper.DIAGNOSTICS, paper.TARGETS),
        ),
        ("error_types", "best aligned feature by error type", error_types(frozen)),
        (
            "quintiles",
            "mean count by fifth of predicted risk",
            b(risk_quintiles(frozen), pl.format("{}/{}", "target", "quintile"), paper.QUINTILES, ("mean_count",)),
        ),
    ]
    return [ReportTable(key, f"{name}: {title} (paper: RadEvalX)", rows) for key, title, rows in parts if rows.height]


def _target_systems(inputs: Inputs, frozen: Frozen, risks: np.ndarray) -> list[SystemRisks]:
    """Every system on the target set, profile ``paper`` last."""
    source, target = frozen.source, frozen.target
    official = baselines.published(target.data)
    names = {s.system for s in official}
    kept = [n for n in feature_names() if n != "reference_unit_count"]
    columns = np.array([feature_names().index(n) for n in kept])
    own = source.measured.values(frozen.config)[:, columns]
    others = target.measured.values(frozen.config, strict=False)[:, columns]
    without = np.full_like(risks, np.nan)
    scored = np.isfinite(risks).all(axis=1)
    without[scored] = fit_and_apply(own, source.counts, others[scored])
    no_count = {t: without[:, k] for k, t in enumerate(source.data.targets)}
    return [
        *official,
        *(s for s in baselines.lexical(target.data) if s.system not in names),
        *baselines.learned(target.data, skip=names),
        *baselines.green(target.data, inputs.green),
        *baselines.trained(source, target),
        baselines.reference_count(target),
        SystemRisks(f"{OURS} without reference count", "diagnostic", no_count),
        _system(OURS, frozen, risks, "frozen"),
    ]


def _stress_table(stress: StressResult) -> ReportTable:
    """Stress table with the paper's figures beside the three-error rows of our total risk."""
    is_paper = (pl.col("system") == f"{OURS} (total)") & pl.col("errors").is_in(["3 errors", "ReXErr-v1 test"])
    key = pl.when(is_paper).then(pl.lit(OURS)).otherwise(pl.lit(""))
    rows = paper.beside(stress.table, key, paper.STRESS, ("auroc", "auprc", "wins"))
    return ReportTable("stress", "Corrupted against clean reports, frozen readout (paper: ReXErr-v1)", rows)


def transport_summary(config: TransportConfig) -> dict[str, Any]:
    """A configuration with the name of its prior."""
    return {"prior": config.prior, **config.key()}

"""The whole protocol of method §7: select on the source, freeze, score the target once, and every table of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.corpus.stored import StoredUnits, maker_for
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines import systems as baselines
from radot_fast.evaluation.baselines.systems import EXTENDED, OURS, Evaluated, SystemRisks
from radot_fast.evaluation.comparison import (
    Draws,
    agreement_table,
    correlation_table,
    paired_table,
    screening_table,
)
from radot_fast.evaluation.protocol import printed as paper
from radot_fast.evaluation.protocol.ablation import (
    Frozen,
    ablations,
    diagnostics,
    error_types,
    risk_quintiles,
    sensitivity,
    without_reference_count,
)
from radot_fast.evaluation.protocol.cases import case_results, case_rows, contribution_table, edge_table
from radot_fast.evaluation.protocol.measurements import PairMeasurements, Roles, measurements_of_texts, role_counts
from radot_fast.evaluation.protocol.selection import Selection, refit, select
from radot_fast.evaluation.stress.stress import StressResult, StressSet, stress_test
from radot_fast.evaluation.tables import ReportTable
from radot_fast.fitting.fit import Fitted, fit_method
from radot_fast.fitting.heldout import held_out_risks
from radot_fast.measure import Measured, measure
from radot_fast.method_registry import method_of
from radot_fast.readout.model import Readout
from radot_fast.scorer import Scorer
from radot_fast.statistics.bootstrap import Resampling

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon
    from radot_fast.units.makers import Maker

Float = NDArray[np.float64]
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
    source_units, target_units
        Stored units of the two sets, in place of those that the lexicon reads in their texts; None for none.
    stress_units
        Stored units of the stress set (``stress.stress_units``).
    """

    source: AnnotatedPairs
    target: AnnotatedPairs
    lexicon: Lexicon
    stress: tuple[StressSet, ...] = ()
    green: str | None = None
    resampling: Resampling = field(default_factory=Resampling)
    source_units: StoredUnits | None = None
    target_units: StoredUnits | None = None
    stress_units: StoredUnits | None = None

    def made_by(self, side: str) -> Maker:
        """Who makes the units of the ``source`` or the ``target`` set."""
        return maker_for(self.lexicon, self.source_units if side == "source" else self.target_units)


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
    extended
        Profile ``extended``, fitted on the same source set.
    reproduced
        Largest absolute difference between frozen predictions and those of a readout fitted anew.
    tables
        Every table, in the order of the paper.
    bootstrap
        Draws of our Spearman on the ``source`` and the ``target`` set: one column a target, one row a resample.
    stress
        The stress test, where one was run.
    """

    selection: Selection
    frozen: Frozen
    source_risks: Float
    target_risks: Float
    extended: Fitted
    reproduced: float
    tables: tuple[ReportTable, ...] = ()
    bootstrap: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    stress: StressResult | None = None


def run_protocol(inputs: Inputs, progress: Progress = lambda _: None) -> Outcome:
    """Run the protocol; ``progress`` is told what is being done.

    Raises
    ------
    InputError
        The sets share no target, or a set cannot be measured.
    """
    if not set(inputs.source.targets) & set(inputs.target.targets):
        raise InputError(f"{inputs.source.name} and {inputs.target.name} share no target: there is nothing to score")
    found = _frozen_systems(inputs, progress)
    progress(f"tables of {inputs.source.name}")
    source_tables, source_draws = _source_tables(inputs, found)
    progress(f"tables of {inputs.target.name}")
    target_tables, target_draws = _target_tables(inputs, found)
    stress = None
    if inputs.stress:
        progress("stress test")
        stress = _stressed(inputs, found)
    tables = [_data_table(inputs, found, stress), *source_tables, *target_tables]
    tables += [_stress_table(stress)] if stress else []
    bootstrap = {"source": source_draws, "target": target_draws}
    return replace(found, tables=tuple(tables), bootstrap=bootstrap, stress=stress)


def _frozen_systems(inputs: Inputs, progress: Progress) -> Outcome:
    """Both of our systems, selected and fitted on the source set; no tables yet."""
    progress(f"measuring {inputs.source.name} and {inputs.target.name}")
    source = _evaluated(inputs.source, inputs.lexicon, inputs.source_units)
    target = _evaluated(inputs.target, inputs.lexicon, inputs.target_units)
    progress(f"selecting on {inputs.source.name}")
    annotations = inputs.source.pairs.select("pair_id", "group", *inputs.source.targets)
    data = {"data": inputs.source.name, "inputs": dict(inputs.source.inputs)}
    note = {**data, "extractor": inputs.made_by("source").identity}
    selection = select(source.measured, annotations, note=note)
    frozen = Frozen(source, target, selection.config, selection.readout)
    risks = frozen.target_risks()
    held_out = held_out_risks(source.measured.values(selection.config), source.counts, frozen.folds)
    again = refit(PairMeasurements(source.measured.paired), annotations, selection.config, note=note)
    twice = again.apply(target.measured.values(selection.config, strict=False))
    progress("fitting profile extended")
    extended = fit_method(
        _extended(source).feature_table(),
        annotations,
        method_of("extended"),
        folds=frozen.folds,
        made_by=inputs.made_by("source").identity,
        note=data,
    )
    return Outcome(selection, frozen, held_out, risks, extended, float(np.nanmax(np.abs(twice - risks))))


def _extended(pairs: Evaluated) -> Measured:
    """Features of profile ``extended``."""
    return measure(pairs.measured.paired, method_of("extended"))


def _extended_risks(pairs: Evaluated, readout: Readout) -> NDArray[np.float64]:
    """Risks of pairs by a frozen readout, shape (n_pairs, n_targets); NaN for a pair that could not be measured."""
    values = _extended(pairs).features
    risks = np.full((len(values), len(readout.targets)), np.nan)
    scored = np.isfinite(values).all(axis=1)
    risks[scored] = readout.apply(values[scored])
    return risks


def _evaluated(data: AnnotatedPairs, lexicon: Lexicon, stored: StoredUnits | None) -> Evaluated:
    return Evaluated(data, measurements_of_texts(data.reports, lexicon, stored))


def _stressed(inputs: Inputs, found: Outcome) -> StressResult:
    """Stress test of both of our systems, once the frozen predictions are known to be reproduced."""
    if found.reproduced > REPRODUCED:
        raise InputError(f"the refitted readout differs by {found.reproduced:g} from the frozen one: no stress test")
    readouts = {OURS: found.selection.readout, EXTENDED: found.extended.readout}
    scorers = {name: Scorer(readout=r, lexicon=inputs.lexicon) for name, r in readouts.items()}
    return stress_test(inputs.stress, scorers, resampling=inputs.resampling, stored=inputs.stress_units)


def _system(name: str, frozen: Frozen, risks: Float, note: str) -> SystemRisks:
    """One of our systems."""
    return SystemRisks(name, "ours", {t: risks[:, k] for k, t in enumerate(frozen.source.data.targets)}, note)


def _paired(draws: Draws, systems: list[SystemRisks]) -> pl.DataFrame:
    """Both of our systems against every other, and against each other."""
    return pl.concat(paired_table(draws, systems, name) for name in (OURS, EXTENDED))


def _own_draws(draws: Draws, ours: SystemRisks) -> pl.DataFrame:
    """Draws of one system, one column a target."""
    columns = {}
    for target in (t for t in draws.data.targets if t in ours.risks):
        scored = np.isfinite(ours.risks[target])
        columns[target] = draws.of(target, scored, [ours])[0][1]
    return pl.DataFrame(columns)


def _source_tables(inputs: Inputs, found: Outcome) -> tuple[list[ReportTable], pl.DataFrame]:
    """Selection, and every system on the source set (held out where it is fitted); the draws of ours."""
    frozen, source = found.frozen, found.frozen.source
    name = source.data.name
    key = pl.format("{}/{}", "prior", "epsilon")
    ranked = paper.beside(found.selection.table.sort("rank"), key, paper.SELECTION, ("macro", *paper.TARGETS))
    ours = _system(OURS, frozen, found.source_risks, "held out")
    systems = [
        *baselines.published(source.data),
        *baselines.lexical(source.data),
        *baselines.trained_out_of_fold(source, frozen.folds),
        baselines.reference_count(source),
        ours,
        _system(EXTENDED, frozen, found.extended.held_out, "held out, nested"),
    ]
    draws = Draws(source.data, inputs.resampling)
    rows = paper.beside(correlation_table(draws, systems), pl.col("system"), paper.SOURCE, paper.TARGETS)
    chosen = f"{name}: selection of profile paper by 5-fold GroupKFold, held-out Spearman (paper: ReXVal)"
    tables = [
        ReportTable("selection", chosen, ranked),
        ReportTable("source", f"{name}: Spearman with 95% intervals, fitted rows held out (paper: ReXVal)", rows),
        ReportTable(
            "source_paired",
            f"{name}: Spearman of each of ours minus each other, paired intervals",
            _paired(draws, systems),
        ),
    ]
    return tables, _own_draws(draws, ours)


def _target_tables(inputs: Inputs, found: Outcome) -> tuple[list[ReportTable], pl.DataFrame]:
    """Every table on the target set, and the draws of our Spearman there."""
    target = found.frozen.target
    systems = _target_systems(inputs, found)
    ours = next(s for s in systems if s.system == OURS)
    draws = Draws(target.data, inputs.resampling)
    parts = [
        *_system_tables(draws, systems, ours),
        *_frozen_tables(found.frozen, inputs.resampling.seed),
        *_case_tables(found),
    ]
    name, origin = target.data.name, "" if target.data.name == "RadEvalX" else " (paper: RadEvalX)"
    tables = [
        ReportTable(key, f"{name}: {title}{origin}", rows, holds_text=key == "edges")
        for key, title, rows in parts
        if rows.height
    ]
    return tables, _own_draws(draws, ours)


Part = tuple[str, str, pl.DataFrame]
"""File name, title and rows of a table."""


def _system_tables(draws: Draws, systems: list[SystemRisks], ours: SystemRisks) -> list[Part]:
    """Tables of all systems on the target set, beside the paper's figures."""
    beside, data = paper.beside, draws.data
    main = beside(correlation_table(draws, systems), pl.col("system"), paper.MAIN, paper.TARGETS)
    pair = pl.when(pl.col("system") == OURS).then(pl.format("{}/{}", "target", "comparator"))
    paired = beside(_paired(draws, systems), pair, paper.PAIRED, ("difference", "low", "high"))
    metrics = beside(agreement_table(data, ours), pl.col("target"), paper.METRICS, paper.METRIC_NAMES)
    screened = beside(screening_table(data, systems), pl.col("system"), paper.SCREENING, paper.SCREENING_NAMES)
    return [
        ("main", "Spearman with 95% intervals", main),
        ("paired", "Spearman of each of ours minus each other, paired intervals", paired),
        ("metrics", f"all statistics of {OURS} (profile paper)", metrics),
        ("screening", f"screening for any {'significant ' * ('significant' in data.targets)}error", screened),
    ]


def _frozen_tables(frozen: Frozen, seed: int) -> list[Part]:
    """Ablations, sensitivity and diagnostics, beside the paper's figures."""
    beside, macro = paper.beside, ("macro", *paper.TARGETS)
    ablated = beside(ablations(frozen), pl.col("variant"), paper.ABLATION, macro)
    varied = beside(sensitivity(frozen), pl.col("variant"), paper.SENSITIVITY, ("source_macro", *macro))
    diagnosed = beside(diagnostics(frozen, seed), pl.col("diagnostic"), paper.DIAGNOSTICS, paper.TARGETS)
    kind = pl.format("{}/{}", "severity", "category")
    types = error_types(frozen)
    if types.height:
        types = beside(types, kind, paper.ERROR_TYPES, ("feature", "nonzero", "spearman"))
    fifth = pl.format("{}/{}", "target", "quintile")
    quintiles = beside(risk_quintiles(frozen), fifth, paper.QUINTILES, ("mean_count",))
    return [
        ("ablation", "ablations of profile paper", ablated),
        ("sensitivity", "sensitivity of profile paper", varied),
        ("diagnostics", "shortcuts and robustness of profile paper", diagnosed),
        ("error_types", "best aligned feature of profile paper by error type", types),
        ("quintiles", "mean count by fifth of predicted risk of profile paper", quintiles),
    ]


def _case_tables(found: Outcome) -> list[Part]:
    """Edges and contributions of representative pairs, beside the paper's figures."""
    rows = case_rows(found.frozen, found.target_risks)
    if not rows:
        return []
    result, beside = case_results(found.frozen, rows), paper.beside
    names = ("mass", "align", "side", "mw_risk")
    edges = beside(edge_table(result), pl.format("{}/{}", "case", "rank"), paper.EDGES, names)
    key = pl.format("{}/{}/{}", "case", "target", "feature")
    shares = beside(contribution_table(result), key, paper.CONTRIBUTIONS, ("coefficient", "contribution"))
    return [
        ("edges", "riskiest transport edges of representative pairs, profile paper", edges),
        ("contributions", "largest contributions to the risks of representative pairs, profile paper", shares),
    ]


def _data_table(inputs: Inputs, found: Outcome, stress: StressResult | None) -> ReportTable:
    """Role, pairs, units and fallback roles of each data set, beside the paper's."""
    names = (inputs.source.name, inputs.target.name)
    source, target = (role_counts(p.measured.paired) for p in (found.frozen.source, found.frozen.target))
    both = Roles(*(a + b for a, b in zip(source, target, strict=True)))
    rows: list[tuple[str, str, Roles]] = [
        (names[0], "fit and select", source),
        (names[1], "frozen test", target),
        (" and ".join(names), "", both),
    ]
    if stress is not None:
        name = inputs.stress[0].name if len(inputs.stress) == 1 else "injected errors"
        rows.append((name, "frozen stress test", stress.roles))
    table = pl.DataFrame(
        [(name, role, *counts) for name, role, counts in rows], schema=["data", "role", *Roles._fields], orient="row"
    )
    table = paper.beside(table, pl.col("data"), paper.DATA, Roles._fields)
    return ReportTable("data", "Data sets, their roles, units and fallback roles (paper: ReXVal, RadEvalX)", table)


def _target_systems(inputs: Inputs, found: Outcome) -> list[SystemRisks]:
    """Every system on the target set, ours last."""
    frozen, source, target = found.frozen, found.frozen.source, found.frozen.target
    official = baselines.published(target.data)
    names = {s.system for s in official}
    return [
        *official,
        *(s for s in baselines.lexical(target.data) if s.system not in names),
        *baselines.learned(target.data, skip=names),
        *baselines.green(target.data, inputs.green),
        *baselines.trained(source, target),
        baselines.reference_count(target),
        replace(
            _system(f"{OURS} without reference count", frozen, without_reference_count(frozen), ""), family="diagnostic"
        ),
        _system(OURS, frozen, found.target_risks, "frozen"),
        _system(EXTENDED, frozen, _extended_risks(target, found.extended.readout), "frozen"),
    ]


def _stress_table(stress: StressResult) -> ReportTable:
    """Stress table with the paper's figures beside the three-error rows."""
    system = pl.when(pl.col("system") == f"{OURS} (total)").then(pl.lit(OURS)).otherwise("system")
    key = pl.when(pl.col("errors").is_in(["3 errors", "ReXErr-v1 test"])).then(system)
    rows = paper.beside(stress.table, key, paper.STRESS, ("auroc", "auprc", "wins"))
    return ReportTable("stress", "Corrupted against clean reports, frozen readout (paper: ReXErr-v1)", rows)


def transport_summary(config: TransportConfig) -> dict[str, Any]:
    """A configuration with the name of its prior."""
    return {"prior": config.prior, **config.key()}

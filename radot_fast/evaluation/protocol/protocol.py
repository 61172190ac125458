"""The whole protocol of method §7: select on the source, freeze, score the target once; ``report`` makes its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.corpus.reports import PairedCorpus
from radot_fast.corpus.stored_units import StoredUnits, maker_for
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines import systems as baselines
from radot_fast.evaluation.baselines.green import green
from radot_fast.evaluation.baselines.systems import EXTENDED, OURS, Evaluated, SystemRisks
from radot_fast.evaluation.protocol import paper_values as paper
from radot_fast.evaluation.protocol.ablation import Frozen, without_reference_count
from radot_fast.evaluation.protocol.measurements import PairMeasurements, measurements_of_texts
from radot_fast.evaluation.protocol.selection import Selection, refit, select
from radot_fast.evaluation.stress.stress import StressScores, StressSet, stress_scores
from radot_fast.evaluation.tables import ReportTable
from radot_fast.fitting.cross_validation import held_out_risks
from radot_fast.fitting.fit_method import Fitted, fit_method
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

WITHOUT_COUNT = f"{OURS} w/o ref count"
NEEDS_NO_TEXT = ("shortcut", "diagnostic", "ours")
"""Families of the systems that are computed from units: of the others their risks are kept."""


@dataclass(frozen=True)
class SavedRun:
    """Results of an earlier run, in place of texts, published scores and other packages.

    Attributes
    ----------
    paired, makers
        Reports, units and pairs of the ``source`` and the ``target``, and who made the units.
    systems
        Risks of every system, by set.
    stress
        What the stress test measured, where one was run.
    note
        The earlier manifest.
    """

    paired: Mapping[str, PairedCorpus]
    makers: Mapping[str, Maker]
    systems: Mapping[str, tuple[SystemRisks, ...]]
    stress: StressScores | None
    note: Mapping[str, Any]


@dataclass(frozen=True)
class Inputs:
    """Inputs of a protocol: two annotated sets and settings.

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
    as_printed
        Only the paper's systems and rows: no profile ``extended``, no further metrics.
    checks
        Further tables that belong to the data sets, such as ``self_check``.
    saved
        What an earlier run left behind; its units and its systems are used again.
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
    as_printed: bool = False
    checks: tuple[ReportTable, ...] = ()
    saved: SavedRun | None = None

    def made_by(self, side: str) -> Maker:
        """Maker of the units of the ``source`` or the ``target`` set."""
        if self.saved is not None:
            return self.saved.makers[side]
        return maker_for(self.lexicon, self.source_units if side == "source" else self.target_units)

    def others(self, side: str) -> list[SystemRisks] | None:
        """Systems of an earlier run that units alone do not give; None where this run computes them."""
        if self.saved is None:
            return None
        return [s for s in self.saved.systems[side] if s.family not in NEEDS_NO_TEXT]


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
        Profile ``extended``, fitted on the same source set; None where only the paper's systems are run.
    reproduced
        Largest absolute difference between frozen predictions and those of a readout fitted anew.
    systems
        Risks of every system on the ``source`` (held out where it is fitted) and the ``target`` set.
    stress
        What the stress test measured, where one was run.
    tables
        Every table, in the order of the paper.
    bootstrap
        Draws of Spearman on the ``source`` and the ``target`` set: one column a system and target.
    """

    selection: Selection
    frozen: Frozen
    source_risks: Float
    target_risks: Float
    extended: Fitted | None
    reproduced: float
    systems: Mapping[str, tuple[SystemRisks, ...]] = field(default_factory=dict)
    stress: StressScores | None = None
    tables: tuple[ReportTable, ...] = ()
    bootstrap: Mapping[str, pl.DataFrame] = field(default_factory=dict)


def run_protocol(inputs: Inputs, progress: Progress = lambda _: None) -> Outcome:
    """Run the protocol; ``progress`` is called with a line on each step.

    Raises
    ------
    InputError
        The sets share no target, or a set cannot be measured.
    """
    from radot_fast.evaluation.protocol.report import with_tables

    if not set(inputs.source.targets) & set(inputs.target.targets):
        raise InputError(f"{inputs.source.name} and {inputs.target.name} share no target: there is nothing to score")
    outcome = _frozen_systems(inputs, progress)
    progress("baselines")
    systems = {"source": tuple(_source_systems(inputs, outcome)), "target": tuple(_target_systems(inputs, outcome))}
    stress = inputs.saved.stress if inputs.saved is not None else None
    if inputs.stress:
        progress("stress test")
        stress = _stressed(inputs, outcome)
    return with_tables(inputs, replace(outcome, systems=systems, stress=stress), progress)


def _frozen_systems(inputs: Inputs, progress: Progress) -> Outcome:
    """Both of our systems, selected and fitted on the source set; no tables yet."""
    progress(f"measuring {inputs.source.name} and {inputs.target.name}")
    source, target = (_evaluated(inputs, side) for side in ("source", "target"))
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
    extended = None
    if not inputs.as_printed:
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


def _evaluated(inputs: Inputs, side: str) -> Evaluated:
    """A set with its measurements: from an earlier run, from stored units, or from its texts."""
    data, stored = {
        "source": (inputs.source, inputs.source_units),
        "target": (inputs.target, inputs.target_units),
    }[side]
    if inputs.saved is not None:
        return Evaluated(data, PairMeasurements(inputs.saved.paired[side]))
    return Evaluated(data, measurements_of_texts(data.reports, inputs.lexicon, stored))


def _extended(pairs: Evaluated) -> Measured:
    """Features of profile ``extended``."""
    return measure(pairs.measured.paired, method_of("extended"))


def _extended_risks(pairs: Evaluated, readout: Readout) -> Float:
    """Risks of pairs by a frozen readout, shape (n_pairs, n_targets); NaN for a pair that could not be measured."""
    values = _extended(pairs).features
    risks = np.full((len(values), len(readout.targets)), np.nan)
    scored = np.isfinite(values).all(axis=1)
    risks[scored] = readout.apply(values[scored])
    return risks


def _source_systems(inputs: Inputs, outcome: Outcome) -> list[SystemRisks]:
    """Every system on the source set, held out where it is fitted; ours last."""
    source, others = outcome.frozen.source, inputs.others("source")
    if others is None:
        others = []
        if not inputs.as_printed:  # the paper prints no other system on its source set
            others = [*baselines.published(source.data), *baselines.lexical(source.data)]
            others += baselines.trained_out_of_fold(source, outcome.frozen.folds)
    systems = [*others, baselines.reference_count(source), _system(OURS, outcome, outcome.source_risks, "held out")]
    if outcome.extended is not None:
        systems.append(_system(EXTENDED, outcome, outcome.extended.held_out, "held out, nested"))
    return systems


def _target_systems(inputs: Inputs, outcome: Outcome) -> list[SystemRisks]:
    """Every system on the target set, ours last."""
    frozen, source, target = outcome.frozen, outcome.frozen.source, outcome.frozen.target
    others = inputs.others("target")
    if others is None:
        others = _printed_metrics(target.data) if inputs.as_printed else _all_metrics(target.data)
        others += [*green(target.data, inputs.green), *baselines.trained(source, target)]
    without = replace(_system(WITHOUT_COUNT, outcome, without_reference_count(frozen), ""), family="diagnostic")
    systems = [
        *others,
        baselines.reference_count(target),
        without,
        _system(OURS, outcome, outcome.target_risks, "frozen"),
    ]
    if outcome.extended is not None:
        systems.append(_system(EXTENDED, outcome, _extended_risks(target, outcome.extended.readout), "frozen"))
    return systems


def _all_metrics(data: AnnotatedPairs) -> list[SystemRisks]:
    """Published scores, and every metric that can be run here and is not among them."""
    official = baselines.published(data)
    names = {s.system for s in official}
    lexical = [s for s in baselines.lexical(data) if s.system not in names]
    return [*official, *lexical, *baselines.learned(data, skip=names)]


def _printed_metrics(data: AnnotatedPairs) -> list[SystemRisks]:
    """The six official metrics in the paper's order, by their published scores."""
    official = {s.system: s for s in baselines.published(data)}
    absent = f"not run: {data.name} comes without per-pair scores of this metric"
    return [official.get(name, SystemRisks(name, "published", {}, absent)) for name in paper.OFFICIAL]


def _system(name: str, outcome: Outcome, risks: Float, note: str) -> SystemRisks:
    """One of our systems."""
    return SystemRisks(name, "ours", {t: risks[:, k] for k, t in enumerate(outcome.frozen.source.data.targets)}, note)


def _stressed(inputs: Inputs, outcome: Outcome) -> StressScores:
    """Stress test of our systems, once the frozen predictions are known to be reproduced."""
    if outcome.reproduced > REPRODUCED:
        raise InputError(f"the refitted readout differs by {outcome.reproduced:g} from the frozen one: no stress test")
    readouts = {OURS: outcome.selection.readout}
    if outcome.extended is not None:
        readouts[EXTENDED] = outcome.extended.readout
    scorers = {name: Scorer(readout=r, lexicon=inputs.lexicon) for name, r in readouts.items()}
    return stress_scores(inputs.stress, scorers, inputs.stress_units)


def transport_summary(config: TransportConfig) -> dict[str, Any]:
    """A configuration with the name of its prior."""
    return {"prior": config.prior, **config.key()}

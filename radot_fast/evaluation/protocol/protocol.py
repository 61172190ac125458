"""The whole protocol of method §7: select on the source, freeze, score the target once; ``report`` makes its tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines import systems as baselines
from radot_fast.evaluation.baselines.green import green
from radot_fast.evaluation.baselines.systems import EXTENDED, OURS, Evaluated, SystemRisks
from radot_fast.evaluation.protocol import paper_values as paper
from radot_fast.evaluation.protocol.ablation import Frozen, without_reference_count
from radot_fast.evaluation.protocol.inputs import Inputs, Outcome, Progress
from radot_fast.evaluation.protocol.measurements import PairMeasurements, measurements_of_texts
from radot_fast.evaluation.protocol.report import with_tables
from radot_fast.evaluation.protocol.selection import refit, select
from radot_fast.evaluation.stress.stress import StressScores, stress_scores
from radot_fast.fitting.cross_validation import held_out_risks
from radot_fast.fitting.fit_method import FitOptions, fit_method
from radot_fast.measure import Measured, measure
from radot_fast.method_registry import method_of
from radot_fast.readout.model import Readout
from radot_fast.scorer import Scorer

if TYPE_CHECKING:
    pass

Float = NDArray[np.float64]
REPRODUCED = 1e-14
"""Largest difference between frozen and refitted predictions that the stress test is run with (method §7)."""

WITHOUT_COUNT = f"{OURS} w/o ref count"


def run_protocol(inputs: Inputs, progress: Progress = lambda _: None) -> Outcome:
    """Run the protocol; ``progress`` is called with a line on each step.

    Raises
    ------
    InputError
        The sets share no target, or a set cannot be measured.
    """
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
            FitOptions(folds=frozen.folds, made_by=inputs.made_by("source").identity, note=data),
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

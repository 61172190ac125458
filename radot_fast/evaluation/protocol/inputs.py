"""The values of a protocol: its inputs, the results of an earlier run, and its outcome (method §7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.reports import PairedCorpus
from radot_fast.corpus.stored_units import StoredUnits, maker_for
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.evaluation.baselines.systems import SystemRisks
from radot_fast.evaluation.protocol.ablation import Frozen
from radot_fast.evaluation.protocol.selection import Selection
from radot_fast.evaluation.stress.stress import StressScores, StressSet
from radot_fast.evaluation.tables import ReportTable
from radot_fast.fitting.fit_method import Fitted
from radot_fast.statistics.bootstrap import Resampling

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon
    from radot_fast.units.makers import Maker

Float = NDArray[np.float64]
Progress = Callable[[str], None]
"""Called with a line on each step."""

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

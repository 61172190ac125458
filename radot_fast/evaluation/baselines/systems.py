"""Baselines (method §7): one row a system, whether or not it could run, with the reason where it could not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TARGETS
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.evaluation.baselines.lexical import LEXICAL, distinct_similarity
from radot_fast.evaluation.baselines.model_metrics import MODEL_METRICS, RISKS, offline
from radot_fast.evaluation.protocol.measurements import PairMeasurements
from radot_fast.fitting.cross_validation import fit_and_apply

if TYPE_CHECKING:
    from radot_fast.evaluation.baselines.gnn import Graph

Float = NDArray[np.float64]
Rows = NDArray[np.int64]
OURS = "RadOT-Eval"
"""Profile ``paper``: the paper's system, by the paper's name."""

EXTENDED = "RadOT extended"
"""Profile ``extended``."""

NAMES = {"paper": OURS, "extended": EXTENDED}
"""Name of a profile in tables."""

SHORTCUT = "Reference count only"


@dataclass(frozen=True)
class Evaluated:
    """A data set and the measurements of its pairs, row for row.

    Attributes
    ----------
    data
        Pairs with their error counts.
    measured
        Features of the same pairs under any configuration.
    """

    data: AnnotatedPairs
    measured: PairMeasurements

    @property
    def counts(self) -> Float:
        """Error counts: float64, shape (n_pairs, n_targets), ≥ 0, in the order of ``data.targets``."""
        return self.data.pairs.select(self.data.targets).to_numpy().astype(np.float64)

    @property
    def texts(self) -> tuple[list[str], list[str]]:
        """References and candidates; a missing text is empty."""
        return self.data.texts

    @cached_property
    def structured(self) -> Float:
        """Discrepancy counts without transport: float64, shape (n_pairs, 9), ≥ 0; see ``structured``."""
        from radot_fast.evaluation.baselines.structured import structured_features

        return structured_features(self.measured.paired).drop("pair_id").to_numpy()

    @cached_property
    def graph_distances(self) -> Float:
        """Set distances of the two reports' graphs: float64, shape (n_pairs, 7), in [0, 1]; see ``structured``."""
        from radot_fast.evaluation.baselines.structured import graph_features

        return graph_features(self.measured.paired).drop("pair_id").to_numpy()

    @cached_property
    def graphs(self) -> list[Graph]:
        """Graph of each distinct report, for the GNN."""
        from radot_fast.evaluation.baselines.gnn import report_graphs

        return report_graphs(self.measured.paired)

    @property
    def everything(self) -> Rows:
        """Row numbers of all pairs: int64, shape (n_pairs,), from 0 to below n_pairs."""
        return np.arange(self.data.pairs.height)


@dataclass(frozen=True)
class SystemRisks:
    """Risks of one system on the pairs of a data set.

    Attributes
    ----------
    system
        Name in tables.
    family
        ``published``, ``lexical``, ``learned``, ``LLM``, ``trained``, ``shortcut`` or ``ours``.
    risks
        float64 by target, shape (n_pairs,), NaN for a pair without a score; no target where it did not run.
    note
        Why it did not run, or what its numbers are.
    """

    system: str
    family: str
    risks: Mapping[str, Float]
    note: str = ""


def same_for_all(system: str, family: str, risk: Float, note: str = "") -> SystemRisks:
    """A system with one risk for every target."""
    return SystemRisks(system, family, dict.fromkeys(TARGETS, risk), note)


EXTRA = ("scikit-learn", "sacrebleu")
"""Packages of the extra ``baselines``."""


def how_to(package: str) -> str:
    """Command that installs a baseline's package: by our extra if one has it, else by its own name."""
    return f"pip install {'radot-fast[baselines]' if package.split('.')[0] in EXTRA else package}"


def attempted(system: str, family: str, package: str, run: Callable[[], Float]) -> SystemRisks:
    """Row of a system that may not be able to run here."""
    try:
        return same_for_all(system, family, run())
    except ImportError as error:
        return SystemRisks(system, family, {}, f"not run: {error.name or package} is missing ({how_to(package)})")
    except Exception as error:  # a package of others may fail in any way; the row says so and the table goes on
        return SystemRisks(
            system, family, {}, f"not run: {package} failed ({type(error).__name__}); are its weights here?"
        )


def published(data: AnnotatedPairs) -> list[SystemRisks]:
    """Rows of the scores that are distributed with a data set; similarities become 1 − score."""
    rows = []
    for name in data.metrics.columns[1:]:
        score = data.metrics[name].cast(pl.Float64).fill_null(float("nan")).to_numpy()
        covered = int(np.isfinite(score).sum())
        note = "" if covered == len(score) else f"published for {covered} of {len(score)} pairs"
        rows.append(same_for_all(name, "published", score if name.split(" ")[0] in RISKS else 1 - score, note))
    return rows


def lexical(data: AnnotatedPairs) -> list[SystemRisks]:
    """BLEU-4, BLEU-2, ROUGE-L and token Jaccard of the texts."""
    packages = {"BLEU-4": "sacrebleu", "BLEU-2": "sacrebleu", "ROUGE-L": "", "Token Jaccard": ""}
    if not data.has_texts:
        return [SystemRisks(name, "lexical", {}, "not run: units are given, no texts") for name in LEXICAL]
    return [
        attempted(name, "lexical", packages[name], lambda f=f: 1 - distinct_similarity(f, *data.texts))  # type: ignore[misc]
        for name, f in LEXICAL.items()
    ]


def learned(data: AnnotatedPairs, skip: Iterable[str] = ()) -> list[SystemRisks]:
    """Learned metrics through their own packages; metrics published for the data set are not run again."""

    def risk(name: str) -> Float:
        with offline():
            score = distinct_similarity(MODEL_METRICS[name][0], *data.texts)
        return score if name in RISKS else 1 - score

    left = [name for name in MODEL_METRICS if name not in set(skip)]
    return [attempted(name, "learned", MODEL_METRICS[name][1], lambda n=name: risk(n)) for name in left]  # type: ignore[misc]


def reference_count(pairs: Evaluated) -> SystemRisks:
    """Risk = number of the reference's units: what report length alone tells."""
    corpus = pairs.measured.paired.corpus
    units = np.diff(corpus.offsets)[pairs.measured.paired.pairs[:, 0]]
    return same_for_all(SHORTCUT, "shortcut", units.astype(np.float64), "diagnostic, no discrepancy baseline")


FitPredict = Callable[[Evaluated, Rows, Evaluated, Rows], Float]


def _text_ridge(source: Evaluated, fit: Rows, other: Evaluated, rows: Rows) -> Float:
    from radot_fast.evaluation.baselines.text_ridge import TextRidge

    def chosen(pairs: Evaluated, which: Rows) -> tuple[list[str], list[str]]:
        references, candidates = pairs.texts
        return [references[k] for k in which], [candidates[k] for k in which]

    return TextRidge().fit(*chosen(source, fit), source.counts[fit]).predict(*chosen(other, rows))


def _structured(source: Evaluated, fit: Rows, other: Evaluated, rows: Rows) -> Float:
    return fit_and_apply(source.structured[fit], source.counts[fit], other.structured[rows])


def _graph(source: Evaluated, fit: Rows, other: Evaluated, rows: Rows) -> Float:
    return fit_and_apply(source.graph_distances[fit], source.counts[fit], other.graph_distances[rows])


def _gnn(source: Evaluated, fit: Rows, other: Evaluated, rows: Rows) -> Float:
    from radot_fast.evaluation.baselines.gnn import GraphModel, union_graphs

    fitted = union_graphs(source.graphs, source.measured.paired.pairs[fit])
    model = GraphModel().fit(fitted, source.counts[fit])
    return model.predict(union_graphs(other.graphs, other.measured.paired.pairs[rows]))


TRAINED: Mapping[str, tuple[FitPredict, str]] = {
    "Text-only ridge": (_text_ridge, "scikit-learn"),
    "Structured monotone": (_structured, ""),
    "Graph-derived monotone": (_graph, ""),
    "GNN discrepancy model": (_gnn, ""),
}
"""Baselines that are fitted on the source set, and the package that they need."""


def trained(source: Evaluated, target: Evaluated) -> list[SystemRisks]:
    """Baselines fitted on the whole source set and applied to the target set."""
    return [
        _trained_row(name, source, lambda f: f(source, source.everything, target, target.everything))
        for name in TRAINED
    ]


def trained_out_of_fold(source: Evaluated, folds: NDArray[np.int64]) -> list[SystemRisks]:
    """The trained baselines on the source set: each pair is scored by a fit without its fold."""

    def every_fold(function: FitPredict) -> Float:
        risks = np.full(source.counts.shape, np.nan)
        for fold in np.unique(folds):
            inside = np.flatnonzero(folds == fold)
            risks[inside] = function(source, np.flatnonzero(folds != fold), source, inside)
        return risks

    return [_trained_row(name, source, every_fold) for name in TRAINED]


def _trained_row(name: str, source: Evaluated, run: Callable[[FitPredict], Float]) -> SystemRisks:
    """Row of a trained baseline."""
    function, package = TRAINED[name]
    try:
        risks = run(function)
    except ImportError as error:
        note = f"not run: {error.name or package} is missing ({how_to(package)})"
        return SystemRisks(name, "trained", {}, note)
    return SystemRisks(name, "trained", {t: risks[:, k] for k, t in enumerate(source.data.targets)})

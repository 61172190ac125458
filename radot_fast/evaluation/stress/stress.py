"""The corruption stress test (method §7): whether a frozen readout ranks a corrupted report above its clean self-pair.

Never used for selection, tuning or calibration.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.stored_units import StoredUnits, maker_for, paired_corpus
from radot_fast.datasets.rexerr import INJECTION_SCHEMA
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.lexical import LEXICAL, distinct_similarity
from radot_fast.evaluation.baselines.systems import SHORTCUT
from radot_fast.evaluation.protocol.measurements import Roles, role_counts
from radot_fast.evaluation.stress.corruption import CLINICAL_TYPES, ERROR_TYPES, corrupt_views, report_views
from radot_fast.evaluation.stress.localization import all_evidence, localization, localized_pairs, strongest_evidence
from radot_fast.io.pairs import REPORT_IDS
from radot_fast.statistics.bootstrap import Resampling, bootstrap_ci
from radot_fast.statistics.screening import average_precision, paired_win_rate, roc_auc, sensitivity_at_specificity

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon
    from radot_fast.result.result import Result
    from radot_fast.scorer import Scorer
    from radot_fast.units.makers import Maker

Float = NDArray[np.float64]
CLEAN = "clean"
LEXICAL_SYSTEMS = ("BLEU-4", "ROUGE-L", "Token Jaccard")


@dataclass(frozen=True)
class StressSet:
    """Clean reports with one corrupted version each.

    Attributes
    ----------
    name
        What was injected: ``1 error``, ``3 errors``, one error type, or a published set.
    reports
        ``source_id, clean, corrupted``; ids are unique.
    injections
        Ground truth of ``corrupt_reports``; no rows where it is not known by offset.
    """

    name: str
    reports: pl.DataFrame
    injections: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=INJECTION_SCHEMA))


@dataclass(frozen=True)
class StressScores:
    """Scores of a stress test: no text, but all that its table is made of.

    Attributes
    ----------
    pairs
        ``row, errors, source_id, version``: each clean report against itself once, then the corrupted ones.
    risks
        By system, float64 of shape (n_pairs,); NaN where a system has no risk or need not run.
    located
        ``localized`` and ``localized_by_chance`` by system and set.
    n_null
        Pairs without a risk (no converged plan).
    roles
        Pairs, units and fallback roles of all that was scored.
    """

    pairs: pl.DataFrame
    risks: Mapping[str, Float]
    located: Mapping[tuple[str, str], Mapping[str, float]]
    n_null: int
    roles: Roles

    @property
    def sets(self) -> list[str]:
        """Names of the sets, in order."""
        return self.pairs.filter(pl.col("errors") != CLEAN)["errors"].unique(maintain_order=True).to_list()

    @property
    def predictions(self) -> pl.DataFrame:
        """Table of ``errors, source_id, version`` and one column of risks a system; null for a pair without a risk."""
        columns = [pl.Series(name, risk).fill_nan(None) for name, risk in self.risks.items()]
        return self.pairs.select("errors", "source_id", "version").with_columns(columns)


@dataclass(frozen=True)
class StressResult:
    """Outcome of a stress test.

    Attributes
    ----------
    table
        One row a set and system: ``errors, system, n, auroc, auroc_low, auroc_high, auprc, sens_90, wins, ties,
        losses, mean_rise, localized, localized_by_chance``. Shares are of the corrupted reports; ``localized`` is
        the share in which the strongest evidence lies on an injected error.
    scores
        What the rows are computed from; pairs without a risk are left out of every row.
    """

    table: pl.DataFrame
    scores: StressScores

    @property
    def predictions(self) -> pl.DataFrame:
        """Risks of every system: ``StressScores.predictions``."""
        return self.scores.predictions


def corruption_sets(
    reports: pl.DataFrame, units: pl.DataFrame, *, seed: int = 0, n_errors: Sequence[int] = (1, 3)
) -> list[StressSet]:
    """Sets of clinical errors (1 and 3 a report) and one set an error type, from ``report_id, text`` and its units."""
    views, sets = report_views(reports, units), []
    for n in n_errors:
        corrupted = corrupt_views(views, n, CLINICAL_TYPES, seed)
        sets.append(StressSet(f"{n} error{'s' if n > 1 else ''}", corrupted.reports, corrupted.injections))
    for kind in ERROR_TYPES:
        corrupted = corrupt_views(views, 1, [kind], seed)
        sets.append(StressSet(kind, corrupted.reports, corrupted.injections))
    return [s for s in sets if s.reports.height]


def injected_sets(reports: pl.DataFrame, lexicon: Lexicon, *, seed: int = 0) -> list[StressSet]:
    """``corruption_sets`` of reports (``report_id, text``), extracted here; equal texts are taken once."""
    from radot_fast.extraction import extract_units

    distinct = reports.unique("text", maintain_order=True)
    units = extract_units(distinct["text"].to_list(), distinct["report_id"].to_list(), lexicon=lexicon)
    return corruption_sets(distinct, units, seed=seed)


def labelled(stress: StressSet, part: str) -> pl.DataFrame:
    """A set's ``reports`` or ``injections``, with the set's name in front."""
    rows: pl.DataFrame = getattr(stress, part)
    return rows.select(pl.lit(stress.name).alias("errors"), pl.all())


def stress_test(
    sets: Sequence[StressSet],
    scorers: Mapping[str, Scorer],
    *,
    resampling: Resampling | None = None,
    stored: StoredUnits | None = None,
) -> StressResult:
    """Score clean self-pairs and corrupted pairs with frozen readouts, and beside them the lexical baselines.

    Parameters
    ----------
    sets, scorers, stored
        As for ``stress_scores``.
    resampling
        For the interval of AUROC, by report (a clean pair and its corrupted one are drawn together); None leaves
        the intervals out.
    """
    scores = stress_scores(sets, scorers, stored)
    return StressResult(stress_table(scores, resampling), scores)


def stress_scores(
    sets: Sequence[StressSet], scorers: Mapping[str, Scorer], stored: StoredUnits | None = None
) -> StressScores:
    """Risks of clean self-pairs and corrupted pairs, by every system.

    Parameters
    ----------
    sets
        What to score; the same report is the same clean pair in each.
    scorers
        Scorers by the name that tables use for them, at least one; all with the same lexicon.
    stored
        Units of the clean and of the corrupted reports (``stress_units``) in place of those extracted here.

    Raises
    ------
    InputError
        There is nothing to score.
    """
    return measured_sets(sets, scorers, stored)[0]


def measured_sets(
    sets: Sequence[StressSet], scorers: Mapping[str, Scorer], stored: StoredUnits | None = None
) -> tuple[StressScores, dict[str, pl.DataFrame]]:
    """``stress_scores``, and by scorer where each pair's strongest evidence lies (``localized_pairs``; method §7.10).

    Raises
    ------
    InputError
        No report could be corrupted.
    """
    pairs = _pairs(sets)
    lexicon = next(iter(scorers.values())).lexicon
    corpus = paired_corpus(pairs.select("row", "pair_id", "reference", "candidate", *REPORT_IDS), lexicon, stored)
    made = maker_for(lexicon, stored)
    results = {name: scorer.score_corpus(corpus, made) for name, scorer in scorers.items()}
    counts = next(iter(results.values())).scores["n_ref_units"].to_numpy().astype(np.float64)
    risks = {**_our_risks(results), SHORTCUT: counts, **_lexical_risks(pairs)}
    lost = sum(int(r.scores[f"risk_{r.readout.targets[0]}"].null_count()) for r in results.values())
    truth = [(s.name, s.injections) for s in sets]
    places = {n: localized_pairs(pairs, truth, strongest_evidence(r), all_evidence(r)) for n, r in results.items()}
    located = {
        (f"{name} ({t})", errors): row
        for name, result in results.items()
        for t in result.readout.targets
        for errors, row in localization(places[name]).items()
    }
    kept = pairs.select("row", "errors", "source_id", "version")
    return StressScores(kept, risks, located, lost, role_counts(corpus)), places


def stress_table(scores: StressScores, resampling: Resampling | None = None) -> pl.DataFrame:
    """Rows of ``StressResult.table`` from what was measured."""
    unknown = {"localized": None, "localized_by_chance": None}
    rows: list[dict[str, Any]] = []
    for errors in scores.sets:
        mine = {name: risk for name, risk in scores.risks.items() if _runs(name, errors)}
        statistics = _rows(errors, scores.pairs, mine, resampling)
        rows += [{**row, **unknown, **scores.located.get((row["system"], errors), {})} for row in statistics]
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Float64).fill_nan(None))


def _our_risks(results: Mapping[str, Result]) -> dict[str, Float]:
    """Risks by scorer and target; NaN for a pair without a risk."""
    return {
        f"{name} ({t})": result.scores[f"risk_{t}"].fill_null(math.nan).to_numpy()
        for name, result in results.items()
        for t in result.readout.targets
    }


def _pairs(sets: Sequence[StressSet]) -> pl.DataFrame:
    """All pairs to score: each clean report against itself once, then every corrupted one against its clean report."""
    if not any(s.reports.height for s in sets):
        raise InputError("no report could be corrupted: the stress test needs reports with clinical units")
    clean = pl.concat([s.reports.select("source_id", "clean") for s in sets]).unique("source_id", maintain_order=True)
    parts = [clean.select(errors=pl.lit(CLEAN), source_id="source_id", reference="clean", candidate="clean")]
    parts += [
        s.reports.select(errors=pl.lit(s.name), source_id="source_id", reference="clean", candidate="corrupted")
        for s in sets
    ]
    table = pl.concat(parts).with_columns(
        version=pl.when(pl.col("errors") == CLEAN).then(pl.lit(CLEAN)).otherwise(pl.lit("corrupted"))
    )
    return table.with_row_index("row").with_columns(
        pair_id=pl.format("{}:{}", "errors", "source_id"),
        reference_id=pl.col("source_id"),
        candidate_id=pl.format("{}:{}", "version", "source_id"),
    )


def stress_units(clean: pl.DataFrame, corrupted: pl.DataFrame, maker: Maker) -> StoredUnits:
    """Unit tables of clean reports and of their corrupted versions, both keyed by ``source_id``, as a test takes them.

    The clean reports are candidates too: each is scored against itself.
    """
    both = [
        units.with_columns(report_id=pl.format("{}:{}", pl.lit(version), "report_id"))
        for version, units in ((CLEAN, clean), ("corrupted", corrupted))
    ]
    return StoredUnits(clean, pl.concat(both, how="diagonal_relaxed"), maker, {}, False)


def _runs(name: str, errors: str) -> bool:
    """Whether a lexical baseline has a row for a set: BLEU, the slow one, only where errors are mixed."""
    return name != "BLEU-4" or errors not in ERROR_TYPES


def _lexical_risks(pairs: pl.DataFrame) -> dict[str, Float]:
    """1 − similarity of the lexical baselines that can run here; NaN where they need not."""
    risks = {}
    for name in LEXICAL_SYSTEMS:
        wanted = pairs if name != "BLEU-4" else pairs.filter(~pl.col("errors").is_in(ERROR_TYPES))
        try:
            similarity = distinct_similarity(
                LEXICAL[name], wanted["reference"].to_list(), wanted["candidate"].to_list()
            )
        except ImportError:
            continue
        risks[name] = np.full(pairs.height, np.nan)
        risks[name][wanted["row"].to_numpy()] = 1 - similarity
    return risks


def _rows(
    errors: str, pairs: pl.DataFrame, risks: Mapping[str, Float], resampling: Resampling | None
) -> list[dict[str, Any]]:
    """Row of each system on one set, over the reports whose two versions have a risk."""
    corrupted = pairs.filter(errors=errors)
    clean = pairs.filter(errors=CLEAN).select("source_id", clean_row="row")
    both = corrupted.join(clean, on="source_id", how="left", maintain_order="left")
    columns = {n: np.stack([r[both["row"].to_numpy()], r[both["clean_row"].to_numpy()]]) for n, r in risks.items()}
    columns = {n: c[:, np.isfinite(c).all(axis=0)] for n, c in columns.items()}
    ends = _auroc_ends(columns, resampling) if resampling and errors not in ERROR_TYPES else {}
    return [
        {"errors": errors, "system": name, **_statistics(*column, *ends.get(name, (None, None)))}
        for name, column in columns.items()
    ]


def _auroc_ends(columns: Mapping[str, Float], resampling: Resampling) -> dict[str, tuple[float, float]]:
    """Ends of the interval of AUROC, resampled by report; systems with equally many reports share the draws."""
    ends: dict[str, tuple[float, float]] = {}
    for n in {c.shape[1] for c in columns.values()}:
        risks = {name: c.ravel() for name, c in columns.items() if c.shape[1] == n}
        positive, groups = np.arange(2 * n) < n, np.tile(np.arange(n), 2)
        table = bootstrap_ci(risks, positive, statistic="auroc", groups=groups, resampling=resampling)
        ends |= {name: (low, high) for name, low, high in table.select("system", "low", "high").iter_rows()}
    return ends


def _statistics(corrupted: Float, clean: Float, low: float | None, high: float | None) -> dict[str, Any]:
    """Screening statistics of corrupted against clean; ``low`` and ``high`` are the ends of AUROC's interval."""
    risk = np.concatenate([corrupted, clean])
    positive = np.arange(risk.size) < corrupted.size
    return {
        "n": corrupted.size,
        "auroc": roc_auc(risk, positive),
        "auroc_low": low,
        "auroc_high": high,
        "auprc": average_precision(risk, positive),
        "sens_90": sensitivity_at_specificity(risk, positive, 0.9),
        **paired_win_rate(corrupted, clean)._asdict(),
        "mean_rise": float((corrupted - clean).mean()),
    }

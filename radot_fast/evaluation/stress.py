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

from radot_fast.errors import InputError
from radot_fast.evaluation.bootstrap import Resampling, bootstrap_ci
from radot_fast.evaluation.corruption import CLINICAL_TYPES, ERROR_TYPES, INJECTION_SCHEMA, corrupt_views, report_views
from radot_fast.evaluation.lexical import LEXICAL, distinct_similarity
from radot_fast.evaluation.screening import (
    average_precision,
    paired_win_rate,
    roc_auc,
    sensitivity_at_specificity,
)

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon
    from radot_fast.result import Result
    from radot_fast.scorer import Scorer

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
class StressResult:
    """Outcome of a stress test.

    Attributes
    ----------
    table
        One row a set and system: ``errors, system, n, auroc, auroc_low, auroc_high, auprc, sens_90, wins, ties,
        losses, mean_rise, localized, localized_by_chance``. Shares are of the corrupted reports; ``localized`` is
        the share in which the strongest evidence lies on injected text.
    predictions
        ``errors, source_id, version, system, risk_total, …``: no text.
    n_null
        Pairs without a risk (no converged plan), left out of every row.
    """

    table: pl.DataFrame
    predictions: pl.DataFrame
    n_null: int


def corruption_sets(
    reports: pl.DataFrame, units: pl.DataFrame, *, seed: int = 0, n_errors: Sequence[int] = (1, 3)
) -> list[StressSet]:
    """Sets of clinical errors (1 and 3 a report) and one set an error type, from ``report_id, text`` and its units."""
    views, sets = report_views(reports, units), []
    for n in n_errors:
        found = corrupt_views(views, n, CLINICAL_TYPES, seed)
        sets.append(StressSet(f"{n} error{'s' if n > 1 else ''}", found.reports, found.injections))
    for kind in ERROR_TYPES:
        found = corrupt_views(views, 1, [kind], seed)
        sets.append(StressSet(kind, found.reports, found.injections))
    return [s for s in sets if s.reports.height]


def injected_sets(reports: pl.DataFrame, lexicon: Lexicon, *, seed: int = 0) -> list[StressSet]:
    """``corruption_sets`` of reports (``report_id, text``), extracted here; equal texts are taken once."""
    from radot_fast.extraction import extract_units

    distinct = reports.unique("text", maintain_order=True)
    units = extract_units(distinct["text"].to_list(), distinct["report_id"].to_list(), lexicon=lexicon)
    return corruption_sets(distinct, units, seed=seed)


def stress_test(
    sets: Sequence[StressSet], scorers: Mapping[str, Scorer], *, resampling: Resampling | None = None
) -> StressResult:
    """Score clean self-pairs and corrupted pairs with frozen readouts, and beside them the lexical baselines.

    Parameters
    ----------
    sets
        What to score; the same report is the same clean pair in each.
    scorers
        Scorers by the name that tables use for them.
    resampling
        For the interval of AUROC, by report (a clean pair and its corrupted one are drawn together); None leaves
        the intervals out.

    Raises
    ------
    InputError
        There is nothing to score.
    """
    pairs = _pairs(sets)
    rows: list[dict[str, Any]] = []
    predictions, n_null = [], 0
    for name, scorer in scorers.items():
        result = scorer.score_pairs(pairs.select("row", "pair_id", "reference", "candidate"))
        targets = result.readout.targets
        risks = {t: result.scores[f"risk_{t}"].fill_null(math.nan).to_numpy() for t in targets}
        evidence, units = _evidence(result)
        for stress in sets:
            found = localization(stress, pairs, evidence, units)
            for target, risk in risks.items():
                rows.append({**_row(stress, pairs, f"{name} ({target})", risk, resampling), **found})
        n_null += int(np.isnan(risks[targets[0]]).sum())
        scored = result.scores.select(pl.lit(name).alias("system"), *(f"risk_{t}" for t in targets))
        predictions.append(pairs.select("errors", "source_id", "version").hstack(scored))
    for name, risk in _lexical_risks(pairs).items():
        rows += [_row(stress, pairs, name, risk, resampling) for stress in sets if _runs(name, stress)]
    order = {stress.name: k for k, stress in enumerate(sets)}
    rows.sort(key=lambda r: order[r["errors"]])
    table = pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Float64).fill_nan(None))
    return StressResult(table, pl.concat(predictions), n_null)


def _evidence(result: Result) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Strongest evidence on the candidate's side, ``row, start, end``, and all candidate units of each pair.

    It is the edge of most mass-weighted risk, or, under profile ``extended``, the largest typed discrepancy.
    """
    places = {"start": "cand_start", "end": "cand_end"}
    edges = result.edges.filter(transport="all").drop_nulls("cand_start")
    units = edges.select("row", "cand_unit", **places).unique(["row", "cand_unit"], maintain_order=True)
    if result.readout.profile == "paper":
        ranked = edges.sort("mw_risk", descending=True, maintain_order=True)
    else:
        ranked = result.discrepancies.drop_nulls("cand_start").sort("magnitude", descending=True, maintain_order=True)
    return ranked.unique("row", keep="first", maintain_order=True).select("row", **places), units


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
    return table.with_row_index("row").with_columns(pair_id=pl.format("{}:{}", "errors", "source_id"))


def _runs(name: str, stress: StressSet) -> bool:
    """Whether a lexical baseline has a row for a set: BLEU, the slow one, only where errors are mixed."""
    return name != "BLEU-4" or stress.name not in ERROR_TYPES


def _lexical_risks(pairs: pl.DataFrame) -> dict[str, Float]:
    """1 − similarity of the lexical baselines that can run here; NaN where they need not."""
    found = {}
    for name in LEXICAL_SYSTEMS:
        wanted = pairs if name != "BLEU-4" else pairs.filter(~pl.col("errors").is_in(ERROR_TYPES))
        try:
            similarity = distinct_similarity(
                LEXICAL[name], wanted["reference"].to_list(), wanted["candidate"].to_list()
            )
        except ImportError:
            continue
        found[name] = np.full(pairs.height, np.nan)
        found[name][wanted["row"].to_numpy()] = 1 - similarity
    return found


def _row(
    stress: StressSet, pairs: pl.DataFrame, system: str, risk: Float, resampling: Resampling | None
) -> dict[str, Any]:
    """Row of one set and one system, over the reports whose two versions have a risk."""
    corrupted = pairs.filter(errors=stress.name)
    clean = pairs.filter(errors=CLEAN).select("source_id", clean_row="row")
    both = corrupted.join(clean, on="source_id", how="left", maintain_order="left")
    a, b = risk[both["row"].to_numpy()], risk[both["clean_row"].to_numpy()]
    kept = np.isfinite(a) & np.isfinite(b)
    mixed = resampling if stress.name not in ERROR_TYPES else None
    return {
        "errors": stress.name,
        "system": system,
        **_statistics(a[kept], b[kept], mixed),
        "localized": None,
        "localized_by_chance": None,
    }


def _statistics(corrupted: Float, clean: Float, resampling: Resampling | None) -> dict[str, Any]:
    """Screening statistics of corrupted against clean."""
    risk = np.concatenate([corrupted, clean])
    positive = np.arange(risk.size) < corrupted.size
    low = high = None
    if resampling is not None:
        groups = np.tile(np.arange(corrupted.size), 2)
        low, high = bootstrap_ci(risk, positive, statistic="auroc", groups=groups, resampling=resampling).row(0)[5:7]
    wins = paired_win_rate(corrupted, clean)
    return {
        "n": corrupted.size,
        "auroc": roc_auc(risk, positive),
        "auroc_low": low,
        "auroc_high": high,
        "auprc": average_precision(risk, positive),
        "sens_90": sensitivity_at_specificity(risk, positive, 0.9),
        **wins._asdict(),
        "mean_rise": float((corrupted - clean).mean()),
    }


def localization(
    stress: StressSet, pairs: pl.DataFrame, evidence: pl.DataFrame, units: pl.DataFrame
) -> dict[str, float | None]:
    """Share of corrupted reports whose strongest evidence lies on injected text, and that of a random unit.

    Parameters
    ----------
    stress
        Set with its ground truth.
    pairs
        All scored pairs: ``row, errors, source_id``.
    evidence
        ``row, start, end``: at most one place of the candidate's text a pair.
    units
        ``row, start, end``: all units of the candidates.
    """
    if not stress.injections.height:
        return {}
    rows = pairs.filter(errors=stress.name).select("row", "source_id")
    ranges = stress.injections.select("source_id", a="start", b="end")

    def on_injected(places: pl.DataFrame) -> pl.DataFrame:
        numbered = places.join(rows, on="row", how="inner", maintain_order="left").with_row_index("place")
        overlap = ((pl.col("start") < pl.col("b")) & (pl.col("a") < pl.col("end"))).any()
        return (
            numbered.join(ranges, on="source_id", maintain_order="left_right")
            .group_by("place", "row", maintain_order=True)
            .agg(hit=overlap)
        )

    chance: Any = on_injected(units).group_by("row", maintain_order=True).agg(pl.col("hit").mean())["hit"].sum()
    return {
        "localized": on_injected(evidence)["hit"].sum() / rows.height,
        "localized_by_chance": chance / rows.height,
    }

"""The corruption stress test (method §7): whether a frozen readout ranks a corrupted report above its clean self-pair.

Never used for selection, tuning or calibration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig
from radot_fast.errors import InputError
from radot_fast.evaluation.bootstrap import Resampling, bootstrap_ci
from radot_fast.evaluation.corruption import CLINICAL_TYPES, ERROR_TYPES, INJECTION_SCHEMA, corrupt_reports
from radot_fast.evaluation.lexical import LEXICAL, distinct_similarity
from radot_fast.evaluation.measurements import PairMeasurements, measurements_of_texts
from radot_fast.evaluation.screening import (
    average_precision,
    paired_win_rate,
    roc_auc,
    sensitivity_at_specificity,
)
from radot_fast.features import edge_arrays
from radot_fast.readout import Readout

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon

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
        the share in which the edge of most mass-weighted risk lies on injected text.
    predictions
        ``errors, source_id, version, risk_total, …``: no text.
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
    sets = []
    for n in n_errors:
        found = corrupt_reports(reports, units, n_errors=n, types=CLINICAL_TYPES, seed=seed)
        sets.append(StressSet(f"{n} error{'s' if n > 1 else ''}", found.reports, found.injections))
    for kind in ERROR_TYPES:
        found = corrupt_reports(reports, units, types=[kind], seed=seed)
        sets.append(StressSet(kind, found.reports, found.injections))
    return [s for s in sets if s.reports.height]


def injected_sets(reports: pl.DataFrame, lexicon: Lexicon, *, seed: int = 0) -> list[StressSet]:
    """``corruption_sets`` of reports (``report_id, text``), extracted here; equal texts are taken once."""
    from radot_fast.extraction import extract_units

    distinct = reports.unique("text", maintain_order=True)
    units = extract_units(distinct["text"].to_list(), distinct["report_id"].to_list(), lexicon=lexicon)
    return corruption_sets(distinct, units, seed=seed)


def stress_test(
    sets: Sequence[StressSet],
    readout: Readout,
    config: TransportConfig,
    lexicon: Lexicon,
    *,
    resampling: Resampling | None = None,
) -> StressResult:
    """Score clean self-pairs and corrupted pairs with a frozen readout, and beside it the lexical baselines.

    Parameters
    ----------
    sets
        What to score; the same report is the same clean pair in each.
    readout, config
        The frozen readout and the configuration it was fitted under.
    lexicon
        Lexicon of the embedded extractor.
    resampling
        For the interval of AUROC, by report (a clean pair and its corrupted one are drawn together); None leaves
        the intervals out.

    Raises
    ------
    InputError
        There is nothing to score.
    """
    pairs = _pairs(sets)
    measured = measurements_of_texts(pairs, lexicon)
    broken = measured.broken(config)
    risks = np.full((pairs.height, len(readout.targets)), np.nan)
    risks[~broken] = readout.apply(measured.values(config, strict=False)[~broken])
    systems: dict[str, Float] = {f"RadOT ({t})": risks[:, k] for k, t in enumerate(readout.targets)}
    systems |= _lexical_risks(pairs)
    where = top_evidence(measured, config)
    rows: list[dict[str, Any]] = []
    for stress in sets:
        rows += _rows(stress, pairs, systems, where, resampling)
    columns = {f"risk_{t}": risks[:, k] for k, t in enumerate(readout.targets)}
    predictions = pairs.select("errors", "source_id", "version").with_columns(
        pl.Series(name, values).fill_nan(None) for name, values in columns.items()
    )
    table = pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Float64).fill_nan(None))
    return StressResult(table, predictions, int(broken.sum()))


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


def _lexical_risks(pairs: pl.DataFrame) -> dict[str, Float]:
    """1 − similarity of the lexical baselines that can run here."""
    found = {}
    for name in LEXICAL_SYSTEMS:
        try:
            similarity = distinct_similarity(LEXICAL[name], pairs["reference"].to_list(), pairs["candidate"].to_list())
        except ImportError:
            continue
        found[name] = 1 - similarity
    return found


def top_evidence(measured: PairMeasurements, config: TransportConfig) -> pl.DataFrame:
    """For each pair: offsets of the candidate span of the edge with the most mass-weighted risk, and of all units.

    Returns
    -------
    ``start, end`` (null where the candidate has no unit) and ``starts, ends`` (lists), rows as in ``measured``.
    """
    edges = edge_arrays(measured.align(config))
    paired = measured.paired
    n_pairs = len(paired.pairs)
    order = np.lexsort((np.arange(len(edges.pair)), -edges.mw_risk, edges.pair))
    first = np.unique(edges.pair[order], return_index=True)
    unit = np.full(n_pairs, -1)
    unit[first[0]] = edges.cand_unit[order][first[1]]
    corpus, report = paired.corpus, paired.pairs[:, 1]
    has_units = np.diff(corpus.offsets)[report] > 0
    rows = pl.Series(np.where(has_units & (unit >= 0), corpus.offsets[report] + unit, 0))
    real = pl.Series(has_units & (unit >= 0))
    per_report = (
        pl.DataFrame({"report": np.repeat(np.arange(len(corpus.report_ids)), np.diff(corpus.offsets))})
        .with_columns(starts=corpus.units["span_start"], ends=corpus.units["span_end"])
        .group_by("report", maintain_order=True)
        .agg("starts", "ends")
    )
    lists = pl.DataFrame({"report": report}).join(per_report, on="report", how="left", maintain_order="left")
    spans = {c: corpus.units[f"span_{c}"].gather(rows) for c in ("start", "end")}
    return lists.select("starts", "ends").with_columns(
        pl.when(real).then(values).alias(name) for name, values in spans.items()
    )


def _rows(
    stress: StressSet,
    pairs: pl.DataFrame,
    systems: Mapping[str, Float],
    where: pl.DataFrame,
    resampling: Resampling | None,
) -> list[dict[str, Any]]:
    """Rows of one set: every system."""
    corrupted = pairs.filter(errors=stress.name)
    clean = corrupted.select("source_id").join(
        pairs.filter(errors=CLEAN).select("source_id", clean_row="row"),
        on="source_id",
        how="left",
        maintain_order="left",
    )
    a, b = corrupted["row"].to_numpy(), clean["clean_row"].to_numpy()
    found, chance = localization(stress.injections, corrupted["source_id"], where[a])
    rows = []
    for name, risk in systems.items():
        both = np.isfinite(risk[a]) & np.isfinite(risk[b])
        is_ours = name.startswith("RadOT")
        mixed = resampling is not None and stress.name not in ERROR_TYPES
        shares = {"localized": found, "localized_by_chance": chance} if is_ours else {}
        numbers = _statistics(risk[a][both], risk[b][both], resampling if mixed else None)
        rows.append(
            {"errors": stress.name, "system": name, **numbers, "localized": None, "localized_by_chance": None, **shares}
        )
    return rows


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
    injections: pl.DataFrame, source_ids: pl.Series, where: pl.DataFrame
) -> tuple[float | None, float | None]:
    """Share of corrupted reports whose top edge lies on injected text, and that of a unit drawn at random."""
    if not injections.height:
        return None, None
    ranges = injections.group_by("source_id").agg(injected=pl.struct("start", "end"))
    kept = (
        source_ids.to_frame("source_id").hstack(where).join(ranges, on="source_id", how="left", maintain_order="left")
    )
    hits, chances = [], []
    for row in kept.iter_rows(named=True):
        touched = [(r["start"], r["end"]) for r in row["injected"] or []]

        def on_injected(start: int, end: int, touched: list[tuple[int, int]] = touched) -> bool:
            return any(start < b and a < end for a, b in touched)

        hits.append(row["start"] is not None and on_injected(row["start"], row["end"]))
        units = [
            on_injected(s, e) for s, e in zip(row["starts"] or [], row["ends"] or [], strict=True) if s is not None
        ]
        chances.append(float(np.mean(units)) if units else 0.0)
    return float(np.mean(hits)), float(np.mean(chances))

"""Ablations, sensitivity and diagnostics (method §7): every row, fitted on the source, scored once on the target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import CHANNELS, N_GROUND
from radot_fast.config import PRIORS, TransportConfig
from radot_fast.corpus.reports import PairedCorpus
from radot_fast.evaluation.baselines.systems import Evaluated
from radot_fast.evaluation.protocol.measurements import PairMeasurements, fell_back, has_fallback, unit_counts
from radot_fast.evaluation.protocol.selection import paper_grid, select
from radot_fast.fitting.cross_validation import fit_and_apply, group_folds, held_out_risks
from radot_fast.fitting.least_squares import monotone_least_squares
from radot_fast.paper.features import FEATURES, feature_names
from radot_fast.readout.model import Readout
from radot_fast.statistics.correlation import midranks, rank_partial, spearman

Float = NDArray[np.float64]
OTHER_PRIORS = {
    "Uniform weights": "uniform",
    "Text-light weights": "text-light",
    "No text cost": "no-text",
    "No polarity cost": "no-polarity",
}
"""Priors of the sensitivity table, by the paper's names of its rows."""

BEST_FEATURES = 2
"""Features a category is shown with: the paper prints two for the significant omissions."""

PARTLY = "Without pairs that hold a fallback unit"
"""Stricter than the paper's row: one unread sentence is enough to leave a pair out."""

DROPOUT_SEEDS = 40


@dataclass(frozen=True)
class Frozen:
    """A finished selection, and the two data sets.

    Attributes
    ----------
    source, target
        Data sets with their measurements.
    config
        The selected configuration.
    readout
        The readout refitted on the whole source set.
    """

    source: Evaluated
    target: Evaluated
    config: TransportConfig
    readout: Readout

    @property
    def shared_targets(self) -> tuple[str, ...]:
        """Targets that both sets have."""
        return tuple(t for t in self.source.data.targets if t in self.target.data.targets)

    def target_risks(self, measured: PairMeasurements | None = None) -> Float:
        """Risks of the target pairs (or of other measurements), shape (n_pairs, n_source_targets)."""
        return scored(self.readout, measured or self.target.measured, self.config)

    def correlations(self, risks: Float, rows: NDArray[np.bool_] | None = None) -> dict[str, float]:
        """Spearman with each shared target over the pairs that have a risk; NaN where it is undefined."""
        kept = np.isfinite(risks).all(axis=1) & (True if rows is None else rows)
        own, theirs = self.source.data.targets, self.target.data.targets
        counts = self.target.counts
        return {t: spearman(risks[kept, own.index(t)], counts[kept, theirs.index(t)]) for t in self.shared_targets}

    @property
    def folds(self) -> NDArray[np.int64]:
        """Folds of the source pairs."""
        return group_folds(self.source.data.pairs["group"].to_numpy())


def described(config: TransportConfig) -> dict[str, object]:
    """Transport of a row: prior (the weights where it has no name), epsilon, tau and lambda of the formulation."""
    prior = config.prior if config.prior != "custom" else "/".join(f"{w:.2f}" for w in config.weights)
    return {"prior": prior, "epsilon": config.epsilon, "tau": config.mass, "lambda": config.marginal_penalty}


def row(frozen: Frozen, variant: str, risks: Float, held_out: Float | None, **extra: object) -> dict[str, object]:
    """One row: variant, source macro (held out), target macro, the targets, and target pairs without a risk."""
    each = frozen.correlations(risks)
    counts = frozen.source.counts
    source = None
    if held_out is not None:
        source = float(np.mean([spearman(held_out[:, t], counts[:, t]) for t in range(counts.shape[1])]))
    macro = float(np.mean(list(each.values())))
    n_null = int(np.isnan(risks).any(axis=1).sum())
    return {"variant": variant, **extra, "source_macro": source, "macro": macro, **each, "n_null": n_null}


def scored(readout: Readout, measured: PairMeasurements, config: TransportConfig, without: Sequence[str] = ()) -> Float:
    """Risks of a frozen readout, shape (n_pairs, n_targets); NaN for a pair without a converged plan."""
    broken = measured.broken(config, without)
    values = measured.values(config, without, strict=False)
    risks = np.full((len(values), len(readout.targets)), np.nan)
    risks[~broken] = readout.apply(values[~broken])
    return risks


def _columns(names: Sequence[str]) -> NDArray[np.int64]:
    every = feature_names()
    return np.array([every.index(n) for n in names], dtype=np.int64)


def target_risks(
    frozen: Frozen, config: TransportConfig, columns: NDArray[np.int64] | None = None, without: Sequence[str] = ()
) -> Float:
    """Target risks of a readout fitted on some features of the source; NaN for a pair without a converged plan."""
    measured = frozen.target.measured
    own, others = frozen.source.measured.values(config, without), measured.values(config, without, strict=False)
    if columns is not None:
        own, others = own[:, columns], others[:, columns]
    risks = np.full((len(others), frozen.source.counts.shape[1]), np.nan)
    planned = ~measured.broken(config, without)
    risks[planned] = fit_and_apply(own, frozen.source.counts, others[planned])
    return risks


def _subset(frozen: Frozen, variant: str, names: Sequence[str]) -> dict[str, object]:
    """Row of a readout on some of the features, under the selected configuration."""
    columns = _columns(names)
    own = frozen.source.measured.values(frozen.config)[:, columns]
    held_out = held_out_risks(own, frozen.source.counts, frozen.folds)
    risks = target_risks(frozen, frozen.config, columns)
    return row(frozen, variant, risks, held_out, **described(frozen.config), features=len(names))


def learned_weights(source: Evaluated, rows: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """Ground cost weights from NNLS of the total count on the four expected costs under the uniform prior."""
    uniform = source.measured.values(TransportConfig(weights=PRIORS["uniform"]))
    costs = uniform[rows][:, _columns([f"{c}_expected" for c in CHANNELS[:N_GROUND]])]
    beta, _ = monotone_least_squares(costs, source.counts[rows, 0])
    if beta.sum() <= 0:
        return PRIORS["uniform"]
    w = beta / beta.sum()
    return float(w[0]), float(w[1]), float(w[2]), float(w[3])


def _learned(frozen: Frozen, names: Sequence[str]) -> dict[str, object]:
    """Row of ablation A4: weights are learned and the transport run again inside each fold."""
    columns, counts = _columns(names), frozen.source.counts

    def config(rows: NDArray[np.bool_]) -> TransportConfig:
        return replace(frozen.config, weights=learned_weights(frozen.source, rows))

    held_out = np.full(counts.shape, np.nan)
    for fold in np.unique(frozen.folds):
        inside = frozen.folds == fold
        own = frozen.source.measured.values(config(~inside))[:, columns]
        held_out[inside] = fit_and_apply(own[~inside], counts[~inside], own[inside])
    final = config(np.ones(len(counts), dtype=bool))
    risks = target_risks(frozen, final, columns)
    return row(frozen, "+ learned cost weights", risks, held_out, **described(final), features=len(names))


def _reselected(frozen: Frozen, variant: str, method: str) -> dict[str, object]:
    """Row of a transport formulation whose prior, epsilon, tau and lambda are selected anew on the source."""
    annotations = frozen.source.data.pairs.select("pair_id", "group", *frozen.source.data.targets)
    chosen = select(frozen.source.measured, annotations, grid=paper_grid(method))
    values = frozen.source.measured.values(chosen.config)
    held_out = held_out_risks(values, frozen.source.counts, frozen.folds)
    risks = scored(chosen.readout, frozen.target.measured, chosen.config)
    return row(frozen, variant, risks, held_out, **described(chosen.config), features=values.shape[1])


def ablations(frozen: Frozen) -> pl.DataFrame:
    """The eight rows of method §7."""
    expected = [f"{c}_expected" for c in CHANNELS[N_GROUND:]]
    evidence = [f.name for f in FEATURES if f.family not in ("count", "diffuse")]
    rows = [
        _subset(frozen, "Mean transport only", ["transport_expected"]),
        _subset(frozen, "+ side-channel expected", ["transport_expected", *expected, "side_expected_sum"]),
        _subset(frozen, "+ top-k/max", evidence),
        _learned(frozen, evidence),
        _subset(frozen, "Full RadOT-Eval", feature_names()),
        _reselected(frozen, "Partial OT variant", "partial"),
        _reselected(frozen, "Balanced OT variant", "balanced"),
        _reselected(frozen, "Unbalanced OT variant", "unbalanced"),
    ]
    return _as_table(rows)


def sensitivity(frozen: Frozen) -> pl.DataFrame:
    """The nine rows of method §7: neighbours of the selected configuration, and feature audits."""
    c = frozen.config
    variants: list[tuple[str, TransportConfig, tuple[str, ...]]] = [
        ("Selected full model", c, ()),
        ("ε = 0.05", replace(c, epsilon=0.05), ()),
        ("ε = 0.10", replace(c, epsilon=0.10), ()),
        *((name, replace(c, weights=PRIORS[prior]), ()) for name, prior in OTHER_PRIORS.items()),
        ("No severity features", c, ("severity",)),
        ("No diffuse features", c, ("diffuse",)),
    ]
    rows = []
    for name, config, without in variants:
        own = frozen.source.measured.values(config, without)
        risks = target_risks(frozen, config, without=without)
        held_out = held_out_risks(own, frozen.source.counts, frozen.folds)
        rows.append(row(frozen, name, risks, held_out, **described(config), features=own.shape[1]))
    return _as_table(rows)


def diagnostics(frozen: Frozen, seed: int = 0) -> pl.DataFrame:
    """Shortcut and robustness rows of method §7; ``n`` is the number of pairs of the row.

    Beside each target, ``<target>_low`` and ``<target>_high``: where 95% of the seeds of a dropout row lie.
    """
    risks, paired = frozen.target_risks(), frozen.target.measured.paired
    units = unit_counts(paired.corpus)[paired.pairs]
    only = np.repeat(units[:, :1].astype(np.float64), risks.shape[1], axis=1)
    n = len(risks)
    rows: list[dict[str, object]] = [
        {"diagnostic": "Full RadOT-Eval", "n": n, **frozen.correlations(risks)},
        {
            "diagnostic": "RadOT-Eval without ref count",
            "n": n,
            **frozen.correlations(without_reference_count(frozen)),
        },
        {"diagnostic": "Reference count only", "n": n, **frozen.correlations(only)},
        {"diagnostic": "Partial corr. controlling ref count", "n": n, **_partial(frozen, risks, units[:, 0])},
    ]
    for name, reports in (("Without fallback pairs", fell_back), (PARTLY, has_fallback)):
        clean = np.logical_not(reports(paired.corpus)[paired.pairs].max(axis=1))
        if clean.sum() > 2:
            rows.append({"diagnostic": name, "n": int(clean.sum()), **frozen.correlations(risks, clean)})
    rows += [
        {"diagnostic": f"{share:.0%} unit dropout", "n": n, **_dropped_out(frozen, share, seed)}
        for share in (0.10, 0.25)
    ]
    order = ["diagnostic", "n", *(f"{t}{end}" for t in frozen.shared_targets for end in ("", "_low", "_high"))]
    return _as_table(rows).select(order)


def without_reference_count(frozen: Frozen) -> Float:
    """Target risks of a readout on all features but the reference's unit count; NaN for a pair without a plan."""
    kept = [n for n in feature_names() if n != "reference_unit_count"]
    return target_risks(frozen, frozen.config, _columns(kept))


def _partial(frozen: Frozen, risks: Float, control: NDArray[np.int64]) -> dict[str, float]:
    """Rank-partial correlation with each shared target over the pairs that have a risk."""
    kept = np.isfinite(risks).all(axis=1)
    own, theirs, counts = frozen.source.data.targets, frozen.target.data.targets, frozen.target.counts[kept]
    held = control[kept].astype(np.float64)
    return {t: rank_partial(risks[kept, own.index(t)], counts[:, theirs.index(t)], held) for t in frozen.shared_targets}


def _dropped_out(frozen: Frozen, share: float, seed: int) -> dict[str, float]:
    """Mean over seeds, and its middle 95%, when a share of the target's units is left out on both sides."""
    runs = []
    for k in range(DROPOUT_SEEDS):
        paired = without_units(frozen.target.measured.paired, share, np.random.default_rng([seed, k]))
        runs.append(frozen.correlations(frozen.target_risks(PairMeasurements(paired))))
    statistics: dict[str, float] = {}
    for t in frozen.shared_targets:
        drawn = np.array([r[t] for r in runs])
        low, high = np.quantile(drawn, (0.025, 0.975))
        statistics |= {t: float(drawn.mean()), f"{t}_low": float(low), f"{t}_high": float(high)}
    return statistics


def without_units(paired: PairedCorpus, share: float, rng: np.random.Generator) -> PairedCorpus:
    """Corpus in which each unit is left out with a probability; a report may end up without any."""
    corpus = paired.corpus
    kept = rng.random(corpus.units.height) >= share
    offsets = np.concatenate([[0], np.cumsum(kept)])[corpus.offsets]
    thinner = replace(corpus, source=corpus.units.filter(pl.Series(kept)), offsets=offsets)
    return PairedCorpus(thinner, paired.pairs, paired.table)


def error_types(frozen: Frozen, printed: Mapping[str, str] | None = None) -> pl.DataFrame:
    """For each error category and severity of the target set: the features with the largest signed Spearman.

    Parameters
    ----------
    frozen
        The frozen system.
    printed
        Feature that the paper prints, by ``severity/category/rank``: its own correlation here stands beside.

    Returns
    -------
    ``severity, category, nonzero`` (pairs with such an error), ``rank`` (1 to ``BEST_FEATURES``), ``feature,
    spearman, spearman_of_printed``; no rows where the set has no categories.
    """
    data = frozen.target.data
    if not data.categories.height:
        return pl.DataFrame()
    measured = frozen.target.measured
    planned = ~measured.broken(frozen.config)
    ranks = np.stack([midranks(v) for v in measured.values(frozen.config, strict=False)[planned].T])
    rows: list[tuple[object, ...]] = []
    for (severity, category), group in data.categories.group_by("severity", "category", maintain_order=True):
        counts = data.pairs.select("pair_id").join(
            group.select("pair_id", "count"), on="pair_id", how="left", maintain_order="left"
        )["count"]
        values = counts.fill_null(0.0).to_numpy()[planned]
        rho = _correlations_of_ranks(ranks, midranks(values))
        named = {k: (printed or {}).get(f"{severity}/{category}/{k}") for k in range(1, BEST_FEATURES + 1)}
        best = _best_features(rho, named)
        rows += [(severity, category, int((values > 0).sum()), *feature) for feature in best]
    schema = ["severity", "category", "nonzero", "rank", "feature", "spearman", "spearman_of_printed"]
    table = pl.DataFrame(rows, schema=schema, orient="row")
    return table.sort("severity", "nonzero", "category", "rank", descending=[True, True, False, False])


def _best_features(rho: Float, printed: Mapping[int, str | None]) -> list[tuple[int, str | None, float | None, Any]]:
    """Rank, name and correlation of the best features, and the correlation of the one printed at that rank."""
    names = feature_names()
    order = sorted(np.flatnonzero(np.isfinite(rho)), key=lambda k: (-rho[k], k))
    features: list[tuple[int, str | None, float | None, Any]] = []
    for rank, wanted in printed.items():
        own = rho[names.index(wanted)] if wanted is not None else np.nan
        other = float(own) if np.isfinite(own) else None
        if rank <= len(order):
            features.append((rank, names[order[rank - 1]], float(rho[order[rank - 1]]), other))
        elif rank == 1:
            features.append((rank, None, None, other))
    return features


def _correlations_of_ranks(ranks: Float, target: Float) -> Float:
    """Pearson of each row of ranks with the target's; NaN where a row is constant."""
    a, b = ranks - ranks.mean(axis=1, keepdims=True), target - target.mean()
    norms = np.sqrt((a**2).sum(axis=1) * (b**2).sum())
    return np.divide(a @ b, norms, out=np.full(len(a), np.nan), where=norms > 1e-9)


def risk_quintiles(frozen: Frozen) -> pl.DataFrame:
    """Mean true count in each fifth of the pairs by predicted risk, lowest first; ties go by input order."""
    risks, counts = frozen.target_risks(), frozen.target.counts
    own, theirs, rows = frozen.source.data.targets, frozen.target.data.targets, []
    for t in frozen.shared_targets:
        risk = risks[:, own.index(t)]
        order = np.argsort(risk, kind="stable")[: np.isfinite(risk).sum()]  # NaN sorts last
        for k, part in enumerate(np.array_split(order, 5)):
            rows.append((t, k + 1, len(part), float(counts[part, theirs.index(t)].mean())))
    return pl.DataFrame(rows, schema=["target", "quintile", "n", "mean_count"], orient="row")


def _as_table(rows: Sequence[dict[str, object]]) -> pl.DataFrame:
    """Table of rows of one shape; undefined numbers are null."""
    return pl.DataFrame(list(rows), infer_schema_length=None).with_columns(pl.col(pl.Float64).fill_nan(None))

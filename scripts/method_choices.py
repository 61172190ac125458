"""What do the choices that the paper leaves open cost? The figures of radot_fast/METHOD.md that say "choices".

usage: python scripts/method_choices.py DATA_DIR

Profile `paper` on RadPref: macro Spearman of held-out risks, 5 folds by patient, mean of 5 draws. One row a choice,
with the Spearman of each target and the 95% interval, by patient, of the macro's difference from profile `paper` as it
stands.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from source_sets import folds_of, group_resamples, interval, macro, radpref

from radot_fast.arrays import CHANNELS, N_GROUND, Alignment
from radot_fast.config import PRIORS, TARGETS, TransportConfig
from radot_fast.evaluation.protocol.measurements import PairMeasurements, measurements_of_texts
from radot_fast.evaluation.protocol.selection import EPSILONS, MARGINAL_PENALTIES, MASSES
from radot_fast.extraction import load_lexicon
from radot_fast.fitting.least_squares import DEFAULT_RIDGE, monotone_least_squares
from radot_fast.paper.features import feature_names
from radot_fast.statistics.correlation import spearman

Float = NDArray[np.float64]
Scaler = Callable[[Float, Float], Float]
"""Fit set and values to scaled values."""

DRAWS = 5
NAMES = np.array(feature_names())
DEFICITS = np.flatnonzero(np.char.endswith(NAMES, "_mass_deficit"))


def clipped(fit: Float, values: Float) -> Float:
    return np.clip(unclipped(fit, values), 0.0, 1.0)


def unclipped(fit: Float, values: Float) -> Float:
    return (values - fit.min(axis=0)) / np.ptp(fit, axis=0)


def standardized(fit: Float, values: Float) -> Float:
    return (values - fit.mean(axis=0)) / fit.std(axis=0)


def unscaled(fit: Float, values: Float) -> Float:
    return values


def held_out(values: Float, counts: Float, folds: NDArray[np.int64], scale: Scaler, ridge: float) -> Float:
    """Risks of every pair without its fold; features that are constant in a fit are left out of it."""
    risks = np.full(counts.shape, np.nan)
    for k in range(5):
        inside = folds == k
        seen = np.ptp(values[~inside], axis=0) > 0
        fit, other = values[~inside][:, seen], values[inside][:, seen]
        for t in range(counts.shape[1]):
            beta, intercept = monotone_least_squares(scale(fit, fit), counts[~inside, t], ridge)
            risks[inside, t] = intercept + scale(fit, other) @ beta
    return risks


def over_all_cells(values: Float, alignment: Alignment) -> Float:
    """Features whose maxima and top-k values run over all cells of the plan, not over its edges."""
    out, at = values.copy(), {name: k for k, name in enumerate(NAMES)}
    for p, (a, b) in enumerate(zip(alignment.offsets, alignment.offsets[1:], strict=False)):
        costs, ground, share = alignment.costs[a:b], alignment.ground[a:b], alignment.plan[a:b]
        share = share / share.sum()
        side = costs[:, N_GROUND:].sum(axis=1)
        columns = {"transport": ground, "side": side, "risk": ground + side}
        columns |= {channel: costs[:, k] for k, channel in enumerate(CHANNELS)}
        for name, column in columns.items():
            largest, weighted = np.sort(column)[::-1], np.sort(column * share)[::-1]
            found = {"max": largest[0], "top3_mean": largest[:3].mean(), "top5_mean": largest[:5].mean()}
            found["top3_mw"] = weighted[:3].sum()
            for statistic, value in found.items():
                if f"{name}_{statistic}" in at:
                    out[p, at[f"{name}_{statistic}"]] = value
        out[p, at["side_max_sum"]] = costs[:, N_GROUND:].max(axis=0).sum()
        risk = columns["risk"]
        out[p, at["top_risk_sum"]], out[p, at["top_risk_max"]] = np.sort(risk * share)[-3:].sum(), risk.max()
    return out


def choices(measured: PairMeasurements) -> dict[str, tuple[Float, Scaler, float]]:
    """Features, scaling and ridge of each choice; the first is profile ``paper`` as it stands."""
    config = TransportConfig()
    values = measured.values(config)
    turned = values.copy()
    turned[:, DEFICITS] = 1 - turned[:, DEFICITS]
    plain = {
        "as it stands": values,
        "all cells are edges": over_all_cells(values, measured.align(config)),
        "concentration not turned round": turned,
        "without asymmetries": values[:, ~np.char.endswith(NAMES, "_asymmetry")],
        **{f"without {f}": measured.values(config, (f,)) for f in ("severity", "diffuse", "count")},
        **{f"partial, tau {t:g}": measured.values(replace(config, method="partial", mass=t)) for t in MASSES},
        **{
            f"unbalanced, lambda {v:g}": measured.values(replace(config, method="unbalanced", marginal_penalty=v))
            for v in MARGINAL_PENALTIES
        },
        **{
            f"{prior}, epsilon {epsilon:g}": measured.values(replace(config, weights=weights, epsilon=epsilon))
            for prior, weights in PRIORS.items()
            for epsilon in EPSILONS
        },
    }
    found: dict[str, tuple[Float, Scaler, float]] = {k: (v, clipped, DEFAULT_RIDGE) for k, v in plain.items()}
    found |= {f"scaling: {s.__name__}": (values, s, DEFAULT_RIDGE) for s in (unclipped, unscaled, standardized)}
    return found | {f"ridge {v:g}": (values, clipped, v) for v in (0.0, 1e-4, 1e-3, 1e-2, 1e-1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    pairs = radpref(parser.parse_args().data).pairs
    groups, counts = pairs["group"].to_numpy(), pairs.select(TARGETS).to_numpy().astype(np.float64)
    folds, resamples = [folds_of(groups, seed) for seed in range(DRAWS)], group_resamples(groups)
    measured = measurements_of_texts(pairs.select("pair_id", "reference", "candidate"), load_lexicon())
    base: Float | None = None
    for name, choice in choices(measured).items():
        draws = [held_out(choice[0], counts, fold, *choice[1:]) for fold in folds]
        each = np.mean([[spearman(risks[:, t], counts[:, t]) for t in range(len(TARGETS))] for risks in draws], axis=0)
        boot = np.array([np.mean([macro(r[rows], counts[rows]) for r in draws]) for rows in resamples])
        base = boot if base is None else base
        gain = interval((boot - base).tolist())
        print(f"{name:32s} macro {each.mean():.3f}  {' '.join(f'{r:.3f}' for r in each)}  gain {gain}", flush=True)


if __name__ == "__main__":
    main()

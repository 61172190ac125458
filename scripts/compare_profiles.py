"""Which profile agrees best with radiologists? Nested cross-validation on RadPref, and IU half against half.

usage: python scripts/compare_profiles.py DATA_DIR

RadPref: five seeded draws of five folds by patient; scaler, readout and (for counts and sums) recipe fitted inside
each fold; Spearman of the pooled out-of-fold risks, mean over the draws, 95% interval by patient (1,000 resamples),
and the paired interval of the difference from *unmatched count alone*, which has no fit and no transport.
IU: fitted on study_id % 4 == 0, tested on % 4 == 2; total, omitted, added. No test score chooses anything here: the
default profile is the row with the highest RadPref macro.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from source_sets import features_of, folds_of, group_resamples, interval, iu, macro, radpref

from radot_fast.fitting.choose_recipe import choose_recipes, nested_risks
from radot_fast.fitting.cross_validation import fit_and_apply
from radot_fast.fitting.fit_method import FLOORED
from radot_fast.fitting.fit_set import FitSet
from radot_fast.scorer import Scorer
from radot_fast.statistics.correlation import spearman

COUNT = "unmatched count alone"
TARGETS = ("total", "significant", "insignificant")
PARTS = ("total", "omitted", "added")
MEANS = ("paper", "paper + extended")
"""Systems that are fitted by method §6; the others count errors."""
DENIED = ("denied_by_candidate", "denied_by_reference", "denied_by_name")
MENTIONS = ("names_omitted", "repeated_added")
ABLATIONS = {
    "extended without denials": DENIED,
    "extended without mentions": MENTIONS,
    "extended without mismatches": ("mismatch_significant", "mismatch_insignificant"),
    "findings alone only": (*DENIED, *MENTIONS, "mismatch_significant", "mismatch_insignificant"),
}
"""Features taken out of the default, as the paper ablates its own."""
SHORTCUTS = ("reference units only", "both unit counts only")
"""What lengths alone would give."""

Float = NDArray[np.float64]


def tables(pairs: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Feature table of every system."""
    texts = pairs.select("reference", "candidate")
    scores = Scorer()(refs=texts["reference"].to_list(), hyps=texts["candidate"].to_list()).scores
    paper, extended = (features_of(pairs, p) for p in ("paper", "extended"))
    out = {"paper": paper, "extended": extended}
    for name, left_out in ABLATIONS.items():
        out[name] = extended.drop(left_out)
    out["paper + extended"] = paper.hstack(extended.drop("pair_id"))
    lost = pl.col("n_ref_findings") + pl.col("n_cand_findings") - 2 * pl.col("n_matched_findings")
    ids = pairs.select("pair_id")
    out[COUNT] = ids.hstack(scores.select(count=lost))
    out[SHORTCUTS[0]] = ids.hstack(scores.select("n_ref_units"))
    out[SHORTCUTS[1]] = ids.hstack(scores.select("n_ref_units", "n_cand_units"))
    return out


def out_of_fold(features: pl.DataFrame, targets: pl.DataFrame, sums: bool, seed: int) -> Float:
    """Risks of every pair without its fold: by a nested recipe for sums, by method §6 for means."""
    folds = folds_of(targets["group"].to_numpy(), seed)
    data = FitSet(features, targets)
    if sums:
        return nested_risks(data, folds, FLOORED)
    out = np.zeros_like(data.counts)
    for k in range(5):
        inside = folds == k
        out[inside] = fit_and_apply(data.values[~inside], data.counts[~inside], data.values[inside])
    return out


def halves(features: pl.DataFrame, pairs: pl.DataFrame, sums: bool) -> list[float]:
    """Spearman on the tested half of IU with total, omitted and added, each fitted as a total on the other half."""
    study = pairs["group"].cast(pl.Int64).to_numpy()
    fit, test = study % 4 == 0, study % 4 == 2
    out = []
    for part in PARTS:
        data = FitSet(features, pairs.select("pair_id", "group", total=pl.col(part)))
        if sums:
            risks = data.risks(fit, test, choose_recipes(data, fit))
        else:
            risks = fit_and_apply(data.values[fit], data.counts[fit], data.values[test])
        out.append(float(spearman(risks[:, 0], data.counts[test, 0])))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    args = parser.parse_args()
    source, other = radpref(args.data).pairs, iu(args.data).pairs
    targets = source.select("pair_id", "group", *TARGETS)
    counts = targets.select(TARGETS).to_numpy()
    resamples = group_resamples(targets["group"].to_numpy())
    mine, theirs = tables(source), tables(other)
    alone = mine[COUNT]["count"].to_numpy()
    risks = {COUNT: [np.column_stack([alone] * 3)]}
    for name, features in mine.items():
        if name != COUNT:
            sums = name not in (*MEANS, *SHORTCUTS)
            risks[name] = [out_of_fold(features, targets, sums, seed) for seed in range(5)]

    def mean_macro(name: str, rows: NDArray[np.int64]) -> float:
        return float(np.mean([macro(r[rows], counts[rows]) for r in risks[name]]))

    base = [mean_macro(COUNT, rows) for rows in resamples]
    print(f"RadPref, {source.height} pairs, {source['group'].n_unique()} patients; IU test half")
    for name, draws in risks.items():
        rho = np.mean([[spearman(r[:, k], counts[:, k]) for k in range(3)] for r in draws], axis=0)
        boot = [mean_macro(name, rows) for rows in resamples]
        gain = interval([a - b for a, b in zip(boot, base, strict=True)])
        sums = name not in (*MEANS, *SHORTCUTS)
        if name == COUNT:
            test = other["group"].cast(pl.Int64).to_numpy() % 4 == 2
            value = theirs[COUNT]["count"].to_numpy()[test]
            half = [float(spearman(value, other[p].to_numpy()[test])) for p in PARTS]
        else:
            half = halves(theirs[name], other, sums)
        print(
            f"{name:32s} {mine[name].width - 1:3d}  {' '.join(f'{r:.3f}' for r in rho)}  macro {rho.mean():.3f} "
            f"{interval(boot)}  gain over count {gain}  IU {' '.join(f'{h:.3f}' for h in half)}",
            flush=True,
        )


if __name__ == "__main__":
    main()

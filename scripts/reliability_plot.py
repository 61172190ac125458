"""Reliability of the calibrated counts on RadPref, out of fold: a table, and a plot where matplotlib is installed.

usage: python scripts/reliability_plot.py DATA_DIR [OUT.png]

Recipe and readout are fitted without the fold of a pair, and so is the map to counts. Each line is a bin of about
equal size: pairs, mean expected count, mean count by radiologists.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from source_sets import features_of, radpref

from radot_fast import plots
from radot_fast.fitting.calibration import calibrated_out_of_fold, calibration_error, reliability
from radot_fast.fitting.choose_recipe import nested_risks
from radot_fast.fitting.cross_validation import group_folds
from radot_fast.fitting.fit_set import FitSet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    args = parser.parse_args()
    pairs = radpref(args.data).pairs
    data = FitSet(features_of(pairs, "extended"), pairs)
    folds = group_folds(data.groups)
    excess = nested_risks(data, folds)
    curves = {}
    for t, target in enumerate(data.targets):
        expected = calibrated_out_of_fold(excess[:, t], data.counts[:, t], folds)
        curves[target] = expected, data.counts[:, t]
        error, clean = calibration_error(expected, data.counts[:, t]), excess[:, t] == 0
        print(f"{target}: calibration error {error:.3f} errors a pair (mean count {data.counts[:, t].mean():.3f})")
        print(f"  {clean.sum()} pairs without a discrepancy have {data.counts[clean, t].mean():.3f} errors on average")
        for b in reliability(*curves[target]):
            print(f"  n {b.n:3d}  expected {b.expected:.2f}  observed {b.observed:.2f}")
    if args.out is not None:
        draw(curves, args.out)


def draw(curves: dict, out: Path) -> None:
    """Write the plot."""
    axes = plots.panels(list(curves))
    for target, axis in axes.items():
        plots.reliability(*curves[target], axis=axis).set_ylabel("radiologists' count")
    plots.save(next(iter(axes.values())), out)


if __name__ == "__main__":
    main()

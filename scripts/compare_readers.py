"""A language model's units against the embedded rules' on the open RadPref pairs, and the two together.

usage: python scripts/compare_readers.py DATA_DIR [--draws N]

The model's answers are in radpref_llm_answers.jsonl (a strong model, prompt 1); they are settled as `radot parse`
settles them. Spearman with the mean count of three radiologists by nested cross-validation: folds by patient, scaler,
recipe and readout fitted without the fold, mean over seeded draws of the folds (compare_profiles.py does the same), 95%
interval by patient over 1,000 resamples. *mean risk* is the mean of the two readers' risks of each pair. Printed first:
how many units had to be settled, and by which rule. Prints one JSON object last.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
from compare_profiles import TARGETS, out_of_fold
from numpy.typing import NDArray
from source_sets import features_of, group_resamples, interval, macro, model_exports, model_units, radpref

from radot_fast.statistics.correlation import spearman

Float = NDArray[np.float64]


def settled(data: Path, pairs: pl.DataFrame) -> dict[str, dict[str, int]]:
    """Units, conflicts and repairs of both sides."""
    exports = model_exports(data, pairs)
    units = sum(int(e.units["unit_index"].count()) for e in exports)
    conflicts: Counter[str] = sum((Counter(e.conflicts) for e in exports), Counter())
    repairs: Counter[str] = sum((Counter(e.repairs) for e in exports), Counter())
    return {"units": {"all": units}, "conflicts": dict(conflicts), "repairs": dict(repairs.most_common())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--draws", type=int, default=5)
    args = parser.parse_args()
    pairs = radpref(args.data).pairs
    targets = pairs.select("pair_id", "group", *TARGETS)
    counts = targets.select(TARGETS).to_numpy()
    resamples = group_resamples(targets["group"].to_numpy())
    print(json.dumps(settled(args.data, pairs)))
    stored = model_units(args.data, pairs)
    found = {}
    for profile in ("paper", "extended"):
        sums = profile == "extended"
        tables = {"model": features_of(pairs, profile, stored), "rules": features_of(pairs, profile)}
        risks = {
            name: [out_of_fold(table, targets, sums, seed) for seed in range(args.draws)]
            for name, table in tables.items()
        }
        risks["mean risk"] = [(a + b) / 2 for a, b in zip(risks["model"], risks["rules"], strict=True)]
        for name, draws in risks.items():
            rho = np.mean([[spearman(r[:, k], counts[:, k]) for k in range(3)] for r in draws], axis=0)
            boot = [float(np.mean([macro(r[rows], counts[rows]) for r in draws])) for rows in resamples]
            found[f"{profile} {name}"] = round(float(rho.mean()), 4)
            shown = " ".join(f"{x:.3f}" for x in rho)
            print(f"{profile:9s} {name:10s} {shown}  macro {rho.mean():.3f} {interval(boot)}", flush=True)
    print(json.dumps(found))


if __name__ == "__main__":
    main()

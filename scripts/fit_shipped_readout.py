"""Fit the readouts that ship with the package, to the same bytes wherever the data are.

usage: python scripts/fit_shipped_readout.py DATA_DIR [--profile NAME] [--check]

DATA_DIR holds the open tables of RadPref (radpref_pairs, radpref_rater_counts) and of IU X-ray (iu_reports, iu_pairs,
iu_mesh_units). The target of each RadPref pair is the mean over the raters. Writes
radot_fast/readouts/PROFILE.json: ranges and coefficients only, no rows, no ids. With --check nothing is written;
exit code 1 if a shipped file differs.

Profile `paper` is fitted as in method §6. Profile `extended` is fitted with the recipe that cross-validation on the
fit sets prefers (scripts/compare_profiles.py), held to a floor so that every discrepancy raises the total risk, and
calibrated out of fold. Its total is fitted on a second source too: the human-coded discrepancy of IU pairs whose study
is divisible by 4. Significant and insignificant errors are RadPref's alone.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.datasets.iu_xray import load_iu_discrepancies
from radot_fast.datasets.radpref import load_radpref
from radot_fast.evaluation.fit import fit_method
from radot_fast.extraction import load_lexicon
from radot_fast.fitting import Source
from radot_fast.measure import measure_pairs
from radot_fast.methods import method_of
from radot_fast.readout import SHIPPED, TARGETS, Readout

PROFILES = ("paper", "extended")
RATERS = 3
NOTE = (
    "Fitted on RadPref, not on ReXVal: risks are ranks on RadPref's scale of expert error counts, not the paper's "
    "numbers. Fit one on your own annotated pairs with: radot fit PAIRS --target total=COLUMN ... -o readout.json"
)


def coded_pairs(folder: Path) -> AnnotatedPairs:
    """Second source of the total: IU pairs with a human-coded discrepancy, study % 4 == 0."""
    loaded = load_iu_discrepancies(folder)
    pairs = loaded.pairs.filter(pl.col("group").cast(pl.Int64) % 4 == 0)
    return AnnotatedPairs(loaded.name, pairs, inputs={k: v for k, v in loaded.inputs.items() if "metrics" not in k})


def features_of(data: AnnotatedPairs, profile: str) -> pl.DataFrame:
    """Features of annotated pairs."""
    return measure_pairs(data.pairs.select("pair_id", "reference", "candidate"), profile=profile)


def fit(folder: Path, profile: str) -> Readout:
    """Readout of a profile on the sets in a folder."""
    data, method, lexicon = load_radpref(folder), method_of(profile), load_lexicon()
    data = AnnotatedPairs(data.name, data.pairs.sort("pair_id"), inputs=data.inputs)
    note, also = provenance(data), {}
    if method.counts_errors:
        coded = coded_pairs(folder)
        values = features_of(coded, profile).drop("pair_id").to_numpy().astype(np.float64)
        also["total"] = Source(
            values, coded.pairs["total"].to_numpy().astype(np.float64), coded.pairs["group"].to_numpy()
        )
        note["inputs_sha256"] |= coded.inputs
        note["total_also_from"] = (
            f"IU X-ray human-coded discrepancy, {coded.pairs.height} pairs with study % 4 == 0 (CC BY-NC-ND text)"
        )
    targets = data.pairs.select("pair_id", "group", *TARGETS)
    made_by = lexicon.identity
    return fit_method(features_of(data, profile), targets, method, also=also, made_by=made_by, note=note).readout


def provenance(data: AnnotatedPairs) -> dict[str, Any]:
    """Where the numbers come from."""
    return {
        "data": "RadPref (expert error counts on chest X-ray report pairs), 3 radiologists a pair",
        "release": f"the {data.pairs.height} pairs of the open part",
        "inputs_sha256": dict(data.inputs),
        "licence": "annotations MIT; report text from ReXGradient under its own terms, not included here",
        "n_pairs": data.pairs.height,
        "n_patients": data.pairs["group"].n_unique(),
        "n_raters": RATERS,
        "target": "mean over raters of the number of errors",
        "note": NOTE,
    }


def main() -> int:
    """Fit and write, or compare with what ships."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--profile", choices=PROFILES, action="append", help="one of them; both by default")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    differ = False
    for profile in args.profile or PROFILES:
        readout, shipped = fit(args.data, profile), SHIPPED / f"{profile}.json"
        if not args.check:
            readout.save(shipped)
            print(f"{shipped.name}: {readout.hash[:12]}, {len(readout.unseen)} features constant in fit")
            continue
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / shipped.name
            readout.save(fresh)
            same = shipped.exists() and fresh.read_bytes() == shipped.read_bytes()
        differ |= not same
        print(f"{profile}: the shipped readout {'is what the data give' if same else 'differs: fit it again'}")
    return int(differ)


if __name__ == "__main__":
    pl.Config.set_tbl_hide_dataframe_shape(True)
    sys.exit(main())

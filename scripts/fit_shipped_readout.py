"""Fit the readouts that ship with the package, to the same bytes wherever the data are.

usage: python scripts/fit_shipped_readout.py DATA_DIR [--profile NAME] [--kind KIND] [--check]

DATA_DIR holds the open tables of RadPref (radpref_pairs, radpref_rater_counts) and of IU X-ray (iu_reports, iu_pairs,
iu_mesh_units). The target of each RadPref pair is the mean over the raters. Writes
radot_fast/readout/shipped/PROFILE.json and PROFILE_model.json: ranges and coefficients only, no rows, no ids; and
fitted_pairs.txt, fingerprints of the pairs, by which `radot evaluate` warns. With --check
nothing is written; exit code 1 if a shipped file differs.

The readouts for units of a language model (--kind model) are fitted on a strong model's answers on the RadPref reports
(radpref_llm_answers.jsonl), settled as `radot parse` settles them; the second source is read by the embedded rules.

Profile `paper` is fitted as in method §6. Profile `extended` is fitted with the recipe that cross-validation on the
fit sets prefers (scripts/compare_profiles.py), held to a floor so that every discrepancy raises the total risk, and
calibrated out of fold. Its total is fitted on a second source too: the human-coded discrepancy of IU pairs whose study
is divisible by 4. Significant and insignificant errors are RadPref's alone.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from source_sets import ANSWERS, features_of, model_units, radpref

from radot_fast.config import TARGETS
from radot_fast.corpus.stored_units import maker_for
from radot_fast.datasets.annotated import AnnotatedPairs, sha256
from radot_fast.datasets.iu_xray import load_iu_discrepancies
from radot_fast.extraction import load_lexicon
from radot_fast.fitting.fit_method import FitOptions, fit_method
from radot_fast.fitting.recipes import Source
from radot_fast.method_registry import method_of
from radot_fast.readout.fitted_pairs import FILE as FITTED_PAIRS
from radot_fast.readout.fitted_pairs import fingerprint_lines
from radot_fast.readout.model import SHIPPED, SUFFIX, Readout

PROFILES = ("paper", "extended")
READERS = ("rules", "model")
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


def fit(folder: Path, profile: str, kind: str = "rules") -> Readout:
    """Readout of a profile on the sets in a folder, for the units of a kind of reader."""
    data, method, lexicon = radpref(folder), method_of(profile), load_lexicon()
    note, also = provenance(data), {}
    stored = model_units(folder, data.pairs) if kind == "model" else None
    if stored is not None:
        note["units_by"] = "a strong model's answers to parser prompt 1, settled against the embedded reader"
        note["inputs_sha256"] |= {ANSWERS: sha256(folder / ANSWERS)}
    if method.counts_errors:
        coded = coded_pairs(folder)
        values = features_of(coded.pairs, profile).drop("pair_id").to_numpy().astype(np.float64)
        also["total"] = Source(
            values, coded.pairs["total"].to_numpy().astype(np.float64), coded.pairs["group"].to_numpy()
        )
        note["inputs_sha256"] |= coded.inputs
        note["total_also_from"] = (
            f"IU X-ray human-coded discrepancy, {coded.pairs.height} pairs with study % 4 == 0 (CC BY-NC-ND text)"
        )
    targets = data.pairs.select("pair_id", "group", *TARGETS)
    made_by = maker_for(lexicon, stored).identity
    features = features_of(data.pairs, profile, stored)
    return fit_method(features, targets, method, FitOptions(also=also, made_by=made_by, note=note)).readout


def fingerprints(folder: Path) -> str:
    """Content of ``fitted_pairs.txt``: which pairs were fitted on."""
    sets = {"RadPref": radpref(folder), "IU": coded_pairs(folder)}
    return fingerprint_lines({name: data.pairs.select("reference", "candidate").rows() for name, data in sets.items()})


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
    parser.add_argument("--kind", choices=READERS, action="append", help="of reader; both by default")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    pairs = fingerprints(args.data)
    differ = args.check and FITTED_PAIRS.read_text(encoding="utf-8") != pairs
    if differ:
        print(f"{FITTED_PAIRS.name} differs: write it again")
    if not args.check:
        FITTED_PAIRS.write_text(pairs, encoding="utf-8")
    for profile, kind in itertools.product(args.profile or PROFILES, args.kind or READERS):
        readout, shipped = fit(args.data, profile, kind), SHIPPED / f"{profile}{SUFFIX[kind]}.json"
        if not args.check:
            readout.save(shipped)
            print(f"{shipped.name}: {readout.hash[:12]}, {len(readout.unseen)} features constant in fit")
            continue
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / shipped.name
            readout.save(fresh)
            same = shipped.exists() and fresh.read_bytes() == shipped.read_bytes()
        differ |= not same
        print(f"{shipped.stem}: the shipped readout {'is what the data give' if same else 'differs: fit it again'}")
    return int(differ)


if __name__ == "__main__":
    pl.Config.set_tbl_hide_dataframe_shape(True)
    sys.exit(main())

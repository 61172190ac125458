"""Fit the readout that ships with the package, to the same bytes wherever the data are.

usage: python scripts/fit_shipped_readout.py DATA_DIR [--check]

DATA_DIR holds radpref_pairs.parquet and radpref_rater_counts.parquet (RadPref, the part that is open here). The
target of each pair is the mean over the three raters. Writes radot_fast/readouts/paper.json: ranges and
coefficients only, no rows, no ids. With --check nothing is written; exit code 1 if the shipped file differs.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.extraction import load_lexicon
from radot_fast.measure import measure_pairs
from radot_fast.readout import SHIPPED, Readout, fit_readout

INPUTS = ("radpref_pairs.parquet", "radpref_rater_counts.parquet")
COUNTS = {"total": "n_total", "significant": "n_sig", "insignificant": "n_insig"}
NOTE = (
    "Fitted on RadPref, not on ReXVal: risks are ranks on RadPref's scale of expert error counts, not the paper's "
    "numbers. Fit one on your own annotated pairs with: radot fit PAIRS --target total=COLUMN ... -o readout.json"
)


def fit(data: Path) -> Readout:
    """Readout of profile `paper` on the RadPref pairs."""
    pairs = pl.read_parquet(data / INPUTS[0]).select("pair_id", "patient_id", "reference", "candidate").sort("pair_id")
    raters = pl.read_parquet(data / INPUTS[1])
    targets = raters.group_by("pair_id").agg(pl.col(c).mean().alias(t) for t, c in COUNTS.items()).sort("pair_id")
    lexicon = load_lexicon()
    features, transport = measure_pairs(pairs.select("pair_id", "reference", "candidate"), lexicon=lexicon)
    return fit_readout(
        features,
        targets,
        transport=transport,
        extractor=lexicon.identity,
        provenance=provenance(data, pairs, raters),
    )


def provenance(data: Path, pairs: pl.DataFrame, raters: pl.DataFrame) -> dict[str, Any]:
    """Where the numbers come from."""
    return {
        "data": "RadPref (expert error counts on chest X-ray report pairs), 3 radiologists a pair",
        "release": "the 130 pairs of the open part",
        "inputs_sha256": {name: hashlib.sha256((data / name).read_bytes()).hexdigest() for name in INPUTS},
        "licence": "annotations MIT; report text from ReXGradient under its own terms, not included here",
        "n_pairs": pairs.height,
        "n_patients": pairs["patient_id"].n_unique(),
        "n_raters": raters["rater"].n_unique(),
        "target": "mean over raters of the number of errors",
        "note": NOTE,
    }


def main() -> int:
    """Fit and write, or compare with what ships."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    readout = fit(args.data)
    shipped = SHIPPED / "paper.json"
    if not args.check:
        readout.save(shipped)
        print(f"{shipped.name}: {readout.hash[:12]}, {len(readout.unseen)} features constant in fit")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / shipped.name
        readout.save(fresh)
        same = fresh.read_bytes() == shipped.read_bytes()
    print("the shipped readout is what the data give" if same else "the shipped readout differs: fit it again")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

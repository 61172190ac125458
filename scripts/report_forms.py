"""Form is not meaning: whole reports in other forms, each scored against itself.

usage: python scripts/report_forms.py REPORTS [--column report] [--sample 172] [--forms WORD …] [--failures N]

REPORTS is a folder of text files, or a table (CSV, Parquet) with a column of reports. A report against its reformatted
copy should have the risk that it has against itself. Prints the share of reports of which this holds, by form, then
one JSON object; with --failures what is read in one of the two only.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path

import polars as pl

import radot_fast as ro
from radot_fast.extraction import extract_units

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from report_layouts import FORMS

WANTED = 0.98
RISKS = ("risk_total", "risk_significant", "risk_insignificant")


def reports_of(path: Path, column: str, sample: int) -> list[str]:
    """A seeded sample of the reports of a folder or table."""
    if path.is_dir():
        texts = [file.read_text(encoding="utf-8") for file in sorted(path.glob("**/*.txt"))]
    else:
        table = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path)
        texts = table[column].drop_nulls().unique(maintain_order=True).to_list()
    texts = [text for text in texts if text.strip()]
    return random.Random(0).sample(texts, min(sample, len(texts)))


def unchanged(scorer: ro.Scorer, texts: list[str], copies: list[str]) -> list[bool]:
    """Whether each report against its copy has the risks that it has against itself."""
    against = scorer(refs=texts, hyps=copies).scores.select(RISKS).rows()
    itself = scorer(refs=texts, hyps=texts).scores.select(RISKS).rows()
    return [a == b for a, b in zip(against, itself, strict=True)]


def statements(text: str) -> Counter[str]:
    """What is read in a text, without its place."""
    units = extract_units([text]).drop_nulls("unit_index").iter_rows(named=True)
    keys = ("canonical_finding", "device", "polarity", "uncertainty", "comparison", "severity", "anatomy")
    return Counter(" ".join(str(u[k]) for k in keys if u[k] not in (None, "none", "definite", [])) for u in units)


def explain(text: str, copy: str) -> str:
    """What is read in one of two texts only."""
    ours, theirs = statements(text), statements(copy)
    return f"lost {list((ours - theirs).elements())}  gained {list((theirs - ours).elements())}"


def main() -> None:
    """Read the reports in each form and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", type=Path)
    parser.add_argument("--column", default="report", help="column of a table that holds the reports")
    parser.add_argument("--sample", type=int, default=172, help="number of reports")
    parser.add_argument("--forms", nargs="*", help="only forms whose name holds one of these words")
    parser.add_argument("--failures", type=int, default=0, help="explain so many changed reports of each form")
    args = parser.parse_args()
    texts = reports_of(args.reports, args.column, args.sample)
    scorer = ro.Scorer()
    shares = {}
    for name, form in FORMS.items():
        if args.forms and not any(word in name for word in args.forms):
            continue
        copies = [form(text) for text in texts]
        same = unchanged(scorer, texts, copies)
        shares[name] = sum(same) / len(same)
        print(f"{shares[name]:.3f}  {name}", flush=True)
        wrong = [k for k, ok in enumerate(same) if not ok]
        for k in wrong[: args.failures]:
            print(f"       #{k} {explain(texts[k], copies[k])}")
    poor = [name for name, share in shares.items() if share < WANTED]
    mean = sum(shares.values()) / max(len(shares), 1)
    print(json.dumps({"reports": len(texts), "forms": len(shares), "mean": round(mean, 4), "below": poor}))


if __name__ == "__main__":
    main()

"""Can a false finding pay? Every real candidate with one more finding, and its risks before and after.

usage: python scripts/added_findings.py DATA_DIR [--pairs 4000]

Two sentences are added by turns: severe edema, and a mass. They count as unrelated where no finding that the reference
asserts is nearer than the method's limit; else as related. Prints how often a risk falls, and, where a related
finding lowers one, how often the reference lacks no relative of it in the candidate (which must be never).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import polars as pl
from source_sets import iu, radpref

from radot_fast.extended.knowledge import UNRELATED, Knowledge, load_knowledge
from radot_fast.extraction import extract_units
from radot_fast.scorer import Scorer

SENTENCES = {"edema": "There is severe pulmonary edema.", "mass": "There is a large mass in the right lung."}
RISKS = ["risk_total", "risk_significant", "risk_insignificant"]


def asserted(texts: pl.Series) -> list[set[tuple[str | None, str | None]]]:
    """Labels that each text asserts."""
    units = extract_units(texts.to_list())
    found: list[set[tuple[str | None, str | None]]] = [set() for _ in range(len(texts))]
    kept = units.filter(pl.any_horizontal(pl.col("canonical_finding", "device").is_not_null()))
    for row in kept.filter(pl.col("polarity") != "absent").iter_rows(named=True):
        found[int(row["report_id"])].add((row["canonical_finding"], row["device"]))
    return found


def related(labels: set[tuple[str | None, str | None]], name: str, known: Knowledge) -> bool:
    """Whether a report asserts a relative of a finding."""
    return any(known.distance((name, None), label) < UNRELATED for label in labels)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pairs", type=int, default=4_000)
    args = parser.parse_args()
    sets = [d.pairs.select("reference", "candidate") for d in (radpref(args.data), iu(args.data))]
    sets.append(pl.read_parquet(args.data / "iu_pairs.parquet").select("reference", "candidate"))
    pairs = pl.concat(sets).unique(maintain_order=True).head(args.pairs)
    known, scorer = load_knowledge(), Scorer()
    references, candidates = pairs["reference"].to_list(), pairs["candidate"].to_list()
    before = scorer(refs=references, hyps=candidates).scores
    said = asserted(pairs["reference"])
    print(f"{pairs.height} pairs")
    for name, sentence in SENTENCES.items():
        after = scorer(refs=references, hyps=[f"{text} {sentence}" for text in candidates]).scores
        near = pl.Series([related(labels, name, known) for labels in said])
        lost = before["n_ref_findings"] > before["n_matched_findings"]
        for kind, rows in (("unrelated", ~near), ("related", near)):
            falls = [(after[risk] < before[risk] - 1e-12) & rows for risk in RISKS]
            shown = ", ".join(f"{r[5:]} {f.sum()}" for r, f in zip(RISKS, falls, strict=True))
            all_found = sum(int((f & ~lost).sum()) for f in falls)
            print(
                f"{name}, {kind}: {rows.sum()} pairs; lower: {shown}; of these all findings were there in {all_found}"
            )


if __name__ == "__main__":
    main()

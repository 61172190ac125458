"""Can a false finding pay? Every real candidate with one more finding, and its risks before and after.

usage: python scripts/added_findings.py DATA_DIR [--pairs 4000]

Two sentences are added by turns: severe edema, and a mass. They count as unrelated where no finding that the reference
asserts is nearer than the method's limit; else as related. Prints how often a risk falls, and what a related finding
that lowers one meets: a finding or a further name that the reference states (it is true), or a relative that the
candidate misses (it is alone, denied, or coupled at half an error or more: a partial name is nearer than silence). Of
the rest the total and the significant risk must never fall; the insignificant one does where a graver finding takes
over the error of its family.
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
HALF = 0.5
"""Errors of a couple from which on its reference finding counts as missed."""
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


def missed(couples: pl.DataFrame, name: str, known: Knowledge) -> set[int]:
    """Rows of the pairs whose candidate misses a relative of a finding."""
    alone = pl.col("cand_kind").fill_null("none") != "finding"
    rows = couples.filter((pl.col("ref_kind") == "finding") & (alone | (pl.col("risk") >= HALF)))
    near = [known.distance((name, None), (label, None)) < UNRELATED for label in rows["ref_finding"]]
    return set(rows["row"].filter(pl.Series(near, dtype=pl.Boolean)).to_list())


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
    result = scorer(refs=references, hyps=candidates)
    before, couples = result.scores, result.couples
    said = asserted(pairs["reference"])
    print(f"{pairs.height} pairs")
    for name, sentence in SENTENCES.items():
        after = scorer(refs=references, hyps=[f"{text} {sentence}" for text in candidates]).scores
        near = pl.Series([related(labels, name, known) for labels in said])
        stated = pl.Series([(name, None) in labels for labels in said])
        lacking = missed(couples, name, known)
        lost = pl.Series([row in lacking for row in range(pairs.height)])
        for kind, rows in (("unrelated", ~near), ("related", near)):
            print(f"{name}, {kind}: {rows.sum()} pairs")
            for risk in RISKS:
                falls = (after[risk] < before[risk] - 1e-12) & rows
                true, nearer = (falls & stated).sum(), (falls & lost & ~stated).sum()
                rest = (falls & ~lost & ~stated).sum()
                print(f"  {risk} lower: {falls.sum()}; stated {true}, a relative is missed {nearer}, else {rest}")


if __name__ == "__main__":
    main()

"""Typed discrepancies against radiologists: RadPref finding errors, and RadFact neutral phrases.

usage: python scripts/discrepancy_f1.py DATA_DIR

RadPref: gold is a finding that at least two of three raters call false (candidate) or missing (reference). A
discrepancy is a hit where it stands on the same side and shares a label with the finding's phrase, else has a token
Jaccard of at least .5 with it, one to one. RadFact: a phrase is called neutral where none of its units has a matched
counterpart; gold is the status of the phrase.
"""

from __future__ import annotations

import argparse
import bisect
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.optimize import linear_sum_assignment

from radot_fast.corpus.tokens import tokenize
from radot_fast.extraction import extract_units
from radot_fast.scorer import Scorer

ONE_SIDED = {"omission": "reference", "false_finding": "candidate"}
RATERS = 2


def f1(hits: int, predicted: int, gold: int) -> str:
    """F1, precision and recall as text."""
    p, r = hits / max(predicted, 1), hits / max(gold, 1)
    return f"F1 {2 * hits / max(predicted + gold, 1):.3f} (precision {p:.3f}, recall {r:.3f}, gold {gold})"


def labels_of(phrases: list[str]) -> list[set[str]]:
    """Labels that a phrase asserts."""
    units = extract_units(phrases)
    out: list[set[str]] = [set() for _ in phrases]
    for u in units.filter(pl.col("polarity") != "absent").iter_rows(named=True):
        out[int(u["report_id"])] |= {u["canonical_finding"], u["device"]} - {None}
    return out


def radpref(data: Path) -> str:
    """F1 of one-sided discrepancies against finding errors."""
    pairs = pl.read_parquet(data / "radpref_pairs.parquet").select("pair_id", "reference", "candidate")
    errors = pl.read_parquet(data / "radpref_finding_errors.parquet")
    errors = errors.filter(pl.col("error_type").is_in(["false", "missing"]) & pl.col("finding").is_not_null())
    gold = errors.group_by("pair_id", "side", "finding_idx", "finding", maintain_order=True).agg(
        pl.col("rater").n_unique()
    )
    gold = gold.filter(pl.col("rater") >= RATERS)
    found = Scorer().score_pairs(pairs.with_row_index("row").with_columns(pl.col("row").cast(pl.Int64))).discrepancies
    found = found.filter(pl.col("category").is_in(list(ONE_SIDED)))
    found = found.with_columns(
        side=pl.col("category").replace_strict(ONE_SIDED),
        words=tokenize(found.select(pl.coalesce("cand_span", "ref_span")).to_series()),
    )
    gold = gold.with_columns(
        words=tokenize(gold["finding"]), labels=pl.Series(labels_of(gold["finding"].to_list()), dtype=pl.Object)
    )
    hits = 0
    predictions = found.partition_by("pair_id", "side", as_dict=True)
    for key, wanted in gold.partition_by("pair_id", "side", as_dict=True).items():
        if key in predictions:
            hits += matched(list(wanted.iter_rows(named=True)), list(predictions[key].iter_rows(named=True)))
    return f1(hits, found.height, gold.height)


def matched(gold: list[dict[str, Any]], found: list[dict[str, Any]]) -> int:
    """Largest one-to-one number of hits."""
    hit = np.zeros((len(gold), len(found)))
    for i, g in enumerate(gold):
        for j, d in enumerate(found):
            a, b = set(g["words"]), set(d["words"])
            hit[i, j] = d["finding"] in g["labels"] or len(a & b) >= 0.5 * max(len(a | b), 1)
    rows, columns = linear_sum_assignment(-hit)
    return int(hit[rows, columns].sum())


def joined(phrases: list[dict[str, Any]]) -> tuple[str, list[int]]:
    """Phrases as sentences of one text, and where each starts."""
    parts = [p["phrase"].strip() for p in phrases]
    parts = [p if p.endswith(".") else p + "." for p in parts]
    return " ".join(parts), np.cumsum([0, *(len(p) + 1 for p in parts)])[:-1].tolist()


def radfact(data: Path) -> str:
    """F1 of phrases without a counterpart against the status `neutral`."""
    rows = [json.loads(line) for line in (data / "radfact_phrase_nli.jsonl").read_text().splitlines()]
    rows = [r for r in rows if r["phrases_A"] and r["phrases_B"]]
    sides = {"ref": [joined(r["phrases_A"]) for r in rows], "cand": [joined(r["phrases_B"]) for r in rows]}
    result = Scorer()(refs=[t for t, _ in sides["ref"]], hyps=[t for t, _ in sides["cand"]])
    near = result.edges.drop_nulls(["ref_unit", "cand_unit"])
    hits = predicted = total = 0
    for k, row in enumerate(rows):
        mine = near.filter(pl.col("row") == k)
        for side, key in (("ref", "phrases_A"), ("cand", "phrases_B")):
            starts = sides[side][k][1]
            linked = {bisect.bisect(starts, s) - 1 for s in mine[f"{side}_start"].drop_nulls()}
            for i, phrase in enumerate(row[key]):
                said, is_neutral = i not in linked, phrase["status"] == "neutral"
                hits += said and is_neutral
                predicted += said
                total += is_neutral
    return f1(hits, predicted, total)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    args = parser.parse_args()
    print("RadPref finding errors:", radpref(args.data))
    print("RadFact neutral phrases:", radfact(args.data))


if __name__ == "__main__":
    main()

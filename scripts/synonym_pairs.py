"""Are synonyms free? Every form of the lexicon against the first form of its label, in one frame on both sides.

usage: python scripts/synonym_pairs.py [--sample N]

A pair is strict where both texts are read as one finding with the same polarity, place, degree, certainty, course and
modifiers: then only the words differ, and there may be no discrepancy and no risk above that of a report against
itself. Prints the share of strict pairs that are free, the pairs that are not, and the same share of all pairs in which
both texts are read as the label: forms that carry a place or a degree of their own may rightly differ there.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from reading_frames import forms

from radot_fast.extraction import extract_units
from radot_fast.scorer import Scorer

FRAMES = ("There is {}.", "No {}.", "Possible {}.", "New {} on the left.", "Unchanged {}.", "Severe {} is seen.")
SAID = ("canonical_finding", "device", "polarity", "uncertainty", "comparison", "severity")
LEVEL = re.compile(r"\b[tlc](?:1[0-2]|[1-9])\b")
"""A vertebra by its number, which is a place: "screws in T10" lie elsewhere than "cement in T6"."""
TINY = 1e-12


class Pair(NamedTuple):
    """Two forms of one label in a frame."""

    label: str
    reference: str
    candidate: str


def pairs(sample: int | None = None, seed: int = 0) -> list[Pair]:
    """Each form beside the first form of its label, in every frame; or a seeded sample of them."""
    by_label: dict[str, list[str]] = defaultdict(list)
    for label, phrase in forms():
        by_label[label].append(phrase)
    every = [
        Pair(label, frame.format(phrases[0]), frame.format(phrase))
        for label, phrases in by_label.items()
        for phrase in phrases[1:]
        for frame in FRAMES
    ]
    return every if sample is None else random.Random(seed).sample(every, min(sample, len(every)))


def readings(texts: list[str]) -> list[list[tuple[Any, ...]]]:
    """What is said by each unit of each text, its words left out."""
    out: list[list[tuple[Any, ...]]] = [[] for _ in texts]
    for unit in extract_units(texts).filter(pl.col("unit_index").is_not_null()).iter_rows(named=True):
        levels = frozenset(LEVEL.findall(unit["span_text"].lower()))
        places = frozenset(unit["anatomy"] or ()), frozenset(unit["modifiers"] or ()), levels
        out[int(unit["report_id"])].append((*(unit[c] for c in SAID), *places))
    return out


def judged(given: list[Pair]) -> pl.DataFrame:
    """One row a pair that is read: its texts, whether it is strict, and whether it is free."""
    scorer = Scorer()
    references, candidates = [p.reference for p in given], [p.candidate for p in given]
    result = scorer(refs=references, hyps=candidates)
    least = dict(zip(scorer.readout.targets, scorer.readout.intercepts, strict=True))
    raised = np.zeros(len(given), bool)
    for target, intercept in least.items():
        raised |= result.scores[f"risk_{target}"].fill_null(intercept).to_numpy() > intercept + TINY
    listed = set(result.discrepancies["row"])
    said = list(zip(readings(references), readings(candidates), strict=True))
    return pl.DataFrame(
        {
            "label": [p.label for p in given],
            "reference": references,
            "candidate": candidates,
            "read": [
                len(a) == len(b) == 1 and p.label in a[0][:2] and p.label in b[0][:2]
                for p, (a, b) in zip(given, said, strict=True)
            ],
            "strict": [len(a) == 1 and a == b for a, b in said],
            "free": [row not in listed and not raised[row] for row in range(len(given))],
        }
    ).filter(pl.col("read"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int)
    args = parser.parse_args()
    table = judged(pairs(args.sample))
    strict = table.filter("strict")
    print(f"strict: {strict.height} pairs, free {strict['free'].mean():.4f}")
    print(f"all that are read: {table.height} pairs, free {table['free'].mean():.4f}")
    for row in strict.filter(~pl.col("free")).head(20).iter_rows(named=True):
        print(f"  not free: {row['reference']} | {row['candidate']}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python
"""A greedy search for one text that gets a high reward on every reference: what a policy without eyes could find.

``python scripts/reward_search.py DATA_DIR [STEPS]``: starts from silence. Each step tries forty seeded changes of the
text (a frequent sentence added, removed or put in another's place, hedged, put behind a heading, repeated) on 300 IU
reports and keeps the best one. Prints each step that is better, and what the text and others get on other reports.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl

import radot_fast as ro
from radot_fast.comparison.floors import NORMAL_TEMPLATE

PROPOSALS = 40


def sentences_of(references: list[str], n: int = 300) -> list[str]:
    """The most frequent sentences of some references."""
    parts = pl.Series("s", references).str.split(". ").explode().str.strip_chars(" .").drop_nulls()
    return parts.filter(parts.str.len_chars() > 5).value_counts(sort=True)["s"].head(n).to_list()


def changed(text: list[str], pool: list[str], rng: np.random.Generator) -> list[str]:
    """The text with one seeded change."""
    out, sentence = list(text), pool[int(rng.integers(len(pool)))]
    kind = rng.choice(["add", "remove", "replace", "hedge", "head", "repeat"], p=[0.4, 0.15, 0.25, 0.08, 0.06, 0.06])
    at = int(rng.integers(len(out))) if out else 0
    if kind == "add" or not out:
        return [*out[:at], sentence, *out[at:]]
    if kind == "remove":
        return out[:at] + out[at + 1 :]
    new = {
        "replace": sentence,
        "hedge": f"Possible {out[at]}",
        "head": f"INDICATION: {out[at]}",
        "repeat": f"{out[at]}. {out[at]}",
    }[kind]
    return [*out[:at], new, *out[at + 1 :]]


def main(folder: Path, steps: int = 200) -> None:
    pairs = pl.read_parquet(folder / "iu_pairs.parquet")
    references = pairs["reference"].unique(maintain_order=True).sample(600, seed=0).to_list()
    seen, kept = references[:300], references[300:]
    reward = ro.make_reward_fn()
    pool, rng = sentences_of(seen), np.random.default_rng(0)

    def mean(text: str, on: list[str]) -> float:
        return float(np.mean(reward([text] * len(on), reference=on)))

    text: list[str] = []
    best = mean("", seen)
    print(f"silence: {best:.3f}")
    for step in range(steps):
        tried = [changed(text, pool, rng) for _ in range(PROPOSALS)]
        values = [mean(". ".join(t), seen) for t in tried]
        k = int(np.argmax(values))
        if values[k] > best:
            text, best = tried[k], values[k]
            print(f"step {step}: {best:.3f}  {len(text)} sentences", flush=True)
    found = ". ".join(text)
    print(f"found: {found}")
    for name, other in (("found", found), ("normal template", NORMAL_TEMPLATE), ("silence", "")):
        print(f"{name}: {mean(other, seen):.3f} on the searched, {mean(other, kept):.3f} on other references")
    itself = np.mean(reward(kept, reference=kept))
    wrong = [f"{r} Large right pneumothorax." for r in kept]
    print(f"itself: {itself:.3f}, with one false finding: {np.mean(reward(wrong, reference=kept)):.3f}")
    shuffled = list(np.random.default_rng(1).permutation(kept))
    print(f"another patient's report: {np.mean(reward(shuffled, reference=kept)):.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(int(a) for a in sys.argv[2:]))

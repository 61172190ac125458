"""Attack the scorer with seeded mutants of the shipped examples; every broken promise is shown with its seed.

usage: python scripts/fuzz.py [--pairs 1000000] [--alone 2000] [--seed 1] [--batch 1000]

Checks what tests/test_fuzz.py checks: a row out for a row in, finite risks, contributions that sum to them, spans that
are the report's words, rows that are no text fail alone. Of every fourth batch, the same bits shuffled under other ids
and in two halves by another number of threads; of a sample of all batches alone, and of the sample in a fresh process.
Every tenth batch is scored by the published method too. Exit code 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

import radot_fast as ro
from radot_fast.extraction import clear_memo

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from mutations import (
    as_hex,
    broken,
    check,
    examples,
    in_a_fresh_process,
    mutated_ids,
    mutated_pairs,
    numbers,
    seeded,
)

PROFILES = ("extended", "paper")
SHUFFLED, READ_ANEW, BY_PAPER = 4, 3, 10
"""Batches of which one is scored in other orders and batches too, begins with an empty memo, is scored by the published
method too."""


class Attack:
    """Scorers under attack.

    ``sample`` holds the references, candidates and scores of the pairs that were scored alone, ``totals`` how often
    each status came.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.texts = examples()
        self.scorers = {p: [ro.Scorer(profile=p), ro.Scorer(profile=p, threads=1)] for p in PROFILES}
        self.sample: tuple[list[str], list[str], list[pl.DataFrame]] = ([], [], [])
        self.totals: Counter[str] = Counter()

    def run(self, seed: int, alone: int) -> None:
        """Score the batch of a seed in every way."""
        rng = seeded(seed)
        refs, hyps = mutated_pairs(self.texts, self.size, rng)
        ids = mutated_ids(self.size, rng)
        order = rng.permutation(self.size)
        for profile in PROFILES[: 1 + (seed % BY_PAPER == 0)]:
            if seed % READ_ANEW == 0:
                clear_memo()
            result = self.scorers[profile][0](refs=refs, hyps=hyps)
            check(result, refs, hyps)
            scores = numbers(result)
            if seed % SHUFFLED == 0:
                self._in_any_batch(profile, (refs, hyps, ids), scores, order)
            if profile == "extended":
                self.totals.update(dict(scores["status"].value_counts().iter_rows()))
                self._alone(refs, hyps, scores, order[:alone].tolist())

    def _in_any_batch(
        self,
        profile: str,
        columns: tuple[list[str], list[str], list[object]],
        scores: pl.DataFrame,
        order: NDArray[np.int64],
    ) -> None:
        """Score a batch in another order, read anew under other ids, and in halves."""
        scorer, other = self.scorers[profile]
        clear_memo()
        mixed = [[column[k] for k in order] for column in columns]
        shuffled = numbers(scorer(mixed[0], mixed[1], pair_ids=mixed[2]))
        named = ~pl.Series(broken(*mixed))
        assert shuffled.filter(named).equals(scores[order].filter(named)), "another order or other ids give other bits"
        half = self.size // 2
        for part, its in ((slice(half), other), (slice(half, self.size), scorer)):
            assert numbers(its(columns[0][part], columns[1][part])).equals(scores[part]), "a batch gives other bits"

    def _alone(self, refs: list[str], hyps: list[str], scores: pl.DataFrame, rows: list[int]) -> None:
        """Score some pairs of a batch alone, and keep them for a fresh process."""
        scorer = self.scorers["extended"][0]
        for k in rows:
            row = scores[k : k + 1]
            assert numbers(scorer(refs=[refs[k]], hyps=[hyps[k]])).equals(row), f"row {k} alone gives other bits"
            for kept, value in zip(self.sample, (refs[k], hyps[k], row), strict=True):
                kept.append(value)

    def in_a_fresh_process(self) -> None:
        """Score the sample in a process that has scored nothing else."""
        refs, hyps, rows = self.sample
        assert in_a_fresh_process(refs, hyps) == as_hex(pl.concat(rows)), "a fresh process gives other bits"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--alone", type=int, default=2_000, help="pairs that are scored alone, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=1_000)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    attack = Attack(options.batch)
    batches = -(-options.pairs // options.batch)
    findings, start = 0, time.time()
    for k in range(batches):
        seed = options.seed * 1_000_000 + k
        try:
            attack.run(seed, -(-options.alone // batches))
        except Exception:
            findings += 1
            print(f"finding in the batch of seed {seed}", flush=True)
            traceback.print_exc()
        if k % 20 == 0:
            print(f"{(k + 1) * options.batch} pairs, {time.time() - start:.0f} s, {dict(attack.totals)}", flush=True)
    attack.in_a_fresh_process()
    alone = len(attack.sample[0])
    print(f"{findings} findings in {batches * options.batch} pairs, {alone} of them alone: {dict(attack.totals)}")
    sys.exit(findings > 0)


if __name__ == "__main__":
    main()

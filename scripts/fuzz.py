"""Attack the scorer with seeded mutants of the shipped examples; the first broken promise ends the run with its seed.

usage: python scripts/fuzz.py [--pairs 1000000] [--alone 2000] [--seed 1] [--batch 1000]

Checks what tests/test_fuzz.py checks: a row out for a row in, finite risks, contributions that sum to them, spans that
are the report's words, the same bits shuffled and in two halves, and for a sample alone and in a fresh process.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from pathlib import Path

import numpy as np

import radot_fast as ro

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from mutations import as_hex, check, examples, in_a_fresh_process, mutated_pairs, numbers, seeded


def attack(scorer: ro.Scorer, texts: list[str], size: int, seed: int, alone: int) -> dict[str, int]:
    """Score one batch of mutants in every way; how often each status came."""
    rng = seeded(seed)
    refs, hyps = mutated_pairs(texts, size, rng)
    result = scorer(refs=refs, hyps=hyps)
    check(result, refs, hyps)
    wanted = numbers(result)
    order = rng.permutation(size)
    shuffled = scorer(refs=[refs[k] for k in order], hyps=[hyps[k] for k in order])
    assert numbers(shuffled).equals(wanted[order]), "another order gives other bits"
    half = size // 2
    for part in (slice(half), slice(half, size)):
        assert numbers(scorer(refs=refs[part], hyps=hyps[part])).equals(wanted[part]), "a batch gives other bits"
    for k in order[:alone].tolist():
        assert numbers(scorer(refs=[refs[k]], hyps=[hyps[k]])).equals(wanted[k : k + 1]), f"row {k} alone differs"
    return dict(wanted["status"].value_counts().iter_rows())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--alone", type=int, default=2_000, help="pairs that are scored alone, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=1_000)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    scorer, texts = ro.Scorer(), examples()
    batches = -(-options.pairs // options.batch)
    totals: dict[str, int] = {}
    start = time.time()
    for k in range(batches):
        seed = options.seed * 1_000_000 + k
        try:
            statuses = attack(scorer, texts, options.batch, seed, -(-options.alone // batches))
        except BaseException:
            print(f"finding in the batch of seed {seed}", flush=True)
            raise
        for status, n in statuses.items():
            totals[status] = totals.get(status, 0) + n
        if k % 20 == 0:
            print(f"{(k + 1) * options.batch} pairs, {time.time() - start:.0f} s, {totals}", flush=True)
    refs, hyps = mutated_pairs(texts, options.batch, seeded(options.seed * 1_000_000))
    chosen = np.arange(0, options.batch, 7)
    fresh = in_a_fresh_process([refs[k] for k in chosen], [hyps[k] for k in chosen])
    assert fresh == as_hex(numbers(scorer(refs=refs, hyps=hyps))[chosen]), "a fresh process gives other bits"
    print(f"no finding in {batches * options.batch} pairs: {totals}")


if __name__ == "__main__":
    main()

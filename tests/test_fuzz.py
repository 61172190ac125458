"""Whatever a report holds: one row out for a row in, no exception, and the same bits whatever else is scored."""

import os
import threading

import numpy as np
import pytest
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

import radot_fast as ro
from radot_fast.extraction import clear_memo

SEED = 20_240_611
N = 24 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 600
"""Pairs; interpreted kernels take a hundred times as long."""

pytestmark = pytest.mark.both


@pytest.fixture(scope="module")
def pairs():
    return mutated_pairs(examples(), N, seeded(SEED))


@pytest.fixture(scope="module")
def scorer():
    return ro.Scorer()


@pytest.fixture(scope="module")
def batch(pairs, scorer):
    return scorer(refs=pairs[0], hyps=pairs[1])


@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_invariants(pairs, batch, profile):
    check(batch if profile == "extended" else ro.Scorer(profile=profile)(refs=pairs[0], hyps=pairs[1]), *pairs)


def test_rows_that_are_no_text_fail_alone(pairs, scorer, batch):
    refs, hyps = pairs
    rng = seeded(SEED + 1)
    ids = mutated_ids(N, rng)
    keyed = scorer(refs=refs, hyps=hyps, pair_ids=ids)
    check(keyed, refs, hyps, ids)
    lost, lost_by_id = (np.array(broken(*columns)) for columns in (pairs, (*pairs, ids)))
    assert lost.any() or N < 100
    assert (lost_by_id & ~lost).any() or N < 100
    whole = np.flatnonzero(~lost_by_id)
    assert numbers(keyed)[whole].equals(numbers(batch)[whole])
    without = scorer(refs=[refs[k] for k in whole], hyps=[hyps[k] for k in whole])
    assert numbers(without).equals(numbers(batch)[whole])
    shown = keyed.scores["pair_id"]
    assert all(shown[k] == str(ids[k]) for k in whole.tolist() if ids[k] is not None)
    given = {str(key) for key in ids if key is not None}
    assert not given.intersection(shown.gather([k for k in range(N) if ids[k] is None]))


def test_shuffled_batched_and_alone(pairs, scorer, batch):
    refs, hyps = pairs
    wanted = numbers(batch)
    order = np.random.default_rng(SEED).permutation(N)
    shuffled = scorer(refs=[refs[k] for k in order], hyps=[hyps[k] for k in order])
    assert numbers(shuffled).equals(wanted[order])
    step = N // 4 - 1
    for k in range(0, N, step):
        assert numbers(scorer(refs=refs[k : k + step], hyps=hyps[k : k + step])).equals(wanted[k : k + step])
    clear_memo()
    for k in order[: N // 12].tolist():
        assert numbers(scorer(refs=refs[k : k + 1], hyps=hyps[k : k + 1])).equals(wanted[k : k + 1])


def test_threads_and_one_scorer_in_several_threads(pairs, scorer, batch):
    refs, hyps = pairs
    wanted = numbers(batch)
    for threads in (1, 2):
        assert numbers(ro.Scorer(threads=threads)(refs=refs, hyps=hyps)).equals(wanted)
    results = [None] * 4

    def score(i):
        results[i] = numbers(scorer(refs=refs[i::4], hyps=hyps[i::4]))

    workers = [threading.Thread(target=score, args=(i,)) for i in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all(results[i].equals(wanted[i::4]) for i in range(4))


def test_a_fresh_process_gives_the_same_bits(pairs, batch):
    chosen = np.random.default_rng(SEED).permutation(N)[: N // 6].tolist()
    refs, hyps = ([side[k] for k in chosen] for side in pairs)
    assert in_a_fresh_process(refs, hyps) == as_hex(numbers(batch)[chosen])

"""A reward for completions that nobody has read before: one, as many as a step has, as many as a large batch.

Beside it reading alone, on as many other pairs: the rest of a reward's time is beyond extraction.
"""

from itertools import count

import pytest
import texts
from comparison import compare

from radot_fast import Scorer, make_reward_fn
from radot_fast.extraction import load_lexicon
from radot_fast.extraction.extract import read_reports


def batches(n, most):
    """Calls that give ``n`` pairs none of which was given before."""
    references, candidates = texts.pairs(n * most)
    taken = count()

    def fresh():
        start = next(taken) * n
        assert start < len(references)
        return references[start : start + n], candidates[start : start + n]

    return fresh


@pytest.mark.parametrize(("n", "rounds"), [(1, 60), (64, 15), (512, 5)])
def test_reward_of_texts_never_seen(benchmark, n, rounds):
    reward, lexicon = make_reward_fn(), load_lexicon()
    fresh = batches(n, 3 * rounds + 2)

    def rewarded():
        references, candidates = fresh()
        return reward(candidates, reference=references)

    def read():
        references, candidates = fresh()
        read_reports(references + candidates, lexicon=lexicon)

    read()
    benchmark.group = f"reward of {n} completions never seen"
    benchmark.extra_info["peer"] = "extraction alone"
    share = compare(benchmark, rewarded, read, (n, n), rounds)
    whole = 1e3 * n / benchmark.extra_info["pairs_per_second"]
    benchmark.extra_info.update(whole_ms=whole, beyond_extraction_ms=whole * (1 - share))


@pytest.mark.parametrize("n", [1, 64])
def test_reward_of_texts_read_before(benchmark, n):
    """What stays when nothing is to be read; beside it the scores of the same pairs."""
    reward, scorer, (references, candidates) = make_reward_fn(), Scorer(), texts.pairs(n)
    scorer(references, candidates)
    benchmark.group = f"reward of {n} completions read before"
    benchmark.extra_info["peer"] = "scores of the same pairs"
    compare(
        benchmark,
        lambda: reward(candidates, reference=references),
        lambda: scorer(references, candidates).scores,
        (n, n),
        rounds=60,
    )

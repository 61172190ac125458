from itertools import permutations

import numpy as np
import pytest

from radot_fast.kernels.assignment import best_assignment


def best_by_trying(gain):
    n, m = gain.shape
    if n > m:
        return best_by_trying(gain.T)
    return max(sum(gain[i, j] for i, j in enumerate(p)) for p in permutations(range(m), n))


@pytest.mark.both
@pytest.mark.parametrize("seed", range(40))
def test_the_gain_is_the_largest(seed):
    rng = np.random.default_rng(seed)
    n, m = rng.integers(1, 6, 2)
    gain = np.round(np.maximum(rng.uniform(-1, 2, (n, m)), 0), 1)
    partner = np.full(n, 7, np.int64)
    best_assignment(gain, n, m, partner)
    matched = partner[partner >= 0]
    assert len(set(matched)) == len(matched)
    assert all(gain[i, j] > 0 for i, j in enumerate(partner) if j >= 0)
    assert sum(gain[i, j] for i, j in enumerate(partner) if j >= 0) == pytest.approx(best_by_trying(gain))


def test_nothing_to_gain_is_no_match():
    partner = np.empty(2, np.int64)
    best_assignment(np.zeros((2, 3)), 2, 3, partner)
    assert (partner == -1).all()

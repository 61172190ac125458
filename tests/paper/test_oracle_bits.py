"""Compiled kernels: same bits on any number of threads, and every eps of the method against the oracle."""

import numba
import numpy as np
import pytest
import reference_transport as ref
from unit_strategies import PHRASES, unit_table

from radot_fast.config import TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.kernels.toolchain.parallel import at_most
from radot_fast.paper.features import compute_features
from radot_fast.transport import align, solve_transport

pytestmark = pytest.mark.jit

VARIANTS = [
    {},
    {"method": "partial", "mass": 0.9},
    {"method": "unbalanced", "marginal_penalty": 0.5},
]


def on_threads(work):
    """Results of ``work()`` on one thread and on two, where the machine has two."""
    results = []
    for threads in (1, min(2, numba.config.NUMBA_NUM_THREADS)):
        with at_most(threads):
            results.append(work())
    return results


def matrices(n_pairs):
    """Cost matrices of mixed shapes with ties, self pairs among them."""
    source = np.random.default_rng(0)
    out = []
    for _ in range(n_pairs):
        matrix = source.choice([0.1, 0.4, 0.65, 0.9], source.integers(1, 7, 2)) + 0.1 * source.random()
        if source.random() < 0.3:
            np.fill_diagonal(matrix, 0.0)
        out.append(matrix)
    return out


@pytest.mark.parametrize("variant", VARIANTS)
def test_plans_have_the_same_bits_on_any_number_of_threads(variant):
    costs = matrices(5000)
    one, two = on_threads(lambda: solve_transport(costs, epsilon=0.1, **variant))
    assert (one.flat == two.flat).all()
    assert (one.n_iter == two.n_iter).all()
    assert (one.marginal_error == two.marginal_error).all()
    for i in range(0, 5000, 250):
        assert (solve_transport([costs[i]], epsilon=0.1, **variant).plan(0) == one.plan(i)).all()


def test_features_have_the_same_bits_on_any_number_of_threads():
    source = np.random.default_rng(1)
    reports = [[{"span_text": source.choice(PHRASES)} for _ in range(source.integers(0, 6))] for _ in range(46)]
    units = encode_units(unit_table(reports))
    pairs = np.array([(i, j) for i in range(46) for j in range(46)])

    def work():
        return compute_features(align(units, pairs, TransportConfig()))

    one, two = on_threads(work)
    assert (one == two).all()
    for p in range(0, len(pairs), 300):
        assert (compute_features(align(units, pairs[p : p + 1], TransportConfig()))[0] == one[p]).all()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("epsilon", [1e-3, 2e-3, 5e-3, 0.01, 0.05, 0.2, 1.0, 10.0])
def test_plans_equal_the_oracle_at_every_epsilon(epsilon, variant):
    source = np.random.default_rng(int(epsilon * 1e4))
    costs = [source.choice([0.0, 0.4, 0.5, source.random(), 1.0], source.integers(1, 6, 2)) for _ in range(12)]
    result = solve_transport(costs, epsilon=epsilon, **variant)
    assert result.converged.all()
    for i, cost in enumerate(costs):
        exact = ref.solve(cost.tolist(), epsilon, mass=variant.get("mass"), penalty=variant.get("marginal_penalty"))
        np.testing.assert_allclose(result.plan(i), exact, rtol=0, atol=3e-9)

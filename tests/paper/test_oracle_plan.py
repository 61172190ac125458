"""Plans of the three formulations against the oracle, against POT, and their invariants (method §4)."""

import warnings

import numpy as np
import ot
import pytest
import reference_transport as ref
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from radot_fast.transport import solve_transport

pytestmark = pytest.mark.both

TOL = 1e-9
CLOSE = 3e-9
"""A marginal residual of 1e-9 moves no cell by more than that: the sensitivity of a plan is an electrical flow."""

EPSILONS = (1e-3, 3e-3, 0.01, 0.05, 0.1, 0.2, 1.0, 10.0)
MASSES = (0.55, 0.8, 0.9, 0.95)
PENALTIES = (0.1, 0.5, 1.0, 5.0)

QUICK = settings(deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""No shrinking: a plan that does not converge takes seconds, interpreted."""

cells = st.sampled_from([0.0, 0.4, 0.5, 1.0]) | st.floats(0, 1)
"""Ties and round costs, as categorical costs make them, and any others."""


@st.composite
def costs(draw, largest=4):
    """Cost matrix of any shape: random, tied, constant, or a report against itself."""
    n, m = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    matrix = [[draw(cells) for _ in range(m)] for _ in range(n)]
    kind = draw(st.sampled_from(["free", "free", "self", "constant"]))
    for k in range(min(n, m)):
        if kind == "self":
            matrix[k][k] = 0.0
    return [[matrix[0][0]] * m for _ in range(n)] if kind == "constant" else matrix


def solved(matrix, epsilon, solver="newton", **variant):
    """Plan of one matrix and its result; the variant as the oracle names it."""
    names = {"mass": "partial", "penalty": "unbalanced"}
    method = next((names[k] for k in variant), "balanced")
    options = {"marginal_penalty" if k == "penalty" else k: v for k, v in variant.items()}
    result = solve_transport([np.array(matrix)], epsilon=epsilon, method=method, solver=solver, tol=TOL, **options)
    return result.plan(0), result


def check(matrix, epsilon, solver="newton", **variant):
    """Converged, equal to the oracle, and optimal by its own residual."""
    plan, result = solved(matrix, epsilon, solver, **variant)
    assert result.converged[0], f"residual {result.marginal_error[0]} after {result.n_iter[0]}"
    assert result.marginal_error[0] <= TOL
    np.testing.assert_allclose(plan, ref.solve(matrix, epsilon, **variant), rtol=0, atol=CLOSE)
    if epsilon >= 0.01:
        # The potentials that a plan implies carry its residual times lambda_m/eps.
        amplified = max(1.0, variant.get("penalty", 0.0) / epsilon)
        assert ref.optimality_error(matrix, plan.tolist(), epsilon, **variant) < 10 * CLOSE * amplified
    return plan


@settings(QUICK, max_examples=30)
@given(costs(), st.sampled_from(EPSILONS))
@example([[0.0, 1.0], [1.0, 0.0]], 1e-3)
@example([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]], 1e-3)
@example([[0.0, 0.4, 1.0], [0.0, 0.4, 1.0]], 1e-3)
def test_balanced_plan(matrix, epsilon):
    check(matrix, epsilon)


@settings(QUICK, max_examples=30)
@given(costs(), st.sampled_from(EPSILONS), st.sampled_from(PENALTIES))
def test_unbalanced_plan(matrix, epsilon, penalty):
    check(matrix, epsilon, penalty=penalty)


@pytest.mark.parametrize(("epsilon", "penalty"), [(1e-3, 0.1), (2e-3, 0.5)])
def test_unbalanced_plan_of_high_costs_at_small_epsilon(epsilon, penalty):
    check([[1.0]], epsilon, penalty=penalty)
    check([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]], epsilon, penalty=penalty)


@settings(QUICK, max_examples=25)
@given(costs(), st.sampled_from(EPSILONS), st.sampled_from(MASSES))
@example([[0.0], [0.4], [0.4]], 0.05, 0.9)
@example([[1.0, 0.0], [0.5, 0.5]], 0.05, 0.9)
@example([[0.0, 0.4], [0.4, 0.4]], 1e-3, 0.8)
def test_partial_plan(matrix, epsilon, mass):
    check(matrix, epsilon, mass=mass)


@pytest.mark.parametrize("epsilon", [0.001, 0.002])
def test_partial_plan_whose_mass_fills_whole_columns(epsilon):
    check([[0.5, 1.0]], epsilon, mass=0.5)
    check([[0.0 if i == j else 0.9 for j in range(5)] for i in range(4)], epsilon, mass=0.8)


@settings(QUICK, max_examples=10)
@given(costs(), st.sampled_from([0.2, 1.0, 10.0]), st.sampled_from([{}, {"mass": 0.9}, {"penalty": 1.0}]))
def test_sinkhorn_finds_the_same_plan(matrix, epsilon, variant):
    check(matrix, epsilon, "sinkhorn", **variant)


@pytest.mark.parametrize("variant", [{}, {"mass": 0.9}, {"penalty": 1.0}])
@pytest.mark.parametrize("epsilon", [1e-3, 0.05, 0.2, 10.0])
def test_larger_plans(epsilon, variant):
    source = np.random.default_rng(8)
    for n, m in ((10, 5), (1, 12)):
        matrix = source.choice([0.0, 0.2, 0.45, 0.7, 1.0], (n, m)) * 0.8 + 0.2 * source.random((n, m))
        check(matrix.tolist(), epsilon, **variant)


def test_partial_transport_of_everything_is_balanced():
    matrix = np.random.default_rng(1).random((3, 4))
    assert (solved(matrix, 0.2, mass=1.0)[0] == solved(matrix, 0.2)[0]).all()


# Against POT, where it converges (its partial solver always runs its cap of iterations)


@pytest.mark.parametrize("epsilon", [0.1, 0.2, 1.0])
def test_equals_pot(epsilon):
    source = np.random.default_rng(3)
    for n, m in ((3, 3), (5, 2), (4, 6)):
        matrix = source.random((n, m))
        a, b = np.full(n, 1 / n), np.full(m, 1 / m)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sinkhorn = ot.sinkhorn(a, b, matrix, epsilon, stopThr=1e-13, numItermax=100_000)
            unbalanced = ot.unbalanced.sinkhorn_unbalanced(
                a, b, matrix, epsilon, 1.0, reg_type="entropy", stopThr=1e-14, numItermax=100_000
            )
            partial = ot.partial.entropic_partial_wasserstein(
                a, b, matrix, epsilon, m=0.9, stopThr=1e-13, numItermax=10_000
            )
        np.testing.assert_allclose(solved(matrix, epsilon)[0], sinkhorn, rtol=0, atol=1e-9)
        np.testing.assert_allclose(solved(matrix, epsilon, penalty=1.0)[0], unbalanced, rtol=0, atol=1e-9)
        np.testing.assert_allclose(solved(matrix, epsilon, mass=0.9)[0], partial, rtol=0, atol=2e-9)


# Invariants

VARIANTS = [{}, {"mass": 0.9}, {"penalty": 0.5}]


@settings(QUICK, max_examples=25)
@given(costs(largest=6), st.sampled_from(EPSILONS[2:]), st.sampled_from(VARIANTS))
def test_marginals(matrix, epsilon, variant):
    plan, result = solved(matrix, epsilon, **variant)
    n, m = plan.shape
    assert np.isfinite(plan).all()
    assert (plan >= 0).all()
    rows, columns = plan.sum(axis=1) - 1 / n, plan.sum(axis=0) - 1 / m
    if not variant:
        assert result.marginal_error[0] == pytest.approx(np.abs(rows).sum() + np.abs(columns).sum(), abs=1e-12)
        assert result.marginal_error[0] <= TOL
    if "mass" in variant:
        assert plan.sum() == pytest.approx(variant["mass"], abs=TOL)
        assert max(rows.max(), columns.max()) <= TOL


@settings(QUICK, max_examples=25)
@given(costs(), st.sampled_from([0.01, 0.05, 0.2, 1.0]), st.sampled_from(VARIANTS), st.integers(0, 1000))
def test_transposed_and_permuted_costs(matrix, epsilon, variant, seed):
    matrix = np.array(matrix)
    plan = solved(matrix, epsilon, **variant)[0]
    np.testing.assert_allclose(solved(matrix.T, epsilon, **variant)[0].T, plan, rtol=0, atol=CLOSE)
    source = np.random.default_rng(seed)
    rows, columns = (source.permutation(k) for k in matrix.shape)
    permuted = solved(matrix[rows][:, columns], epsilon, **variant)[0]
    np.testing.assert_allclose(permuted, plan[rows][:, columns], rtol=0, atol=CLOSE)


def batch(n_pairs, seed=0):
    """Flat costs of many pairs of mixed shapes, ties and self pairs among them."""
    source = np.random.default_rng(seed)
    matrices = []
    for _ in range(n_pairs):
        matrix = source.choice([0.1, 0.4, 0.65, 0.9], source.integers(1, 7, 2)) + 0.1 * source.random()
        if source.random() < 0.3:
            np.fill_diagonal(matrix, 0.0)
        matrices.append(matrix)
    return matrices


def by_method(matrices, variant, epsilon):
    options = {"marginal_penalty" if k == "penalty" else k: v for k, v in variant.items()}
    method = {"mass": "partial", "penalty": "unbalanced"}.get(next(iter(variant), ""), "balanced")
    return solve_transport(matrices, epsilon=epsilon, method=method, **options)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("epsilon", [0.05, 0.2])
def test_same_bits_alone_in_a_batch_and_reordered(variant, epsilon):
    matrices = batch(15)
    together = by_method(matrices, variant, epsilon)
    order = np.random.default_rng(1).permutation(len(matrices))
    reordered = by_method([matrices[i] for i in order], variant, epsilon)
    for position, i in enumerate(order.tolist()):
        alone = by_method([matrices[i]], variant, epsilon)
        assert (alone.plan(0) == together.plan(i)).all()
        assert (reordered.plan(position) == together.plan(i)).all()
        for field in ("n_iter", "marginal_error", "converged"):
            assert getattr(alone, field)[0] == getattr(together, field)[i] == getattr(reordered, field)[position]


def test_a_pair_that_cannot_be_solved_does_not_touch_the_others():
    matrices = batch(9)
    expected = by_method(matrices, {}, 0.2)
    broken = [*matrices[:4], np.array([[0.1, np.nan]]), np.array([[np.inf]]), *matrices[4:]]
    result = by_method(broken, {}, 0.2)
    assert result.converged.tolist() == [True] * 4 + [False] * 2 + [True] * 5
    assert np.isinf(result.marginal_error[4:6]).all()
    assert not result.plan(4).any()
    for i in range(9):
        assert (result.plan(i if i < 4 else i + 2) == expected.plan(i)).all()


def test_a_pair_out_of_iterations_keeps_its_plan_and_says_so():
    # Found by drawing: 20,000 iterations of scaling do not reach the tolerance, Newton's steps do.
    hard = np.array(
        [[0.69, 0.65, 0.69, 0.39], [0.14, 0.72, 0.53, 0.31], [0.49, 0.89, 0.93, 0.36], [0.57, 0.32, 0.59, 0.34]]
    )
    plan, result = solved(hard, 0.001, "sinkhorn")
    assert not result.converged[0]
    assert TOL < result.marginal_error[0] < 1e-3
    assert plan.sum() == pytest.approx(1.0, abs=1e-3)
    assert solved(hard, 0.001)[1].converged[0]

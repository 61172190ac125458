"""The scalar kernels, which are the readable form of the lanes."""

import math

import numpy as np
import pytest

from radot_fast.arrays import Balanced, Partial, Scaling, Unbalanced
from radot_fast.kernels.transport.balanced_newton import newton_balanced, solve_laplacian
from radot_fast.kernels.transport.partial_newton import newton_partial
from radot_fast.kernels.transport.sinkhorn import scale
from radot_fast.kernels.transport.unbalanced_newton import newton_unbalanced


def random_costs(seed, n=4, m=6):
    return np.random.default_rng(seed).random((n, m))


def test_gth_elimination_solves_a_laplacian():
    rng = np.random.default_rng(0)
    W = np.tril(rng.random((5, 5)), -1)
    W = W + W.T
    g = rng.normal(size=5)
    g -= g.mean()
    x = np.empty(5)
    solve_laplacian(W.copy(), np.zeros(5), g.copy(), x)
    assert np.allclose((np.diag(W.sum(axis=1)) - W) @ x, g)


def test_weak_couplings_keep_their_relative_accuracy():
    # Two clusters joined by e^-100: subtracting would lose the link entirely.
    link = math.exp(-100)
    W = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, link], [0.0, link, 0.0]])
    x = np.empty(3)
    solve_laplacian(W.copy(), np.zeros(3), np.array([0.0, -1.0, 1.0]) * link, x)
    assert x[2] - x[1] == pytest.approx(1.0)


@pytest.mark.parametrize("epsilon", [1.0, 0.2, 0.05, 0.01, 0.001])
def test_balanced_marginals(epsilon):
    D, P = random_costs(1), np.empty((4, 6))
    steps, error = newton_balanced(D, Balanced(epsilon, 1e-12), P)
    assert error <= 1e-12
    assert steps <= 60
    assert np.allclose(P.sum(axis=1), 1 / 4, atol=1e-12)
    assert np.allclose(P.sum(axis=0), 1 / 6, atol=1e-12)


def test_small_eps_is_the_assignment():
    from scipy.optimize import linear_sum_assignment

    D, P = random_costs(2, 5, 5), np.empty((5, 5))
    newton_balanced(D, Balanced(1e-3, 1e-9), P)
    rows, columns = linear_sum_assignment(D)
    assert (P[rows, columns] > 0.19).all()


@pytest.mark.parametrize("epsilon", [0.2, 0.05, 0.01])
@pytest.mark.parametrize("tau", [0.3, 0.8, 0.95, 0.999])
def test_partial_meets_its_optimality_conditions(epsilon, tau):
    D, P = random_costs(3), np.empty((4, 6))
    _, error = newton_partial(D, Partial(epsilon, 1e-11, tau), P)
    assert error <= 1e-11
    assert P.sum() == pytest.approx(tau, abs=1e-12)
    assert (P.sum(axis=1) <= 1 / 4 + 1e-11).all()
    assert (P.sum(axis=0) <= 1 / 6 + 1e-11).all()
    by_scaling = np.empty((4, 6))
    _, error = scale(D, Scaling(epsilon, 1e-11, 1.0, tau), by_scaling)
    assert error <= 1e-8
    assert np.abs(P - by_scaling).max() <= 1e-9 + error


@pytest.mark.parametrize("penalty", [0.1, 1.0, 5.0])
def test_unbalanced_meets_its_optimality_conditions(penalty):
    D, P, epsilon = random_costs(4), np.empty((4, 6)), 0.1
    newton_unbalanced(D, Unbalanced(epsilon, 1e-12, penalty), P)
    rows, columns = P.sum(axis=1), P.sum(axis=0)
    gradient = D + epsilon * np.log(P) + penalty * (np.log(rows * 4)[:, None] + np.log(columns * 6))
    assert np.abs(gradient).max() <= 1e-9


def test_a_constant_cost_gives_the_product_of_the_marginals():
    P = np.empty((3, 5))
    newton_balanced(np.full((3, 5), 0.7), Balanced(0.2, 1e-12), P)
    assert np.allclose(P, 1 / 15)


def test_one_by_one():
    P = np.empty((1, 1))
    assert newton_balanced(np.array([[0.4]]), Balanced(0.2, 1e-9), P)[1] <= 1e-15
    assert P[0, 0] == pytest.approx(1)
    newton_partial(np.array([[0.4]]), Partial(0.2, 1e-9, 0.8), P)
    assert P[0, 0] == pytest.approx(0.8)

"""The cheapest plan against a linear program with the same prices and capacities."""

import numba
import numpy as np
import pytest
from scipy.optimize import linprog

from radot_fast.kernels.extended.flow import FORBIDDEN, Flow, cheapest_plan

SIZES = [(0, 0), (0, 3), (1, 1), (1, 5), (3, 2), (4, 4), (6, 3), (5, 7)]


@numba.njit
def solve(flow, n, m):
    cheapest_plan(flow, n, m)


def plan_of(couple, price, capacity):
    """Chosen couples: bool, shape of ``couple``."""
    n, m = couple.shape
    k = max(n, m, 1)
    chosen, room = np.zeros((k, k), bool), np.zeros((3, 2, k), np.int64)
    prices, capacities = np.zeros((2, k), np.int64), np.ones((2, k), np.int64)
    for side, count in enumerate((n, m)):
        prices[side, :count], capacities[side, :count] = price[side], capacity[side]
    square = np.full((k, k), FORBIDDEN, np.int64)
    square[:n, :m] = couple
    solve(Flow(square, chosen, prices, capacities, room[0], room[1], room[2]), n, m)
    return chosen[:n, :m]


def total(chosen, couple, price):
    alone = price[0][~chosen.any(axis=1)].sum() + price[1][~chosen.any(axis=0)].sum()
    return int(couple[chosen].sum() + alone)


def optimum(couple, price, capacity):
    """Least total price by the linear program: a node is alone by the share that its mass falls short of 1."""
    n, m = couple.shape
    cost = np.concatenate([np.where(couple >= 0, couple, 0).ravel(), price[0], price[1]]).astype(float)
    if not len(cost):
        return 0
    rows, bounds = [], []
    for side, count in enumerate((n, m)):
        for k in range(count):
            mass = np.zeros((n, m))
            mass[(k, slice(None)) if side == 0 else (slice(None), k)] = 1.0
            alone = np.zeros(n + m)
            alone[k + side * n] = 1.0
            rows += [np.concatenate([mass.ravel(), np.zeros(n + m)]), -np.concatenate([mass.ravel(), alone])]
            bounds += [capacity[side][k], -1.0]
    limits = [(0, 1 if c >= 0 else 0) for c in couple.ravel()] + [(0, 1)] * (n + m)
    found = linprog(cost, A_ub=np.array(rows), b_ub=np.array(bounds, float), bounds=limits, method="highs")
    return found.fun


def problem(rng, n, m, largest):
    couple = rng.integers(1, largest, (n, m))
    couple[rng.random((n, m)) < 0.3] = FORBIDDEN
    price = [rng.integers(0, largest, n), rng.integers(0, largest, m)]
    capacity = [rng.choice([1, 1, 2, 3], n), rng.choice([1, 1, 2, 3], m)]
    return couple, price, capacity


@pytest.mark.both
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("largest", [3, 20, 10**12], ids=["ties", "small", "large"])
def test_the_plan_is_the_optimum_of_the_linear_program(size, largest):
    rng = np.random.default_rng(sum(size) + largest % 7)
    for _ in range(12):
        couple, price, capacity = problem(rng, *size, largest)
        chosen = plan_of(couple, price, capacity)
        assert not (chosen & (couple < 0)).any()
        assert (chosen.sum(axis=1) <= capacity[0]).all()
        assert (chosen.sum(axis=0) <= capacity[1]).all()
        assert total(chosen, couple, price) == pytest.approx(optimum(couple, price, capacity), rel=1e-9, abs=1e-6)


@pytest.mark.both
def test_a_couple_that_saves_nothing_is_not_made():
    couple = np.array([[4, 3]])
    assert not plan_of(couple, [np.array([2]), np.array([2, 1])], [np.array([1]), np.array([1, 1])]).any()


@pytest.mark.both
def test_one_node_answers_as_many_as_it_can():
    couple = np.array([[1, 1, 1]])
    chosen = plan_of(couple, [np.array([0]), np.array([5, 5, 5])], [np.array([2]), np.ones(3, int)])
    assert chosen.sum() == 2
    assert chosen[0].tolist() == [True, True, False]  # the first in order where all save the same

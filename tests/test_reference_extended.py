"""The oracle of the extended plan agrees with itself: all plans tried against the certified linear program."""

import random

import pytest
from reference_extended_plan import Network, Problem, cost, optimal_plan


def random_problem(seed):
    """Nodes of mixed capacities, prices from a short list so that ties are common."""
    rng = random.Random(seed)
    n, m = rng.randint(1, 5), rng.randint(1, 5)
    prices = [0, 100, 150, 250, 400, 500, 900, 950]
    keys = [(i, j) for i in range(n) for j in range(m)]
    couples = {key: (rng.choice(prices), rng.choice([1, 2])) for key in rng.sample(keys, min(len(keys), 11))}
    alone = tuple([rng.choice([100, 250, 1000]) for _ in range(k)] for k in (n, m))
    capacity = tuple([rng.choice([1, 1, 2, 8]) for _ in range(k)] for k in (n, m))
    return couples, alone, capacity


@pytest.mark.parametrize("seed", range(150))
def test_trying_all_plans_and_the_linear_program_find_the_same(seed):
    couples, alone, capacity = random_problem(seed)
    tried = optimal_plan(couples, alone, capacity, tried=11)
    solved = optimal_plan(couples, alone, capacity, tried=0)
    assert (tried.price, tried.varying) == (solved.price, solved.varying)
    assert sum(couples[key][1] for key in tried.couples) == sum(couples[key][1] for key in solved.couples)
    assert tried.couples - tried.varying == solved.couples - solved.varying


def test_the_certificate_mends_a_plan_that_is_not_optimal():
    problem = Problem({(0, 0): cost(500), (0, 1): cost(100)}, ([1000], [1000, 1000]), ([1], [1, 1]))
    network = Network(problem, [(0, 0)])
    network.push(network.negative_cycle())
    assert network.chosen == [(0, 1)]
    assert network.negative_cycle() is None

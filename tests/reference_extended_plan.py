"""The slow oracle of the extended plan: the exact partial transport of method §10.4 without shortest paths.

Imports nothing of the package. Every connected part of a problem is solved by trying all its plans where it has few
couples; else by SciPy's linear program, whose plan is then mended and certified in whole numbers: a plan is optimal if
and only if no cycle of the residual network has a negative cost, and it is the only optimal one if none (but there and
back again) costs nothing. Costs are pairs (price in billionths, couples with different labels counted twice), held in
one whole number, so that the first two rules of ties are part of the objective.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

TRIED_COUPLES = 12  # parts with up to so many couples are solved by trying all plans
FIRST = 10**6  # the price, before the number of couples


class Plan(NamedTuple):
    """Couples (i, j) of an optimal plan, its price in billionths, and the couples that vary among the optimal plans."""

    couples: frozenset
    price: int
    varying: frozenset


class Problem(NamedTuple):
    """One problem: ``couples`` (i, j) -> cost; price of staying alone and capacity of the nodes of both sides."""

    couples: dict
    alone: tuple
    capacity: tuple


def optimal_plan(couples, alone, capacity, tried=TRIED_COUPLES):
    """Optimal plan of ``couples`` {(i, j): (price, weight)}, lists of the prices alone and capacities of both sides."""
    chosen, varying = frozenset(), frozenset()
    for part in connected_parts(couples):
        problem = Problem({key: cost(*couples[key]) for key in part}, alone, capacity)
        best, other = by_trying(problem) if len(part) <= tried else by_linear_program(problem)
        chosen, varying = chosen | best, varying | other
    price = sum(couples[key][0] for key in chosen)
    for side in (0, 1):
        coupled = {key[side] for key in chosen}
        price += sum(p for k, p in enumerate(alone[side]) if k not in coupled)
    return Plan(chosen, price, varying)


def cost(price, weight=0):
    return price * FIRST + weight


def connected_parts(couples):
    """The couples, those that share a node (or a chain of nodes) together."""
    parts = []
    for i, j in couples:
        touching = [p for p in parts if any(i == k or j == m for k, m in p)]
        parts = [p for p in parts if p not in touching] + [[(i, j), *(key for p in touching for key in p)]]
    return [sorted(p) for p in parts]


# All plans


def by_trying(problem):
    """Best couples of all there are, and those that are in some of the best plans and not in others."""
    keys = list(problem.couples)
    best, found = None, []

    def extend(k, chosen):
        nonlocal best, found
        if k == len(keys):
            value = value_of(problem, chosen)
            if best is None or value < best:
                best, found = value, []
            if value == best:
                found.append(frozenset(chosen))
            return
        extend(k + 1, chosen)
        if all(
            sum(key[side] == keys[k][side] for key in chosen) < problem.capacity[side][keys[k][side]] for side in (0, 1)
        ):
            extend(k + 1, [*chosen, keys[k]])

    extend(0, [])
    return found[0], frozenset.union(*found) - frozenset.intersection(*found)


def value_of(problem, chosen):
    """Cost of a plan, as far as it depends on the couples of the problem."""
    total = sum(problem.couples[key] for key in chosen)
    for side in (0, 1):
        total -= sum(cost(problem.alone[side][k]) for k in {key[side] for key in chosen})
    return total


# A linear program, certified in whole numbers


def by_linear_program(problem):
    """Best couples by SciPy's linear program, mended and certified in the residual network."""
    network = Network(problem, _linear_program(problem))
    while cycle := network.negative_cycle():
        network.push(cycle)
    return frozenset(network.chosen), network.varying()


def _linear_program(problem):
    """Couples of a basic solution; variables: the couples, then what each node ships first and what it ships more."""
    keys = list(problem.couples)
    nodes = sorted({(side, key[side]) for key in keys for side in (0, 1)})
    n = len(keys)
    objective = np.array([problem.couples[key] / FIRST for key in keys] + [0.0] * (2 * len(nodes)))
    bounds = [(0.0, 1.0)] * n + [(0.0, 1.0)] * len(nodes)
    balance = np.zeros((len(nodes), n + 2 * len(nodes)))
    for r, (side, k) in enumerate(nodes):
        objective[n + r] = -problem.alone[side][k]
        bounds.append((0.0, problem.capacity[side][k] - 1.0))
        balance[r, [c for c, key in enumerate(keys) if key[side] == k]] = 1.0
        balance[r, n + r] = balance[r, n + len(nodes) + r] = -1.0
    scale = np.abs(objective).max() or 1.0
    solved = linprog(objective / scale, A_eq=balance, b_eq=np.zeros(len(nodes)), bounds=bounds, method="highs-ds")
    if solved.status != 0:
        raise RuntimeError(solved.message)
    return [key for key, x in zip(keys, solved.x, strict=False) if x > 0.5]


class Arc(NamedTuple):
    tail: object
    head: object
    cost: int
    capacity: int
    couple: tuple | None


class Network:
    """Residual network of a plan: S to the nodes of the reference, those to the candidate's, and these to T."""

    def __init__(self, problem, chosen):
        self.arcs, flow = [], []
        for side in (0, 1):
            for k in sorted({key[side] for key in problem.couples}):
                shipped = sum(key[side] == k for key in chosen)
                ends = ("S", (0, k)) if side == 0 else ((1, k), "T")
                self.arcs.append(Arc(*ends, -cost(problem.alone[side][k]), 1, None))
                flow.append(min(shipped, 1))
                self.arcs.append(Arc(*ends, 0, problem.capacity[side][k] - 1, None))
                flow.append(max(shipped - 1, 0))
        for (i, j), price in problem.couples.items():
            self.arcs.append(Arc((0, i), (1, j), price, 1, (i, j)))
            flow.append(int((i, j) in chosen))
        self.arcs.append(Arc("T", "S", 0, len(problem.couples), None))
        flow.append(len(chosen))
        self.flow = flow
        self.nodes = sorted({a.tail for a in self.arcs} | {a.head for a in self.arcs}, key=str)

    @property
    def chosen(self):
        return [a.couple for a, x in zip(self.arcs, self.flow, strict=True) if a.couple is not None and x]

    def residual(self):
        """(tail, head, cost, arc, direction) of what can still flow, or flow back."""
        for k, (arc, x) in enumerate(zip(self.arcs, self.flow, strict=True)):
            if x < arc.capacity:
                yield arc.tail, arc.head, arc.cost, k, 1
            if x > 0:
                yield arc.head, arc.tail, -arc.cost, k, -1

    def distances(self):
        """Bellman and Ford from everywhere at once: distances, last steps, and a node on a negative cycle or None."""
        distance, last, changed = dict.fromkeys(self.nodes, 0), {}, None
        for _ in self.nodes:
            changed = None
            for step in self.residual():
                tail, head, price = step[:3]
                if distance[tail] + price < distance[head]:
                    distance[head], last[head], changed = distance[tail] + price, step, head
            if changed is None:
                break
        return distance, last, changed

    def negative_cycle(self):
        """Steps of a cycle with a negative cost, or None."""
        _, last, node = self.distances()
        if node is None:
            return None
        for _ in self.nodes:
            node = last[node][0]
        cycle, at = [], node
        while not cycle or at != node:
            cycle.append(last[at])
            at = last[at][0]
        return cycle

    def push(self, cycle):
        """Send one unit around a cycle."""
        for _, _, _, k, direction in cycle:
            self.flow[k] += direction

    def varying(self):
        """Couples on a cycle that costs nothing: a plan as good differs in them. The network has no negative cycle."""
        distance, _, _ = self.distances()
        free = [s for s in self.residual() if s[2] + distance[s[0]] - distance[s[1]] == 0]
        steps = [s for s in free if self.arcs[s[3]].couple is not None]
        return frozenset(self.arcs[s[3]].couple for s in steps if self._reaches(free, s[1], s[0], s[3]))

    @staticmethod
    def _reaches(steps, start, goal, without):
        """Whether the steps lead from start to goal without one arc."""
        seen, waiting = {start}, [start]
        while waiting:
            node = waiting.pop()
            if node == goal:
                return True
            for tail, head, _, k, _ in steps:
                if tail == node and k != without and head not in seen:
                    seen.add(head)
                    waiting.append(head)
        return False

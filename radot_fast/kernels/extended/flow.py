"""Exact partial transport between small sets of nodes of whole capacity (method §10.4).

The cheapest plan of zeros and ones in which a node may stay alone at a price. It is a minimum-cost flow: node i is a
source that gives its first unit at −price and further ones, up to its capacity, at 0. Both are convex in the mass, so
the linear program has a whole optimum, and successive shortest paths (Bellman–Ford on the residual graph) find it.
Prices are whole numbers, so nothing is lost to rounding and a tie is a tie.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import inlined_no_refcount

FORBIDDEN = 1 << 60
"""Price of a couple that is not allowed."""
INFINITE = 1 << 61


class Flow(NamedTuple):
    """A problem of at most k nodes a side, and room for its solution."""

    couple: NDArray[np.int64]
    """Shape (k, k): price of each couple, of either sign; ``FORBIDDEN`` where it is not allowed."""
    chosen: NDArray[np.bool_]
    """Shape (k, k), to be filled: whether the plan holds the couple."""
    price: NDArray[np.int64]
    """Shape (2, k), as are those that follow: price of staying alone, ≥ 0."""
    capacity: NDArray[np.int64]
    """Most couples of a node, ≥ 1."""
    degree: NDArray[np.int64]
    """To be filled: couples of a node in the plan."""
    distance: NDArray[np.int64]
    """Working memory, as is ``parent``."""
    parent: NDArray[np.int64]


@inlined_no_refcount
def start_at_sources(price, capacity, degree, n, distance, parent):
    """Distances of the row nodes from the source: what their next unit costs."""
    for i in range(n):
        parent[0, i] = -1
        if degree[0, i] == 0:
            distance[0, i] = -price[0, i]
        elif degree[0, i] < capacity[0, i]:
            distance[0, i] = 0
        else:
            distance[0, i] = INFINITE


@inlined_no_refcount
def shortest_paths(couple, chosen, n, m, distance, parent):
    """Relax all arcs of the residual graph until no distance falls; of equal paths the first one found stays."""
    for j in range(m):
        distance[1, j] = INFINITE
        parent[1, j] = -1
    falling = True
    while falling:
        falling = False
        for i in range(n):
            at = distance[0, i]
            if at >= INFINITE:
                continue
            for j in range(m):
                if couple[i, j] < FORBIDDEN and not chosen[i, j] and at + couple[i, j] < distance[1, j]:
                    distance[1, j] = at + couple[i, j]
                    parent[1, j] = i
                    falling = True
        for j in range(m):
            at = distance[1, j]
            if at >= INFINITE:
                continue
            for i in range(n):
                if chosen[i, j] and at - couple[i, j] < distance[0, i]:
                    distance[0, i] = at - couple[i, j]
                    parent[0, i] = j
                    falling = True


@inlined_no_refcount
def nearest_sink(price, capacity, degree, m, distance):
    """Column at the end of the cheapest path; −1 where none saves anything."""
    best, least = -1, 0
    for j in range(m):
        if distance[1, j] >= INFINITE or degree[1, j] >= capacity[1, j]:
            continue
        cost = distance[1, j] - (price[1, j] if degree[1, j] == 0 else 0)
        if cost < least:
            best, least = j, cost
    return best


@inlined_no_refcount
def cheapest_plan(flow, n, m):
    """Fill ``flow.chosen`` with the cheapest plan; of equally cheap plans the first by the order of the nodes.

    Parameters
    ----------
    flow : Flow
        Prices and capacities, and room for the plan.
    n, m : int
        Nodes of the two sides; either may be 0.
    """
    couple, chosen, price, capacity, degree, distance, parent = flow
    for i in range(n):
        degree[0, i] = 0
        for j in range(m):
            chosen[i, j] = False
    for j in range(m):
        degree[1, j] = 0
    while True:
        start_at_sources(price, capacity, degree, n, distance, parent)
        shortest_paths(couple, chosen, n, m, distance, parent)
        j = nearest_sink(price, capacity, degree, m, distance)
        if j < 0:
            return
        degree[1, j] += 1
        while True:
            i = parent[1, j]
            chosen[i, j] = True
            j = parent[0, i]
            if j < 0:
                degree[0, i] += 1
                break
            chosen[i, j] = False

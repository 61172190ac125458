"""Do all pairs converge, and to what? 100,000 distinct pairs at every eps from 1 down to 1e-3.

python bench/convergence.py [--pairs N] [--seed S] [--method balanced|unbalanced|partial] [--reports PAIRS.parquet]

Made-up costs, seeded: the workloads of ``workloads.py`` and the shapes that are hard for a solver (ties, zeros and
ones, constants, clusters that hardly meet, assignments, costs that differ by next to nothing). ``--reports`` adds the
ground costs of real pairs, a table with the columns ``reference`` and ``candidate``, through the embedded extractor.
The distance is the largest L1 distance of a pair's plan from the plan at tolerance 1e-13.
"""

import argparse

import numpy as np

from radot_fast.transport import solve_transport

EPSILONS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
METHODS = {
    "balanced": [{}],
    "unbalanced": [{"method": "unbalanced", "marginal_penalty": penalty} for penalty in (0.1, 1.0, 5.0)],
    "partial": [{"method": "partial", "mass": mass} for mass in (0.8, 0.9, 0.95)],
}


def ties(rng, n, m):
    """Eighths, as similarities of few tokens are."""
    return rng.integers(0, 9, (n, m)) / 8


def mostly_zero(rng, n, m):
    return np.round(rng.random((n, m)) * rng.integers(0, 2, (n, m)) * 8) / 8


def zeros_and_ones(rng, n, m):
    return rng.integers(0, 2, (n, m)).astype(float)


def constant(rng, n, m):
    return np.full((n, m), rng.random())


def clusters(rng, n, m):
    """Two groups of units that are dear to each other: mass must cross wherever their shares differ."""
    rows, columns = rng.integers(0, 2, n), rng.integers(0, 2, m)
    return np.where(rows[:, None] == columns, rng.random((n, m)) * 0.1, 1.0)


def chain(rng, n, m):
    """A cell is cheap only near the diagonal: potentials differ by many times eps from one end to the other."""
    return np.minimum(1.0, np.abs(np.arange(n)[:, None] / n - np.arange(m) / m) * rng.uniform(1, 8))


def assignment(rng, n, m):
    """A report against itself, its units in another order."""
    cost = rng.uniform(0.3, 1.0, (n, n))
    cost[np.arange(n), rng.permutation(n)] = 0.0
    return cost


def nearly_equal(rng, n, m):
    return 0.5 + 1e-9 * rng.random((n, m))


def uniform(rng, n, m):
    return rng.random((n, m))


KINDS = (uniform, ties, mostly_zero, zeros_and_ones, constant, clusters, chain, assignment, nearly_equal)


def made_up(n_pairs, seed):
    """Costs of distinct pairs, each kind in turn, 1 to 24 units a side."""
    rng = np.random.default_rng(seed)
    sizes = np.minimum(24, 1 + rng.negative_binomial(3, 3 / 9, (n_pairs, 2)))
    return [np.ascontiguousarray(KINDS[p % len(KINDS)](rng, *sizes[p])) for p in range(n_pairs)]


def of_reports(path):
    """Ground costs of the pairs of a table of texts."""
    import polars as pl

    from radot_fast.config import TransportConfig
    from radot_fast.corpus.encoding import encode_units
    from radot_fast.extraction import extract_units
    from radot_fast.transport import align

    table = pl.read_parquet(path)
    texts = table["reference"].to_list() + table["candidate"].to_list()
    ids = [str(k) for k in range(len(texts))]
    units = encode_units(extract_units(texts, ids), pl.Series(ids))
    pairs = np.arange(len(texts)).reshape(2, -1).T.copy()
    found = align(units, pairs, TransportConfig())
    return [c.reshape(s) for c, s in zip(np.split(found.ground, found.offsets[1:-1]), found.shapes, strict=True)]


def main():
    """Print a line for every problem and eps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--method", choices=METHODS, default="balanced")
    parser.add_argument("--reports")
    options = parser.parse_args()
    costs = made_up(options.pairs, options.seed) + (of_reports(options.reports) if options.reports else [])
    flat, shapes = np.concatenate([c.ravel() for c in costs]), np.array([c.shape for c in costs])
    starts = np.cumsum(shapes.prod(axis=1)) - shapes.prod(axis=1)
    print(f"{len(costs)} pairs, sides {shapes.min()} to {shapes.max()}, mean {shapes.mean():.1f}")
    print("problem                                   eps  unconverged  at 1e-13  steps mean  max  distance")
    for problem in METHODS[options.method]:
        for epsilon in EPSILONS:
            found = solve_transport(flat, shapes, epsilon=epsilon, **problem)
            exact = solve_transport(flat, shapes, epsilon=epsilon, tol=1e-13, **problem)
            distance = np.add.reduceat(np.abs(found.flat - exact.flat), starts).max()
            name = " ".join(map(str, problem.values())) or "balanced"
            print(
                f"{name:38s} {epsilon:6g} {(~found.converged).sum():12d} {(~exact.converged).sum():9d} "
                f"{found.n_iter.mean():11.2f} {found.n_iter.max():4d}  {distance:.1e}",
                flush=True,
            )


if __name__ == "__main__":
    main()

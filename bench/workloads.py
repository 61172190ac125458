"""Synthetic workloads, seeded: units whose labels, token counts and repetition are like those of chest reports.

No real text is used. ``rv`` pairs two reports of 3–12 units, about 60% of the candidate's units edited copies;
``rx`` is half clean self-pairs and half lightly corrupted copies of 1–24 units; ``rl`` the same with longer reports;
``st`` is 64 × 64.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from radot_fast import transport
from radot_fast.arrays import UnitArrays
from radot_fast.config import TransportConfig
from radot_fast.kernels.paper.costs import CellCosts, PairUnits, range_costs

N_PAIRS = 5_416
KINDS = {"rv": (6.0, 3, 12), "rx": (6.1, 1, 24), "rl": (10.0, 3, 24), "st": (64.0, 64, 64)}


class Unit(NamedTuple):
    """A unit as codes; ``span`` and ``tokens`` are sets, ``tokens`` a superset."""

    finding: int
    polarity: int
    others: tuple[int, int, int]
    severity: float
    span: frozenset[int]
    tokens: frozenset[int]
    anatomy: frozenset[int]
    modifier: frozenset[int]


class Workload(NamedTuple):
    """Encoded reports, the pairs, and the ground cost of every pair under the default prior."""

    reports: list[list[Unit]]
    units: UnitArrays
    pairs: np.ndarray
    shapes: np.ndarray
    offsets: np.ndarray
    ground: np.ndarray

    def matrix(self, p: int) -> np.ndarray:
        """Ground cost of one pair."""
        n, m = self.shapes[p]
        return self.ground[self.offsets[p] : self.offsets[p + 1]].reshape(n, m)

    def head(self, n: int) -> "Workload":
        """Return the first n pairs, or the whole workload repeated up to n."""
        times = -(-n // len(self.pairs))
        shapes = np.tile(self.shapes, (times, 1))[:n]
        offsets = transport.cell_offsets(shapes)
        ground = np.tile(self.ground, times)[: offsets[-1]]
        pairs = np.tile(self.pairs, (times, 1))[:n]
        return Workload(self.reports, self.units, pairs, shapes, offsets, ground)


@cache
def workload(kind: str, n_pairs: int = N_PAIRS) -> Workload:
    """Workload of a kind."""
    rng = np.random.default_rng([ord(c) for c in kind])
    reports = []
    for p in range(n_pairs if kind != "st" else min(n_pairs, 100)):
        reports.extend(_pair_of_reports(rng, kind, p))
    units = encode(reports)
    pairs = np.arange(len(reports)).reshape(-1, 2)
    aligned = transport.align(units, pairs, TransportConfig())
    return Workload(reports, units, pairs, aligned.shapes, aligned.offsets, aligned.ground)


def only_costs(work: Workload):
    """Return a function that computes the nine costs and the ground cost of a workload, in memory of its own."""
    costs, ground = np.empty(work.offsets[-1] * 9), np.empty(work.offsets[-1])
    batch, limits = PairUnits(work.units, work.pairs, work.offsets), transport.limits_of(work.units, work.pairs)
    weights, out = TransportConfig().weights, CellCosts(costs, ground)
    return lambda: range_costs(batch, limits, weights, 0, len(work.pairs), out)


def encode(reports: list[list[Unit]]) -> UnitArrays:
    """Arrays of made-up reports, in the layout of ``radot_fast.corpus.encoding``."""
    flat = [unit for report in reports for unit in report]
    counts = np.array([len(report) for report in reports])
    tokens = [[*unit.span, *(unit.tokens - unit.span)] for unit in flat]
    token_start, token_codes = _rows(tokens)
    return UnitArrays(
        np.concatenate([[0], np.cumsum(counts)]),
        counts,
        np.concatenate([np.arange(c) for c in counts]),
        np.array([(unit.finding, unit.polarity, *unit.others) for unit in flat], np.int32),
        np.array([unit.severity for unit in flat]),
        token_start,
        token_codes,
        token_start[:-1] + [len(unit.span) for unit in flat],
        *_rows([list(unit.anatomy) for unit in flat]),
        *_rows([list(unit.modifier) for unit in flat]),
    )


def _rows(sets):
    start = np.concatenate([[0], np.cumsum([len(s) for s in sets])]).astype(np.int64)
    return start, np.array([code for s in sets for code in s], np.int32)


def _pair_of_reports(rng, kind, p):
    mean, low, high = KINDS[kind]
    reference = [_unit(rng) for _ in range(_size(rng, mean, low, high))]
    if kind in ("rv", "st"):
        copies = rng.random(_size(rng, mean, low, high)) < 0.6
        return reference, [_edited(rng, reference[rng.integers(len(reference))]) if c else _unit(rng) for c in copies]
    if p % 2 == 0:
        return reference, list(reference)
    return reference, [_edited(rng, unit) if rng.random() < 0.3 else unit for unit in reference]


def _size(rng, mean, low, high):
    while True:
        size = 1 + int(rng.negative_binomial(4, 4 / (3 + mean)))
        if low <= size <= high:
            return size
        if low == high:
            return low


def _unit(rng):
    finding = min(59, int(rng.zipf(1.35)) - 1)
    anatomy = frozenset(rng.choice(14, rng.choice(4, p=[0.2, 0.55, 0.2, 0.05]), replace=False).tolist())
    words = np.minimum(299, rng.zipf(1.3, int(rng.integers(3, 10)))) - 1
    span = frozenset(
        {600 + finding * 3 + int(rng.integers(3))} | {200 + a for a in anatomy} | set((300 + words).tolist())
    )
    return Unit(
        finding,
        int(rng.choice(4, p=[0.52, 0.42, 0.04, 0.02])) % 4 - (1 if rng.random() < 0.02 else 0),
        (
            int(rng.choice([-1, 0, 1, 2], p=[0.1, 0.7, 0.1, 0.1])),
            int(rng.choice([-1, 0, 1])),
            int(rng.choice([-1, -1, -1, 0])),
        ),
        float(rng.choice([0.0, 0.33, 0.66, 1.0], p=[0.7, 0.15, 0.1, 0.05])),
        span,
        span | {finding, 100 + finding},
        anatomy,
        frozenset(rng.choice(12, rng.choice(3, p=[0.6, 0.3, 0.1]), replace=False).tolist()),
    )


def _edited(rng, unit):
    kind = int(rng.integers(4))
    if kind == 0:
        return unit._replace(polarity=int(rng.integers(3)))
    if kind == 1:
        return unit._replace(anatomy=frozenset({int(rng.integers(14))}))
    if kind == 2:
        new = frozenset(t if rng.random() > 0.4 else 300 + int(rng.integers(300)) for t in unit.span)
        return unit._replace(span=new, tokens=new | (unit.tokens - unit.span))
    return _unit(rng)

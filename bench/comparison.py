"""Time two ways of doing the same work in one run, turn by turn, and report their ratio."""

import time
from statistics import median

import numpy as np


def compare(benchmark, ours, peer, sizes, rounds=5):
    """Benchmark ``ours``; rounds of the peer in between give the ratio of the times a pair.

    Parameters
    ----------
    benchmark
        Fixture of pytest-benchmark: it keeps our times and, in ``extra_info``, the comparison.
    ours, peer : callables
    sizes : (int, int)
        Pairs that each works on: a slow peer gets fewer.
    rounds : int

    Returns
    -------
    float
        Median over the rounds of the peer's CPU time a pair over ours.
    """
    ours()
    ratios, our_times = [], []
    for _ in range(rounds):
        our_times.append(_cpu(ours) / sizes[0])
        ratios.append(_cpu(peer) / sizes[1] / our_times[-1])
    benchmark.pedantic(ours, rounds=rounds)
    benchmark.extra_info.update(
        pairs=sizes[0],
        pairs_per_second=1 / median(our_times),
        peer_pairs_per_second=1 / (median(our_times) * median(ratios)),
        ratio=median(ratios),
        ratio_low=min(ratios),
        ratio_high=max(ratios),
    )
    return median(ratios)


def measure(benchmark, ours, n, rounds=5, **info):
    """Benchmark ``ours`` alone over n pairs."""
    ours()
    times = [_cpu(ours) / n for _ in range(rounds)]
    benchmark.pedantic(ours, rounds=rounds)
    benchmark.extra_info.update(pairs=n, pairs_per_second=1 / float(np.median(times)), **info)


def _cpu(work):
    start = time.process_time()
    work()
    return time.process_time() - start

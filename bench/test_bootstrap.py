"""Bootstrap of 11 systems against 3 targets on 100 pairs, beside scipy.stats.bootstrap.

SciPy's time is taken on a thirtieth of the work (one target, one of 11 systems, 1,000 of 10,000 resamples is 1/330)
and scaled; it grows linearly in each.
"""

import time

import numpy as np
import pytest
import scipy.stats

from radot_fast.statistics.bootstrap import Resampling, bootstrap_ci, paired_bootstrap

N_PAIRS, N_SYSTEMS, N_TARGETS = 100, 11, 3


@pytest.fixture(scope="module")
def columns():
    rng = np.random.default_rng(0)
    targets = {f"target {k}": rng.poisson(2 + k, N_PAIRS).astype(float) for k in range(N_TARGETS)}
    base = targets["target 0"]
    systems = {f"system {k}": base + rng.normal(0, 1 + k, N_PAIRS) for k in range(N_SYSTEMS)}
    return systems, targets


@pytest.mark.parametrize("statistic", ["spearman", "kendall", "pearson", "auroc"])
def test_individual_intervals(benchmark, columns, statistic):
    bootstrap_ci(*columns, statistic=statistic, resampling=Resampling(100))  # compile
    table = benchmark(bootstrap_ci, *columns, statistic=statistic)
    assert table.height == N_SYSTEMS * N_TARGETS


def test_paired_intervals_of_all_pairs_of_systems(benchmark, columns):
    paired_bootstrap(*columns, resampling=Resampling(100))
    table = benchmark(paired_bootstrap, *columns)
    assert table.height == N_SYSTEMS * (N_SYSTEMS - 1) // 2 * N_TARGETS


def test_ratio_to_scipy(benchmark, columns):
    systems, targets = columns
    bootstrap_ci(systems, targets, resampling=Resampling(100))
    cpu = []
    for _ in range(5):
        start = time.process_time()
        bootstrap_ci(systems, targets)
        cpu.append(time.process_time() - start)
    start = time.process_time()
    scipy.stats.bootstrap(
        (systems["system 0"], targets["target 0"]),
        lambda x, y: scipy.stats.spearmanr(x, y).statistic,
        paired=True, vectorized=False, method="percentile", n_resamples=1000, rng=np.random.default_rng(0),
    )  # fmt: skip
    theirs = (time.process_time() - start) * 10 * N_SYSTEMS * N_TARGETS
    ours = float(np.median(cpu))
    benchmark.extra_info.update(cpu_seconds=ours, scipy_cpu_seconds=theirs, ratio=theirs / ours)
    benchmark.pedantic(bootstrap_ci, args=(systems, targets), rounds=1)
    assert ours <= 0.3
    assert theirs / ours > 50

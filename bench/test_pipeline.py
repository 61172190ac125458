"""Costs, features, and the way from encoded arrays and from the unit table to features."""

import os

import numba
import numpy as np
import peers
import polars as pl
import pytest
from comparison import compare, measure
from workloads import only_costs, workload

from radot_fast.config import PRIORS, TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.kernels.toolchain.parallel import at_most
from radot_fast.measure import PIECE
from radot_fast.paper.features import compute_features
from radot_fast.transport import align, each_alignment, realign
from radot_fast.units.schema import check_units


def test_costs(benchmark):
    work, n = workload("rv"), 200
    benchmark.group = "nine costs"
    benchmark.extra_info["peer"] = "Python frozensets"
    compare(
        benchmark,
        only_costs(work),
        lambda: peers.set_costs(work, n),
        (len(work.pairs), n),
    )


def test_features(benchmark):
    work, n = workload("rv"), 200
    alignment = align(work.units, work.pairs, TransportConfig())
    benchmark.group = "66 features"
    benchmark.extra_info["peer"] = "NumPy, a pair at a time"
    compare(
        benchmark,
        lambda: compute_features(alignment),
        lambda: peers.numpy_features(alignment, n),
        (len(work.pairs), n),
    )


@pytest.mark.parametrize("kind", ["rv", "rx", "rl"])
def test_arrays_to_features(benchmark, kind):
    work = workload(kind)
    benchmark.group = "encoded arrays to features"
    measure(benchmark, lambda: features_in_pieces(work, TransportConfig()), len(work.pairs), rounds=9)


def test_selection_grid(benchmark):
    work = workload("rv")
    configs = [TransportConfig(weights=w, epsilon=e) for w in PRIORS.values() for e in (0.05, 0.1, 0.2)]
    benchmark.group = "grid of 10 priors and 3 eps"

    def grid():
        base = align(work.units, work.pairs, configs[0])
        for config in configs:
            compute_features(realign(base, config))

    measure(benchmark, grid, len(work.pairs) * 30, rounds=2)


def unit_table(n_pairs, distinct):
    """Unit table of two reports a pair; a share of ``distinct`` of the span texts occurs once."""
    rng = np.random.default_rng(0)
    sizes = rng.integers(3, 10, 2 * n_pairs)
    n = int(sizes.sum())
    words = np.array([f"word{k}" for k in range(3_000)])
    picked = words[np.minimum(2_999, rng.zipf(1.2, (n, 8)) - 1)]
    texts = (
        pl.DataFrame({f"w{k}": picked[:, k] for k in range(8)})
        .select(pl.concat_str(pl.all(), separator=" "))
        .to_series()
    )
    if distinct < 1.0:
        texts = texts[: int(distinct * n)].gather(rng.integers(0, int(distinct * n), n))
    else:
        texts = texts + pl.Series(np.arange(n)).cast(pl.String)
    report = np.repeat(np.arange(2 * n_pairs), sizes)
    table = pl.DataFrame(
        {
            "report_id": pl.Series(report).cast(pl.String),
            "unit_index": np.arange(n) - np.repeat(np.cumsum(sizes) - sizes, sizes),
            "span_text": texts,
            "canonical_finding": words[rng.integers(0, 60, n)],
            "polarity": np.array(["present", "absent"])[rng.integers(0, 2, n)],
            "anatomy": pl.Series(words[rng.integers(0, 14, n)]).reshape((n, 1)).cast(pl.List(pl.String)),
        }
    )
    return check_units(table).table


def report_pairs(table, n):
    """First n pairs of the table's reports as lists of units."""
    units = table.filter(pl.col("report_id").cast(pl.Int64) < 2 * n)
    reports = [part.to_dicts() for part in units.partition_by("report_id", maintain_order=True)]
    return list(zip(reports[::2], reports[1::2], strict=True))


@pytest.mark.parametrize("distinct", [1.0, 0.05])
def test_table_to_features(benchmark, distinct):
    n, few, config = 5_000, 30, TransportConfig()
    table, pairs = unit_table(n, distinct), np.arange(2 * n).reshape(-1, 2)
    plain = report_pairs(table, few)
    benchmark.group = f"unit table to features, {'all texts distinct' if distinct == 1 else 'texts repeated'}"
    units = table.drop("report_id", "unit_index")
    benchmark.extra_info.update(
        peer="Python sets and ot.sinkhorn",
        distinct_texts=table["span_text"].n_unique() / len(table),
        distinct_rows=units.n_unique() / len(units),
    )
    compare(
        benchmark,
        lambda: compute_features(align(encode_units(table), pairs, config)),
        lambda: peers.plain_method(plain, config.weights, config.epsilon),
        (n, few),
        rounds=3,
    )


def features_in_pieces(work, config):
    """Features of a workload of any size in the memory of one piece."""
    out = np.empty((len(work.pairs), 66))

    def summarize(start, alignment):
        out[start : start + len(alignment.pairs)] = compute_features(alignment)

    each_alignment(work.units, work.pairs, config, PIECE, summarize)
    return out


@pytest.mark.parametrize("n", [100, 1_000, 10_000, 100_000, 1_000_000])
def test_pairs_by_size(benchmark, n):
    work = workload("rv").head(n)
    benchmark.group = "encoded arrays to features by number of pairs"
    measure(benchmark, lambda: features_in_pieces(work, TransportConfig()), n, rounds=3 if n < 1_000_000 else 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark, threads):
    if threads > numba.config.NUMBA_NUM_THREADS:
        pytest.skip("one core")
    work, n = workload("rv").head(100_000), 100_000
    benchmark.group = "threads, wall time"
    with at_most(threads):
        features_in_pieces(work, TransportConfig())
        benchmark.pedantic(lambda: features_in_pieces(work, TransportConfig()), rounds=7)
    benchmark.extra_info.update(pairs=n, pairs_per_second=n / benchmark.stats.stats.min, load=os.getloadavg()[0])

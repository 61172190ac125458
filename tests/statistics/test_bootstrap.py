import math

import numpy as np
import polars as pl
import pytest
import scipy.stats

from radot_fast.errors import ConfigError, InputError
from radot_fast.statistics.bootstrap import (
    STATISTICS,
    Resampling,
    bootstrap_ci,
    bootstrap_distribution,
    holm,
    paired_bootstrap,
    resample_counts,
)
from radot_fast.statistics.mean_interval import RESAMPLED_ROWS, mean_interval

pytestmark = pytest.mark.both
FEW = Resampling(n_resamples=100, seed=7)


def data(n=24):
    rng = np.random.default_rng(1)
    target = rng.poisson(2, n).astype(float)
    risks = {
        "near": target + rng.normal(0, 1, n),
        "tied": np.round(target / 2 + rng.normal(0, 1, n)),
        "noise": rng.normal(size=n),
    }
    return risks, target, rng.integers(0, 8, n)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("spearman", lambda x, y: scipy.stats.spearmanr(x, y).statistic),
        ("kendall", lambda x, y: scipy.stats.kendalltau(x, y).statistic),
        ("pearson", lambda x, y: scipy.stats.pearsonr(x, y).statistic),
        ("mae", lambda x, y: np.abs(x - y).mean()),
    ],
)
def test_intervals_equal_scipy_bootstrap(name, theirs):
    risks, target, _ = data()
    ours = bootstrap_ci(risks["tied"], target, statistic=name, resampling=FEW).row(0, named=True)
    # SciPy draws its rows from the same stream, so the distributions agree draw by draw.
    result = scipy.stats.bootstrap(
        (risks["tied"], target), theirs, paired=True, vectorized=False, method="percentile",
        n_resamples=100, rng=np.random.default_rng(7),
    )  # fmt: skip
    draws = bootstrap_distribution(risks["tied"], target, statistic=name, resampling=FEW).draws[:, 0, 0]
    np.testing.assert_allclose(draws, result.bootstrap_distribution, atol=1e-12, rtol=0)
    expected = result.confidence_interval
    assert (ours["low"], ours["high"]) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert ours["value"] == pytest.approx(theirs(risks["tied"], target), abs=1e-12)


@pytest.mark.parametrize("name", list(STATISTICS))
def test_kernels_equal_the_statistic_of_gathered_rows_by_group(name):
    risks, target, groups = data()
    d = bootstrap_distribution(risks, {"a": target, "b": target > 2}, statistic=name, groups=groups, resampling=FEW)
    plain = STATISTICS[name]
    slow = bootstrap_distribution(
        risks, {"a": target, "b": target > 2}, statistic=lambda x, y: plain(x, y), groups=groups, resampling=FEW
    )
    np.testing.assert_allclose(d.draws, slow.draws, atol=1e-12, rtol=0)
    assert d.draws.shape == (100, 2, 3)
    assert d.n_groups == len(set(groups.tolist()))


def test_a_drawn_group_brings_all_its_rows():
    groups = np.array([0, 0, 1, 2, 2, 2])
    counts = np.concatenate(list(resample_counts(groups, FEW)))
    assert (counts[:, 0] == counts[:, 1]).all()
    assert (counts[:, 3] == counts[:, 5]).all()
    assert (counts[:, [0, 2, 3]].sum(axis=1) == 3).all()


def test_same_numbers_for_any_number_of_workers():
    rng = np.random.default_rng(2)
    n = 3000  # several chunks of resamples
    risks, target = {"a": rng.normal(size=n), "b": rng.normal(size=n)}, rng.poisson(1, n)
    mae = [
        bootstrap_distribution(risks, target, statistic="mae", resampling=Resampling(200, seed=0, n_jobs=k)).draws
        for k in (1, 2, 3)
    ]
    np.testing.assert_array_equal(mae[0], mae[1])
    np.testing.assert_array_equal(mae[0], mae[2])


def test_seed_zero_is_a_seed_and_seeds_differ():
    risks, target, _ = data()
    low = [bootstrap_ci(risks, target, resampling=Resampling(100, seed=s))["low"].to_list() for s in (0, 0, 1)]
    assert low[0] == low[1] != low[2]


def test_paired_differences_come_from_the_same_resamples():
    risks, target, groups = data()
    table = paired_bootstrap(risks, target, groups=groups, resampling=FEW)
    d = bootstrap_distribution(risks, target, groups=groups, resampling=FEW)
    assert table.select("system", "other").rows() == [("near", "tied"), ("near", "noise"), ("tied", "noise")]
    difference = d.draws[:, 0, 0] - d.draws[:, 0, 2]
    row = table.row(1, named=True)
    assert (row["low"], row["high"]) == pytest.approx(tuple(np.quantile(difference, [0.025, 0.975])), abs=1e-12)
    assert row["difference"] == row["value"] - row["other_value"]
    assert row["p_value"] == pytest.approx(min(1, 2 * (1 + (difference <= 0).sum()) / 101))
    one = paired_bootstrap(risks, target, baseline="noise", resampling=FEW)
    assert one["other"].to_list() == ["near", "tied"]


def test_a_system_does_not_differ_from_itself():
    risks, target, _ = data()
    row = paired_bootstrap({"a": risks["near"], "b": risks["near"]}, target, resampling=FEW).row(0, named=True)
    assert (row["difference"], row["low"], row["high"], row["p_value"]) == (0, 0, 0, 1)


def test_undefined_resamples_are_counted_not_hidden():
    table = bootstrap_ci([1.0, 2, 3], [0.0, 0, 1], resampling=FEW)
    assert table["n_undefined"][0] > 0
    assert table["low"][0] is not None
    constant = bootstrap_ci([1.0, 1, 1], [0.0, 0, 1], resampling=FEW).row(0, named=True)
    assert (constant["value"], constant["low"], constant["n_undefined"]) == (None, None, 100)


def test_holm_steps_down():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert math.isnan(holm([0.01, math.nan])[1])
    assert holm([0.01, math.nan])[0] == 0.01


def test_errors_name_value_and_remedy():
    with pytest.raises(InputError, match="risk 'a', row 1: nan"):
        bootstrap_ci({"a": [1, math.nan]}, [1, 2])
    with pytest.raises(InputError, match="need one length"):
        bootstrap_ci({"a": [1, 2], "b": [1]}, [1, 2])
    with pytest.raises(InputError, match="2 risks for 3 targets"):
        bootstrap_ci([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match="row 1 has no group"):
        bootstrap_ci([1, 2], [1, 2], groups=pl.Series(["a", None]))
    with pytest.raises(ConfigError, match="statistic 'rho' is not one of spearman"):
        bootstrap_ci([1, 2], [1, 2], statistic="rho")
    with pytest.raises(ConfigError, match="below 100"):
        Resampling(10)
    with pytest.raises(ConfigError, match="'c' is not among a, b"):
        paired_bootstrap({"a": [1, 2], "b": [2, 1]}, [1, 2], baseline="c")


def test_mean_interval_equals_scipy_bootstrap():
    x = np.random.default_rng(4).gamma(2, size=60)
    theirs = scipy.stats.bootstrap((x,), np.mean, method="percentile", n_resamples=500, rng=np.random.default_rng(0))
    ours = mean_interval(x, seed=0, n_resamples=500)
    expected = theirs.confidence_interval
    assert ours == pytest.approx((x.mean(), expected.low, expected.high), abs=1e-12)


def test_mean_interval_of_many_rows_needs_no_draws_and_agrees():
    x = np.random.default_rng(4).gamma(0.5, size=RESAMPLED_ROWS + 200)
    expanded = mean_interval(x)
    theirs = scipy.stats.bootstrap(
        (x,), np.mean, method="percentile", n_resamples=20_000, batch=1000, rng=np.random.default_rng(0)
    ).confidence_interval
    # Monte Carlo error of a 2.5% quantile from 20,000 resamples: .019 standard errors; three of them.
    error = 3 * 0.019 * x.std() / math.sqrt(x.size)
    assert (expanded.low, expanded.high) == pytest.approx((theirs.low, theirs.high), abs=error)


def test_mean_interval_leaves_out_rows_without_a_risk():
    assert mean_interval([2.0, 2.0, math.nan]) == (2.0, 2.0, 2.0)
    assert all(math.isnan(v) for v in mean_interval([math.nan]))

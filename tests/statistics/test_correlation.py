import math
import warnings

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from radot_fast.errors import InputError
from radot_fast.statistics.correlation import (
    AGREEMENT,
    kendall,
    mean_absolute_error,
    midranks,
    pearson,
    rank_partial,
    root_mean_squared_error,
    spearman,
)

pytestmark = pytest.mark.both
TIED = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e3, 1e3, allow_subnormal=False))


@st.composite
def two_columns(draw):
    n = draw(st.integers(2, 40))
    return tuple(draw(hnp.arrays(np.float64, n, elements=TIED)) for _ in range(2))


@settings(max_examples=60, deadline=None)
@given(two_columns())
def test_correlations_equal_scipy(columns):
    x, y = columns
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scipy warns where a column is constant; ours is NaN there
        pairs = (
            (spearman(x, y), scipy.stats.spearmanr(x, y).statistic),
            (kendall(x, y), scipy.stats.kendalltau(x, y).statistic),
        )
    for ours, theirs in pairs:
        assert ours == pytest.approx(theirs, abs=1e-12, nan_ok=True)
    np.testing.assert_array_equal(midranks(x), scipy.stats.rankdata(x))


def test_pearson_and_errors_equal_scipy_and_sklearn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    for n in (2, 5, 100, 1000):
        x, y = rng.normal(3, 2, n), rng.poisson(2, n).astype(float) + rng.normal(0, 0.01, n)
        assert pearson(x, y) == pytest.approx(scipy.stats.pearsonr(x, y).statistic, abs=1e-12)
        assert mean_absolute_error(x, y) == pytest.approx(metrics.mean_absolute_error(y, x), abs=1e-12)
        assert root_mean_squared_error(x, y) == pytest.approx(metrics.root_mean_squared_error(y, x), abs=1e-12)


def test_a_constant_column_has_no_correlation():
    for name in ("spearman", "kendall", "pearson"):
        assert math.isnan(AGREEMENT[name](np.ones(5), np.arange(5.0)))


def test_rank_partial_is_the_textbook_partial_correlation_of_ranks():
    rng = np.random.default_rng(5)
    control = rng.integers(3, 12, 100).astype(float)
    x, y = control + rng.normal(0, 2, 100), 0.5 * control + rng.poisson(2, 100)
    xy, xz, yz = (scipy.stats.spearmanr(a, b).statistic for a, b in ((x, y), (x, control), (y, control)))
    expected = (xy - xz * yz) / math.sqrt((1 - xz**2) * (1 - yz**2))
    assert rank_partial(x, y, control) == pytest.approx(expected, abs=1e-12)


def test_rank_partial_of_the_control_itself_is_undefined():
    control = np.array([1.0, 5, 2, 2, 9, 7])
    assert math.isnan(rank_partial(2 * control, np.array([3.0, 1, 4, 1, 5, 9]), control))


def test_bad_columns_are_named():
    with pytest.raises(InputError, match="3 values against 2"):
        spearman([1, 2, 3], [1, 2])
    with pytest.raises(InputError, match="second column, row 1: nan"):
        kendall([1, 2, 3], [1, math.nan, 2])
    with pytest.raises(InputError, match="1 rows are fewer than the 2"):
        pearson([1], [1])

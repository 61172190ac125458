import numpy as np
import pytest

from radot_fast.statistics.mean_interval import RESAMPLED_ROWS, mean_interval
from radot_fast.statistics.moments import Moments


def values(n, seed=0):
    return np.random.default_rng(seed).gamma(1.5, 2.0, n)


@pytest.mark.parametrize("cuts", [[1_700], [1, 2, 1_999], [0, 500, 500, 1_500]])
def test_parts_add_up_to_the_whole(cuts):
    x = values(2_000)
    total = Moments()
    for part in np.split(x, cuts):
        total = total.merged(Moments.of(part))
    whole = Moments.of(x)
    assert total.n == whole.n == 2_000
    np.testing.assert_allclose(total[1:], whole[1:], rtol=1e-12)


def test_sums_are_those_of_the_powers_of_the_deviations():
    x = values(50)
    deviations = [float(v) - sum(map(float, x)) / 50 for v in x]
    found = Moments.of(x)
    for power, value in ((2, found.sum2), (3, found.sum3), (4, found.sum4)):
        assert value == pytest.approx(sum(d**power for d in deviations), rel=1e-10)


def test_the_interval_is_that_of_the_values():
    x = values(RESAMPLED_ROWS + 500)
    half = Moments.of(x[:700]).merged(Moments.of(x[700:]))
    np.testing.assert_allclose(half.interval(), mean_interval(x), rtol=1e-12)


def test_nan_is_left_out_and_nothing_has_no_mean():
    assert Moments.of(np.array([np.nan, 1.0, 3.0])).mean == 2.0
    assert np.isnan(Moments().interval()).all()
    same = Moments.of(np.full(2_000, 0.25)).interval()
    assert same == (0.25, 0.25, 0.25)


def test_few_values_are_resampled_elsewhere():
    with pytest.raises(ValueError, match="resampled"):
        Moments.of(values(10)).interval()

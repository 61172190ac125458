import numpy as np
import pytest

from radot_fast.comparison.draws import Ratios, draw_ratios, ends_of
from radot_fast.statistics.bootstrap import Resampling


def test_draws_are_those_of_a_loop_and_the_same_bits_with_any_neighbours():
    rng = np.random.default_rng(1)
    part, whole = rng.normal(size=(3, 40)), rng.integers(0, 3, size=(3, 40)).astype(float)
    codes = np.arange(40) // 3
    resampling = Resampling(200, seed=5)
    drawn = draw_ratios(Ratios(part, whole), codes, resampling)
    n = codes.max() + 1
    picks = np.random.default_rng(5).integers(0, n, size=(200, n))
    for b in (0, 57, 199):
        rows = np.concatenate([np.flatnonzero(codes == g) for g in picks[b]])
        for k in range(3):
            assert drawn.draws[b, k] == pytest.approx(part[k, rows].sum() / whole[k, rows].sum(), abs=1e-11)
    alone = draw_ratios(Ratios(part[1:2], whole[1:2]), codes, resampling)
    assert (alone.draws[:, 0] == drawn.draws[:, 1]).all()
    assert drawn.point[2] == pytest.approx(part[2].sum() / whole[2].sum())


def test_an_undefined_figure_has_no_interval():
    ratios = Ratios(np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]), np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]))
    drawn = draw_ratios(ratios, np.arange(3), Resampling(100))
    ends = ends_of(drawn.draws, (0.025, 0.975))
    assert ends[:, 0].tolist() == [0.5, 0.5]
    assert np.isnan(ends[:, 1]).all()
    assert np.isnan(drawn.point[1])


def test_the_number_of_jobs_changes_no_bit():
    rng = np.random.default_rng(2)
    ratios = Ratios(rng.normal(size=(4, 3000)), np.ones((4, 3000)))
    one, two = (draw_ratios(ratios, np.arange(3000), Resampling(400, n_jobs=jobs)).draws for jobs in (1, 2))
    assert one.tobytes() == two.tobytes()

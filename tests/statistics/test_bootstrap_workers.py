import numpy as np
import pytest

from radot_fast.statistics.bootstrap import Resampling, bootstrap_distribution


@pytest.mark.jit
def test_same_bits_of_the_kernels_for_any_number_of_workers():
    rng = np.random.default_rng(2)
    risks, target = {"a": rng.normal(size=900), "b": rng.normal(size=900)}, rng.poisson(1, 900)
    for name in ("spearman", "kendall", "pearson", "auroc"):
        draws = [
            bootstrap_distribution(risks, target, statistic=name, resampling=Resampling(1000, n_jobs=k)).draws
            for k in (1, 4)
        ]
        np.testing.assert_array_equal(draws[0], draws[1])

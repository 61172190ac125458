import numpy as np
import polars as pl
import pytest
from sklearn.model_selection import GroupKFold

from radot_fast.errors import InputError
from radot_fast.fitting.cross_validation import group_folds, held_out_risks, out_of_fold
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.statistics.correlation import spearman


@pytest.mark.parametrize("seed", range(5))
def test_folds_are_those_of_scikit_learn(seed):
    groups = np.random.default_rng(seed).integers(0, 17, 90).astype(str)
    wanted = np.empty(90, dtype=int)
    for k, (_, test) in enumerate(GroupKFold(5).split(groups, groups=groups)):
        wanted[test] = k
    assert np.array_equal(group_folds(groups), wanted)


def test_too_few_groups_is_an_error():
    with pytest.raises(InputError, match="4 groups cannot fill 5 folds"):
        group_folds(np.array(list("aabbccdd")))


def test_a_pair_never_sees_its_own_fold():
    rng = np.random.default_rng(1)
    X, ids = rng.random((60, 4)), pl.Series("pair_id", [f"p{i}" for i in range(60)])
    counts = (2 * X[:, 0] + X[:, 2] + 0.1 * rng.standard_normal(60))[:, None]
    folds = group_folds(np.arange(60) % 12)
    risks = held_out_risks(X, counts, folds)
    others = folds != folds[7]
    features = pl.DataFrame(X, schema=[f"f{k}" for k in range(4)], orient="row").insert_column(0, ids)
    readout = fit_readout(features, pl.DataFrame({"pair_id": ids, "total": counts[:, 0]}).filter(others))
    np.testing.assert_allclose(risks[7], readout.apply(X[[7]])[0], atol=1e-9)
    assert spearman(risks[:, 0], counts[:, 0]) > 0.9


def test_rows_of_no_fold_are_neither_fitted_on_nor_predicted():
    folds = np.array([0, 1, -1, 0, 1])
    met = []

    def predict(fit, held):
        met.append((np.flatnonzero(fit).tolist(), np.flatnonzero(held).tolist()))
        return np.flatnonzero(held).astype(float)

    np.testing.assert_array_equal(out_of_fold(folds, predict), [0, 1, np.nan, 3, 4])
    assert met == [([1, 4], [0, 3]), ([0, 3], [1, 4])]

import numpy as np
import polars as pl
import pytest
from sklearn.model_selection import GroupKFold

from radot_fast.errors import InputError
from radot_fast.fitting.crossval import group_folds, out_of_fold_risks, out_of_fold_spearman
from radot_fast.readout.model import fit_readout


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


def tables(n=60):
    rng = np.random.default_rng(1)
    X = rng.random((n, 4))
    ids = pl.Series("pair_id", [f"p{i}" for i in range(n)])
    features = pl.DataFrame(X, schema=[f"f{k}" for k in range(4)], orient="row").insert_column(0, ids)
    y = 2 * X[:, 0] + X[:, 2] + 0.1 * rng.standard_normal(n)
    targets = pl.DataFrame({"pair_id": ids, "group": [f"g{i % 12}" for i in range(n)], "total": y})
    return features, targets


def test_a_pair_never_sees_its_own_fold():
    features, targets = tables()
    folds = group_folds(targets["group"].to_numpy())
    risks = out_of_fold_risks(features, targets, folds)
    k = folds[7]
    readout = fit_readout(features, targets.filter(folds != k).drop("group"))
    alone = readout.apply(features[[7]].drop("pair_id").to_numpy())
    assert risks["total"][7] == alone[0, 0]
    assert out_of_fold_spearman(features, targets)["total"] > 0.9

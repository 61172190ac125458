"""The readout as a file and as an account; its fit is held against the oracle in test_oracle_readout.py."""

import json

import numpy as np
import polars as pl
import pytest

from radot_fast.config import TransportConfig
from radot_fast.errors import ConfigError, InputError, ReadoutMismatchError
from radot_fast.readout import Readout, fit_readout


@pytest.fixture
def tables():
    rng = np.random.default_rng(0)
    X = rng.random((80, 6))
    X[:, 3] = 0.5
    ids = pl.Series("pair_id", [f"p{i}" for i in range(80)])
    features = pl.DataFrame(X, schema=[f"f{k}" for k in range(6)], orient="row").insert_column(0, ids)
    y = 3 * X[:, 0] - 2 * X[:, 1] + X[:, 2]
    return features, pl.DataFrame({"pair_id": ids, "total": y, "significant": X[:, 4] ** 2})


def test_saved_readout_gives_the_same_bits_and_bytes(tables, tmp_path):
    readout = fit_readout(*tables, provenance={"data": "made up"})
    for name in "ab":
        readout.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    loaded = Readout.load(tmp_path / "a")
    values = tables[0].drop("pair_id").to_numpy()
    assert np.array_equal(loaded.apply(values), readout.apply(values))
    assert loaded.hash == readout.hash


def test_coefficients_are_nonnegative_and_a_constant_feature_is_unseen(tables):
    readout = fit_readout(*tables)
    assert (readout.coefficients >= 0).all()
    assert readout.unseen == ("f3",)
    assert (readout.coefficients[:, 3] == 0).all()
    values = tables[0].drop("pair_id").to_numpy().copy()
    before = readout.apply(values)
    values[:, 3] = 9.0
    assert np.array_equal(readout.apply(values), before)


def test_risk_never_falls_when_a_feature_rises(tables):
    readout = fit_readout(*tables)
    values = tables[0].drop("pair_id").to_numpy().copy()
    before = readout.apply(values)
    for k in range(values.shape[1]):
        raised = values.copy()
        raised[:, k] += np.random.default_rng(k).random(len(values))
        assert (readout.apply(raised) >= before).all()


def test_a_changed_file_is_refused(tables, tmp_path):
    path = tmp_path / "r.json"
    fit_readout(*tables).save(path)
    content = json.loads(path.read_text())
    content["targets"]["total"]["intercept"] += 1
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match="does not match its hash"):
        Readout.load(path)
    path.write_text("[]")
    with pytest.raises(InputError, match="not a readout"):
        Readout.load(path)
    with pytest.raises(InputError, match="cannot be read"):
        Readout.load(tmp_path / "none.json")


def test_another_feature_list_or_transport_is_an_error(tables):
    readout = fit_readout(*tables)
    names = [f"f{k}" for k in range(6)]
    readout.check(TransportConfig(), names)
    with pytest.raises(ReadoutMismatchError, match="6 features"):
        readout.check(TransportConfig(), names[:5])
    with pytest.raises(ReadoutMismatchError, match="method"):
        readout.check(TransportConfig(method="partial", mass=0.9), names)


def test_bad_training_tables_are_named(tables):
    features, targets = tables
    with pytest.raises(InputError, match="none of the columns total"):
        fit_readout(features, targets.select("pair_id"))
    with pytest.raises(InputError, match="1 of 80 annotated pairs"):
        fit_readout(features[1:], targets)
    with pytest.raises(InputError, match="share a pair_id"):
        fit_readout(pl.concat([features, features]), targets)
    with pytest.raises(InputError, match="at least 2"):
        fit_readout(features, targets[:1])
    with pytest.raises(ConfigError, match="ridge"):
        fit_readout(features, targets, ridge=-1)


def test_contributions_add_up_to_the_risk(tables):
    readout = fit_readout(*tables)
    values = tables[0].drop("pair_id").to_numpy() * 1.7 - 0.2
    risks = readout.apply(values)
    for t, target in enumerate(readout.targets):
        sums = (
            readout.contributions(values, target)
            .group_by("index", maintain_order=True)
            .agg(pl.col("contribution").sum())
        )
        assert np.abs(sums["contribution"].to_numpy() - risks[:, t]).max() < 1e-12

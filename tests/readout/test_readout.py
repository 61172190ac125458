"""The readout as a file and as an account; its fit is held against the oracle in test_oracle_readout.py."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from radot_fast.config import TransportConfig, content_hash
from radot_fast.errors import ConfigError, InputError, ReadoutMismatchError
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.method import Feature
from radot_fast.method_registry import method_of
from radot_fast.paper.method import PaperMethod
from radot_fast.readout.model import SHIPPED, Readout
from radot_fast.scorer import Scorer


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
    with pytest.raises(InputError, match="a list in place of an object"):
        Readout.load(path)
    with pytest.raises(InputError, match="cannot be read"):
        Readout.load(tmp_path / "none.json")


def rewritten(path, change):
    """The shipped readout with a change, and the hash that belongs to it."""
    content = json.loads((SHIPPED / "extended.json").read_text())
    del content["hash"]
    change(content)
    try:
        content["hash"] = content_hash(content)
    except ValueError:
        content["hash"] = ""
    path.write_text(json.dumps(content))
    return path


def first(content):
    return next(iter(content["targets"]["total"]["coefficients"]))


def set_range(content, low, high):
    content["features"][first(content)] = [low, high]
    content["unseen_in_fit"] = [name for name, (a, b) in content["features"].items() if a == b]


def put(content, value, *keys):
    for key in keys[:-1]:
        content = content[key]
    content[keys[-1]] = value


def one_falls(counts):
    """Counts of which all rise but for the last."""
    return [*sorted(counts[:-1]), 0.0]


CALIBRATION = ("calibration", "total", "count")
TRANSPORT = json.loads((SHIPPED / "paper.json").read_text())["transport"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: put(c, -5.0, "targets", "total", "coefficients", first(c)), "a monotone readout has none below 0"),
        (lambda c: put(c, 1e400, "targets", "total", "coefficients", first(c)), "it holds Infinity"),
        (lambda c: put(c, 10**400, "targets", "total", "coefficients", first(c)), "is not a finite number"),
        (lambda c: put(c, float("nan"), "targets", "total", "intercept"), "it holds NaN"),
        (lambda c: put(c, "3", "targets", "total", "intercept"), "is not a finite number"),
        (lambda c: put(c, True, "targets", "total", "intercept"), "is not a finite number"),
        (lambda c: put(c, 1.0, "targets", "total", "coefficients", "none"), "has no effect"),
        (lambda c: put(c, c["targets"]["total"], "targets", "most"), "targets are not one or more of total"),
        (lambda c: put(c, {}, "targets"), "targets are not one or more"),
        (lambda c: set_range(c, 5.0, 1.0), "falls: 5 to 1"),
        (lambda c: set_range(c, 1.0, 1.0), "its range is one value"),
        (lambda c: put(c, [], "unseen_in_fit"), None),
        (lambda c: c["calibration"]["total"].pop("interval"), None),
        (lambda c: put(c, c["calibration"]["total"]["count"][::-1], *CALIBRATION), "counts fall while the risk rises"),
        (lambda c: put(c, one_falls(c["calibration"]["total"]["count"]), *CALIBRATION), "counts fall while the risk"),
        (lambda c: put(c, [0.0, 1.0], "calibration", "total"), "the calibration of target 'total' is not an object"),
        (lambda c: put(c, [0.0, 1.0], *CALIBRATION), "not as many counts as risks"),
        (lambda c: put(c, -1.0, *CALIBRATION, 0), "a count is below 0"),
        (lambda c: put(c, 0.0, "calibration", "total", "risk", -1), "risks do not rise"),
        (lambda c: put(c, {"epsilon": 0.2}, "transport"), "no list of weights"),
        (lambda c: put(c, ["weights"], "transport"), "no list of weights"),
        (lambda c: put(c, [0.5, 0.5, 0.5, 0.5], "transport", "weights"), "sum to 2"),
        (lambda c: put(c, 1, "transport", "speed"), "no list of weights"),
        (lambda c: put(c, TRANSPORT, "transport"), None),
        (lambda c: put(c, {**TRANSPORT, "speed": 1}, "transport"), "a setting that is none"),
        (lambda c: put(c, {"weights": TRANSPORT["weights"]}, "transport"), "lacks a setting"),
        (lambda c: put(c, {}, "features"), "features is not an object with a range for each feature"),
        (lambda c: put(c, 1, "clipped"), "clipped is not true or false"),
        (
            lambda c: put(c, c["calibration"]["total"]["risk"][0], "calibration", "total", "risk", 1),
            "risks do not rise",
        ),
        (lambda c: put(c, c["calibration"]["total"]["count"][1], *CALIBRATION, 2), None),
        (lambda c: put(c, [0.0, 0.0], "calibration", "total", "interval"), None),
        (lambda c: put(c, "x", "extractor"), "extractor is not null or an object"),
        (lambda c: put(c, ["x"], "profile"), "profile is not a string"),
        (lambda c: put(c, [1], "provenance"), "provenance is not an object"),
        (lambda c: put(c, "a note", "comment"), "key 'comment' has no effect"),
        (lambda c: c.pop("profile"), "key 'profile' is missing"),
        (lambda c: put(c, ["none"], "unseen_in_fit"), "does not name the features whose range is one value"),
        (lambda c: put(c, [0.0, 1.0, 2.0], "features", next(iter(c["features"]))), r"is not \[low, high\]"),
        (lambda c: put(c, 3, "features", next(iter(c["features"]))), r"is not \[low, high\]"),
        (lambda c: put(c, [], "targets", "total", "coefficients"), "coefficients is not an object"),
        (lambda c: put(c, {}, "calibration"), "calibration is not an object with knots"),
        (lambda c: put(c, [1], "calibration"), "calibration is not an object with knots"),
        (lambda c: put(c, c["calibration"]["total"], "calibration", "most"), "calibration is not an object with knots"),
        (lambda c: put(c, 1, "calibration", "total", "note"), "key 'note' has no effect"),
        (lambda c: put(c, [-1.0, 0.25], "calibration", "total", "interval"), "both at least 0"),
        (lambda c: put(c, [1.0], "calibration", "total", "interval"), "both at least 0"),
        (lambda c: put(c, "radot-readout/2", "format"), "is newer than 'radot-readout/1'.*update radot-fast"),
        (lambda c: put(c, "radot-readout/0", "format"), "is older than 'radot-readout/1'.*fit it again"),
        (lambda c: put(c, None, "format"), "format is not 'radot-readout/1'"),
    ],
)
def test_a_readout_that_makes_no_sense_is_refused_whatever_its_hash(tmp_path, change, said):
    path = rewritten(tmp_path / "r.json", change)
    if said is None:
        assert Readout.load(path).targets
        return
    with pytest.raises(InputError, match=said) as found:
        Readout.load(path)
    assert "\n" not in str(found.value)


def test_a_readout_file_is_read_strictly(tmp_path):
    path = tmp_path / "r.json"
    text = (SHIPPED / "extended.json").read_text()
    for content, said in (
        (text.replace('"clipped": false', '"clipped": false, "clipped": false'), "a key twice"),
        ("[" * 100_000, "nested too deeply"),
        ("{", "line 1 is not JSON"),
    ):
        path.write_text(content)
        with pytest.raises(InputError, match=said):
            Readout.load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        Readout.load(path)


def test_a_profile_that_is_not_the_readouts_is_refused():
    with pytest.raises(ConfigError, match="'paper' with a readout of profile 'extended'"):
        Scorer(profile="paper", readout=Readout.shipped("extended"))
    assert Scorer(readout=Readout.shipped("paper")).method.name == "paper"
    assert Scorer(profile="paper").method.name == "paper"
    assert Scorer().method.name == "extended"


def test_another_feature_list_or_transport_is_an_error(tables):
    readout = fit_readout(*tables)
    method = PaperMethod()
    with pytest.raises(ReadoutMismatchError, match="6 features"):
        readout.check(method)
    method.features = tuple(Feature(f"f{k}", "made up") for k in range(6))
    readout.check(method)
    with pytest.raises(ReadoutMismatchError, match="6 features"):
        replace(readout, features=readout.features[::-1]).check(method)
    method.transport = TransportConfig(method="partial", mass=0.9)
    with pytest.raises(ReadoutMismatchError, match="method"):
        readout.check(method)
    with pytest.raises(ReadoutMismatchError, match=r"epsilon|weights"):
        readout.check(method_of("extended"))


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


def test_an_interval_needs_a_width_for_every_target(tmp_path):
    whole = Readout.shipped("extended")
    risks = np.array([[0.5, 0.5, 0.5], [3.0, 2.0, 1.0]])
    counts = whole.expected(risks)
    low, high = whole.intervals_of(counts)
    for t, target in enumerate(whole.targets):
        width, offset = whole.calibration[target]["interval"]
        spread = [width * (count + offset) ** 0.5 for count in counts[:, t]]
        assert np.allclose(high[:, t], [c + s for c, s in zip(counts[:, t], spread, strict=True)], rtol=1e-14)
        assert np.allclose(low[:, t], [max(0.0, c - s) for c, s in zip(counts[:, t], spread, strict=True)], rtol=1e-14)
    part = Readout.load(rewritten(tmp_path / "r.json", lambda c: c["calibration"]["total"].pop("interval")))
    counts = part.expected(risks)
    assert counts is not None
    assert part.intervals_of(counts) is None


@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_a_shipped_readout_is_saved_to_the_bytes_it_was_read_from(tmp_path, profile):
    shipped = SHIPPED / f"{profile}.json"
    Readout.load(shipped).save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == shipped.read_bytes()


@pytest.mark.parametrize("name", ["low", "high", "intercepts", "coefficients"])
def test_what_the_hash_speaks_of_cannot_be_written(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(Readout.load(SHIPPED / "extended.json"), name)[...] = 1.0

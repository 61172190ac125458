import numpy as np
import polars as pl
import pytest

from radot_fast.fitting.calibration import (
    calibrated_out_of_fold,
    calibration_error,
    expected_counts,
    fit_knots,
    reliability,
)
from radot_fast.fitting.choose_recipe import choose_recipes, nested_risks
from radot_fast.fitting.conformal_intervals import COVERAGE, coverage_out_of_fold, interval_of, interval_width
from radot_fast.fitting.fit_readout import fit_by_recipes
from radot_fast.fitting.fit_set import FitSet
from radot_fast.fitting.least_squares import monotone_least_squares
from radot_fast.fitting.recipes import LEAST, RECIPES, WORTH, Recipe, fit_recipe
from radot_fast.method import feature_names_of
from radot_fast.method_registry import method_of
from radot_fast.readout.model import Readout
from radot_fast.statistics.correlation import spearman

NAMES = feature_names_of(method_of("extended"))


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(7)
    X = rng.poisson(0.7, (200, len(NAMES))) * rng.uniform(0.1, 1, (200, len(NAMES)))
    worth = np.array([n in WORTH["total"] for n in NAMES])
    y = X @ worth + rng.uniform(0, 0.5, 200)
    ids = [f"p{k}" for k in range(200)]
    features = pl.DataFrame(X, schema=list(NAMES), orient="row").insert_column(0, pl.Series("pair_id", ids))
    targets = pl.DataFrame({"pair_id": ids, "group": [f"g{k // 4}" for k in range(200)], "total": y})
    return features, targets


def test_without_extras_it_is_plain_nonnegative_least_squares(data):
    features, targets = data
    X, y = features.drop("pair_id").to_numpy(), targets["total"].to_numpy()
    beta, b = fit_recipe(X, y, NAMES, "total", Recipe())
    wanted, intercept = monotone_least_squares(X, y)
    assert beta == pytest.approx(np.where(wanted < LEAST, 0.0, wanted), abs=1e-6)
    assert b == pytest.approx(intercept + float(X.mean(axis=0) @ (wanted - beta)), abs=1e-6)


def test_a_strong_ridge_gives_the_worth_of_an_error(data):
    features, targets = data
    X, y = features.drop("pair_id").to_numpy(), targets["total"].to_numpy()
    beta, _ = fit_recipe(X, y, NAMES, "significant", Recipe(ridge=1e9, to_worth=True))
    assert beta == pytest.approx([float(n in WORTH["significant"]) for n in NAMES], abs=1e-6)


def test_the_floor_holds_and_a_dear_feature_goes(data):
    features, _ = data
    X = features.drop("pair_id").to_numpy()
    y = X[:, 0]  # only the first feature counts
    floored, _ = fit_recipe(X, y, NAMES, "total", Recipe(floor=0.05))
    assert floored[[n in WORTH["total"] for n in NAMES]].min() >= 0.05
    sparse, _ = fit_recipe(X, y, NAMES, "total", Recipe(lasso=0.1))
    assert np.flatnonzero(sparse).tolist() == [0]


def test_a_count_beyond_the_fit_set_still_raises_the_risk(data, tmp_path):
    features, targets = data
    readout = fit_by_recipes(FitSet(features, targets), {"total": Recipe(floor=0.05)}, method_of("extended"))
    many = np.full((2, len(NAMES)), 50.0)
    many[1, NAMES.index("omitted_significant")] += 1
    low, high = readout.apply(many)[:, 0]
    assert high > low
    zero = readout.apply(np.zeros((1, len(NAMES))))
    assert zero[0, 0] == readout.intercepts[0]
    readout.save(tmp_path / "r.json")
    again = Readout.load(tmp_path / "r.json")
    assert not again.clipped
    assert (again.apply(many) == readout.apply(many)).all()


def test_what_is_left_out_has_no_say_in_the_choice(data):
    features, targets = data
    rows = np.arange(200) < 160
    chosen = choose_recipes(FitSet(features, targets), rows)
    noise = targets.with_columns(total=pl.when(pl.Series(rows)).then("total").otherwise(99.0))
    assert choose_recipes(FitSet(features, noise), rows) == chosen
    assert set(chosen.values()) <= set(RECIPES)


def test_nested_risks_are_out_of_fold(data):
    features, targets = data
    both = FitSet(features, targets)
    folds = np.arange(200) // 40
    before = nested_risks(both, folds)
    changed = FitSet(features, targets.with_columns(total=pl.when(pl.Series(folds == 2)).then(0.0).otherwise("total")))
    assert (nested_risks(changed, folds)[folds == 2] == before[folds == 2]).all()
    assert spearman(before[:, 0], both.counts[:, 0]) > 0.8


def test_knots_are_monotone_and_start_at_nothing():
    rng = np.random.default_rng(1)
    x = np.maximum(rng.uniform(-1, 5, 300), 0)
    y = np.maximum(x + rng.normal(0, 0.5, 300), 0)
    knots = fit_knots(x, y)
    assert (knots.risk[0], knots.expected[0]) == (0, 0)
    assert (np.diff(knots.risk) > 0).all()
    assert (np.diff(knots.expected) > 0).all()
    assert expected_counts(knots, np.array([0.0])) == 0
    folds = np.arange(300) % 5
    assert calibration_error(calibrated_out_of_fold(x, y, folds), y) < 0.25
    assert sum(b.n for b in reliability(x, y)) == 300


def test_perfect_expectations_have_no_error():
    y = np.repeat([0.0, 1.0, 2.0], 20)
    assert calibration_error(y, y) == 0


def test_methods_name_their_families():
    assert len(feature_names_of(method_of("paper"))) == 66
    assert len(NAMES) == 11
    families = {f.name: f.family for f in method_of("extended").features}
    assert [n for n in NAMES if families[n] == "contradiction"] == [n for n in NAMES if "denied" in n]


def test_intervals_cover_their_share_of_new_groups():
    rng = np.random.default_rng(4)
    covered = []
    for _ in range(30):
        group = np.repeat(np.arange(60), 3)
        expected = rng.uniform(0, 6, 180)
        scatter = rng.normal(0, 0.5, 60)[group] + rng.normal(0, 0.5, 180)  # pairs of one group err alike
        counts = np.maximum(expected + scatter * np.sqrt(expected + 0.25), 0)
        covered.append(coverage_out_of_fold(expected, counts, group, np.arange(60)[group] % 5)[0])
    assert np.mean(covered) == pytest.approx(COVERAGE, abs=0.02)


def test_each_group_counts_once_in_an_interval():
    expected, groups = np.ones(60), np.concatenate([np.arange(40), np.full(20, 40)])
    counts = np.where(groups == 40, 9.0, 1.0)  # a third of the pairs, but one group of 41
    assert interval_width(expected, counts, groups) == 0.0
    assert interval_width(expected, counts, np.arange(60)) > 1


def test_an_interval_begins_at_nothing():
    low, high = interval_of(np.array([0.0, 4.0]), 1.0, 0.25)
    assert low.tolist() == [0.0, 4.0 - np.sqrt(4.25)]
    assert high.tolist() == [0.5, 4.0 + np.sqrt(4.25)]

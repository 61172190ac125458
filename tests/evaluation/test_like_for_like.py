"""A metric beside single raters, held against plain loops."""

import itertools

import numpy as np
import polars as pl
import pytest

from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.evaluation.like_for_like import MEAN, like_for_like
from radot_fast.statistics.bootstrap import Resampling
from radot_fast.statistics.correlation import spearman

N, RATERS = 40, ("a", "b", "c")


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    burden = rng.poisson(2, N) * (rng.random(N) < 0.8)
    ids = [f"p{k}" for k in range(N)]
    ratings = pl.DataFrame(
        [
            (pair, f"g{k // 4}", rater, float(max(0, burden[k] + rng.integers(-1, 2))))
            for (k, pair), rater in itertools.product(enumerate(ids), RATERS)
        ],
        schema=["pair_id", "group", "rater", "total"],
        orient="row",
    )
    means = ratings.group_by("pair_id", maintain_order=True).agg(pl.col("total").mean())
    pairs = means.with_columns(
        group=pl.Series([f"g{k // 4}" for k in range(N)]),
        reference=pl.Series([f"reference {k // 2}" for k in range(N)]),
        candidate=pl.Series([f"candidate {k}" for k in range(N)]),
    )
    return AnnotatedPairs("made up", pairs, ratings=ratings)


@pytest.fixture(scope="module")
def risk():
    return np.random.default_rng(1).normal(size=N).cumsum()


@pytest.fixture(scope="module")
def table(data, risk):
    (found,) = like_for_like(data, "ours", {"total": risk}, Resampling(200))
    assert "share" in found.note or "shared list" in found.note
    return found.rows


def counts(data):
    wide = data.ratings.pivot("rater", index="pair_id", values="total")
    return np.stack([wide[r].to_numpy() for r in RATERS])


def test_metric_and_rater_meet_the_same_others(table, data, risk):
    by_rater = counts(data)
    for r, rater in enumerate(RATERS):
        others = np.delete(by_rater, r, axis=0).mean(axis=0)
        row = table.filter(pairs="all", against="mean of the others", rater=rater).row(0, named=True)
        assert row["metric"] == pytest.approx(spearman(risk, others))
        assert row["rater_value"] == pytest.approx(spearman(by_rater[r], others))
        assert row["difference"] == pytest.approx(row["metric"] - row["rater_value"])
        assert row["difference_low"] <= row["difference"] <= row["difference_high"]
    rows = table.filter(pairs="all", against="mean of the others")
    mean = rows.filter(rater=MEAN).row(0, named=True)
    assert mean["rater_value"] == pytest.approx(rows.filter(pl.col("rater") != MEAN)["rater_value"].mean())


def test_only_pairs_with_an_error(table, data, risk):
    by_rater = counts(data)
    kept = by_rater.sum(axis=0) > 0
    row = table.filter(pairs="with an error", rater="b").row(0, named=True)
    assert row["n"] == kept.sum() < N
    others = np.delete(by_rater, 1, axis=0).mean(axis=0)
    assert row["metric"] == pytest.approx(spearman(risk[kept], others[kept]))


def test_single_against_single(table, data, risk):
    by_rater = counts(data)
    row = table.filter(against="each other alone", rater="a").row(0, named=True)
    assert row["metric"] == pytest.approx(np.mean([spearman(risk, by_rater[s]) for s in (1, 2)]))
    assert row["rater_value"] == pytest.approx(np.mean([spearman(by_rater[0], by_rater[s]) for s in (1, 2)]))


def test_which_of_two_candidates_is_worse(table, data, risk):
    by_rater = counts(data)
    others = np.delete(by_rater, 2, axis=0).mean(axis=0)
    right, own, n = 0.0, 0.0, 0
    for k in range(0, N, 2):
        wanted = np.sign(others[k] - others[k + 1])
        if wanted:
            n += 1
            right += 0.5 + 0.5 * wanted * np.sign(risk[k] - risk[k + 1])
            own += 0.5 + 0.5 * wanted * np.sign(by_rater[2, k] - by_rater[2, k + 1])
    row = table.filter(pairs="two candidates of one case", rater="c").row(0, named=True)
    assert row["n"] == n
    assert row["metric"] == pytest.approx(right / n)
    assert row["rater_value"] == pytest.approx(own / n)


def test_the_number_of_jobs_changes_no_bit(data, risk, table):
    (found,) = like_for_like(data, "ours", {"total": risk}, Resampling(200, n_jobs=2))
    assert found.rows.equals(table)


def test_pairs_without_a_risk_or_a_rating_are_left_out(data, risk):
    lost = risk.copy()
    lost[:3] = np.nan
    fewer = data.ratings.filter(~((pl.col("rater") == "a") & (pl.col("pair_id") == "p5")))
    some = AnnotatedPairs("some", data.pairs, ratings=fewer)
    (found,) = like_for_like(some, "ours", {"total": lost}, Resampling(100))
    sizes = dict(found.rows.filter(pairs="all", against="mean of the others").select("rater", "n").iter_rows())
    assert sizes == {"a": N - 4, "b": N - 3, "c": N - 3, MEAN: N - 4}


def test_one_rater_is_no_comparison(data, risk):
    alone = AnnotatedPairs("one", data.pairs, ratings=data.ratings.filter(rater="a"))
    assert like_for_like(alone, "ours", {"total": risk}, Resampling(100)) == ()
    assert like_for_like(AnnotatedPairs("none", data.pairs), "ours", {"total": risk}, Resampling(100)) == ()

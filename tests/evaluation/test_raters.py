"""Agreement of raters against definitions by hand and known figures; tables with one row a pair and rater."""

import json

import numpy as np
import polars as pl
import pytest

from radot_fast.datasets.rated import rated_pairs
from radot_fast.errors import InputError
from radot_fast.evaluation.raters import rater_tables
from radot_fast.statistics.bootstrap import Resampling

TARGETS = {"total": "n_total"}
SHROUT_FLEISS = [(9, 2), (6, 1), (8, 4), (7, 1), (10, 5), (6, 2)]
"""Judges 1 and 2 of Shrout and Fleiss, 1979, table 2."""


def icc21(ratings):
    """ICC(2,1) by the mean squares of its definition."""
    x = np.array(ratings, dtype=float)
    n, k = x.shape
    grand = x.mean()
    rows = sum(k * (r.mean() - grand) ** 2 for r in x) / (n - 1)
    columns = sum(n * (c.mean() - grand) ** 2 for c in x.T) / (k - 1)
    error = sum((x[i, j] - x[i].mean() - x[:, j].mean() + grand) ** 2 for i in range(n) for j in range(k))
    error /= (n - 1) * (k - 1)
    return (rows - error) / (rows + (k - 1) * error + k * (columns - error) / n)


def written(path, ratings, rater_lists=None, raters=("a", "b")):
    """File with one row a pair and rater; ``ratings``: a tuple of counts a pair."""
    rows = []
    for k, counts in enumerate(ratings):
        for j, (rater, count) in enumerate(zip(raters, counts, strict=True)):
            items = [] if rater_lists is None else rater_lists[k][j]
            cell = json.dumps([{"kind": a, "finding": f, "significance": "significant"} for a, f in items])
            rows.append((f"p{k}", rater, count, f"report {k}", f"text {k}", cell))
    names = ["pair_id", "rater", "n_total", "reference", "candidate", "discrepancies"]
    pl.DataFrame(rows, schema=names, orient="row").write_csv(path)
    return str(path)


def tables_of(path, n=200):
    data = rated_pairs([path], TARGETS, rater="rater")
    return {t.name: t.rows for t in rater_tables(data, Resampling(n))}


def test_icc_is_that_of_its_definition(tmp_path):
    rng = np.random.default_rng(0)
    drawn = rng.poisson(3, size=(40, 1)) + rng.integers(0, 3, size=(40, 2))
    for ratings in (SHROUT_FLEISS, [tuple(map(int, row)) for row in drawn]):
        row = tables_of(written(tmp_path / "r.csv", ratings))["raters"].row(0, named=True)
        assert row["icc"] == pytest.approx(icc21(ratings), abs=1e-12)
        assert row["icc_low"] <= row["icc"] <= row["icc_high"]
        assert row["n"] == len(ratings)


def test_raters_that_agree_have_one_and_a_shift_costs_agreement_but_no_correlation(tmp_path):
    same = tables_of(written(tmp_path / "s.csv", [(k, k) for k in range(6)]))["raters"].row(0, named=True)
    assert same["icc"] == pytest.approx(1)
    assert same["spearman"] == pytest.approx(1)
    shifted = tables_of(written(tmp_path / "t.csv", [(k, k + 3) for k in range(6)]))["raters"].row(0, named=True)
    assert shifted["spearman"] == pytest.approx(1)
    assert shifted["icc"] < 0.6


def test_lists_are_compared_by_kind_and_finding(tmp_path):
    lists = [
        ([("omission", "Pleural_Effusion"), ("location", "edema")], [("omission", "pleural effusion")]),
        ([("omission", "nodule")], [("false finding", "nodule")]),
        ([], []),
        ([("severity", "edema")], [("severity", "edema")]),
    ]
    row = tables_of(written(tmp_path / "l.csv", [(2, 1), (1, 1), (0, 0), (1, 1)], lists))["rater_lists"].row(
        0, named=True
    )
    assert row["listed"] == 7
    assert row["f1"] == pytest.approx(2 * 2 / 7)
    both, first, second, n = 2, 2, 1, 4 * 4  # kinds of a pair: omission, location, false finding, severity
    neither = n - both - first - second
    chance = ((both + first) * (both + second) + (neither + first) * (neither + second)) / n**2
    assert row["kappa"] == pytest.approx(((both + neither) / n - chance) / (1 - chance))


def test_counts_are_the_mean_over_raters_and_several_files_are_one(tmp_path):
    whole = rated_pairs([written(tmp_path / "w.csv", [(1, 2), (0, 4), (3, 3)])], TARGETS, rater="rater")
    assert whole.pairs["total"].to_list() == [1.5, 2.0, 3.0]
    one = written(tmp_path / "1.csv", [(1,), (0,), (3,)], raters=("a",))
    two = written(tmp_path / "2.csv", [(2,), (4,), (3,)], raters=("b",))
    parts = rated_pairs([one, two], TARGETS, rater="rater")
    assert parts.pairs.equals(whole.pairs)
    assert rater_tables(rated_pairs([one], TARGETS, rater="rater"), Resampling(100)) == ()


def test_what_does_not_hold_together_is_refused(tmp_path):
    good = written(tmp_path / "g.csv", [(1, 2), (0, 4), (3, 3)])
    table = pl.read_csv(good)
    bad = str(tmp_path / "bad.csv")
    for changed, message in (
        (pl.concat([table, table.head(1)]), "twice"),
        (table.with_columns(pl.int_range(pl.len()).cast(pl.String).alias("candidate")), "more than one candidate"),
        (table.with_columns(pl.lit(None).alias("rater")), "blank"),
        (table.drop("n_total"), "n_total"),
    ):
        changed.write_csv(bad)
        with pytest.raises(InputError, match=message):
            rated_pairs([bad], TARGETS, rater="rater")
    table.with_columns(pl.lit("no list").alias("discrepancies")).write_csv(bad)
    with pytest.raises(InputError, match="JSON array"):
        rater_tables(rated_pairs([bad], TARGETS, rater="rater"), Resampling(100))

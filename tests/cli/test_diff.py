"""``radot diff``, and the lines of ``radot score`` where pairs have a system."""

import json

import polars as pl
import pytest

from radot_fast.comparison.changes import changes_of
from radot_fast.errors import InputError

SAID = ["Small left effusion. No pneumothorax.", "Clear lungs.", "Scoliosis.", "Large right pneumothorax."] * 6


@pytest.fixture
def runs(radot, tmp_path):
    """Scores of a run and of a worse one; the files."""
    worse = [text.replace("left", "right").replace("Clear lungs", "Left mass") for text in SAID]
    for name, candidates in (("old", SAID), ("new", worse)):
        ids = [f"p{k}" for k in range(len(SAID))]
        frame = pl.DataFrame(
            {"pair_id": ids, "reference": SAID, "candidate": candidates, "study": [i[:2] for i in ids]}
        )
        frame.sample(fraction=1, shuffle=True, seed=len(name)).write_csv(tmp_path / f"{name}.csv")
        out = tmp_path / f"{name}.parquet"
        assert radot("score", tmp_path / f"{name}.csv", "--counts", "--keep", "study", "-o", out).code == 0
    return tmp_path / "old.parquet", tmp_path / "new.parquet"


def test_a_change_is_told_from_noise(radot, runs, tmp_path):
    code, out, err = radot("diff", *runs, "--resamples", 500, "-o", tmp_path / "d.csv")
    assert code == 0, err
    assert max(map(len, out.splitlines())) <= 80
    line = next(line for line in out.splitlines() if line.startswith("risk total"))
    assert line.endswith("changed")
    assert "total risk of 0 pairs lower, 12 the same, 12 higher" in out
    assert "effusion" not in out
    pairs = pl.read_csv(tmp_path / "d.csv")
    assert pairs.height == 24
    changes = pairs["risk_total_change"].abs().to_list()
    assert changes == sorted(changes, reverse=True)
    code, out, _ = radot("diff", runs[0], runs[0], "--resamples", 500)
    assert "changed" not in out
    assert "0 pairs lower, 24 the same, 0 higher" in out


def test_figures_are_those_of_the_scores(radot, runs):
    code, out, _ = radot("diff", *runs, "--resamples", 500, "--format", "json", "--group", "study")
    assert code == 0
    found = {f["figure"]: f for f in json.loads(out)["figures"]}
    old, new = (pl.read_parquet(path) for path in runs)
    for name in ("risk_total", "expected_significant"):
        assert found[name]["old"] == pytest.approx(old[name].mean())
        assert found[name]["new"] == pytest.approx(new[name].mean())
    assert found["n_location"]["new"] == pytest.approx(100 * new["n_location"].mean())
    recall = new["n_matched_findings"].sum() / new["n_ref_findings"].sum()
    assert found["finding_recall"]["new"] == pytest.approx(recall)


def test_what_differs_besides_the_risks(radot, runs, tmp_path):
    old, new = (pl.read_parquet(path) for path in runs)
    other = new.with_columns(status=pl.lit("empty_candidate")).filter(pl.col("pair_id") != "p3")
    changes = changes_of(old, other, ({"readout": "a", "signature": "x"}, {"readout": "b", "signature": "y"}))
    assert changes.statuses.rows() == [("ok", "empty_candidate", 23)]
    assert (changes.only_old, changes.only_new) == (1, 0)
    assert changes.made_by == [("readout", "a", "b")]
    assert radot("score", tmp_path / "new.csv", "--profile", "paper", "-o", tmp_path / "p.parquet").code == 0
    assert "profile: extended → paper" in radot("diff", runs[0], tmp_path / "p.parquet", "--resamples", 100).out
    with pytest.raises(InputError, match="no pair_id is in both runs"):
        changes_of(old, new.with_columns(pair_id=pl.lit("z") + pl.col("pair_id")))
    with pytest.raises(InputError, match="OLD: a pair_id stands twice"):
        changes_of(pl.concat([old, old]), new)
    assert "give scores, as radot score writes them" in radot("diff", tmp_path / "old.csv", runs[1]).err
    assert "'patient' stands not in OLD" in radot("diff", *runs, "--group", "patient").err


def test_score_has_a_line_a_system(radot, tmp_path):
    frame = pl.DataFrame({"reference": SAID, "candidate": SAID, "system": ["a", "b"] * 12})
    frame.write_csv(tmp_path / "p.csv")
    code, out, _ = radot("score", tmp_path / "p.csv")
    assert code == 0
    lines = out.splitlines()
    assert [line[:9] for line in lines if line.startswith(("a: ", "b: "))] == ["a: total ", "b: total "]
    assert "findings recalled 1.00" in next(line for line in lines if line.startswith("a: "))
    assert lines[-1].startswith("mean risk")

"""``radot score PAIRS -o FOLDER``: the same scores and last line as into a file, resumed after a kill."""

import os
import signal
import time

import polars as pl
import pytest
from polars.testing import assert_frame_equal

SENTENCES = ("Small left effusion.", "No pneumothorax.", "Lungs are clear.", "Moderate cardiomegaly.")


@pytest.fixture
def pairs(tmp_path):
    rows = [(SENTENCES[k % 4] + " " + SENTENCES[k % 3], SENTENCES[k % 3]) for k in range(60)]
    path = tmp_path / "pairs.csv"
    pl.DataFrame(rows, schema=["reference", "candidate"], orient="row").write_csv(path)
    return path


def test_folder_has_what_a_file_has(radot, pairs, tmp_path):
    one = radot("score", pairs, "-o", tmp_path / "scores.parquet", "--edges", tmp_path / "edges.parquet")
    many = radot("score", pairs, "-o", f"{tmp_path}/scores/", "--edges", tmp_path / "edges")
    assert (one.code, many.code) == (0, 0)
    assert many.out.splitlines()[-1] == one.out.splitlines()[-1]
    assert "60 rows in 1 shards" in many.out
    for name in ("scores", "edges"):
        found = pl.read_parquet(tmp_path / name / "*.parquet")
        assert_frame_equal(found, pl.read_parquet(tmp_path / f"{name}.parquet"), check_exact=True)


def test_limits_and_options_that_look_at_all_pairs(radot, pairs, tmp_path):
    assert radot("score", pairs, "-o", tmp_path / "a", "--fail-above", "total=0.01").code == 3
    for option in (("--html", "p.html"), ("--where", "row > 1"), ("--format", "csv"), ("--keep", "reference")):
        run = radot("score", pairs, "-o", tmp_path / "b", *option)
        assert run.code == 2
        assert len(run.err.splitlines()) == 1
    assert radot("score", "-", "-o", tmp_path / "b").code == 2
    assert "goes with -o FOLDER" in radot("score", pairs, "--workers", 2).err
    again = radot("score", pairs, "-o", tmp_path / "a", "--profile", "paper")
    assert again.code == 2
    assert "now paper" in again.err
    assert radot("score", pairs, "-o", tmp_path / "a", "--profile", "paper", "--no-resume").code == 0


def test_unit_tables_in_shards_give_the_scores_of_their_texts(radot, pairs, tmp_path):
    table = pl.read_csv(pairs)
    for side in ("reference", "candidate"):
        reports = table.select(pl.int_range(pl.len()).cast(pl.String).alias("report_id"), text=side)
        reports.write_csv(tmp_path / f"{side}.csv")
        assert radot("extract", tmp_path / f"{side}.csv", "-o", tmp_path / side).code == 0
    sides = ("--reference-units", tmp_path / "reference", "--candidate-units", tmp_path / "candidate")
    run = radot("score", *sides, "-o", tmp_path / "scores")
    assert run.code == 0, run.err
    assert "60 rows in 1 shards" in run.out
    expected = ["row", "pair_id", "status", "risk_total", "risk_significant", "n_matched_findings"]
    radot("score", pairs, "-o", tmp_path / "scores.parquet")
    found = pl.read_parquet(tmp_path / "scores" / "*.parquet", columns=expected)
    assert_frame_equal(found, pl.read_parquet(tmp_path / "scores.parquet", columns=expected), check_exact=True)
    for wrong in ((pairs, *sides), sides[:2]):
        refused = radot("score", *wrong, "-o", tmp_path / "other")
        assert refused.code == 2
        assert "PAIRS of texts, or --reference-units with" in refused.err


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_driver_loses_nothing_and_repeats_nothing(radot, radot_process, tmp_path, how):
    rows = [(f"Study {k}. {SENTENCES[k % 4]} {SENTENCES[k % 3]}", SENTENCES[k % 3]) for k in range(40_000)]
    path = tmp_path / "pairs.parquet"
    pl.DataFrame(rows, schema=["reference", "candidate"], orient="row").write_parquet(path)
    folder = tmp_path / "scores"
    # Interpreted kernels: the first of two shards takes some seconds.
    process = radot_process("score", path, "-o", folder, env=os.environ | {"NUMBA_DISABLE_JIT": ""})
    deadline = time.monotonic() + 200
    while not (folder / "scores-00000.parquet").exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(how)
    process.communicate()
    kept = [p.name for p in folder.glob("scores-*")]
    if len(kept) == 2:
        pytest.skip("the run was over before the signal came")
    again = radot("score", path, "-o", folder)
    assert again.code == 0, again.err
    assert "1 of them from before" in again.out
    scores = pl.read_parquet(folder / "*.parquet")
    assert scores["row"].to_list() == list(range(40_000))
    assert sorted(p.name for p in folder.iterdir()) == ["manifest.json", "scores-00000.parquet", "scores-00001.parquet"]


def test_many_pairs_in_one_piece_are_told_of_the_folder(radot, pairs, monkeypatch):
    from radot_fast.cli import score

    assert "FOLDER" not in radot("score", pairs).err
    monkeypatch.setattr(score, "MANY_PAIRS", 10)
    assert "60 pairs in one piece need" in radot("score", pairs).err

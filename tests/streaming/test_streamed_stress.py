"""``radot stress REPORTS -o FOLDER``: the table of one piece, from shards."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from streaming_archive import pairs, write

import radot_fast as ro
from radot_fast.errors import InputError
from radot_fast.evaluation.stress.stress import injected_sets, stress_test
from radot_fast.statistics.bootstrap import Resampling
from radot_fast.streaming import repeated, stress
from radot_fast.streaming.jobs import Settings
from radot_fast.streaming.resumable_run import Run
from radot_fast.streaming.stress import StressJob, stress_dataset, table_of

DRAWS = Resampling(100, seed=1)


def reports(n=70):
    """Reports of which several have the same text, in other shards too."""
    table = pairs(n).select(text=pl.col("reference").fill_null(""))
    return table.insert_column(0, pl.Series("report_id", [f"r{k}" for k in range(n)]))


@pytest.fixture
def one_piece():
    scorer = ro.Scorer()
    sets = injected_sets(reports(), scorer.lexicon, seed=3)
    return sets, stress_test(sets, {"RadOT": scorer}, resampling=DRAWS)


def run(tmp_path, **options):
    path = tmp_path / "reports.parquet"
    if not path.exists():
        write(reports(), path)
    folders = {name: str(tmp_path / name) for name in ("predictions", "injections", "corrupted")}
    done = stress_dataset(path, folders, StressJob(Settings(), seed=3), Run(shard_rows=20, **options))
    return done, folders


def test_table_and_rows_are_those_of_one_piece(tmp_path, monkeypatch, one_piece):
    monkeypatch.setattr(stress, "REPORTS_AT_A_TIME", 7)
    monkeypatch.setattr(repeated, "IDS_AT_A_TIME", 30)
    sets, expected = one_piece
    done, folders = run(tmp_path)
    assert (done.rows, done.shards) == (70, 4)
    assert done.summary["corrupted"] == expected.predictions["source_id"].n_unique() < 70
    keys = ["errors", "source_id", "version"]
    found = pl.read_parquet(f"{folders['predictions']}/*.parquet").drop("localized", "localized_by_chance")
    assert_frame_equal(found.sort(keys), expected.predictions.sort(keys), check_exact=True)
    made = pl.read_parquet(f"{folders['injections']}/*.parquet").sort("errors", "source_id", "start")
    truth = pl.concat(stress.labelled(s, "injections") for s in sets).sort("errors", "source_id", "start")
    assert_frame_equal(made, truth, check_exact=True)
    assert_frame_equal(table_of(folders["predictions"], DRAWS), expected.table)


def test_a_run_goes_on(tmp_path):
    run(tmp_path)
    path = tmp_path / "predictions" / "predictions-00001.parquet"
    before = pl.read_parquet(path, memory_map=False)
    path.unlink()
    assert run(tmp_path)[0].resumed == 3
    assert_frame_equal(pl.read_parquet(path), before, check_exact=True)


def test_reports_that_cannot_be_corrupted_leave_empty_shards(tmp_path):
    table = pl.DataFrame({"report_id": ["a", "b"], "text": ["", "?"]})
    path = write(table, tmp_path / "reports.parquet")
    done = stress_dataset(path, {"predictions": str(tmp_path / "p")}, StressJob(Settings()), Run())
    assert (done.rows, done.summary["corrupted"]) == (2, 0)
    with pytest.raises(InputError, match="no report could be corrupted"):
        table_of(str(tmp_path / "p"), None)

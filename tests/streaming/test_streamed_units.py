"""``radot extract REPORTS -o FOLDER``: the units of one batch, in shards."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from streaming_archive import pairs, write

import radot_fast as ro
from radot_fast.errors import InputError
from radot_fast.io.files import read_signature
from radot_fast.streaming import reading
from radot_fast.streaming.resumable_run import Run
from radot_fast.streaming.units import ExtractJob, extract_dataset, last_line


def reports(n=70):
    table = pairs(n).select(text="reference")
    return table.insert_column(0, pl.Series("report_id", [f"r{k}" for k in range(n)]))


def table(folder):
    return pl.concat([pl.read_parquet(path) for path in sorted(folder.glob("units-*.parquet"))])


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_units_are_those_of_one_batch(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BATCH_ROWS", 11)
    path = write(reports(), tmp_path / f"reports.{kind}")
    folder = tmp_path / "units"
    done = extract_dataset(path, str(folder), ExtractJob(), Run(shard_rows=30))
    expected = ro.extract(reports()["text"], reports()["report_id"])
    assert_frame_equal(table(folder), expected, check_exact=True)
    assert done.shards == 3
    assert last_line(done).startswith(f"70 reports · {expected['unit_index'].count()} units")
    (folder / "units-00001.parquet").unlink()
    assert extract_dataset(path, str(folder), ExtractJob(), Run(shard_rows=30)).resumed == 2
    assert_frame_equal(table(folder), expected, check_exact=True)
    ro.write_units(expected, tmp_path / "one.parquet")
    assert ro.read_units(folder / "units-00000.parquet").table.height > 30
    assert read_signature(folder / "units-00000.parquet")["maker"]["kind"] == "rules"


def test_reports_without_ids_are_numbered_through(tmp_path):
    path = write(reports().drop("report_id"), tmp_path / "reports.csv")
    extract_dataset(path, str(tmp_path / "units"), ExtractJob(), Run(shard_rows=9))
    assert table(tmp_path / "units")["report_id"].unique(maintain_order=True).to_list() == [str(k) for k in range(70)]


def test_an_id_that_stands_twice_is_told_before_the_work(tmp_path):
    path = write(pl.concat([reports(20), reports(3)]), tmp_path / "reports.parquet")
    with pytest.raises(InputError, match="3 reports share"):
        extract_dataset(path, str(tmp_path / "units"), ExtractJob(), Run(shard_rows=10))
    assert not list((tmp_path / "units").glob("units-*"))

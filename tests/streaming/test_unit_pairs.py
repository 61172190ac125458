"""Stored unit tables in shards: the scores of one piece, and the faults that would pair the wrong reports."""

import os
import re

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from streaming_archive import pairs

import radot_fast as ro
from radot_fast.errors import ConfigError, InputError
from radot_fast.streaming import unit_cuts, unit_pairs
from radot_fast.streaming.resumable_run import Run
from radot_fast.streaming.units import ExtractJob, extract_dataset

N = 90


def texts(side):
    table = pairs(N)
    return pl.DataFrame({"report_id": [f"r{k}" for k in range(N)], "text": table[side]})


def folder_of(path, side, shard_rows):
    """Units of one side in shards."""
    source = path / f"{side}.parquet"
    texts(side).write_parquet(source)
    extract_dataset(source, str(path / side), ExtractJob(), Run(shard_rows=shard_rows))
    return path / side


@pytest.fixture
def sides(tmp_path):
    """Unit tables in shards that end at different reports on the two sides."""
    return folder_of(tmp_path, "reference", 40), folder_of(tmp_path, "candidate", 25)


def units(folder):
    return pl.concat([pl.read_parquet(path) for path in sorted(folder.glob("*.parquet"))])


def score(sides, target, **options):
    return ro.score_dataset(None, target, reference_units=sides[0], candidate_units=sides[1], **options)


def one_piece(sides):
    return ro.Scorer().score_units(*map(units, sides), maker=unit_pairs.maker_of_files([_files(f) for f in sides]))


def _files(folder):
    return sorted(map(str, folder.glob("*.parquet")))


@pytest.mark.parametrize("shard_rows", [7, 30, 1000])
def test_scores_are_those_of_one_piece(sides, tmp_path, monkeypatch, shard_rows):
    monkeypatch.setattr(unit_cuts, "ROWS", 11)
    monkeypatch.setattr(unit_pairs, "BATCH_ROWS", 8)
    done = score(sides, tmp_path / "scores", shard_rows=shard_rows, edges=tmp_path / "edges")
    expected = one_piece(sides)
    assert done.done.rows == N
    assert_frame_equal(done.scan().collect(), expected.scores, check_exact=True)
    edges = pl.concat([pl.read_parquet(p) for p in sorted((tmp_path / "edges").glob("*.parquet"))])
    assert_frame_equal(edges, expected.edges, check_exact=True)
    assert done.signature == expected.signature.metadata()
    assert done.signature["readout_match"] == "yes"


def test_a_run_goes_on_and_its_manifest_keeps_both_sides(sides, tmp_path):
    score(sides, tmp_path / "scores", shard_rows=20)
    before = (tmp_path / "scores" / "scores-00002.parquet").read_bytes()
    for number in (0, 2):
        (tmp_path / "scores" / f"scores-0000{number}.parquet").unlink()
    assert score(sides, tmp_path / "scores", shard_rows=20).done.resumed == 3
    assert (tmp_path / "scores" / "scores-00002.parquet").read_bytes() == before
    path = sides[1] / "units-00000.parquet"
    os.utime(path, ns=(1, 1))
    with pytest.raises(InputError, match=r"units-00000\.parquet has changed"):
        score(sides, tmp_path / "scores", shard_rows=20)


def test_workers_give_the_same_bytes(sides, tmp_path):
    score(sides, tmp_path / "one", shard_rows=30)
    score(sides, tmp_path / "two", shard_rows=30, workers=2)
    for path in (tmp_path / "one").glob("*.parquet"):
        assert (tmp_path / "two" / path.name).read_bytes() == path.read_bytes()


def test_another_order_or_another_report_is_told(sides, tmp_path):
    table = units(sides[1])
    shuffled = table.filter(pl.col("report_id") != "r3").vstack(table.filter(pl.col("report_id") == "r3"))
    for changed, told in (
        (shuffled, "report 3 differs by its id"),
        (table.filter(pl.col("report_id") != "r89"), "the candidate units end before report 89"),
        (table.vstack(table[:1].with_columns(report_id=pl.lit("new"))), "the reference units end before report 90"),
    ):
        changed.write_parquet(tmp_path / "other.parquet")
        with pytest.raises(InputError, match=re.escape(told)) as error:
            score((sides[0], tmp_path / "other.parquet"), tmp_path / "scores", shard_rows=20)
        assert not re.search(r"'(r\d+|new)'", str(error.value))  # an id may be words of a report
    assert not (tmp_path / "scores" / "manifest.json").exists()


def test_a_report_in_two_places_is_told(sides, tmp_path):
    both = []
    for side in sides:
        table = units(side)
        both.append(tmp_path / f"{side.name}-apart.parquet")
        table.vstack(table.filter(pl.col("report_id") == "r3")).write_parquet(both[-1])
    with pytest.raises(InputError, match="units of 1 reports stand in more than one place"):
        score(both, tmp_path / "scores")
    cut = tmp_path / "cut"
    cut.mkdir()
    table = units(sides[0])
    at = int((table["report_id"] == "r5").arg_max()) + 1
    assert table["report_id"][at] == "r5", "the report has two units"
    table[:at].write_parquet(cut / "a.parquet")
    table[at:].write_parquet(cut / "b.parquet")
    with pytest.raises(InputError, match=r"b\.parquet: begins in the middle of a report"):
        score((cut, sides[1]), tmp_path / "scores")


def test_makers_and_options_that_do_not_fit(sides, tmp_path):
    with pytest.raises(ConfigError, match="go together"):
        ro.score_dataset("pairs.csv", tmp_path / "s", reference_units=sides[0], candidate_units=sides[1])
    with pytest.raises(ConfigError, match="no pairs are given"):
        ro.score_dataset(None, tmp_path / "s")
    with pytest.raises(ConfigError, match="no sections"):
        score(sides, tmp_path / "s", section="findings")
    ro.write_units(units(sides[0]), tmp_path / "u.csv")
    with pytest.raises(InputError, match="from Parquet only"):
        score((tmp_path / "u.csv", sides[1]), tmp_path / "s")
    first = sides[0] / "units-00000.parquet"
    table = pl.read_parquet(first).with_columns(source=pl.lit("llm"))
    first.unlink()
    table.write_parquet(first)  # without its metadata
    with pytest.raises(ConfigError, match="made by different readers"):
        score(sides, tmp_path / "s")

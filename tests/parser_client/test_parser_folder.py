"""``radot parse REPORTS -o FOLDER``: the units of one piece, over one endpoint or two; nothing is sent twice."""

import parser_endpoint as pe
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from test_parser_command import invoke

import radot_fast as ro
from radot_fast.errors import ConfigError, EndpointError
from radot_fast.io.files import read_signature
from radot_fast.streaming import parsed


@pytest.fixture
def reports(tmp_path, monkeypatch):
    """Eleven reports in shards of three."""
    monkeypatch.setattr(parsed, "SHARD_ROWS", 3)
    path = tmp_path / "reports.csv"
    texts = [f"Small left pleural effusion on image {k}. No pneumothorax." for k in range(11)]
    pl.DataFrame({"report_id": [f"r{k}" for k in range(11)], "text": texts}).write_csv(path)
    return path


@pytest.fixture
def second():
    with pe.Endpoint() as running:
        yield running


def units(folder):
    return pl.concat([pl.read_parquet(path) for path in sorted(folder.glob("units-*.parquet"))])


def test_two_endpoints_give_the_units_of_one_piece(server, second, reports, tmp_path):
    addresses = ("--base-url", server.url, "--base-url", second.url)
    done = invoke(reports, *addresses, "-o", tmp_path / "units", "--store", tmp_path / "s.db")
    assert done.return_value == 0
    assert "11 reports in 4 shards" in done.output
    assert (sum(server.texts.values()), sum(second.texts.values())) == (6, 5)
    invoke(reports, "--base-url", server.url, "-o", tmp_path / "one.parquet")
    assert_frame_equal(units(tmp_path / "units"), pl.read_parquet(tmp_path / "one.parquet"), check_exact=True)
    shard, one = (read_signature(tmp_path / name) for name in ("units/units-00002.parquet", "one.parquet"))
    assert shard["maker"] == one["maker"]
    assert ro.read_units(tmp_path / "units" / "units-00000.parquet").table.height == 6
    both = dict.fromkeys(("reference_units", "candidate_units"), tmp_path / "units")
    (tmp_path / "copy").symlink_to(tmp_path / "units")
    with pytest.raises(ro.errors.InputError, match="one of them stands twice"):
        ro.score_dataset(None, tmp_path / "scores", **both)


def test_a_broken_run_goes_on_and_sends_nothing_twice(server, reports, tmp_path):
    to = ("--base-url", server.url, "-o", tmp_path / "units", "--store", tmp_path / "s.db")
    server.faults = [None] * 7 + [pe.status(401)]
    with pytest.raises(EndpointError):
        invoke(reports, *to, "--concurrency", 1)
    assert 1 <= len(list((tmp_path / "units").glob("units-*"))) < 4
    sent = sum(server.texts.values())
    done = invoke(reports, *to)
    assert done.return_value == 0
    assert units(tmp_path / "units")["report_id"].n_unique() == 11
    assert sum(server.texts.values()) - sent == 11 - 7, "the seven that were answered are in shards or in the store"


def test_a_report_that_failed_keeps_its_row_and_can_be_sent_again(server, reports, tmp_path):
    to = ("--base-url", server.url, "-o", tmp_path / "units", "--store", tmp_path / "s.db")
    server.faults = [pe.status(400)]
    done = invoke(reports, *to)
    assert done.return_value == 1
    assert "1 reports were not parsed" in done.output
    assert dict(units(tmp_path / "units")["parse_status"].value_counts().iter_rows()) == {
        "ok": 20,
        "extraction_failed": 1,
    }
    assert invoke(reports, *to, "--no-resume", "--retry-failed").return_value == 0
    assert sum(server.texts.values()) == 12


def test_endpoints_that_serve_different_models_are_refused(server, reports, tmp_path):
    with pe.Endpoint(models=("another",)) as other, pytest.raises(ConfigError, match="another model or dialect"):
        invoke(reports, "--base-url", server.url, "--base-url", other.url, "-o", tmp_path / "units")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-o", "folder", "--limit", 3), "goes without"),
        (("-o", "u.csv", "--no-resume"), "go with -o FOLDER"),
        (("-o", "u.csv", "--base-url", "http://127.0.0.1:9/v1"), "go with -o FOLDER"),
    ],
)
def test_options_that_do_not_fit(reports, options, told):
    with pytest.raises(ConfigError, match=told):
        invoke(reports, "--base-url", "http://127.0.0.1:1/v1", *options)
    with pytest.raises(ConfigError, match="standard input"):
        invoke("-", "--base-url", "http://127.0.0.1:1/v1", "-o", "folder")

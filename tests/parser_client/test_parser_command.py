"""``radot parse``: files in and out, exit codes, one line for what cannot be."""

import json

import parser_endpoint as pe
import polars as pl
import pytest
from click.testing import CliRunner

from parser_client import Endpoint, parse_dataset
from radot_fast.cli.parse import command
from radot_fast.errors import ConfigError, InputError
from radot_fast.units.schema import read_units

REPORT = "Small left pleural effusion. No pneumothorax."


@pytest.fixture
def reports_file(tmp_path):
    path = tmp_path / "reports.csv"
    pl.DataFrame({"report_id": ["007", "008", "009"], "text": [REPORT, "Lungs clear.", REPORT]}).write_csv(path)
    return path


def invoke(*args):
    return CliRunner().invoke(command, [str(a) for a in args], catch_exceptions=False, standalone_mode=False)


def test_command(server, reports_file, tmp_path):
    out = tmp_path / "units.parquet"
    done = invoke(reports_file, "--base-url", server.url, "--model", pe.MODEL, "-o", out, "--store", tmp_path / "s.db")
    assert done.return_value == 0
    assert "reports ok" in done.output
    units = pl.read_parquet(out)
    assert units["report_id"].unique(maintain_order=True).to_list() == ["007", "008", "009"]
    metadata = json.loads((tmp_path / "units.parquet.run.json").read_text())
    assert metadata["requests"]["sent"] == 2
    first = out.read_bytes()
    invoke(reports_file, "--base-url", server.url, "-o", out, "--store", tmp_path / "s.db")
    assert out.read_bytes() == first


def test_command_says_when_a_report_was_not_parsed(server, reports_file, tmp_path):
    server.faults = [pe.status(400)]
    done = invoke(reports_file, "--base-url", server.url, "-o", tmp_path / "u.csv", "--limit", 1)
    assert done.return_value == 1
    assert "were not parsed" in done.output
    assert "effusion" not in done.output


def test_command_says_why_a_report_was_not_parsed(server, reports_file, tmp_path):
    server.faults = [pe.status(400)]
    done = invoke(reports_file, "--base-url", server.url, "-o", tmp_path / "u.csv", "--limit", 1)
    assert "because http 400" in done.output
    server.every = pe.says('{"units": []}')
    done = invoke(reports_file, "--base-url", server.url, "-o", tmp_path / "u.csv")
    assert "because the model found no unit" in done.output


def test_a_unit_against_its_report_is_settled_counted_and_kept_with_the_models_words(server, reports_file, tmp_path):
    normal = pe.unit_of("Lungs clear", canonical_finding="clear lungs", polarity="present")
    against = pe.unit_of("No pneumothorax", canonical_finding="pneumothorax", polarity="present")
    remark = pe.unit_of("Lungs clear", canonical_finding="limited study", polarity="present")
    server.every = pe.says(json.dumps({"units": [normal, against, remark]}))
    out = tmp_path / "u.parquet"
    done = invoke(reports_file, "--base-url", server.url, "-o", out)
    rows = read_units(out).table
    assert rows["polarity"].unique().to_list() == ["absent"]
    assert rows["model_polarity"].unique().to_list() == ["present"]
    assert set(rows["model_finding"]) == {"clear lungs", "pneumothorax"}
    assert set(rows["conflict"]) == {"name", "span"}
    metadata = json.loads((tmp_path / "u.parquet.run.json").read_text())
    assert metadata["conflicts"] == {"name": 3, "span": 3}
    assert metadata["repairs"]["remark"] == 3
    assert "polarity against its span, settled" in done.output


def test_command_dry_run_sends_nothing(server, reports_file, tmp_path):
    done = invoke(reports_file, "--dry-run", "--model", "m", "--price-in", 1, "--price-out", 2)
    assert done.return_value == 0
    assert "nothing was sent" in done.output
    assert "cost, about" in done.output
    assert server.requests == []


def test_command_dry_run_knows_what_an_earlier_run_stored(server, reports_file, tmp_path):
    store = tmp_path / "s.db"
    invoke(reports_file, "--base-url", server.url, "--store", store, "--limit", 1)
    done = invoke(reports_file, "--dry-run", "--store", store)
    shown = dict(line.rsplit(maxsplit=1) for line in done.output.splitlines() if len(line.split()) > 1)
    assert (shown["in the store"], shown["requests"]) == ("1", "1")


def test_command_batch(reports_file, tmp_path):
    prefix, store = tmp_path / "batch", tmp_path / "s.db"
    done = invoke(reports_file, "--export-batch", prefix, "--model", pe.MODEL, "--store", store)
    assert done.return_value == 0
    lines = pe.answers_to([tmp_path / "batch-00001.jsonl"])
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, lines)))
    args = (reports_file, "--import-batch", tmp_path / "in.jsonl", "--model", pe.MODEL, "--store", store)
    assert invoke(*args, "-o", tmp_path / "u.parquet").return_value == 0
    assert pl.read_parquet(tmp_path / "u.parquet")["unit_index"].null_count() == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["-o", "u.parquet"], "--base-url"),
        (["--base-url", "http://127.0.0.1:9/v1"], "answers would be lost"),
        (["--base-url", "http://127.0.0.1:9/v1", "-o", "u.txt"], "ending"),
        (["--base-url", "http://example.org/v1", "-o", "u.csv"], "--allow-remote"),
        (["--import-batch", "x", "--model", "m"], "--store"),
    ],
)
def test_command_refuses_early(reports_file, args, says):
    with pytest.raises((ConfigError, InputError), match=says):
        invoke(reports_file, *args)


def test_equal_ids_are_refused(server):
    with pytest.raises(InputError, match="unique"):
        parse_dataset(pl.DataFrame({"report_id": ["a", "a"], "text": ["x", "y"]}), Endpoint(server.url))

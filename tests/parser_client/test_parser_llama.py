"""End to end against a real llama.cpp server with a real small model; ``scripts/parser_server pytest …`` starts it.

The model is far too small to read reports: what is tested is that the wire, the grammar and the table hold.
"""

import json
import os
import urllib.request

import parser_endpoint as pe
import polars as pl
import pytest
from click.testing import CliRunner

from parser_client import Decoding, Endpoint, Limits, ParseOptions, parse_dataset
from parser_client.answers import parse_answer, salvage_units
from parser_client.bodies import BodyMaker, Plan
from parser_client.dataset import Hooks
from parser_client.fields import CONFIDENCES
from radot_fast.cli.parse import command
from radot_fast.units.schema import check_units

URL = os.environ.get("RADOT_LLAMA_URL", "")
pytestmark = [pytest.mark.llama, pytest.mark.skipif(not URL, reason="RADOT_LLAMA_URL is not set")]

REPORTS = [
    "Small left pleural effusion. No pneumothorax.",
    "The heart is mildly enlarged. Lungs are clear.",
    "Small left pleural effusion. No pneumothorax.",
    "",
]
# Few tokens: the whole ladder of a report is 48 + 96 + 192 + 192 of them, at some 30 a second.
OPTIONS = ParseOptions(Decoding(max_tokens=48), Limits(concurrency=2))


def table(texts):
    return pl.DataFrame({"report_id": [f"r{i}" for i in range(len(texts))], "text": texts})


def post(body):
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/chat/completions", data=body, headers=head)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    said = []
    store = tmp_path_factory.mktemp("llama") / "store.db"
    done = parse_dataset(table(REPORTS), Endpoint(URL), store, OPTIONS, hooks=Hooks(say=said.append))
    return done, store, said


def test_the_server_enforces_the_schema(run):
    done, _, said = run
    assert done.metadata["endpoint"]["findings"] == {"json_schema": "enforced"}
    assert said == []


def test_every_report_has_units_or_says_why(run):
    done, _, _ = run
    statuses = dict(done.units.select("report_id", "parse_status").unique().iter_rows())
    assert set(statuses) == {"r0", "r1", "r2", "r3"}
    assert statuses["r3"] == "empty"
    assert all(statuses[r] in ("ok", "salvaged", "fallback") for r in ("r0", "r1", "r2"))
    assert check_units(done.units).rejected == {}
    assert done.metadata["requests"]["prompt_tokens"] > 0


def test_identical_reports_are_identical(run):
    done, _, _ = run
    first, third = (done.units.filter(pl.col("report_id") == r).drop("report_id") for r in ("r0", "r2"))
    assert first.equals(third)
    assert done.metadata["requests"]["sent"] == 2


def test_the_store_answers_the_second_run(run):
    done, store, _ = run
    again = parse_dataset(table(REPORTS), Endpoint(URL), store, OPTIONS)
    assert again.metadata["requests"]["sent"] == 0
    assert again.units.equals(done.units)


def test_the_bounded_schema_is_kept_to_by_the_grammar():
    plan = Plan("smollm2-135m", "smollm2-135m", "json_schema", Decoding(max_tokens=300))
    make = BodyMaker(plan)
    choice = post(make("Lungs are clear.", make.variant()))["choices"][0]
    said = choice["message"]["content"]
    units = parse_answer(said) if choice["finish_reason"] == "stop" else salvage_units(said).units
    assert said.lstrip().startswith("{")
    assert all(u["polarity"] in ("present", "absent", "uncertain", None) for u in units)
    assert all(u["confidence"] in CONFIDENCES for u in units)


def test_a_tiny_token_limit_climbs_the_ladder(tmp_path):
    options = ParseOptions(Decoding(max_tokens=24), Limits(concurrency=1))
    done = parse_dataset(table(REPORTS[:1]), Endpoint(URL), tmp_path / "s.db", options)
    assert done.metadata["requests"]["attempts"] > 1
    assert done.metadata["reports"].keys() <= {"ok", "salvaged", "fallback"}


def test_too_long_a_report_is_rejected_not_cut(tmp_path):
    done = parse_dataset(table(["Clear lungs. " * 3000]), Endpoint(URL), tmp_path / "s.db", OPTIONS)
    assert done.metadata["reports"] == {"extraction_failed": 1}


def test_behind_a_proxy_that_breaks_everything(tmp_path):
    faults = [
        pe.status(429, {"Retry-After": "0"}),
        pe.status(429),
        pe.status(503),
        pe.reset,
        pe.truncated,
        pe.raw(b"<html>502</html>", "text/html"),
    ]
    quick = ParseOptions(Decoding(max_tokens=24), Limits(concurrency=1, backoff=0.01, tries=10), faithful=True)
    with pe.Endpoint(faults, upstream=URL) as proxy:
        done = parse_dataset(table(REPORTS[:1]), Endpoint(proxy.url), tmp_path / "s.db", quick)
    assert done.metadata["requests"]["retries"] == len(faults)
    assert done.metadata["reports"].keys() <= {"ok", "salvaged", "fallback"}


def test_the_command(run, tmp_path):
    table(REPORTS).write_parquet(tmp_path / "r.parquet")
    args = [
        tmp_path / "r.parquet",
        "--base-url",
        URL,
        "-o",
        tmp_path / "u.parquet",
        "--max-tokens",
        48,
        "--store",
        run[1],
    ]
    done = CliRunner().invoke(command, [str(a) for a in args], catch_exceptions=False, standalone_mode=False)
    assert done.return_value == 0
    assert pl.read_parquet(tmp_path / "u.parquet")["report_id"].n_unique() == 4

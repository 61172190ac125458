"""The prompts: compact, with examples that keep to their own rules, and older answers are still read."""

import json

import polars as pl
import pytest

from parser_client import ParseOptions
from parser_client.answers import parse_answer
from parser_client.prompt import PROMPT_VERSION, PROMPTS, messages, prompt_hash, version_of
from radot_fast.errors import ConfigError
from radot_fast.extraction import load_lexicon
from radot_fast.extraction.llm_units import reconcile_units
from radot_fast.extraction.second_reading import second_readings

REPORT = "Small left pleural effusion. No pneumothorax."
EXAMPLES = [(version, report, answer) for version, prompt in PROMPTS.items() for report, answer in prompt.examples]


def test_prompt_1_is_the_one_that_stores_hold():
    assert prompt_hash("1") == "5517628231d1a07cf70360990f421e0c4b5fbdf794e357cd7df1056b4f19c5d8"
    assert PROMPT_VERSION == "2"
    assert version_of(prompt_hash("2")) == "2"
    assert version_of("0" * 64) is None


def test_the_prompt_is_compact():
    assert sum(len(m["content"]) for m in messages("")) < 5_500  # about 1,350 tokens


@pytest.mark.parametrize(("version", "report", "answer"), EXAMPLES)
def test_examples_are_read_and_contradict_nothing(version, report, answer):
    lexicon = load_lexicon()
    units = parse_answer(json.dumps(answer))
    surfaces = []
    for unit in units:
        start = report.index(unit["span_text"])
        lists = {name: [pair["surface"] for pair in unit[name]] for name in ("anatomy", "modifiers")}
        place = {"span_start": start, "span_end": start + len(unit["span_text"]), "source": "llm"}
        surfaces.append({**unit, **lists, **place})
    done = reconcile_units(surfaces, report, second_readings([report], lexicon)[report], lexicon)
    assert len(done.rows) == len(units)
    assert [row["conflict"] for row in done.rows] == [None] * len(units)
    assert all(row["canonical_finding"] for row in done.rows)
    if version == "2":
        assert [(r["polarity"], r["uncertainty"]) for r in done.rows] == [
            (u["polarity"], u["uncertainty"]) for u in units
        ]


def test_answers_to_an_older_prompt_are_read_without_a_request(server, parse):
    first = parse(server, [REPORT], prompt="1")
    n = len(server.requests)
    again = parse(server, [REPORT], prompt="1")
    assert len(server.requests) == n
    assert again.units.equals(first.units)
    assert first.units["prompt_version"].unique().to_list() == ["1"]
    assert again.metadata["parse"]["prompt_version"] == "1"
    newer = parse(server, [REPORT])
    assert len(server.requests) == n + 1
    assert newer.units["prompt_version"].unique().to_list() == ["2"]
    assert any("1 answers to prompt 1" in line for line in parse.said)
    columns = pl.exclude("prompt_hash", "prompt_version")
    assert newer.units.select(columns).equals(first.units.select(columns))


def test_an_unknown_prompt_is_refused():
    with pytest.raises(ConfigError, match="not one of 1, 2"):
        ParseOptions(prompt="3")


def test_the_prompt_that_is_sent_is_the_newest(server, parse):
    parse(server, [REPORT])
    assert "cardiomegaly absent" in json.dumps(server.requests[-1])

"""With others' eyes: the openai SDK sends what we send, llguidance can enforce our schema, the scorer takes our table.

The SDK (2.60 ms of CPU a request) and llguidance are no dependencies; without them their tests are skipped.
"""

import json

import parser_endpoint as pe
import pytest

import radot_fast as ro
from parser_client import Decoding
from parser_client.bodies import BodyMaker, Plan
from parser_client.client import read_chat
from parser_client.fields import FIELDS, answer_schema

REPORT = "Small left pleural effusion. No pneumothorax."


def test_the_openai_sdk_sends_the_same_body_and_reads_the_same_answer(server):
    openai = pytest.importorskip("openai")
    make = BodyMaker(Plan(pe.MODEL, pe.MODEL, "json_schema", Decoding()))
    ours = json.loads(make(REPORT, make.variant()))
    with openai.OpenAI(base_url=server.url, api_key="none", max_retries=0) as sdk:
        answer = sdk.chat.completions.create(**ours)
    assert server.requests == [ours]
    assert json.dumps(server.requests[0]["response_format"]) == json.dumps(ours["response_format"])
    assert read_chat(answer.to_dict()).content == answer.choices[0].message.content


@pytest.mark.parametrize("bounded", [True, False])
def test_llguidance_can_enforce_the_schema(bounded):
    llguidance = pytest.importorskip("llguidance")
    grammar = llguidance.LLMatcher.grammar_from_json_schema(json.dumps(answer_schema(bounded)))
    assert llguidance.LLMatcher.validate_grammar(grammar) == ""


def test_the_schema_asks_for_the_eleven_fields_in_order():
    for bounded in (True, False):
        unit = answer_schema(bounded)["properties"]["units"]["items"]
        assert list(unit["properties"]) == unit["required"] == list(FIELDS)
        assert len(FIELDS) == 11
        assert list(unit["properties"]["attributes"]["properties"]) == ["severity"]
    strict = json.dumps(answer_schema(False))
    assert not any(bound in strict for bound in ("maxLength", "minLength", "maxItems", "minimum", "maximum"))


@pytest.mark.both
def test_the_same_table_scores_to_the_same_bits(server, parse, tmp_path):
    reference = parse(server, [REPORT, "Heart is large. No effusion.", ""]).units
    candidate = parse(server, ["Large left effusion.", "Heart is large.", "No pneumothorax."]).units
    first = ro.Scorer().score_units(reference, candidate).scores
    ro.write_units(reference, tmp_path / "r.parquet")
    again = parse(server, [REPORT, "Heart is large. No effusion.", ""]).units
    second = ro.Scorer().score_units(again, candidate).scores
    third = ro.Scorer().score_units(ro.read_units(tmp_path / "r.parquet").table, candidate).scores
    assert first.equals(second)
    assert first.equals(third)
    assert first["risk_total"].null_count() == 0

"""``radot reproduce --base-url``: the reports of all sets parsed in the run, each text once."""

import polars as pl
import pytest
from parser_endpoint import MODEL, status

from radot_fast.cli.parse import parsed_reports
from radot_fast.cli.reproduce import _parsed
from radot_fast.datasets.annotated import AnnotatedPairs
from radot_fast.errors import InputError
from radot_fast.evaluation.protocol.inputs import Inputs
from radot_fast.evaluation.stress.stress import StressSet
from radot_fast.extraction import load_lexicon

REPORT = "Small left pleural effusion. No pneumothorax."


def pairs(name):
    columns = {"pair_id": ["a", "b"], "group": ["a", "b"], "reference": [REPORT, "Lungs clear."]}
    return AnnotatedPairs(name, pl.DataFrame(columns | {"candidate": [REPORT, ""], "total": [0.0, 1.0]}))


@pytest.fixture
def asked(server, tmp_path):
    told = {"base_url": server.url, "model": MODEL, "api_key_env": None, "allow_remote": False, "lexicon": None}
    return {**told, "store": tmp_path / "s.db", "faithful": True, "rexerr": "given"}


def test_every_set_gets_its_units_and_a_text_is_sent_once(server, asked):
    reports = pl.DataFrame({"source_id": ["s"], "clean": [REPORT], "corrupted": ["Lungs clear."]})
    stress = StressSet("ReXErr-v1 test", reports)
    inputs = _parsed(Inputs(pairs("one"), pairs("two"), load_lexicon(), (stress,)), asked)
    for stored in (inputs.source_units, inputs.target_units):
        assert set(stored.reference["report_id"]) == {"a", "b"} == set(stored.candidate["report_id"])
    assert set(inputs.stress_units.reference["report_id"]) == {"s"}
    assert set(inputs.stress_units.candidate["report_id"]) == {"clean:s", "corrupted:s"}
    assert inputs.made_by("source").kind == "model"
    assert inputs.made_by("source").model == MODEL
    assert set(server.texts.values()) == {1}


def test_a_report_that_was_not_parsed_stops_the_run(server, asked):
    server.every = status(400)
    with pytest.raises(InputError, match="1 of 1 reports were not parsed: run again with the same --store"):
        parsed_reports(pl.DataFrame({"report_id": ["x"], "text": [REPORT]}), asked)

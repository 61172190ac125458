"""Silence: no finding is read in what is no report of a chest radiograph in English, and reports keep theirs."""

import tomllib
from pathlib import Path

import pytest

from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.extraction.extract import read_reports

TEXTS = tomllib.loads((Path(__file__).parent / "not_reports.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", TEXTS["unread"])
def test_nothing_is_read_in_other_texts(text):
    units, counts = read_reports([text])
    units = units.table
    assert counts.unread.all()
    assert counts.unread_share == [1.0]
    assert units["canonical_finding"].null_count() == units["device"].null_count() == units.height
    assert set(units["source"]) <= {"fallback", None}


@pytest.mark.parametrize("text", TEXTS["read"])
def test_a_report_that_names_other_parts_too_is_read(text):
    units, counts = read_reports([text])
    units = units.table
    assert not counts.unread.any()
    assert not counts.elsewhere.any()
    assert units["canonical_finding"].drop_nulls().len() > 0


def test_talk_says_nothing_of_the_patient():
    units = extract_units(["Please describe signs such as pneumonia. Small left effusion."])
    assert units["canonical_finding"].to_list() == ["pleural_effusion"]


def test_a_report_is_about_a_chest_whatever_was_read_before_it():
    """Two sentences of the kidneys make one report unread, and none of the other reports that hold one of them."""
    kidneys = "The left kidney is normal. Right kidney with a mass."
    chest = "The left kidney is normal. Small left effusion."
    alone = extract_units([chest])
    _, counts = read_reports([kidneys, chest, kidneys + " " + chest])
    assert counts.elsewhere.tolist() == [True, False, True]
    assert extract_units([kidneys, chest]).filter(report_id="1").drop("report_id").equals(alone.drop("report_id"))


def test_words_of_other_examinations_are_data(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('[elsewhere.abdomen]\nremove = ["kidney"]\n[findings.renal_mass]\nforms = ["kidney tumor"]')
    text = "Large kidney tumor."
    assert read_reports([text])[1].elsewhere.all()
    units, counts = read_reports([text], lexicon=load_lexicon(path))
    units = units.table
    assert not counts.elsewhere.any()
    assert units["canonical_finding"].to_list() == ["renal_mass"]

"""Truth by construction for sentences of two findings: a sample of them, and what the judgement notices."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "reading_constructions.py"
SPEC = importlib.util.spec_from_file_location("reading_constructions", SCRIPT)
reading = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(reading)

MISSED = 119
"""Sentences of two findings that are not read, of four drawn for each construction. Rows that are read add none."""


@pytest.fixture(scope="module")
def judged():
    return list(reading.judged(list(reading.cells(fillers=4, seed=1))))


def test_there_are_constructions_enough():
    assert len(reading.constructions()) >= 460
    assert len(reading.held_out()) >= 90


def test_slots_are_filled_and_everything_expected_is_named():
    for cell in reading.cells(fillers=1):
        assert "{" not in cell.text
        assert cell.said, cell.construction


def test_most_constructions_are_read(judged):
    """The open constructions, and those held out, for which no rule was made."""
    kept = reading.held_out()
    for some, least in ((False, 0.94), (True, 0.8)):
        good = [right for cell, right, _ in judged if (cell.construction in kept) == some]
        assert sum(good) >= least * len(good), (some, sum(good) / len(good))


def test_no_more_constructions_are_missed_than_before(judged):
    missed = [cell.text for cell, right, _ in judged if not right]
    assert len(missed) <= MISSED, f"{len(missed)}: read more? then lower the bound; less? see reading_constructions.py"


def test_another_side_degree_or_change_is_noticed(judged):
    """The judgement can fail: with what is expected turned over hardly a cell is right."""
    other = {"left": "right", "right": "left", "mild": "severe", "severe": "mild", "moderate": "mild"}
    other |= {"worsened": "improved", "improved": "worsened", "stable": "new"}
    turned = []
    for cell, right, _ in judged:
        said = tuple(one._replace(**{k: other.get(v, v) for k, v in one._asdict().items()}) for one in cell.said)
        if right and said != cell.said:
            turned.append(cell._replace(said=said))
    assert len(turned) > 300
    assert sum(right for _, right, _ in reading.judged(turned)) < 0.05 * len(turned)


def test_an_added_finding_is_noticed():
    (cell,) = [cell for cell in reading.cells(fillers=1) if cell.construction == "{s} {A} and {t} {B}."]
    added = cell._replace(text=cell.text + " Hiatal hernia.")
    assert [right for _, right, _ in reading.judged([cell, added])] == [True, False]

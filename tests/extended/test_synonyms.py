"""Another word for a finding is no discrepancy: a sample of the lexicon's forms in frames, two of a label at a time."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture(scope="module")
def table():
    sys.path.insert(0, str(SCRIPTS))
    try:
        spec = importlib.util.spec_from_file_location("synonym_pairs", SCRIPTS / "synonym_pairs.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(SCRIPTS))
    return module.judged(module.pairs(1200))


def test_strict_synonyms_are_free(table):
    strict = table.filter("strict")
    assert strict.height > 250
    assert strict.filter(~strict["free"]).rows() == []


def test_most_forms_of_a_label_are_free(table):
    # The others name a place, a kind or a side of their own: "plaques along both domes" beside "apical cap".
    assert table["free"].mean() > 0.85

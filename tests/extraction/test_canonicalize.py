"""Messy values of an LLM end in the labels of the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.extraction.canonicalize import canonicalize
from radot_fast.units.schema import UNIT_SCHEMA, check_units

LEXICON = load_lexicon()
COLUMNS = set(UNIT_SCHEMA) - {"report_id", "unit_index"}


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("severity", "Small", "mild"),
        ("severity", "TRACE", "mild"),
        ("severity", "moderate to severe", "severe"),
        ("severity", "none", None),
        ("severity", "n/a", None),
        ("severity", "weird", "weird"),
        ("comparison", "no change", "stable"),
        ("comparison", "Unchanged", "stable"),
        ("comparison", "interval increase", "worsened"),
        ("comparison", "none", "none"),
        ("comparison", "null", None),
        ("polarity", "Positive", "present"),
        ("polarity", "NEGATED", "absent"),
        ("polarity", "", None),
        ("uncertainty", "likely", "probable"),
        ("canonical_finding", "Pleural Effusion", "pleural_effusion"),
        ("canonical_finding", "enlarged heart", "cardiomegaly"),
        ("canonical_finding", "heart size normal", "cardiomegaly"),
        ("canonical_finding", "pleural_effusion", "pleural_effusion"),
        ("canonical_finding", "Never Heard Of", "never_heard_of"),
        ("canonical_finding", "none", None),
        ("device", "ET tube", "endotracheal_tube"),
        ("device", "None", None),
        ("anatomy", "R lung base", ["right", "lung_base"]),
        ("anatomy", "bilat. bases", ["bilateral", "lung_base"]),
        ("anatomy", ["left", "Right"], ["bilateral"]),
        ("anatomy", "left; lower lobe", ["left", "lower_lobe"]),
        ("anatomy", [{"label": "left lung base", "surface": "x"}], ["left", "lung_base"]),
        ("anatomy", "none", []),
        ("anatomy", None, []),
        ("anatomy", "left great toe", ["left"]),
        ("modifiers", "Patchy, ill-defined", ["patchy"]),
        ("modifiers", ["streaky", "odd"], ["linear", "odd"]),
        ("confidence", "90%", 0.9),
        ("confidence", 7, 1.0),
        ("confidence", "high", None),
    ],
)
def test_values(column, value, expected):
    assert canonicalize({"span_text": "x", column: value}, LEXICON)[column] == expected


def test_device_brings_its_concept():
    row = canonicalize({"span_text": "x", "canonical_finding": None, "device": "nasogastric tube"}, LEXICON)
    assert (row["canonical_finding"], row["device"]) == ("tube", "enteric_tube")


def test_values_outside_the_closed_lists_are_kept():
    row = canonicalize({"span_text": "x", "polarity": "sideways", "comparison": "blue"}, LEXICON)
    assert row["polarity"] is None
    assert row["polarity_raw"] == "sideways"
    assert row["comparison_raw"] == "blue"


def test_rule_units_are_their_own_canonical_form():
    text = "Small left pleural effusion, unchanged. No pneumothorax. ETT in place. Possible RUL pneumonia."
    for row in extract_units([text]).iter_rows(named=True):
        surface = {k: row[k] for k in COLUMNS}
        assert canonicalize(surface, LEXICON) == surface
        assert canonicalize(canonicalize(surface, LEXICON), LEXICON) == surface


messy = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(COLUMNS)), messy))
def test_anything_becomes_a_row(surface):
    import polars as pl

    row = canonicalize(surface, LEXICON)
    assert set(row) >= COLUMNS
    raw = {k for k in row if k.endswith("_raw")}
    values = {k: row[k] for k in row if k not in raw}
    table = pl.DataFrame([values], schema={k: UNIT_SCHEMA[k] for k in values})
    check_units(table.with_columns(report_id=pl.lit("a"), unit_index=pl.lit(0, dtype=pl.Int64)))

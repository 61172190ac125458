import polars as pl
import pytest
from made_units import discrepancies, unit

from radot_fast.extended.discrepancy_table import SCHEMA


def categories(reference, candidate):
    return discrepancies(reference, candidate)["category"].to_list()


CASES = {
    "omission": ([unit("nodule")], []),
    "false_finding": ([], [unit("nodule")]),
    "location": ([unit("nodule", anatomy=["left"])], [unit("nodule", anatomy=["right"])]),
    "severity": ([unit("edema", severity="mild")], [unit("edema", severity="severe")]),
    "unsupported_comparison": ([unit("edema")], [unit("edema", comparison="worsened")]),
    "omitted_comparison": ([unit("edema", comparison="new")], [unit("edema")]),
    "unsupported_uncertainty": ([unit("edema", uncertainty="definite")], [unit("edema", uncertainty="possible")]),
    "omitted_uncertainty": ([unit("edema", polarity="uncertain")], [unit("edema", uncertainty="definite")]),
    "measurement": ([unit("mass", span_text="3 cm mass")], [unit("mass", span_text="15 mm mass")]),
    "naming": ([unit("opacity")], [unit("pneumonia")]),
    "device": (
        [unit("tube", device="endotracheal_tube", anatomy=["carina"])],
        [unit("tube", device="endotracheal_tube", anatomy=["stomach"])],
    ),
}


@pytest.mark.parametrize("category", CASES)
def test_each_category(category):
    table = discrepancies(*CASES[category])
    assert table["category"].to_list() == [category]
    assert 0 < table["magnitude"][0] <= 1
    assert table["reason"][0]
    assert table.columns == ["pair", *(c for c in SCHEMA.names() if c not in ("pair_id", "row"))]


def test_the_same_report_has_none():
    both = [case[0][0] for case in CASES.values() if case[0]]
    assert not categories(both, both)


def test_one_side_of_an_omission_is_null():
    row = discrepancies([unit("nodule")], [unit("edema")]).row(0, named=True)
    assert row["ref_span"] == "nodule here"
    assert row["cand_span"] is None
    assert row["significance"] == "actionable"


def test_a_denied_finding_says_so():
    row = discrepancies([unit("nodule")], [unit("nodule", "absent")]).row(0, named=True)
    assert row["reason"] == "nodule is in the reference only: the candidate says it is absent"


def test_what_one_report_does_not_state_is_no_discrepancy():
    assert not categories([unit("nodule", anatomy=["left"], severity="mild")], [unit("nodule")])


def test_the_sentence_is_the_one_around_the_span():
    text = "Heart is normal. A mass of 2.5 cm is in the left lung. No effusion."
    at = text.index("mass")
    mass = unit("mass", span_text="mass", span_start=at, span_end=at + 4)
    table = discrepancies([mass], [], pl.Series([text, ""]))
    assert table["sentence"].to_list() == ["A mass of 2.5 cm is in the left lung."]


def test_a_reason_reads_as_english():
    sides = [unit("surgical_clips"), unit("central_line", device="picc"), unit("kyphosis")], []
    assert discrepancies(*sides)["reason"].to_list() == [
        "surgical clips are in the reference only",
        "PICC is in the reference only",
        "kyphosis is in the reference only",
    ]


def test_a_finding_of_two_bones_and_one_of_each_are_the_same():
    both = [unit("fracture", anatomy=["right", "rib", "scapula"])]
    of_each = [
        unit("fracture", anatomy=["right", bone], span_start=40 * k, span_end=40 * k + 8)
        for k, bone in enumerate(("rib", "scapula"))
    ]
    assert discrepancies(both, of_each).height == discrepancies(of_each, both).height == 0
    assert discrepancies(both, of_each[:1])["category"].to_list() == ["location"]

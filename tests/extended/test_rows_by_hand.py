"""Rows of the plans in words, and what candidates say without support: pairs worked out by hand from method §10."""

import pytest
from unit_lists import score, unit

from radot_fast import Scorer

PAIRS = {
    "a couple": (
        [unit("pleural_effusion", anatomy=["left"], severity="mild", comparison="worsened")],
        [unit("pleural_effusion", anatomy=["right"], severity="severe", uncertainty="possible")],
    ),
    "an omission": ([unit("pneumothorax", uncertainty="probable")], []),
    "a false finding": ([], [unit("scar"), unit("scar", gap=None, span="again")]),
    "a finding that is denied": ([unit("nodule")], [unit("nodule", "absent")]),
    "denials": ([unit("pneumothorax", "absent")], [unit("pneumothorax", "absent"), unit("mass", "absent")]),
    "devices": (
        [unit("tube", device="endotracheal_tube", modifiers=["malpositioned"])],
        [unit("tube", device="endotracheal_tube")],
    ),
    "a second mention": ([unit("nodule"), unit("edema"), unit("nodule", gap=None, span="seen again")], []),
    "doubts": (
        [unit("nodule"), unit("cardiomegaly", uncertainty="possible")],
        [unit("nodule", uncertainty="possible"), unit("cardiomegaly"), unit("scar", uncertainty="probable")],
    ),
    "remarks": ([unit("nodule"), unit(span="follow up")], [unit("nodule"), unit(span="something else")]),
}
SHOWN = ("finding", "side", "severity", "certainty", "comparison", "tier", "kind")


@pytest.fixture(scope="module")
def result():
    return score(Scorer(), list(PAIRS.values()))


@pytest.fixture(scope="module")
def rows(result):
    """Rows of a pair, each as a dict."""

    def of(name):
        table = result.couples
        return table.filter(table["row"] == list(PAIRS).index(name)).rows(named=True)

    return of


def said(row, side):
    return tuple(row[f"{side}_{name}"] for name in SHOWN)


def test_both_sides_of_a_couple_are_named(rows):
    (row,) = rows("a couple")
    assert said(row, "ref") == ("pleural_effusion", "left", "mild", "definite", "worsened", "actionable", "finding")
    assert said(row, "cand") == ("pleural_effusion", "right", "severe", "possible", "unstated", "actionable", "finding")
    assert row["distance"] == 0
    assert row["significance"] == 0.85
    # side .9, severity .75 * (1 - .33), certainty .1 * .5 * 2, comparison worsened against none .1
    assert row["risk"] == pytest.approx(1 - (1 - 0.9) * (1 - 0.75 * 0.67) * (1 - 0.1) * (1 - 0.1))


def test_what_stays_alone_weighs_what_it_does_as_an_error(rows):
    (row,) = rows("an omission")
    assert said(row, "ref") == ("pneumothorax", "unstated", "unstated", "probable", "unstated", "urgent", "finding")
    assert said(row, "cand") == (None,) * len(SHOWN)
    assert row["distance"] is None
    assert row["risk"] == pytest.approx(1 - 0.3 * 0.5)
    assert row["significance"] == 1.0
    (row,) = rows("a false finding")
    assert said(row, "ref") == (None,) * len(SHOWN)
    assert said(row, "cand")[0] == "scar"
    assert (row["risk"], row["significance"]) == (1.0, 0.05)


def test_a_denied_finding_is_a_couple_that_weighs_as_if_alone(rows):
    (row,) = rows("a finding that is denied")
    assert (row["ref_kind"], row["cand_kind"]) == ("finding", "denial")
    assert (row["risk"], row["distance"]) == (1.0, 0.0)


def test_denials_weigh_nothing(rows):
    assert [(r["ref_finding"], r["cand_finding"], r["risk"]) for r in rows("denials")] == [
        ("pneumothorax", "pneumothorax", 0.0),
        (None, "mass", 0.0),
    ]


def test_a_device_is_in_place_or_misplaced(rows):
    (row,) = rows("devices")
    assert (row["ref_finding"], row["ref_severity"]) == ("endotracheal_tube", "misplaced")
    assert (row["cand_finding"], row["cand_severity"]) == ("endotracheal_tube", "in place")


def test_a_finding_stands_where_it_is_first_mentioned(rows):
    edema, nodule = sorted(rows("a second mention"), key=lambda r: r["ref_finding"])
    assert nodule["ref_start"] < edema["ref_start"]
    assert nodule["ref_node"] != edema["ref_node"]


def test_remarks_have_no_row(rows):
    assert [(r["ref_finding"], r["cand_finding"]) for r in rows("remarks")] == [("nodule", "nodule")]


def test_what_candidates_say_without_support(result):
    """Denials that answer nothing; doubt of findings that do: ½ a probable one, 1 a possible; doubt that is added."""
    support = dict(zip(PAIRS, result.lone_statements.tolist(), strict=True))
    assert support["denials"] == [1.0, 0.0, 0.0]
    # The nodule is possible and not definite: 1. The heart is definite and not possible: nothing is added.
    assert support["doubts"] == [0.0, 0.5, 1.0]
    assert support["a couple"] == [0.0, 0.0, 1.0]
    assert support["a finding that is denied"] == support["an omission"] == [0.0, 0.0, 0.0]

"""What a finding of the reference became in the candidate, in words."""

import pytest

import radot_fast as ro

SIDES = ("ref", "cand")
WORDS = ("finding", "kind", "side", "severity", "certainty", "comparison", "tier")


@pytest.fixture(scope="module")
def result():
    reference = (
        "Large left pleural effusion. Mild cardiomegaly. No pneumothorax. Stable ET tube in good position. "
        "Hiatal hernia."
    )
    candidate = (
        "Possible small right pleural effusion. Moderate cardiomegaly. New rib fracture. "
        "ET tube is malpositioned in the right main bronchus. No pneumothorax."
    )
    return ro.Scorer()(
        refs=["Normal heart.", reference, "Possible nodule in the right upper lobe."],
        hyps=["Normal heart.", candidate, "Probable nodule."],
        pair_ids=["same", "many", "one"],
    )


def said(row):
    """The words of each side of a row; None for a side that is not there."""
    return [tuple(row[f"{side}_{word}"] for word in WORDS) if row[f"{side}_finding"] else None for side in SIDES]


def test_every_row_says_what_the_reports_say(result):
    rows = {
        r["ref_finding"] or r["cand_finding"]: said(r) for r in result.couples.iter_rows(named=True) if r["row"] == 1
    }
    assert rows == {
        "pleural_effusion": [
            ("pleural_effusion", "finding", "left", "severe", "definite", "unstated", "actionable"),
            ("pleural_effusion", "finding", "right", "mild", "possible", "unstated", "actionable"),
        ],
        "cardiomegaly": [
            ("cardiomegaly", "finding", "unstated", "mild", "definite", "unstated", "actionable"),
            ("cardiomegaly", "finding", "unstated", "moderate", "definite", "unstated", "actionable"),
        ],
        "pneumothorax": [("pneumothorax", "denial", "unstated", "unstated", "definite", "unstated", "urgent")] * 2,
        "endotracheal_tube": [
            ("endotracheal_tube", "finding", "unstated", "in place", "definite", "stable", "not_actionable"),
            ("endotracheal_tube", "finding", "right", "misplaced", "definite", "unstated", "not_actionable"),
        ],
        "hiatal_hernia": [
            ("hiatal_hernia", "finding", "unstated", "unstated", "definite", "unstated", "not_actionable"),
            None,
        ],
        "fracture": [None, ("fracture", "finding", "unstated", "unstated", "definite", "new", "actionable")],
    }


def test_a_finding_alone_costs_one_error_and_a_denial_that_both_make_none(result):
    costs = {r["ref_finding"] or r["cand_finding"]: r["risk"] for r in result.couples.iter_rows(named=True)}
    assert (costs["hiatal_hernia"], costs["fracture"], costs["pneumothorax"]) == (1.0, 1.0, 0.0)
    # A couple costs what it disagrees in, and less than both findings alone.
    assert 0.0 < costs["cardiomegaly"] < costs["pleural_effusion"] < 2.0
    # Possible and probable are two words for a doubt.
    assert costs["nodule"] == 0.0


def test_rows_know_their_pair_and_where_they_stand(result):
    table = result.couples
    assert dict(table.select("pair_id", "row").unique().iter_rows()) == {"same": 0, "many": 1, "one": 2}
    (nodule,) = (row for row in table.iter_rows(named=True) if row["pair_id"] == "one")
    assert (nodule["ref_certainty"], nodule["cand_certainty"], nodule["distance"]) == ("possible", "probable", 0.0)
    assert (nodule["ref_start"], nodule["cand_start"]) == (len("Possible "), len("Probable "))
    alone = table.filter(table["cand_node"].is_null())
    assert alone["distance"].is_null().all()
    assert alone["cand_start"].is_null().all()


def test_what_stays_alone_without_support_is_summed_by_certainty():
    from radot_fast.result.statements import lone_statements

    result = ro.Scorer()(
        refs=["Possible nodule.", "Normal heart.", "Normal heart."],
        hyps=["Nodule. No effusion. No pneumothorax.", "Possible nodule. Probable effusion. Fracture.", "Nodule."],
    )
    # Denials that answer nothing; 1 for the possible nodule, ½ for the probable effusion; a doubt that was taken away
    # is not added.
    assert lone_statements(result._measured).tolist() == [[2, 0, 0], [0, 1.5, 0], [0, 0, 0]]
    more = ro.Scorer()(refs=["Nodule."], hyps=["Possible nodule."])
    assert lone_statements(more._measured).tolist() == [[0, 0, 1]]


@pytest.mark.parametrize("said", ["An effusion remains.", "Stable effusion.", "Residual effusion is again seen."])
def test_what_persists_is_stable(said):
    (row,) = ro.Scorer()(refs=[said], hyps=[said]).couples.iter_rows(named=True)
    assert (row["ref_comparison"], row["cand_comparison"]) == ("stable", "stable")

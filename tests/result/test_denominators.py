"""What stands beside a mean risk: recall, precision, denials addressed, shares unread; by tier too."""

import pytest

import radot_fast as ro
from radot_fast.result.denominators import denominators_by_tier, denominators_of

REFERENCES = [
    "Large right pneumothorax. Small left pleural effusion. No fracture.",
    "Scoliosis. No pneumothorax. No pleural effusion.",
    "Calcified granuloma.",
]
CANDIDATES = [
    "Large right pneumothorax. No fracture.",
    "Left lower lobe mass. No pneumothorax.",
    "",
]


@pytest.fixture(scope="module")
def result():
    return ro.Scorer()(REFERENCES, CANDIDATES)


def test_counts_are_pooled_over_the_pairs(result):
    found = result.denominators
    assert (found.recall.part, found.recall.whole) == (1, 4)
    assert (found.precision.part, found.precision.whole) == (1, 2)
    assert (found.denials.part, found.denials.whole) == (2, 3)
    assert (found.n, found.without_risk, found.silent) == (3, 0, 1)
    assert found.recall.value == 0.25
    told = str(found)
    assert "findings recalled 0.25 (1 of 4), precision 0.50 (1 of 2)" in told
    assert "denials addressed 0.67 (2 of 3)" in told
    assert "1 of 3 candidates say nothing that was read" in told


def test_a_text_that_was_not_read_is_told():
    found = ro.Scorer()(["Scoliosis."] * 2, ["Lorem ipsum dolor sit amet."] * 2).denominators
    assert found.unread_candidate == 1
    assert found.silent == 2
    assert found.precision.value is None
    assert "unread 0% of references, 100% of candidates" in str(found)


def test_nothing_is_told_of_what_is_unknown():
    result = ro.Scorer(profile="paper")(REFERENCES, CANDIDATES)
    assert "recalled" not in str(result.denominators)
    assert denominators_of(result.scores.clear()).recall.value is None


def test_every_finding_counts_once_in_its_own_tier(result):
    tiers = denominators_by_tier(result.couples, result.tier_weights)
    assert tiers["tier"].to_list() == ["urgent", "actionable", "not_actionable", "expected"]
    assert tiers["n_ref_findings"].to_list() == [1, 1, 1, 1]
    assert tiers["n_recalled"].to_list() == [1, 0, 0, 0]
    assert tiers["n_cand_findings"].to_list() == [1, 1, 0, 0]
    assert tiers["finding_precision"].to_list()[:2] == [1.0, 0.0]
    assert tiers["finding_precision"][3] is None
    assert tiers["n_recalled"].sum() == result.denominators.recall.part


@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_couples_are_the_rows_of_the_plan_in_words(profile):
    result = ro.Scorer(profile=profile)(
        ["Moderate right pleural effusion. No pneumothorax. Malpositioned endotracheal tube."],
        ["Possible small left pleural effusion. Left pneumothorax. Endotracheal tube."],
    )
    rows = {row["ref_finding"]: row for row in result.couples.iter_rows(named=True)}
    effusion = rows["pleural_effusion"]
    assert (effusion["ref_side"], effusion["cand_side"]) == ("right", "left")
    assert (effusion["ref_severity"], effusion["cand_severity"]) == ("moderate", "mild")
    assert (effusion["ref_certainty"], effusion["cand_certainty"]) == ("definite", "possible")
    assert effusion["distance"] == 0
    denied = rows["pneumothorax"]
    assert (denied["ref_kind"], denied["cand_kind"], denied["cand_tier"]) == ("denial", "finding", "urgent")
    assert (rows["endotracheal_tube"]["ref_severity"], rows["endotracheal_tube"]["cand_severity"]) == (
        "misplaced",
        "in place",
    )
    assert set(result.couples["pair_id"]) == {"0"}

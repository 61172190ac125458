"""What a report says against a finding of the other one."""

import pytest
from made_units import discrepancies, unit

EFFUSION = unit("pleural_effusion", anatomy=["left"])


def test_a_finding_that_the_candidate_also_denies_is_a_contradiction():
    row = discrepancies([EFFUSION], [EFFUSION, unit("pleural_effusion", "absent")]).row(0, named=True)
    assert (row["category"], row["ref_unit"], row["cand_unit"]) == ("contradiction", 0, 1)
    assert row["reason"] == "pleural effusion: the candidate also says it is absent"


@pytest.mark.parametrize(
    "denial",
    [
        unit("pleural_effusion", "absent", anatomy=["right"]),
        unit("pleural_effusion", "absent", severity="severe"),
        unit("pleural_effusion", "absent", comparison="new"),
        unit("pleural_effusion", "absent", span_text="no other effusion"),
        unit("pleural_effusion", "absent", span_text="no suspicious effusion"),
        unit("opacity", "absent"),
    ],
    ids=["other side", "no large one", "no new one", "no other one", "no suspicious one", "other finding"],
)
def test_other_denials_are_none(denial):
    assert discrepancies([EFFUSION], [EFFUSION, denial]).height == 0


@pytest.mark.parametrize(
    ("denied", "stated", "contradicts"),
    [
        (["acute"], ["chronic"], False),
        (["acute"], ["healing"], False),
        (["displaced"], ["nondisplaced", "chronic"], False),
        (["focal"], ["diffuse"], False),
        (["chronic"], ["acute"], False),
        (["acute"], [], False),
        (["acute"], ["acute"], True),
        (["acute"], ["acute", "chronic"], True),
        (["acute", "chronic"], ["chronic"], True),
        ([], ["chronic"], True),
    ],
)
def test_a_denial_of_another_kind_is_none(denied, stated, contradicts):
    """ "No acute fracture" leaves an old one standing on either side, and one of unknown age beside its like."""
    old, denial = unit("fracture", modifiers=stated), unit("fracture", "absent", modifiers=denied)
    rows = [discrepancies([old], [old, denial]), discrepancies([old, denial], [old])]
    assert [row["category"].to_list() for row in rows] == [["contradiction"] if contradicts else []] * 2


def test_a_denial_of_one_kind_and_of_all_is_of_all():
    old = unit("fracture", modifiers=["chronic"])
    denials = [unit("fracture", "absent", modifiers=["acute"]), unit("fracture", "absent", span_text="none")]
    assert discrepancies([old], [old, *denials])["category"].to_list() == ["contradiction"]


def test_who_denies_an_acute_one_denies_no_old_one_too():
    """Of an old fracture that is missing there, the other report's "no fracture" is told, though none is acute here."""
    old, none_acute = unit("fracture", modifiers=["chronic"]), unit("fracture", "absent", modifiers=["acute"])
    reasons = discrepancies([old, none_acute], [unit("fracture", "absent")])["reason"].to_list()
    assert reasons == ["fracture is in the reference only: the candidate says it is absent"]


def test_what_the_reference_says_too_is_none():
    both = [EFFUSION, unit("pleural_effusion", "absent")]
    assert discrepancies(both, both).height == 0


def test_a_clear_lung_denies_what_is_on_its_side_only():
    opacity = unit("consolidation", anatomy=["left"])
    reasons = [
        discrepancies([opacity], [unit("opacity", "absent", anatomy=[s])])["reason"][0] for s in ("left", "right")
    ]
    assert reasons[0] == "left consolidation is in the reference only: the candidate calls the region normal"
    assert reasons[1] == "left consolidation is in the reference only"


@pytest.mark.parametrize(
    ("other", "category", "reason"),
    [
        ({"comparison": "improved"}, "unsupported_comparison", "reference no comparison, candidate improved"),
        ({"uncertainty": "possible"}, "unsupported_uncertainty", "reference definite, candidate possible"),
    ],
)
def test_the_doubt_and_the_change_of_what_is_normal_are_told(other, category, reason):
    normal, told = unit("cardiomegaly", "absent"), unit("cardiomegaly", "absent", **other)
    row = discrepancies([normal], [told]).row(0, named=True)
    assert (row["category"], row["reason"]) == (category, f"no cardiomegaly: {reason}")
    back = discrepancies([told], [normal]).row(0, named=True)
    assert back["category"] == category.replace("unsupported", "omitted")
    assert discrepancies([told], [told, normal]).height == discrepancies([normal, told], [told]).height == 0


def test_what_is_denied_on_opposite_sides_is_not_compared():
    right = unit("pneumothorax", "absent", anatomy=["right"])
    left = unit("pneumothorax", "absent", anatomy=["left"], comparison="improved")
    assert discrepancies([right], [left]).height == 0


@pytest.mark.parametrize(
    ("gone", "category", "name"),
    [
        (unit("pneumonia", "absent", comparison="resolved"), "location", "resolved pneumonia"),
        (unit("tube", "absent", comparison="resolved", device="chest_tube"), "device", "removed chest tube"),
    ],
)
def test_what_has_gone_on_the_other_side_is_told(gone, category, name):
    left, right = ({**gone, "anatomy": [side]} for side in ("left", "right"))
    row = discrepancies([left], [right]).row(0, named=True)
    assert (row["category"], row["reason"]) == (category, f"{name}: reference left, candidate right")

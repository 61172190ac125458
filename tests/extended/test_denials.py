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
        unit("opacity", "absent"),
    ],
    ids=["other side", "no large one", "no new one", "no other one", "other finding"],
)
def test_other_denials_are_none(denial):
    assert discrepancies([EFFUSION], [EFFUSION, denial]).height == 0


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

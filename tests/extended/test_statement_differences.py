"""A disagreement is shown at the statements that make it."""

import numpy as np
import pytest
from made_units import discrepancies, unit

from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.unit_attributes import dimensions, most_precise


def shown(reference, candidate):
    """Category, unit of the reference and of the candidate of each discrepancy."""
    return list(discrepancies(reference, candidate).select("category", "ref_unit", "cand_unit").iter_rows())


def test_a_changed_repetition_is_shown_and_not_the_first_statement():
    reference = [unit("cardiomegaly", severity="mild"), unit("edema"), unit("cardiomegaly", severity="mild")]
    candidate = [reference[0], reference[1], unit("cardiomegaly", severity="severe")]
    assert shown(reference, candidate) == [("severity", 0, 2)]
    assert "mild or small, candidate severe or large" in discrepancies(reference, candidate)["reason"][0]


def test_a_statement_without_a_side_is_not_the_one_on_the_wrong_side():
    reference = [unit("mass"), unit("mass", anatomy=["left"])]
    candidate = [unit("mass"), unit("mass", anatomy=["right"])]
    assert shown(reference, candidate) == [("location", 1, 1)]


EFFUSION = {side: unit("pleural_effusion", anatomy=[side]) for side in ("left", "right", "bilateral")}


def test_a_side_that_one_statement_gives_is_shown_there():
    left, right, both = EFFUSION.values()
    assert shown([both, both], [both, left]) == [("location", 0, 1)]
    assert shown([both, right], [both, left]) == [("location", 0, 1)]
    assert not shown([both, both, both], [both, left, right])
    table = discrepancies([both, both], [both, left])
    assert table["magnitude"].to_list() == [0.05]
    assert table["reason"][0] == "pleural effusion: reference bilateral, candidate left"


def test_the_other_side_weighs_more_than_one_of_both():
    left, right, both = EFFUSION.values()
    assert discrepancies([left], [right])["magnitude"].to_list() == [0.9]
    assert discrepancies([both], [right])["magnitude"].to_list() == [0.4]


def test_a_side_that_a_further_name_gives_is_shown_there():
    opacity = unit("opacity", anatomy=["bilateral"], span_start=0, span_end=10)
    read = unit("atelectasis", "uncertain", anatomy=["bilateral"], span_start=15, span_end=26)
    assert not shown([opacity, read], [opacity, read])
    assert shown([opacity, read], [opacity, read | {"anatomy": ["left"]}]) == [("location", 0, 1)]


def test_lobes_are_apart_and_a_base_is_in_its_lobe():
    upper, lower, base, apex = (unit("nodule", anatomy=[a]) for a in ("upper lobe", "lower lobe", "lung_base", "apex"))
    assert shown([upper], [lower]) == [("location", 0, 0)]
    assert shown([upper], [base]) == [("location", 0, 0)]
    assert not shown([lower], [base])
    assert not shown([apex], [upper])


def test_an_organ_of_the_name_is_no_place():
    assert not shown(
        [unit("pleural_effusion", anatomy=["left", "pleura"])],
        [unit("pleural_effusion", anatomy=["left", "lung base"])],
    )


def test_a_place_beside_one_that_both_state_is_no_other_place():
    both = unit("scar", anatomy=["upper lobe", "lower lobe"])
    assert not shown([both], [unit("scar", anatomy=["upper lobe"])])
    assert shown([both], [unit("scar", anatomy=["middle lobe"])]) == [("location", 0, 0)]
    assert shown([both], [unit("scar", anatomy=["middle lobe", "lower lobe"])]) == [("location", 0, 0)]


def test_a_reading_does_not_make_its_finding_doubtful():
    span = {"span_text": "opacity", "span_start": 0, "span_end": 7}
    read = unit("atelectasis", "uncertain", span_text="atelectasis", span_start=12, span_end=23)
    opacity = unit("opacity", uncertainty="definite", **span)
    assert not shown([opacity], [opacity, read])


def test_where_every_statement_has_its_like_nothing_is_wrong():
    mild, severe = unit("edema", severity="mild"), unit("edema", severity="severe")
    assert not shown([mild, severe], [mild, mild | {"span_text": "again"}, severe])
    # a repeat that is dropped leaves nothing out
    assert not shown([mild, mild, severe], [mild, severe])


def test_the_comparison_that_one_report_makes_is_shown():
    reference = [unit("edema"), unit("edema", comparison="worsened", span_text="worse")]
    assert ("omitted_comparison", 1, 0) in shown(reference, [unit("edema")])
    assert shown([unit("edema")], reference) == [("unsupported_comparison", 0, 1)]


@pytest.mark.parametrize(
    ("words", "sizes"),
    [
        ("2.1 x 1.5 cm mass", (21, 15)),
        ("nodules of 3 mm and 7 mm", (7,)),
        ("1.9 cm x 2.5cm x 3 cm", (30, 25, 19)),
        ("3 cm x 25 mm", (30,)),
        ("4 by 12 millimeters", (12, 4)),
        ("T5 level, 2 views", ()),
        ("1 cm, was 1.8 cm", (10,)),
        ("grown from 9 mm to 14 mm", (14,)),
        ("smaller mass (50 mm to 34 mm", (34,)),
        ("15 mm eight months ago, now 9 mm", (9,)),
        ("14 mm nodule, previously approximately 2.1 x 1.5 cm", (14,)),
        ("12 mm, compared with 3 x 2 cm", (12,)),
        ("3 cm before and 1 cm now", (10,)),
        ("nodule was 9 mm", (9,)),
        ("CTR of 62%", (62,)),
        ("cardiothoracic ratio, previously 54%, is now 58%", (58,)),
        ("CT ratio 0.62", (62,)),
        ("CTR has gone up from 54", ()),
        ("CTR 18/30", (60,)),
        ("CTR 01/00", ()),
    ],
)
def test_the_largest_measurement_keeps_its_dimensions(words, sizes):
    assert dimensions(words) == pytest.approx(sizes)


def test_the_largest_dimension_is_compared_and_both_are_shown():
    mass = [unit("mass", span_text=f"{size} cm mass") for size in ("2.1 x 1.5", "2.1 x 0.5", "1.5 x 2.1")]
    assert discrepancies([mass[0]], [mass[1]])["reason"].to_list() == [
        "mass: reference 21 × 15 mm, candidate 21 × 5 mm"
    ]
    assert not shown([mass[0]], [mass[2]])


def test_a_region_says_nothing_beside_its_part():
    known = load_knowledge()
    bit = {name: 1 << k for k, name in enumerate(known.regions)}
    sets = np.array([bit["lung"] | bit["lower lobe"], bit["lung"], bit["upper lobe"] | bit["lower lobe"], 0])
    expected = [bit["lower lobe"], bit["lung"], bit["upper lobe"] | bit["lower lobe"], 0]
    assert most_precise(sets, known).tolist() == expected


def test_degrees_exchanged_between_the_sides_are_shown():
    def effusions(left, right):
        sided = [
            unit("pleural_effusion", anatomy=[side], severity=degree)
            for side, degree in (("left", left), ("right", right))
        ]
        return [*sided, unit("pleural_effusion", anatomy=["bilateral"])]

    told = discrepancies(effusions("mild", "severe"), effusions("severe", "mild"))
    assert told["category"].to_list() == ["severity"]
    assert told["magnitude"].to_list() == pytest.approx([0.67])
    assert not shown(effusions("mild", "severe"), effusions("mild", "severe"))

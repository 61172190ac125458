from itertools import permutations

import numpy as np
import pytest
from made_units import NAMES, solved, unit

from radot_fast.extended.features import FEATURES, plan_features

EFFUSION = unit("pleural_effusion", anatomy=["left"], severity="moderate")
OPACITY = unit("opacity", anatomy=["right", "lower lobe"])
NODULE = unit("nodule", span_text="A nodule of 12 mm", anatomy=["left"])
NORMAL = [unit("pneumothorax", "absent"), unit("cardiomegaly", "absent")]
REPORT = [EFFUSION, OPACITY, NODULE, *NORMAL]


def test_registry_names_every_sum():
    assert len(FEATURES) == len(set(NAMES)) == 11


def test_a_report_against_itself_is_all_zero(sums):
    assert not any(sums(REPORT, REPORT).values())


def test_empty_reports_are_all_zero(sums):
    assert not any(sums([], []).values())
    assert sums(REPORT, [])["omitted"] == 3
    assert sums([], REPORT)["added"] == 3


def test_order_does_not_matter(sums):
    assert sums(REPORT, REPORT[::-1])["burden"] == 0


def edits():
    worse = unit("pleural_effusion", anatomy=["left"], severity="severe")
    other_side = unit("pleural_effusion", anatomy=["right"], severity="moderate")
    return {
        "add": [*REPORT, unit("fracture")],
        "drop": REPORT[1:],
        "polarity": [unit("pleural_effusion", "absent"), *REPORT[1:]],
        "side": [other_side, *REPORT[1:]],
        "severity": [worse, *REPORT[1:]],
        "measurement": [*REPORT[:2], unit("nodule", span_text="A nodule of 3 cm", anatomy=["left"]), *NORMAL],
        "false positive": [*REPORT[:3], unit("pneumothorax"), NORMAL[1]],
    }


@pytest.mark.parametrize("edit", edits())
def test_an_edit_raises_the_burden(sums, edit):
    assert sums(REPORT, edits()[edit])["burden"] > 0


def test_an_edit_raises_the_sum_of_its_kind(sums):
    found = {name: sums(REPORT, units) for name, units in edits().items()}
    assert found["add"]["added"] == 1
    assert found["drop"]["omitted"] == 1
    assert found["polarity"]["denied_by_candidate"] == 1
    assert found["side"]["side_mismatch"] == 0.9
    assert found["severity"]["severity_mismatch"] == pytest.approx(0.75 * 0.34)
    assert found["measurement"]["measurement_mismatch"] == 0.5
    assert found["false positive"]["denied_by_reference"] == 1


def test_a_flipped_side_is_no_missing_finding(sums):
    assert sums([EFFUSION], [unit("pleural_effusion", anatomy=["right"])])["omitted"] == 0


def test_a_side_that_is_not_stated_costs_nothing(sums):
    assert sums([unit("pleural_effusion")], [unit("pleural_effusion", anatomy=["left"])])["burden"] == 0


def test_a_base_is_its_lobe_and_another_lobe_another_place(sums):
    lobe = [unit("opacity", anatomy=["lower lobe"])]
    base, other = [unit("opacity", anatomy=["lung base"])], [unit("opacity", anatomy=["upper lobe"])]
    assert sums(lobe, base)["region_mismatch"] == 0 < sums(lobe, other)["region_mismatch"]


def test_a_whole_organ_is_no_place_of_a_finding_but_one_of_a_device(sums):
    pleura, base = [unit("pleural_effusion", anatomy=["pleura"])], [unit("pleural_effusion", anatomy=["lung base"])]
    assert sums(pleura, base)["region_mismatch"] == 0
    heart, stomach = ([unit("tube", device="enteric_tube", anatomy=[place])] for place in ("heart", "stomach"))
    assert sums(heart, stomach)["region_mismatch"] == 0.5


def test_a_repeated_finding_counts_once(sums):
    again = [EFFUSION, unit("pleural_effusion"), unit("pleural_effusion", anatomy=["left"])]
    assert sums(again, [])["omitted"] == 1
    assert sums([EFFUSION], again)["burden"] == 0


def test_two_sides_are_two_findings_unless_one_statement_holds_both(sums):
    right = unit("pleural_effusion", anatomy=["right"])
    assert sums([EFFUSION, right], [])["omitted"] == 2
    both = unit("pleural_effusion", anatomy=["bilateral"])
    for reports in permutations([EFFUSION, right, both]):
        assert sums([*reports], [])["omitted"] == 1


def test_related_names_are_matched_and_unrelated_ones_are_not(sums):
    related = sums([unit("consolidation")], [unit("pneumonia")])
    assert related["omitted"] == 0
    assert related["label_mismatch"] == 0
    assert sums([unit("nodule")], [unit("mass")])["label_mismatch"] == 0.35
    assert sums([unit("consolidation")], [unit("fracture")])["omitted"] == 1


def test_the_cheapest_matching_is_found(sums):
    # taking the opacity for the consolidation first would leave the pneumonia to the atelectasis
    reference = [unit("opacity"), unit("pneumonia")]
    assert sums(reference, [unit("consolidation"), unit("atelectasis")])["label_mismatch"] == pytest.approx(0.75)


def test_normal_statements_are_no_errors(sums):
    assert sums([EFFUSION, *NORMAL], [EFFUSION])["burden"] == 0


def test_a_unit_without_label_is_no_error(sums):
    assert not any(sums([EFFUSION], [EFFUSION, unit(span_text="The patient is rotated.")]).values())


def test_a_significant_finding_weighs_in_the_significant_burden(sums):
    urgent, usual = sums([unit("pneumothorax")], []), sums([unit("atherosclerosis")], [])
    assert urgent["omitted_significant"] > 0.9 > 0.1 > usual["omitted_significant"]
    assert urgent["burden"] == usual["burden"] == 1


@pytest.mark.both
def test_same_bits_in_any_batch():
    rng = np.random.default_rng(5)
    labels = ["opacity", "pneumonia", "pleural_effusion", "nodule", "fracture", "tube"]
    reports = [
        [
            unit(labels[k], ["absent", "present"][min(k % 5, 1)], anatomy=[["left"], ["right"], []][k % 3])
            for k in rng.integers(0, 6, rng.integers(0, 7))
        ]
        for _ in range(30)
    ]
    pairs = rng.integers(0, 30, (2500, 2))
    together = plan_features(*solved(*reports, pairs=pairs))
    apart = np.vstack([plan_features(*solved(reports[a], reports[b])) for a, b in pairs[:100]])
    assert (together[:100] == apart).all()
    assert (together >= 0).all()


def test_a_hedged_reading_is_a_second_name(sums):
    seen = unit("opacity", span_start=0, span_end=20)
    read = unit("pneumonia", "uncertain", span_start=52, span_end=61)
    later = read | {"span_start": 100, "span_end": 109}
    assert sums([seen, read], [])["omitted"] == 1
    assert sums([seen, read], [unit("pneumonia")])["label_mismatch"] == 0
    assert sums([seen, later], [])["omitted"] == 2
    assert sums([seen, read | {"span_start": 53, "span_end": 62}], [])["omitted"] == 2


def test_names_follow_each_other_and_three_are_kept(sums):
    names = ("pneumonia", "atelectasis", "edema", "aspiration")
    shadow = [unit("opacity", span_start=0, span_end=10)]
    read = [unit(n, "uncertain", span_start=20 * k, span_end=20 * k + 9) for k, n in enumerate(names, start=1)]
    assert sums([*shadow, *read[:3]], [])["omitted"] == 1
    for name in names[:3]:
        assert sums([*shadow, *read[:3]], [unit(name)])["label_mismatch"] == 0
    assert sums([*shadow, *read], [])["omitted"] == 2


def test_two_related_names_beside_each_other_are_one_finding(sums):
    first = unit("airspace_disease", span_start=0, span_end=10)
    for begin, related, count in ((11, "consolidation", 1), (12, "consolidation", 2), (11, "fracture", 2)):
        second = unit(related, span_start=begin, span_end=30)
        assert sums([first, second], [])["omitted"] == count


def test_a_later_mention_under_a_further_name_is_no_further_finding(sums):
    shadow = unit("opacity", span_start=0, span_end=10, anatomy=["right"])
    mass = unit("mass", "uncertain", span_start=20, span_end=24)
    assert sums([shadow, mass, unit("mass", span_start=90, span_end=94)], [])["omitted"] == 1
    assert sums([shadow, mass, unit("mass", span_start=90, span_end=94, anatomy=["left"])], [])["omitted"] == 2


def test_what_joins_brings_its_further_names(sums):
    """Right, left with a second name, both: one finding of two names, and the other report may use either."""
    sides = {s: unit("opacity", anatomy=[s], span_start=k, span_end=k + 5) for k, s in ((0, "right"), (100, "left"))}
    read = unit("atelectasis", "uncertain", span_start=110, span_end=115)
    both = unit("opacity", anatomy=["bilateral"], span_start=300, span_end=305)
    found = sums([sides["right"], sides["left"], read, both], [unit("atelectasis", anatomy=["bilateral"])])
    assert (found["omitted"], found["added"], found["label_mismatch"]) == (0, 0, 0)


def test_the_catheter_is_the_line_named_before_and_another_line_is_none(sums):
    line, catheter = unit("central_line", device="picc"), unit("central_line", device="catheter")
    assert sums([line, catheter], [])["omitted"] == 1
    assert sums([line, unit("central_line", device="port")], [])["omitted"] == 2
    assert sums([line, unit("tube", device="tube")], [])["omitted"] == 2


def test_the_place_of_a_device_is_no_degree_of_a_plain_finding(sums):
    clips = unit("surgical_clips", device="surgical_clips", span_start=0, span_end=5)
    granuloma = unit("calcification", "uncertain", severity="severe", span_start=10, span_end=20)
    assert sums([clips], [])["omitted_significant"] == pytest.approx(0.05)
    assert sums([clips, granuloma], [])["omitted"] == 2
    tube = unit("tube", device="endotracheal_tube", span_start=0, span_end=5)
    plain = unit("tube", "uncertain", severity="severe", span_start=10, span_end=20)
    assert sums([tube, plain], [])["omitted"] == 1
    assert sums([tube, plain], [])["omitted_significant"] < 0.2
    assert sums([tube, plain], [tube])["severity_mismatch"] == 0


def test_values_of_repeated_findings_are_compared_one_by_one(sums):
    """Each value with its nearest of the other side: mild and severe against moderate are .33 and .34 away."""
    mild, moderate, severe = (unit("edema", severity=s) for s in ("mild", "moderate", "severe"))
    assert sums([mild, severe], [severe, mild])["burden"] == 0
    assert sums([mild, mild, severe], [mild, severe, severe])["severity_mismatch"] == 0
    assert sums([mild, severe], [moderate])["severity_mismatch"] == pytest.approx(0.75 * 0.34)
    assert sums([mild, severe], [mild])["severity_mismatch"] == pytest.approx(0.75 * 0.67)
    for change, cost in (("improved", 0.0), ("worsened", 0.4), ("stable", 0.1)):
        better, other = unit("edema", comparison="improved"), unit("edema", comparison=change)
        assert sums([better], [other])["comparison_mismatch"] == cost
        assert sums([better, other], [better])["comparison_mismatch"] == cost


@pytest.mark.parametrize(
    ("ref", "cand", "cost"),
    [
        (["acute"], ["chronic"], 0.5), (["chronic"], ["subacute"], 0.5), (["acute"], [], 0), (["chronic"], [], 0),
        (["acute", "chronic"], ["acute"], 0), (["acute"], ["subacute"], 0.5), (["loculated"], [], 0.5),
            (["healing"], ["subacute"], 0), (["acute"], ["healing"], 0.5),
        ([], ["tension"], 0.5), (["loculated"], ["loculated"], 0), (["loculated"], ["tension"], 0.5),
        (["fractured_device"], [], 0.5), (["fractured_device"], ["fractured_device"], 0),
        (["displaced"], ["nondisplaced"], 0.5), (["calcified"], ["noncalcified"], 0.5), (["calcified"], ["acute"], 0),
    ],
)  # fmt: skip
def test_acuity_kind_and_complications_are_compared(sums, ref, cand, cost):
    pair = [unit("fracture", modifiers=ref)], [unit("fracture", modifiers=cand)]
    assert sums(*pair)["kind_mismatch"] == cost
    assert sums(*pair[::-1])["kind_mismatch"] == cost


@pytest.mark.parametrize(
    ("ref", "cand", "cost"),
    [
        ("the tenth rib", "10th rib", 0), ("the tenth rib", "the ninth rib", 0.5), ("the tenth rib", "a rib", 0),
        ("ribs, the first and the third", "ribs, the 3rd and 1st", 0), ("1st and 2nd ribs", "1st rib", 0.5),
        ("the tenth rib", "the ninth week", 0), ("twelfth rib", "2nd rib", 0.5),
        ("ribs 3 through 6", "the third, fourth, fifth, and the sixth rib", 0), ("4-7th ribs", "ribs 4 to 7", 0),
        ("3rd/4th rib", "ribs 3 & 4", 0), ("3 ribs", "rib 4", 0), ("rib 3, 2.5 cm", "rib 3", 0),
        ("ribs 3-5", "rib 5", 0.5), ("T8-T10", "T8, T9 and T10", 0), ("L4 to 5", "L4 and L5", 0),
        ("T8-T10", "T8 and T10", 0.5), ("T12-L1", "L1, T12", 0),
    ],
)  # fmt: skip
def test_ribs_are_places_by_their_numbers(sums, ref, cand, cost):
    assert sums([unit("fracture", span_text=ref)], [unit("fracture", span_text=cand)])["region_mismatch"] == cost


def test_a_family_costs_one_error_at_most(sums):
    """Edema on one side, its signs on the other."""
    signs = [unit(name) for name in ("septal_lines", "prominent_markings", "heart_failure")]
    assert 0.65 < sums([unit("edema")], signs)["burden"] < 1
    assert sums([unit("edema"), unit("fracture")], signs)["burden"] == pytest.approx(
        sums([unit("edema")], signs)["burden"] + 1
    )
    fewer = sums([unit("edema")], signs[:2])["burden"]
    assert fewer < sums([unit("edema")], signs)["burden"]


def test_what_the_other_report_calls_absent_is_no_relative(sums):
    reference = [unit("consolidation"), unit("edema", "absent")]
    assert sums(reference, [unit("edema")])["burden"] == 2
    assert sums(reference[:1], [unit("edema")])["label_mismatch"] == 0.85
    assert sums([*reference, unit("edema")], [unit("edema"), unit("atelectasis")])["label_mismatch"] == 0.85
    # a near relative stays one: "no focal consolidation" beside an opacity
    near = [unit("opacity"), unit("consolidation", "absent")]
    assert sums(near, [unit("consolidation")])["label_mismatch"] == 0.65


def test_a_name_that_the_reference_calls_absent_contradicts_it(sums):
    shadow = unit("opacity", span_start=0, span_end=10)
    edema = unit("edema", "uncertain", span_start=20, span_end=25)
    assert sums([shadow, unit("edema", "absent")], [shadow, edema])["denied_by_reference"] == 1
    assert sums([shadow, unit("edema", "absent")], [shadow])["denied_by_reference"] == 0
    both = [shadow, edema, unit("edema", "absent")]
    assert sums([shadow, unit("edema", "absent")], both)["denied_by_reference"] == 0


def test_the_doubtful_weighs_less_than_the_certain(sums):
    sure, possible = sums([unit("nodule")], []), sums([unit("nodule", "uncertain")], [])
    assert 0 < possible["burden"] < sure["burden"]
    assert possible["omitted"] == sure["omitted"] == 1


def test_a_mild_finding_is_less_significant(sums):
    mild, plain = sums([unit("edema", severity="mild")], []), sums([unit("edema")], [])
    assert mild["omitted_significant"] < plain["omitted_significant"]
    assert mild["burden"] == plain["burden"]


def test_a_device_that_lies_badly_is_urgent(sums):
    tube = unit("tube", device="endotracheal_tube")
    bad = tube | {"modifiers": ["malpositioned"]}
    well = tube | {"modifiers": ["well_positioned"]}
    assert sums([tube], [well])["burden"] == 0
    assert sums([bad], [well])["mismatch_significant"] > 0.7
    assert sums([bad], [])["omitted_significant"] == 1


def test_the_same_words_twice_are_seen(sums):
    once = [EFFUSION, *NORMAL]
    assert sums(once, [*once, EFFUSION])["repeated_added"] == 0
    assert sums(once, [*once, EFFUSION, EFFUSION])["repeated_added"] == 1
    assert sums([*once, EFFUSION], once)["repeated_added"] == 0
    assert sums(once, [*once, EFFUSION])["burden"] == 0
    assert sums(once, [*once, NORMAL[0], NORMAL[0]])["repeated_added"] == 1
    remark = unit(span_text="The patient is rotated.")
    assert sums([*once, remark], [*once, remark, remark])["repeated_added"] == 0


def test_a_denial_of_the_region_contradicts_what_lies_in_it(sums):
    found = sums([unit("nodule"), unit("fracture")], [unit("opacity", "absent")])
    assert found["denied_by_candidate"] == 1
    assert found["denied_by_reference"] == 0
    assert sums([unit("nodule"), unit("opacity", "absent")], [unit("opacity", "absent")])["denied_by_candidate"] == 0


def test_a_denial_by_name_is_seen_beside_one_of_the_region(sums):
    region, named = unit("opacity", "absent"), unit("nodule", "absent")
    by_region, by_both = sums([unit("nodule")], [region]), sums([unit("nodule")], [region, named])
    assert by_region["denied_by_candidate"] == by_both["denied_by_candidate"] == 1
    assert (by_region["denied_by_name"], by_both["denied_by_name"]) == (0, 1)
    assert sums([unit("nodule"), named], [named])["denied_by_name"] == 0

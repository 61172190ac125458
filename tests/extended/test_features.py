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
    assert len(FEATURES) == len(set(NAMES)) == 12


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


def test_a_side_that_is_not_stated_costs_next_to_nothing(sums):
    assert 0 < sums([unit("pleural_effusion")], [unit("pleural_effusion", anatomy=["left"])])["burden"] < 0.05


def test_a_lobe_is_nearer_to_its_lung_than_to_another_lobe(sums):
    lobe = [unit("opacity", anatomy=["upper lobe"])]
    lung, other = [unit("opacity", anatomy=["lung"])], [unit("opacity", anatomy=["lower lobe"])]
    assert 0 < sums(lobe, lung)["region_mismatch"] < sums(lobe, other)["region_mismatch"]


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
    assert 0 < related["label_mismatch"] < 0.2
    assert sums([unit("consolidation")], [unit("fracture")])["omitted"] == 1


def test_the_cheapest_matching_is_found(sums):
    # taking the opacity for the pneumonia first would leave the consolidation to the opacity
    reference = [unit("opacity"), unit("pneumonia")]
    assert sums(reference, [unit("consolidation"), unit("opacity")])["label_mismatch"] == pytest.approx(0.05)


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
    read = unit("pneumonia", "uncertain", span_start=35, span_end=44)
    later = read | {"span_start": 100, "span_end": 109}
    assert sums([seen, read], [])["omitted"] == 1
    assert sums([seen, read], [unit("pneumonia")])["label_mismatch"] == 0
    assert sums([seen, later], [])["omitted"] == 2


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
    assert sums(once, [*once, EFFUSION])["repeated_added"] == 1
    assert sums([*once, EFFUSION], once)["repeated_added"] == 0
    assert sums(once, [*once, EFFUSION])["burden"] == 0


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

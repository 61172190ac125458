"""What a shadow is read as, what a plain "no" opposes, and which vertebra: three errors that once were free."""

import pytest

from radot_fast import Scorer


@pytest.fixture(scope="module")
def rows():
    scorer = Scorer()

    def read(reference, candidate):
        result = scorer([reference, reference], [candidate, reference])
        risk, least = result.scores["risk_total"]
        table = result.discrepancies.filter(result.discrepancies["row"] == 0)
        assert (risk > least) == (table.height > 0)
        return table.select("category", "ref_span", "cand_span").rows()

    return read


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("Left basal opacity, likely atelectasis.", "Left basal opacity, likely pneumonia."),
        ("Consolidation, consistent with pneumonia.", "Consolidation, consistent with hemorrhage."),
        ("Nodule, likely granuloma.", "Nodule, suspicious for malignancy."),
        ("Opacity, either atelectasis or scar.", "Opacity, likely pneumonia."),
    ],
)
def test_two_diagnoses_of_one_shadow_are_an_error(rows, reference, candidate):
    for ref, cand in ((reference, candidate), (candidate, reference)):
        named = [row[1:] for row in rows(ref, cand) if row[0] == "naming"]
        assert len(named) == 1
        # Shown where the diagnoses are, not at the shadow that both have.
        assert named[0][0].split()[-1].rstrip(".") != named[0][1].split()[-1].rstrip(".")
        assert named[0][0] in ref
        assert named[0][1] in cand


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("Left basal opacity, likely atelectasis.", "Left basal opacity."),
        ("Left basal opacity, likely atelectasis.", "Left basal opacity, likely atelectasis or pneumonia."),
        ("Consolidation, likely pneumonia.", "Airspace opacity, likely pneumonia."),
        ("Opacity, likely pneumonia.", "Opacity, likely consolidation."),
    ],
)
def test_a_diagnosis_that_one_report_lacks_is_none(rows, reference, candidate):
    for ref, cand in ((reference, candidate), (candidate, reference)):
        assert "naming" not in [row[0] for row in rows(ref, cand)]


@pytest.mark.parametrize(
    ("doubted", "sure"),
    [
        ("Right basal opacity may be pneumonia.", "Right basal opacity, definitely pneumonia."),
        ("Left basal opacity, likely atelectasis.", "Left basal opacity, certainly atelectasis."),
        ("Hilar fullness suspicious for lymphadenopathy.", "Hilar fullness diagnostic of lymphadenopathy."),
        ("Left upper lobe opacity. Aspiration is possible.", "Left upper lobe opacity. Aspiration is present."),
        ("Right basal opacity. Pneumonia cannot be excluded.", "Right basal opacity. There is right basal pneumonia."),
    ],
)
def test_a_doubt_that_is_made_sure_is_an_error(rows, doubted, sure):
    assert [row[0] for row in rows(doubted, sure)] == ["omitted_uncertainty"]
    assert [row[0] for row in rows(sure, doubted)] == ["unsupported_uncertainty"]


def test_a_doubt_about_another_place_is_not_made_sure(rows):
    both = "Right basal opacity, possibly pneumonia. Left apical pneumonia."
    assert rows(both, both) == []
    assert "omitted_uncertainty" not in [row[0] for row in rows(both, "Right basal opacity. Left apical pneumonia.")]


def test_what_is_denied_by_name_is_an_error_beside_its_relatives_too(rows):
    """Edema is nearly congestion, so once it weighed nothing: a risk without a row."""
    with_edema, without = "Mild congestion. Interstitial edema.", "Mild congestion. No edema."
    assert rows(without, with_edema) == [("false_finding", None, "Interstitial edema")]
    assert rows(with_edema, without) == [("omission", "Interstitial edema", None)]


@pytest.mark.parametrize(
    ("reference", "candidate", "differs"),
    [
        ("Compression fracture of T8.", "Compression fracture of L1.", True),
        ("Compression fracture of T8.", "Compression fracture of T-8.", False),
        ("Compression fracture of D12.", "T12 compression fracture.", False),
        ("Fusion from C5 to C7.", "Fusion from C4 to C7.", False),  # devices are beside a vertebra, not in it
        ("Wedging of T7 and T9.", "Wedging of T9 and T7.", False),
        ("Wedging of T7.", "Wedging of a vertebra.", False),
        ("Fracture of L5.", "Fracture of L6.", False),  # no vertebra is called L6
    ],
)
def test_vertebrae_are_places(rows, reference, candidate, differs):
    assert ("location" in [row[0] for row in rows(reference, candidate)]) == differs


def test_an_omitted_alternative_is_shown_by_its_own_name(rows):
    reference, candidate = "Left basal opacity, atelectasis or pneumonia.", "Left basal opacity, likely pneumonia."
    assert ("omission", "atelectasis", None) in rows(reference, candidate)


@pytest.mark.parametrize(
    ("reference", "candidate", "category"),
    [
        ("Right shoulder arthroplasty.", "Right humeral plate and screws.", "device"),
        ("Right paratracheal lymphadenopathy.", "Subcarinal lymphadenopathy.", "location"),
        ("Enlarged paratracheal nodes.", "Enlarged nodes in the AP window.", "location"),
        ("Centrilobular emphysema.", "Bullous emphysema.", "naming"),
        ("Old rib fracture.", "Healing rib fracture.", "naming"),
        ("Right shoulder arthroplasty.", "Right total shoulder prosthesis.", None),
        ("ORIF of the left clavicle.", "Plate and screws in the left clavicle.", None),
        ("Right paratracheal lymphadenopathy.", "Mediastinal lymphadenopathy.", None),
        ("Old healing rib fracture.", "Healing rib fracture.", None),
    ],
)
def test_kinds_that_exclude_each_other(rows, reference, candidate, category):
    for ref, cand in ((reference, candidate), (candidate, reference)):
        assert [row[0] for row in rows(ref, cand)] == ([category] if category else [])

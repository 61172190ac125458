"""Whatever convention a model uses, its unit says what the report says."""

import pytest

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.llm_units import reconcile_units
from radot_fast.extraction.second_reading import second_readings

LEXICON = load_lexicon()


def unit(report, span, finding, polarity="present", **more):
    """A model's unit with its span placed in the report."""
    start = report.index(span)
    plain = {"surface_finding": None, "uncertainty": "definite", "comparison": "none", "device": None, "severity": None}
    place = {"span_text": span, "span_start": start, "span_end": start + len(span), "source": "llm"}
    named = {"canonical_finding": finding, "polarity": polarity, "anatomy": [], "modifiers": [], "confidence": 0.9}
    return {**plain, **place, **named, **more}


def settled(report, *units):
    return reconcile_units(units, report, second_readings([report], LEXICON)[report], LEXICON)


def only(report, *args, **more):
    (row,) = settled(report, unit(report, *args, **more)).rows
    return row


@pytest.mark.parametrize(
    ("name", "polarity", "more"),
    [
        ("normal heart size", "present", {}),
        ("heart size normal", "absent", {}),
        ("cardiomegaly", "absent", {}),
        ("heart size", "present", {"modifiers": ["normal"]}),
        ("cardiac silhouette", "present", {"surface_finding": "heart is normal in size"}),
        ("unremarkable heart", "present", {"uncertainty": "probable"}),
    ],
)
def test_every_way_to_call_a_heart_normal_denies_the_same(name, polarity, more):
    row = only(
        "The heart is normal in size. Lungs show a nodule.", "The heart is normal in size", name, polarity, **more
    )
    assert (row["canonical_finding"], row["polarity"]) == ("cardiomegaly", "absent")
    assert (row["uncertainty"], row["anatomy"]) == ("definite", [])


@pytest.mark.parametrize(
    ("report", "name", "label"),
    [
        ("The lungs are clear.", "clear lungs", "opacity"),
        ("Mediastinal contour is unremarkable.", "unremarkable mediastinal contour", "mediastinal_widening"),
        ("Trachea is midline.", "midline trachea", "mediastinal_shift"),
        ("Bony thorax intact.", "intact bony thorax", "bony_abnormality"),
        ("Sharp costophrenic angles.", "sharp costophrenic angles", "costophrenic_blunting"),
        ("No new opacity.", "no new opacity", "opacity"),
        ("No enlarging mass.", "no enlarging mass", "mass"),
        ("The pneumothorax has resolved.", "resolved pneumothorax", "pneumothorax"),
        ("Absence of pneumothorax.", "absence of pneumothorax", "pneumothorax"),
    ],
)
def test_a_denial_in_the_name_is_kept_and_counted(report, name, label):
    row = only(report, report[:-1], name)
    assert (row["canonical_finding"], row["polarity"], row["conflict"]) == (label, "absent", "name")
    assert "denied_in_name" in row["repairs"]
    assert (row["model_finding"], row["model_polarity"]) == (name, "present")


@pytest.mark.parametrize(
    ("report", "span", "name", "polarity", "holds"),
    [
        ("No evidence of pneumothorax.", "pneumothorax", "pneumothorax", "present", "absent"),
        ("There is a large left pneumothorax.", "large left pneumothorax", "pneumothorax", "absent", "present"),
        ("The heart is not enlarged.", "The heart is not enlarged", "enlarged heart", "present", "absent"),
        ("Cannot exclude a small effusion.", "small effusion", "pleural effusion", "absent", "uncertain"),
        ("Consolidation without effusion.", "effusion", "pleural effusion", "uncertain", "absent"),
    ],
)
def test_a_polarity_against_its_span_is_settled_and_counted(report, span, name, polarity, holds):
    row = only(report, span, name, polarity)
    assert (row["polarity"], row["conflict"]) == (holds, "span")
    assert row["repairs"][0] == "polarity_by_view"


def test_agreement_is_no_conflict_and_no_repair():
    row = only("Patchy opacity in the left lower lobe.", "Patchy opacity in the left lower lobe", "opacity",
               anatomy=["left lower lobe"], modifiers=["patchy"])  # fmt: skip
    assert (row["conflict"], row["repairs"]) == (None, [])
    assert row["anatomy"] == ["left", "lower_lobe"]


def test_a_span_that_is_not_in_the_report_is_read_by_itself():
    lost = unit("x No pneumothorax seen", "No pneumothorax seen", "pneumothorax") | {
        "span_start": None,
        "span_end": None,
    }
    (row,) = settled("The report words it differently.", lost).rows
    assert (row["polarity"], row["conflict"], row["span_start"]) == ("absent", "span", None)


def test_a_name_of_known_words_without_a_finding_takes_what_its_words_say():
    row = only("The heart size is stable.", "The heart size is stable", "heart size", surface_finding="heart size")
    assert (row["canonical_finding"], row["polarity"]) == ("cardiac_change", "absent")
    assert "label_by_view" in row["repairs"]
    row = only("The borders are sharp.", "The borders are sharp", "sharp borders")
    assert row["canonical_finding"] in (None, "sharp_borders")


def test_a_name_that_says_more_than_a_structure_is_not_denied_by_its_words():
    for report, name in (
        ("The left lung is partly re-expanded.", "lung re-expansion"),
        ("Lung is expanding.", "lung expanding"),
    ):
        row = only(report, report[:-1], name)
        assert (row["canonical_finding"], row["polarity"]) != ("opacity", "absent")


def test_a_word_the_lexicon_has_never_met_stays_a_finding():
    row = only("There is a zorblatt in the left lung.", "zorblatt", "pulmonary zorblatt")
    assert (row["canonical_finding"], row["polarity"]) == ("pulmonary_zorblatt", "present")


def test_an_unknown_name_is_not_read_as_a_normal_statement_in_it():
    report = "The boundary with the aerated lung is sharper now."
    row = only(report, report[:-1], "pleural boundary", surface_finding="boundary with the aerated lung")
    assert (row["canonical_finding"], row["polarity"]) != ("opacity", "absent")


@pytest.mark.parametrize(
    ("report", "name", "more"),
    [
        ("The study is limited by rotation.", "limited study", {}),
        ("Poor image quality.", "poor image quality", {}),
        ("The left hilum is obscured.", "obscured hilum", {}),
        ("The cardiac silhouette is poorly visualized.", "poorly visualized cardiac silhouette", {}),
        ("Artifact from overlying ECG leads.", "artifact", {"device": "ECG leads"}),
        ("Motion limits evaluation for tiny nodules.", "nodule", {"polarity": "uncertain"}),
    ],
)
def test_remarks_on_the_image_are_no_units(report, name, more):
    done = settled(report, unit(report, report[:-1], name, **more))
    assert done.rows == []
    assert done.dropped == {"remark": 1}


@pytest.mark.parametrize(
    ("report", "polarity", "uncertainty", "holds"),
    [
        ("Probable left effusion.", "uncertain", "probable", ("present", "probable")),
        ("Probable left effusion.", "present", "probable", ("present", "probable")),
        ("Possible left effusion.", "present", "possible", ("uncertain", "possible")),
        ("Left effusion or atelectasis.", "uncertain", "possible", ("present", "possible")),
        ("No definite left effusion.", "absent", "probable", ("absent", "definite")),
    ],
)
def test_doubts_are_read_from_the_words_that_doubt(report, polarity, uncertainty, holds):
    row = only(report, report[:-1], "pleural effusion", polarity, uncertainty=uncertainty, surface_finding="effusion")
    assert (row["polarity"], row["uncertainty"]) == holds


@pytest.mark.parametrize(
    ("report", "severity", "holds"),
    [
        ("Small left effusion.", "small", "mild"),
        ("No large effusion.", "large", None),
        ("Mass in the left lung measuring 3 cm.", "up to 3 cm", None),
        ("A significant decrease in the effusion.", "significant", None),
        ("The effusion is slightly larger.", "slightly", None),
    ],
)
def test_a_degree_is_of_the_finding(report, severity, holds):
    name = "mass" if "Mass" in report else "pleural effusion"
    polarity = "absent" if report.startswith("No") else "present"
    assert only(report, report[:-1], name, polarity, severity=severity)["severity"] == holds


def test_places_that_the_name_implies_make_no_difference():
    report = "No pleural effusion. Small effusion on the left."
    with_place = only(report, "No pleural effusion", "pleural effusion", "absent", anatomy=["pleura"])
    without = only(report, "No pleural effusion", "pleural effusion", "absent")
    assert with_place["anatomy"] == without["anatomy"] == []
    left = only(report, "Small effusion on the left", "pleural effusion", surface_finding="effusion")
    assert left["anatomy"] == ["left", "pleura"]
    assert "side_by_view" in left["repairs"]


def test_devices():
    report = "The endotracheal tube tip is 2 cm above the carina. Pneumothorax beside the chest tube."
    row = only(report, "The endotracheal tube tip is 2 cm above the carina", None, device="ET tube")
    assert (row["canonical_finding"], row["device"]) == ("tube", "endotracheal_tube")
    row = only(report, "endotracheal tube tip", "endotracheal tube position", device="endotracheal tube")
    assert (row["canonical_finding"], row["device"]) == ("tube", "endotracheal_tube")
    row = only(report, "Pneumothorax beside the chest tube", "pneumothorax", device="chest tube")
    assert (row["canonical_finding"], row["device"], row["model_device"]) == ("pneumothorax", None, "chest tube")
    assert "device_beside" in row["repairs"]


def test_a_statement_given_twice_is_one_unit():
    report = "Aerated, clear lungs on both sides."
    done = settled(report, unit(report, report[:-1], "well-aerated lungs"), unit(report, report[:-1], "clear lungs"))
    assert [row["canonical_finding"] for row in done.rows] == ["opacity"]
    assert (done.positions, done.dropped) == ([0], {"same_words": 1})
    report = "Right and left lower lobe infiltrates."
    sides = [unit(report, report[:-1], "infiltrate", anatomy=[side, "lower lobe"]) for side in ("right", "left")]
    assert len(settled(report, *sides).rows) == 2


def test_settling_depends_on_the_report_alone():
    report = "Small left effusion. The heart is normal in size."
    units = [
        unit(report, "Small left effusion", "effusion"),
        unit(report, "The heart is normal in size", "normal heart"),
    ]
    first = settled(report, *units)
    second_readings(["Large right pneumothorax. Heart enlarged."], LEXICON)
    assert settled(report, *units) == first
    assert [only(report, *[u["span_text"], u["canonical_finding"]])["polarity"] for u in units] == [
        r["polarity"] for r in first.rows
    ]

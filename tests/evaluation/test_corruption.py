import re

import numpy as np
import polars as pl
import pytest

from radot_fast.errors import ConfigError, InputError
from radot_fast.evaluation.stress.corruption import (
    CLINICAL_TYPES,
    ERROR_TYPES,
    SURFACE_TYPES,
    apply_edits,
    corrupt_reports,
)
from radot_fast.evaluation.stress.error_types import OPERATORS, Replacement, ReportText, Unit

TEXTS = {
    "device": "A right PICC terminates in the superior vena cava. Small left pleural effusion. No pneumothorax.",
    "sizes": "There is a 9 mm nodule in the right upper lobe. Heart size is within normal limits.",
    "masks": "XXXX XXXX.",
}
STATEMENTS = [
    ("device", "A right PICC terminates in the superior vena cava", "central_line", "PICC", "present", "picc"),
    ("device", "Small left pleural effusion", "pleural_effusion", "pleural effusion", "present", None),
    ("device", "No pneumothorax", "pneumothorax", "pneumothorax", "absent", None),
    ("sizes", "There is a 9 mm nodule in the right upper lobe", "nodule", "nodule", "present", None),
    ("sizes", "Heart size is within normal limits", "cardiomegaly", "heart normal", "absent", None),
]
REPORTS = pl.DataFrame({"report_id": list(TEXTS), "text": list(TEXTS.values())})


def units():
    names = ("report_id", "span_text", "canonical_finding", "surface_finding", "polarity", "device")
    table = pl.DataFrame(STATEMENTS, schema=names, orient="row")
    start = [TEXTS[r].index(s) for r, s in table.select("report_id", "span_text").iter_rows()]
    table = table.with_columns(span_start=pl.Series(start))
    return table.with_columns(span_end=pl.col("span_start") + pl.col("span_text").str.len_chars())


def corrupted(kind, report="device", seed=0):
    found = corrupt_reports(REPORTS.filter(report_id=report), units(), types=[kind], seed=seed)
    return found.reports["corrupted"][0] if found.reports.height else None


def test_there_are_twelve_types_ten_of_them_clinical():
    assert len(ERROR_TYPES) == 12
    assert len(CLINICAL_TYPES) == 10
    assert {*CLINICAL_TYPES, *SURFACE_TYPES} == {*ERROR_TYPES}


def test_each_type_does_what_its_name_says():
    device = TEXTS["device"]
    assert corrupted("change severity") == device.replace("Small", "Large")
    assert corrupted("change location") == device.replace("left pleural", "right pleural")
    assert corrupted("false negation") in (
        device.replace("Small left pleural effusion", "No pleural effusion"),
        device.replace("A right PICC terminates in the superior vena cava", "No picc"),
    )
    assert corrupted("change measurement", "sizes") in (
        TEXTS["sizes"].replace("9", "27"),
        TEXTS["sizes"].replace("9", "3"),
    )
    moved = corrupted("change position of device")
    assert "superior vena cava" not in moved
    assert moved.endswith(device.partition(".")[2])
    renamed = corrupted("change name of device")
    assert re.search(r"A right (?!PICC).+ terminates", renamed)
    assert corrupted("add contradiction", seed=3) != device


def test_what_is_added_was_not_said():
    for seed in range(20):
        finding = corrupted("false prediction", seed=seed)
        assert len(finding) > len(TEXTS["device"])
        assert finding.count("effusion") == 1
        assert finding.count("pneumothorax") == 1
        assert not re.search("(?i)picc.*picc|catheter", corrupted("add medical device", seed=seed))
    repeated = corrupted("add repetitions")
    sentences = re.findall(r"[^.]+\.", repeated)
    assert len(sentences) == len({s.strip() for s in sentences}) + 1


def test_a_contradiction_says_the_opposite():
    said = {corrupted("add contradiction", seed=seed) for seed in range(30)}
    assert any(s.endswith("No pneumothorax. There is pneumothorax.") for s in said)
    assert any("effusion. There is no pleural effusion." in s for s in said)


def views(*statements):
    """A view of a report whose sentences are its spans: (span, finding, surface, polarity, device)."""
    text, units = "", []
    for span, *attributes in statements:
        units.append(Unit(len(text), len(text) + len(span), *attributes))
        text += f"{span}. "
    return ReportText(text, units)


def proposals(kind, report, n=30):
    drawn = {OPERATORS[kind](report, np.random.default_rng(seed)) for seed in range(n)}
    return {report.text[: e.start] + e.text + report.text[e.end :] for e in drawn if e}


def test_a_finding_that_is_stated_twice_or_denied_already_is_not_negated_at_one_place():
    effusion = ("Small effusion", "pleural_effusion", "effusion", "present", None)
    again = ("The effusion is new", "pleural_effusion", "effusion", "present", None)
    gone = ("No effusion", "pleural_effusion", "effusion", "absent", None)
    assert proposals("false negation", views(effusion)) == {"No effusion. "}
    assert proposals("false negation", views(effusion, again)) == set()
    assert proposals("false negation", views(effusion, gone)) == set()
    assert proposals("add contradiction", views(effusion, gone)) == set()


def test_what_is_said_by_an_adjective_is_denied_with_not():
    aorta = ("The aorta is mildly tortuous", "tortuous_aorta", "tortuous", "present", None)
    assert proposals("false negation", views(aorta)) == {"The aorta is not tortuous. "}
    attribute = ("Tortuous calcified aorta", "tortuous_aorta", "Tortuous", "present", None)
    assert proposals("false negation", views(attribute)) == set()
    assert proposals("add contradiction", views(attribute)) == set()


def test_a_statement_of_normality_is_contradicted_by_an_abnormality():
    heart = ("Heart size is normal", "cardiomegaly", "Heart size is normal", "absent", None)
    assert proposals("add contradiction", views(heart)) == {"Heart size is normal. The heart is enlarged. "}
    unknown = ("The spleen is normal", "spleen", "spleen is normal", "absent", None)
    assert proposals("add contradiction", views(unknown)) == set()


def test_a_sentence_is_closed_before_another_is_added():
    report = ReportText("No effusion", [Unit(0, 11, "pleural_effusion", "effusion", "absent", None)])
    assert proposals("add contradiction", report) == {"No effusion. There is effusion."}
    assert proposals("add repetitions", report) == {"No effusion. No effusion."}


def test_a_device_that_is_gone_is_not_changed():
    gone = ("The left PICC has been removed", "central_line", "PICC", "absent", "picc")
    assert proposals("change name of device", views(gone)) == set()
    assert proposals("change position of device", views(gone)) == set()
    svc = ("PICC tip in the SVC", "central_line", "PICC", "present", "picc")
    assert "PICC tip in the superior vena cava. " not in proposals("change position of device", views(svc), 60)


def test_a_comparison_of_the_sides_is_no_place_and_a_degree_of_change_no_severity():
    sides = ("Effusions, right greater than left", "pleural_effusion", "Effusions", "present", None)
    assert proposals("change location", views(sides)) == set()
    for span in ("Effusion, mildly increased", "Mild to moderate effusion", "Borderline heart size"):
        assert proposals("change severity", views((span, "pleural_effusion", "effusion", "present", None))) == set()


def test_surface_errors_change_letters_only():
    typo = corrupted("add typo")
    assert sorted(typo) == sorted(TEXTS["device"])
    assert typo != TEXTS["device"]
    assert corrupted("change to homophone", "sizes") != TEXTS["sizes"]


def test_ground_truth_points_at_what_was_injected():
    found = corrupt_reports(REPORTS, units(), n_errors=3, seed=5)
    clean = dict(found.reports.select("source_id", "clean").iter_rows())
    changed = dict(found.reports.select("source_id", "corrupted").iter_rows())
    assert found.n_untouched == 1
    for source, group in found.injections.group_by("source_id"):
        text, pieces, done = clean[source[0]], [], 0
        for row in group.sort("clean_start").iter_rows(named=True):
            pieces += [text[done : row["clean_start"]], changed[source[0]][row["start"] : row["end"]]]
            done = row["clean_end"]
        assert "".join([*pieces, text[done:]]) == changed[source[0]]
        assert group["error_type"].n_unique() == group.height
    assert found.reports["n_injected"].to_list() == [3, 3]


def test_a_report_gets_the_same_errors_in_any_batch():
    together = corrupt_reports(REPORTS, units(), n_errors=2, seed=9).reports
    alone = corrupt_reports(REPORTS.filter(report_id="sizes"), units(), n_errors=2, seed=9).reports
    assert together.filter(source_id="sizes").rows() == alone.rows()
    assert corrupt_reports(REPORTS, units(), seed=1).reports.rows() != together.rows()


def test_a_type_without_a_place_is_left_out():
    assert corrupted("change measurement") is None
    assert corrupt_reports(REPORTS.filter(report_id="masks"), units()).n_untouched == 1


def test_edits_in_order():
    assert apply_edits("abcdef", [Replacement(1, 2, "XX"), Replacement(4, 4, "Y")]) == ("aXXcdYef", [(1, 3), (5, 6)])


def test_a_decimal_point_ends_no_sentence():
    text = "A 1.5 cm nodule. Clear lungs"
    view = ReportText(text, [])
    assert view.sentences == []
    starts = [(m.start(), m.end()) for m in re.finditer(r"A 1\.5 cm nodule\.", text)]
    assert ReportText(text, units_of(text)).sentences == [*starts, (17, 28)]


def units_of(text):
    return [Unit(0, 15, "nodule", "nodule", "present", None), Unit(17, len(text), None, None, "absent", None)]


def test_errors_name_value_and_remedy():
    with pytest.raises(ConfigError, match="'swap' is not one of false prediction"):
        corrupt_reports(REPORTS, units(), types=["swap"])
    with pytest.raises(ConfigError, match="n_errors 0 is below 1"):
        corrupt_reports(REPORTS, units(), n_errors=0)
    with pytest.raises(InputError, match="column 'text' is missing"):
        corrupt_reports(REPORTS.drop("text"), units())
    with pytest.raises(InputError, match=r"rows .* have one report_id"):
        corrupt_reports(pl.concat([REPORTS, REPORTS]), units())

"""The row of each kind of discrepancy, written by hand: category, finding, magnitude, the two units, tier, reason.

Magnitudes are shares of one disagreement (method §10.8): severities by the scale of method §3, doubt half a step each,
sizes by the logarithm of their ratio, sides as they cost; of a finding that stays, .1 a statement.
"""

import pytest
from made_units import discrepancies, unit

COLUMNS = ("category", "finding", "magnitude", "ref_unit", "cand_unit", "significance", "reason")
CASES = {
    "omission": (
        [unit("pleural_effusion", anatomy=["left"])],
        [],
        ("omission", "pleural_effusion", 1.0, 0, None, "actionable", "left pleural effusion is in the reference only"),
    ),
    "omission of several": (
        [unit("surgical_clips", device="surgical_clips")],
        [],
        ("omission", "surgical_clips", 1.0, 0, None, "expected", "surgical clips are in the reference only"),
    ),
    "false finding on both sides": (
        [],
        [unit("nodule", anatomy=["bilateral", "lung"])],
        ("false_finding", "nodule", 1.0, None, 0, "actionable", "bilateral nodule is in the candidate only"),
    ),
    "false finding that is denied": (
        [unit("nodule", "absent")],
        [unit("nodule")],
        (
            "false_finding",
            "nodule",
            1.0,
            None,
            0,
            "actionable",
            "nodule is in the candidate only: the reference says it is absent",
        ),
    ),
    "false finding in a normal region": (
        [unit("opacity", "absent")],
        [unit("mass")],
        (
            "false_finding",
            "mass",
            1.0,
            None,
            0,
            "actionable",
            "mass is in the candidate only: the reference calls the region normal",
        ),
    ),
    "omission in a normal region": (
        [unit("fracture", anatomy=["right"])],
        [unit("bony_abnormality", "absent")],
        (
            "omission",
            "fracture",
            1.0,
            0,
            None,
            "actionable",
            "right fracture is in the reference only: the candidate calls the region normal",
        ),
    ),
    "location": (
        [unit("nodule", anatomy=["left", "upper_lobe"])],
        [unit("nodule", anatomy=["right", "hilum"])],
        ("location", "nodule", 0.9, 0, 0, "actionable", "nodule: reference left upper lobe, candidate right hilum"),
    ),
    "severity": (
        [unit("edema", severity="mild")],
        [unit("edema", severity="severe")],
        ("severity", "edema", 0.67, 0, 0, "actionable", "edema: reference mild or small, candidate severe or large"),
    ),
    "unsupported_comparison": (
        [unit("edema")],
        [unit("edema", comparison="worsened")],
        (
            "unsupported_comparison",
            "edema",
            0.5,
            0,
            0,
            "actionable",
            "edema: reference no comparison, candidate worsened",
        ),
    ),
    "omitted_comparison": (
        [unit("edema", comparison="new")],
        [unit("edema")],
        ("omitted_comparison", "edema", 0.5, 0, 0, "actionable", "edema: reference new, candidate no comparison"),
    ),
    "another comparison": (
        [unit("edema", comparison="new")],
        [unit("edema", comparison="improved")],
        ("unsupported_comparison", "edema", 0.5, 0, 0, "actionable", "edema: reference new, candidate improved"),
    ),
    "unsupported_uncertainty": (
        [unit("edema", uncertainty="definite")],
        [unit("edema", uncertainty="possible")],
        ("unsupported_uncertainty", "edema", 1.0, 0, 0, "actionable", "edema: reference definite, candidate possible"),
    ),
    "omitted_uncertainty": (
        [unit("edema", uncertainty="probable")],
        [unit("edema")],
        ("omitted_uncertainty", "edema", 0.5, 0, 0, "actionable", "edema: reference probable, candidate definite"),
    ),
    "unlikely against likely": (
        [unit("edema", "uncertain", modifiers=["unlikely"])],
        [unit("edema", uncertainty="probable")],
        ("omitted_uncertainty", "edema", 1.0, 0, 0, "actionable", "edema: reference unlikely, candidate probable"),
    ),
    "unlikely against absent": (
        [unit("edema", "uncertain", modifiers=["unlikely"])],
        [unit("edema", "absent")],
        (
            "omitted_uncertainty",
            "edema",
            0.5,
            0,
            0,
            "actionable",
            "edema: reference unlikely, the candidate says it is absent",
        ),
    ),
    "absent against unlikely": (
        [unit("edema", "absent")],
        [unit("edema", "uncertain", modifiers=["unlikely"])],
        (
            "unsupported_uncertainty",
            "edema",
            0.5,
            0,
            0,
            "actionable",
            "no edema: reference definite, candidate unlikely",
        ),
    ),
    "measurement": (
        [unit("mass", span_text="3 x 2 cm mass")],
        [unit("mass", span_text="15 mm mass")],
        ("measurement", "mass", 1.0, 0, 0, "actionable", "mass: reference 30 × 20 mm, candidate 15 mm"),
    ),
    "naming": (
        [unit("opacity")],
        [unit("pneumonia")],
        ("naming", "pneumonia", 0.65, 0, 0, "actionable", "reference says opacity, candidate says pneumonia"),
    ),
    "level": (
        [unit("fracture", anatomy=["rib"], span_text="left tenth rib fracture")],
        [unit("fracture", anatomy=["rib"], span_text="fracture of the 9th rib")],
        (
            "location",
            "fracture",
            0.5,
            0,
            0,
            "actionable",
            "fracture: reference left tenth rib fracture, candidate fracture of the 9th rib",
        ),
    ),
    "acuity": (
        [unit("fracture", modifiers=["acute"])],
        [unit("fracture", modifiers=["chronic"])],
        ("naming", "fracture", 0.5, 0, 0, "actionable", "fracture: reference acute, candidate chronic"),
    ),
    "amount": (
        [unit("opacity", modifiers=["faint"])],
        [unit("opacity", modifiers=["confluent", "linear"])],
        ("severity", "opacity", 0.5, 0, 0, "actionable", "opacity: reference faint, candidate confluent"),
    ),
    "shape": (
        [unit("opacity", modifiers=["linear"])],
        [unit("opacity", modifiers=["nodular"])],
        ("naming", "opacity", 0.5, 0, 0, "actionable", "opacity: reference linear, candidate nodular"),
    ),
    "part of a vein": (
        [unit("central_line", device="picc", modifiers=["lower_svc", "tip_svc"])],
        [unit("central_line", device="picc", modifiers=["upper_svc", "tip_svc"])],
        ("device", "central_line", 0.5, 0, 0, "not_actionable", "PICC: reference lower SVC, candidate upper SVC"),
    ),
    "how far to move": (
        [unit("tube", device="endotracheal_tube", modifiers=["to_withdraw", "by_20_mm"])],
        [unit("tube", device="endotracheal_tube", modifiers=["to_withdraw", "by_80_mm"])],
        (
            "measurement",
            "tube",
            1.0,
            0,
            0,
            "not_actionable",
            "endotracheal tube: reference move of 20 mm, candidate move of 80 mm",
        ),
    ),
    "another thing has gone": (
        [unit("pneumonia", "absent", comparison="resolved")],
        [unit("cardiomegaly", "absent", comparison="resolved")],
        (
            "naming",
            "cardiomegaly",
            1.0,
            0,
            0,
            "actionable",
            "reference says resolved pneumonia, candidate says resolved cardiomegaly",
        ),
    ),
    "complication": (
        [unit("pleural_effusion", modifiers=["loculated"])],
        [unit("pleural_effusion")],
        (
            "severity",
            "pleural_effusion",
            0.5,
            0,
            0,
            "actionable",
            "pleural effusion: reference loculated, candidate simple",
        ),
    ),
    "complication under another name": (
        [unit("tube", device="pacemaker", modifiers=["dual_lead"])],
        [
            unit("tube", device="pacemaker", modifiers=["dual_lead"]),
            unit("tube", device="tube", modifiers=["fractured_device"]),
        ],
        (
            "device",
            "tube",
            0.5,
            0,
            1,
            "not_actionable",
            "pacemaker: reference simple, candidate fractured device",
        ),
    ),
    "misplaced": (
        [unit("tube", device="endotracheal_tube", modifiers=["malpositioned"])],
        [unit("tube", device="endotracheal_tube")],
        ("device", "tube", 1.0, 0, 0, "urgent", "endotracheal tube: reference malpositioned, candidate in place"),
    ),
    "another device": (
        [unit("central_line", device="picc")],
        [unit("central_line", device="port")],
        ("device", "central_line", 0.3, 0, 0, "not_actionable", "reference says PICC, candidate says port"),
    ),
    "lost": (
        [
            unit("opacity", span_text="opacity", span_start=0, span_end=7),
            unit("pneumonia", "uncertain", span_text="pneumonia", span_start=14, span_end=23),
        ],
        [unit("opacity")],
        (
            "omission",
            "pneumonia",
            0.1,
            1,
            None,
            "actionable",
            "pneumonia: what the reference also calls it is not in the candidate",
        ),
    ),
    "repeated": (
        [unit("nodule")],
        [unit("nodule"), unit("nodule"), unit("nodule")],
        ("false_finding", "nodule", 0.1, None, 2, "actionable", "nodule: repeated word for word in the candidate"),
    ),
    "contradiction": (
        [unit("nodule")],
        [unit("nodule"), unit("nodule", "absent", span_text="no nodule")],
        ("contradiction", "nodule", 1.0, 0, 1, "actionable", "nodule: the candidate also says it is absent"),
    ),
    "misnamed": (
        [unit("consolidation"), unit("pneumonia", "absent", span_text="no pneumonia")],
        [unit("pneumonia")],
        ("contradiction", "pneumonia", 1.0, 1, 0, "actionable", "pneumonia: the reference says it is absent"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_row_says_what_is_wrong_where(name):
    reference, candidate, row = CASES[name]
    table = discrepancies(reference, candidate)
    shown = table.select(COLUMNS).row(0)
    assert table.height == 1
    assert shown == (*row[:2], pytest.approx(row[2]), *row[3:])


def test_two_reports_are_each_others_mirror():
    """What one report omits is false in it the other way round; a disagreement is the same from either side."""
    mirrored = {"omission": "false_finding", "false_finding": "omission"}
    for reference, candidate, row in CASES.values():
        if row[0] in ("location", "severity", "measurement", "naming", "device", "omission") and row[2] > 0.1:
            back = discrepancies(candidate, reference)
            assert back["category"].to_list() == [mirrored.get(row[0], row[0])], row
            assert back["magnitude"].to_list() == [pytest.approx(row[2])], row

"""Labels and values, whatever parts the two: "Pleural effusion - None" says what "Pleural effusion: none" does."""

from collections import defaultdict

import pytest

from radot_fast.extraction import extract_units

LABELS = {
    "Pleural effusion": "pleural_effusion",
    "Pneumothorax": "pneumothorax",
    "Consolidation": "consolidation",
    "Rib fracture": "fracture",
}
MARKS = (": ", ":", " - ", " \u2013 ", " \u2014 ", " -- ", " = ", "=", " -> ", " | ", "\t", " ... ", "....")
QUESTIONS = ("? ",)
DENIALS = (
    "None", "none", "NONE", "Nil", "nil", "Absent", "absent", "ABSENT", "Negative", "Not seen", "not seen",
    "Not present", "None seen", "none identified", "None noted", "Neg", "N", "False", "not identified",
    "Not visualized", "not detected", "none evident", "not evident", "Not appreciated", "None visible",
    "Not demonstrated",
)  # fmt: skip
OF_BOXES = ("\u2717", "\u2610", "[ ]", "\u274c", "Excluded", "Not applicable", "0", "no sign")
"""Values that no question is answered with."""
STATED = {
    "Present": (), "present": (), "Yes": (), "True": (), "Positive": (), "Seen": (), "Small": ("mild",),
    "Mild": ("mild",), "Moderate": ("moderate",), "Severe": ("severe",), "Left": ("left",), "right": ("right",),
    "Small right": ("mild", "right"), "Right, small": ("mild", "right"), "Large left": ("severe", "left"),
    "Stable": ("stable",), "Unchanged": ("stable",), "New": ("new",), "Increased": ("worsened",),
    "Improved": ("improved",),
}  # fmt: skip
FORMS = {
    "alone": lambda items: items[0],
    "with a stop": lambda items: f"{items[0]}.",
    "in lines": "\n".join,
    "in bullets": lambda items: "\n".join(f"- {item}" for item in items),
    "numbered": lambda items: "\n".join(f"{k}. {item}" for k, item in enumerate(items, 1)),
    "under a head": lambda items: "\n".join(["FINDINGS:", *items]),
}


def reports(marks, values):
    """Texts with the labels that each holds, and the value of all."""
    names = list(LABELS)
    for mark in marks:
        for value in values:
            for k, form in enumerate(FORMS.values()):
                turned = [*names[k % len(names) :], *names[: k % len(names)]]
                text = form([f"{name}{mark}{value}" for name in turned])
                yield text, [name for name in turned if name.lower() in text.lower()], value


def read(texts):
    """What is said of each finding of each text: polarity, degree, change, places."""
    out = defaultdict(lambda: defaultdict(list))
    for unit in extract_units(texts).drop_nulls("unit_index").iter_rows(named=True):
        said = {unit["polarity"], unit["severity"], unit["comparison"], *(unit["anatomy"] or ())}
        out[int(unit["report_id"])][unit["canonical_finding"]].append(said)
    return out


@pytest.mark.parametrize(("marks", "values"), [(MARKS, (*DENIALS, *OF_BOXES)), (QUESTIONS, DENIALS)])
def test_a_value_that_denies_does_so_behind_whatever_mark(marks, values):
    rows = list(reports(marks, values))
    units = read([text for text, _, _ in rows])
    wrong = [
        text
        for k, (text, names, _) in enumerate(rows)
        for name in names
        if not units[k][LABELS[name]] or not all("absent" in said for said in units[k][LABELS[name]])
    ]
    assert wrong == []


def test_a_value_that_tells_something_is_told_of_its_label():
    rows = list(reports((*MARKS, *QUESTIONS), STATED))
    units = read([text for text, _, _ in rows])
    wrong = [
        text
        for k, (text, names, value) in enumerate(rows)
        for name in names
        if not any({"present", *STATED[value]} <= said for said in units[k][LABELS[name]])
    ]
    assert wrong == []

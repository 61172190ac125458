"""What a heading says holds for each item of the list under it: "Pertinent negatives" over "- Pneumothorax"."""

from collections import defaultdict

import pytest

from radot_fast.extraction import extract_units
from radot_fast.extraction.text.lists_under_heads import with_lists_under_heads

ITEMS = {"Pleural effusion": "pleural_effusion", "Pneumothorax": "pneumothorax", "Consolidation": "consolidation"}
HEADS = {
    "absent": (
        "Absent", "Negative for", "No evidence of", "Not seen", "Pertinent negatives", "Ruled out", "No",
        "None of the following are seen", "There is no evidence of the following", "Absent findings",
        "The following are absent", "Negative findings",
    ),
    "doubted": (
        "Possible", "Suspected", "Cannot exclude", "Not excluded", "Differential diagnosis", "Possible findings",
        "Questionable", "Likely",
    ),
    "present": ("Present", "Positive findings", "Abnormal findings", "Findings", "Impression", "Positive for"),
    "stable": ("Unchanged", "Stable findings", "No change"),
    "new": ("New findings", "New"),
    "worsened": ("Worsened", "Increased"),
    "improved": ("Improved",),
    "resolved": ("Resolved",),
}  # fmt: skip
FORMS = {
    "lines": "{0}:\n{1}\n{2}\n{3}",
    "bullets": "{0}:\n- {1}\n- {2}\n- {3}",
    "stops": "{0}:\n* {1}.\n* {2}.\n* {3}.",
    "bold": "**{0}**\n- {1}\n- {2}\n- {3}",
    "markdown": "### {0}\n\n- {1}\n- {2}\n- {3}",
    "numbers": "{0}:\n1. {1}\n2. {2}\n3. {3}",
    "nested": "- {0}:\n  - {1}\n  - {2}\n  - {3}",
    "semicolons": "{0}: {1}; {2}; {3}.",
    "commas": "{0}: {1}, {2}, {3}.",
    "between": "Right rib fracture.\n\n{0}:\n- {1}\n- {2}\n- {3}\n\nImpression: Right rib fracture.",
}


def holds(unit, told):
    """Whether a unit is as a heading says."""
    if told == "absent":
        return unit["polarity"] == "absent"
    if told == "doubted":
        return unit["polarity"] == "uncertain" or unit["uncertainty"] in ("possible", "probable")
    if told == "resolved":
        return unit["polarity"] == "absent" or unit["comparison"] == "resolved"
    return unit["polarity"] == "present" and told in ("present", unit["comparison"])


@pytest.mark.parametrize("told", HEADS)
def test_a_heading_is_told_of_each_item(told):
    texts = [form.format(head, *ITEMS) for head in HEADS[told] for form in FORMS.values()]
    units = defaultdict(lambda: defaultdict(list))
    for unit in extract_units(texts).drop_nulls("unit_index").iter_rows(named=True):
        units[int(unit["report_id"])][unit["canonical_finding"]].append(unit)
    wrong = [
        (text, label)
        for k, text in enumerate(texts)
        for label in ITEMS.values()
        if not units[k][label] or not all(holds(unit, told) for unit in units[k][label])
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "Pertinent negatives:\n- No pleural effusion\n- No pneumothorax",
        "Negative for:\n- Pneumothorax is not seen",
        "Findings:\n- Pleural effusion\n- Pneumothorax",
        "New:\n- Right effusion is larger",
        "No effusion: the angles are sharp.",
    ],
)
def test_what_tells_more_stays_as_it_is(text):
    assert with_lists_under_heads(text) == text


def test_items_that_tell_more_stand_among_others():
    text = "Pertinent negatives:\n- Pleural effusion\n- No fracture\n- Pneumothorax"
    assert (
        with_lists_under_heads(text)
        == "Pertinent negatives:\n\u2717 Pleural effusion\n- No fracture\n\u2717 Pneumothorax"
    )

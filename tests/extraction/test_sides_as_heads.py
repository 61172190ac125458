"""A side that heads a list is of each of its items, whatever its form: "**Right lung:**" over "- Pneumothorax"."""

import pytest

from radot_fast.extraction import extract_units

HEADS = (
    ("Right lung", "Left lung"), ("Right", "Left"), ("Right side", "Left side"), ("On the right", "On the left"),
    ("RIGHT", "LEFT"), ("Right-sided findings", "Left-sided findings"), ("Right chest", "Left chest"),
    ("Findings on the right", "Findings on the left"), ("R", "L"),
)  # fmt: skip
FORMS = {
    "lines": "{0}: small pleural effusion, pneumothorax\n{1}: basal atelectasis",
    "bullets": "{0}:\n- Small pleural effusion\n- Pneumothorax\n{1}:\n- Basal atelectasis",
    "bold": "**{0}:**\n- Small pleural effusion\n- Pneumothorax\n\n**{1}:**\n- Basal atelectasis",
    "markdown": "## {0}\n- Small pleural effusion\n- Pneumothorax\n\n## {1}\n- Basal atelectasis",
    "nested": "- {0}\n  - Small pleural effusion\n  - Pneumothorax\n- {1}\n  - Basal atelectasis",
    "semicolons": "{0}: small pleural effusion; pneumothorax. {1}: basal atelectasis.",
}


@pytest.mark.parametrize("form", FORMS)
def test_each_item_is_of_the_side_that_heads_it(form):
    texts = [FORMS[form].format(right, left) for right, left in HEADS]
    found = [set() for _ in texts]
    for unit in extract_units(texts).drop_nulls("unit_index").iter_rows(named=True):
        sides = {"left", "right", "bilateral"}.intersection(unit["anatomy"] or ())
        found[int(unit["report_id"])] |= {(unit["canonical_finding"], side) for side in sides or {"no side"}}
    wanted = {("pleural_effusion", "right"), ("pneumothorax", "right"), ("atelectasis", "left")}
    assert [text for text, units in zip(texts, found, strict=True) if units != wanted] == []

"""Tables with a column a side: read if their rows have room for the sides, else not read and counted as unread."""

import pytest

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.text.sections import outline

TABLES = [
    "| | Right | Left |\n|---|---|---|\n| Effusion | none | small |\n| Heart | enlarged |  | stable |",
    "Finding, Right, Left\nEffusion, none, small\nPneumothorax, no, no",
    "|Finding|Left|Right|\n|Pleural effusion|moderate|small|",
    "Finding\tR\tL\nEffusion\tno\tyes",
    "|Region|Left lung|Right lung|\n|Opacity|none|basal|",
]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_with_a_column_a_side_is_unread_and_counted(table):
    sections = load_lexicon().sections
    assert outline(table, sections).statements == []
    beside = outline(f"The heart is enlarged.\n\n{table}\n\nNo pneumothorax.", sections)
    assert [sentence for _, sentence in beside.statements] == ["The heart is enlarged", "No pneumothorax"]
    assert beside.tables >= table.count("\n")


def test_a_row_with_room_has_its_sides():
    text = "| | Right | Left |\n|---|---|---|\n| Effusion | - | small |\n| Nodule | one, 5 mm | |"
    found = outline(text, load_lexicon().sections)
    assert [sentence for _, sentence in found.statements] == ["Effusion:R n;L small", "Nodule:R 5 mm"]
    assert [start for start, _ in found.statements] == [text.index("Effusion"), text.index("Nodule")]
    assert found.tables == 0


@pytest.mark.parametrize("text", ["Effusions, right, left\nNo pneumothorax.", "| Right | Left |\n"])
def test_sides_in_a_line_of_prose_make_no_table(text):
    assert outline(text, load_lexicon().sections).tables == 0

"""Sentences as they are cut into tokens: with a mark wherever a statement ends or goes on, in texts of the same length.

Full stops, breaks, dashes and signs say where one does: "Effusion. Larger than before." is one statement.
"""

from __future__ import annotations

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.labels import (
    may_head_with_sides,
    with_answers_closed,
    with_breaks_behind_parts_as_colons,
    with_labels_as_commas,
    with_numbers_left_out,
    with_sides_as_labels,
)
from radot_fast.extraction.text.pointing_back import with_stops_as_semicolons
from radot_fast.extraction.text.retold.changes.answered_changes import with_answered_changes
from radot_fast.extraction.text.retold.in_turn import retold
from radot_fast.extraction.text.retold.marks.dashes import with_dashes_as_marks
from radot_fast.extraction.text.retold.marks.ended_by_colons import with_statements_closed
from radot_fast.extraction.text.retold.marks.sizes_in_brackets import with_sizes_unbracketed
from radot_fast.extraction.text.retold.sides.sides_told_of import (
    with_contrasts_as_buts,
    with_sides_told_of,
    with_strokes_between_sides_as_commas,
)
from radot_fast.extraction.text.signs_as_values import (
    with_boxes_before_values_as_words,
    with_long_signs_as_short,
    with_signs_ahead_as_words,
    with_signs_as_values,
)
from radot_fast.extraction.text.told_of_changes import (
    may_insert_changes,
    with_days_left_out,
    with_inserted_changes,
    with_labels_of_none_turned,
    with_stops_before_changes_as_commas,
    without_if_anything,
)
from radot_fast.extraction.text.told_of_devices import with_stops_before_them_as_semicolons
from radot_fast.extraction.text.told_of_ones import with_stops_before_ones_as_semicolons
from radot_fast.extraction.text.told_of_places import (
    with_breaks_before_items_as_marks,
    with_stops_before_places_as_semicolons,
)
from radot_fast.extraction.text.told_of_then import with_stops_before_then_as_commas

PLUS_MINUS = "\u00b1"
"""Between what is there and what may be: "effusion +/- collapse"."""
_REPEATED = Expression(r"\?(?=\?)")


def as_cut(text: str) -> str:
    """Many sentences, each ended by a bar, as they are cut; of the same length."""
    if "(" in text:
        text = with_sizes_unbracketed(with_numbers_left_out(text))
    text = with_signs_as_values(with_long_signs_as_short(with_dashes_as_marks(with_single_marks(text))))
    # Few stops are left within sentences: to look whether one is followed by such words takes as long as to replace it.
    if "." in text:
        text = with_stops_before_ones_as_semicolons(with_stops_as_semicolons(text))
        text = with_stops_before_them_as_semicolons(with_stops_before_changes_as_commas(text))
        text = with_stops_before_then_as_commas(with_stops_before_places_as_semicolons(text))
    if "\n" in text:
        text = with_breaks_behind_parts_as_colons(with_breaks_before_items_as_marks(text))
    text = with_signs_ahead_as_words(text)
    if "?" in text:
        text = with_answers_closed(with_answered_changes(text))
    if may_insert_changes(text):
        text = with_inserted_changes(text)
    text = retold(with_days_left_out(without_if_anything(text)))
    if may_head_with_sides(text):
        text = with_sides_as_labels(text)
    text = with_sides_told_of(with_strokes_between_sides_as_commas(with_contrasts_as_buts(text)))
    if ":" in text:
        text = with_boxes_before_values_as_words(text)
        text = with_statements_closed(with_labels_as_commas(with_labels_of_none_turned(text)))
    return text


def with_single_marks(text: str) -> str:
    """The text with one mark for "+/-" and "??", and "and" for a "+" between words; of the same length."""
    text = _REPEATED.sub(" ", text) if "?" in text and "??" in text else text
    if "+" not in text:
        return text
    # "Ca++ of the aortic knob" is calcification.
    text = text.replace("Ca++", "calc") if "Ca++" in text else text
    return text.replace(" + ", " & ").replace("+/-", f" {PLUS_MINUS} ")

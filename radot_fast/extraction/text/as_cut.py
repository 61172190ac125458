"""Sentences as they are cut into tokens: with a mark wherever a statement ends or goes on, in texts of the same length.

Full stops, breaks, dashes and signs say where one does: "Effusion. Larger than before." is one statement.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.labels import (
    may_head_with_sides,
    with_answers_closed,
    with_breaks_behind_parts_as_colons,
    with_labels_as_commas,
    with_numbers_left_out,
    with_sides_as_labels,
)
from radot_fast.extraction.text.pointing_back import with_stops_as_semicolons
from radot_fast.extraction.text.retold.all_of_a_side import with_sides_behind_all
from radot_fast.extraction.text.retold.allowances import without_allowances
from radot_fast.extraction.text.retold.as_queried import without_thoughts_within_denials
from radot_fast.extraction.text.retold.caused_by import with_causes_behind
from radot_fast.extraction.text.retold.changed_but_there import with_changes_of_places_apart
from radot_fast.extraction.text.retold.clear_now import with_what_is_gone_now
from radot_fast.extraction.text.retold.dashes import with_dashes_as_marks
from radot_fast.extraction.text.retold.ended_by_colons import with_statements_closed
from radot_fast.extraction.text.retold.excepted_patches import with_excepted_patches_as_bits
from radot_fast.extraction.text.retold.hard_to_see import without_what_is_hard_to_see
from radot_fast.extraction.text.retold.having_been import with_what_was_before
from radot_fast.extraction.text.retold.kept_out import with_commas_around_insertions
from radot_fast.extraction.text.retold.may_be_missed import without_what_may_be_missed
from radot_fast.extraction.text.retold.more_and_less import with_more_and_less_as_changes
from radot_fast.extraction.text.retold.neither_nor import with_neither_and_nor_together
from radot_fast.extraction.text.retold.neither_way import with_neither_way_as_no_change
from radot_fast.extraction.text.retold.not_meant import without_what_is_not_meant
from radot_fast.extraction.text.retold.not_mended import with_mending_denied
from radot_fast.extraction.text.retold.not_only import with_not_only_as_and
from radot_fast.extraction.text.retold.out_of_the_field import with_edges_of_films_as_no_places
from radot_fast.extraction.text.retold.sides_told_of import (
    with_contrasts_as_buts,
    with_sides_told_of,
    with_strokes_between_sides_as_commas,
)
from radot_fast.extraction.text.retold.sizes_in_brackets import with_sizes_unbracketed
from radot_fast.extraction.text.retold.that_would_suggest import with_what_is_denied_with_it
from radot_fast.extraction.text.retold.unlike_the_other import with_what_it_is_unlike
from radot_fast.extraction.text.retold.until_proven import with_until_proven_as_likely
from radot_fast.extraction.text.retold.unusual_not import with_what_is_not_odd_as_likely
from radot_fast.extraction.text.retold.were_it_there import with_what_would_be_there_denied
from radot_fast.extraction.text.signs_as_values import (
    with_boxes_before_values_as_words,
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
_REPEATED = re.compile(r"\?(?=\?)")


def as_cut(text: str) -> str:
    """Many sentences, each ended by a bar, as they are cut; of the same length."""
    if "(" in text:
        text = with_sizes_unbracketed(with_numbers_left_out(text))
    text = with_signs_as_values(with_dashes_as_marks(with_single_marks(text)))
    # Few stops are left within sentences: to look whether one is followed by such words takes as long as to replace it.
    if "." in text:
        text = with_stops_before_ones_as_semicolons(with_stops_as_semicolons(text))
        text = with_stops_before_them_as_semicolons(with_stops_before_changes_as_commas(text))
        text = with_stops_before_then_as_commas(with_stops_before_places_as_semicolons(text))
    if "\n" in text:
        text = with_breaks_behind_parts_as_colons(with_breaks_before_items_as_marks(text))
    text = with_signs_ahead_as_words(with_what_is_gone_now(text))
    if "?" in text:
        text = with_answers_closed(text)
    if may_insert_changes(text):
        text = with_inserted_changes(text)
    text = with_more_and_less_as_changes(with_changes_of_places_apart(with_days_left_out(without_if_anything(text))))
    text = without_thoughts_within_denials(
        without_allowances(without_what_may_be_missed(with_neither_and_nor_together(text)))
    )
    text = with_excepted_patches_as_bits(with_what_is_not_odd_as_likely(with_sides_behind_all(text)))
    text = with_what_would_be_there_denied(with_mending_denied(without_what_is_not_meant(text)))
    text = with_causes_behind(
        with_what_was_before(with_not_only_as_and(with_what_it_is_unlike(with_commas_around_insertions(text))))
    )
    text = with_until_proven_as_likely(with_what_is_denied_with_it(without_what_is_hard_to_see(text)))
    text = with_edges_of_films_as_no_places(with_neither_way_as_no_change(text))
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

"""Every turn of phrase that is retold, one after the other, in the few sentences that hold a mark of one."""

from __future__ import annotations

import functools
from collections.abc import Callable

import polars as pl

from radot_fast.extraction.text.retold import (
    all_of_a_side,
    as_queried,
    but_a_trace,
    but_the_other_not,
    caused_by,
    changed_but_there,
    clear_now,
    denied_behind_signs,
    doubts_ahead,
    excepted_patches,
    hard_to_see,
    having_been,
    kept_out,
    left_open,
    likewise,
    may_be_missed,
    more_and_less,
    neither_nor,
    neither_way,
    not_called_so,
    not_meant,
    not_mended,
    not_only,
    nothing_to_note,
    on_one_side_only,
    out_of_the_field,
    said_in_short,
    that_would_suggest,
    unlike_the_other,
    until_proven,
    unusual_not,
    were_it_there,
)
from radot_fast.extraction.text.retold.by_sentence import END

_IN_TURN: tuple[tuple[Callable[[str], str], tuple[str, ...]], ...] = (
    (clear_now.with_what_is_gone_now, clear_now.MARKS),
    (more_and_less.with_more_and_less_as_changes, more_and_less.MARKS),
    (changed_but_there.with_changes_of_places_apart, changed_but_there.MARKS),
    (neither_nor.with_neither_and_nor_together, neither_nor.MARKS),
    (may_be_missed.without_what_may_be_missed, may_be_missed.MARKS),
    (as_queried.without_thoughts_within_denials, as_queried.MARKS),
    (all_of_a_side.with_sides_behind_all, all_of_a_side.MARKS),
    (unusual_not.with_what_is_not_odd_as_likely, unusual_not.MARKS),
    (excepted_patches.with_excepted_patches_as_bits, excepted_patches.MARKS),
    (not_meant.without_what_is_not_meant, not_meant.MARKS),
    (not_mended.with_mending_denied, not_mended.MARKS),
    (were_it_there.with_what_would_be_there_denied, were_it_there.MARKS),
    (kept_out.with_commas_around_insertions, kept_out.MARKS),
    (unlike_the_other.with_what_it_is_unlike, unlike_the_other.MARKS),
    (not_only.with_not_only_as_and, not_only.MARKS),
    (having_been.with_what_was_before, having_been.MARKS),
    (caused_by.with_causes_behind, caused_by.MARKS),
    (hard_to_see.without_what_is_hard_to_see, hard_to_see.MARKS),
    (doubts_ahead.with_doubts_of_readings_behind, doubts_ahead.MARKS),
    (but_a_trace.with_traces_as_tiny_ones, but_a_trace.MARKS),
    (said_in_short.with_long_turns_in_short, said_in_short.MARKS),
    (denied_behind_signs.with_denials_before_signs, denied_behind_signs.MARKS),
    (that_would_suggest.with_what_is_denied_with_it, that_would_suggest.MARKS),
    (until_proven.with_until_proven_as_likely, until_proven.MARKS),
    (neither_way.with_neither_way_as_no_change, neither_way.MARKS),
    (out_of_the_field.with_edges_of_films_as_no_places, out_of_the_field.MARKS),
    (not_called_so.with_looks_denied, not_called_so.MARKS),
    (on_one_side_only.with_changes_on_one_side, on_one_side_only.MARKS),
    (likewise.with_likewise_as_its_change, likewise.MARKS),
    (nothing_to_note.with_nothing_to_note_as_normal, nothing_to_note.MARKS),
    (but_the_other_not.with_changes_of_one_alone, but_the_other_not.MARKS),
    (left_open.with_readings_left_open, left_open.MARKS),
)
"""What retells many sentences, each ended by a bar, in texts of the same length; and its marks: it leaves a sentence
without one as it is."""
_MARKS = tuple(dict.fromkeys(mark for _, marks in _IN_TURN for mark in marks))
_FEW_CHARS = 4_000
"""Of fewer characters each mark is looked for by itself: Polars takes 350 microseconds to make ready."""


def retold(text: str) -> str:
    """Many sentences, each ended by a bar, as they are retold; of the same length.

    All marks are looked for at once, and what holds one is cut out: of 3,000 sentences of reports some 50, so that a
    search for sixty marks, one after the other, costs next to nothing.
    """
    if len(text) < _FEW_CHARS:
        return _all_in_turn(text) if any(map(text.__contains__, _MARKS)) else text
    sentences = text.split(END)
    marked = pl.Series(sentences, dtype=pl.String).str.contains_any(list(_MARKS)).arg_true().to_list()
    if not marked:
        return text
    changed = _all_in_turn(END.join(sentences[k] for k in marked))
    for k, sentence in zip(marked, changed.split(END), strict=True):
        sentences[k] = sentence
    return END.join(sentences)


def _all_in_turn(text: str) -> str:
    """Sentences that hold some mark, retold."""
    return functools.reduce(lambda told, turn: turn[0](told), _IN_TURN, text)

"""Every turn of phrase that is retold, one after the other, in the few sentences that hold a mark of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
import polars as pl

from radot_fast.extraction.text.retold.by_sentence import END, Retellers
from radot_fast.extraction.text.retold.changes import (
    answered_changes,
    as_the_other_has,
    as_the_reader_knows,
    behind_its_name,
    but_the_other_not,
    change_unknown,
    changed_but_there,
    clear_now,
    days_ahead,
    exchanged_label,
    first_and_second,
    gone_ahead,
    gone_and_replaced,
    gone_with,
    having_been,
    in_plain_changes,
    kept_out,
    lay_collapsed,
    less_so,
    likewise,
    more_and_less,
    moves_of_devices,
    neither_way,
    no_longer_there,
    none_then_one_now,
    nor_any_different,
    on_one_side_only,
    one_way_each,
    out_and,
    resolved_in_part,
    two_being,
    where_it_was,
    whole_film,
)
from radot_fast.extraction.text.retold.denials import (
    allowing_for,
    as_queried,
    but_not_free_of,
    denied_behind_signs,
    double_denials,
    excepted_patches,
    expected_yet_none,
    isnt_one,
    larger_than_known,
    may_be_missed,
    neither_nor,
    no_complication,
    not_as_feared,
    not_called_so,
    not_meant,
    not_mended,
    not_resulted_in,
    nothing_to_note,
    of_either_kind,
    of_it_no_sign,
    sought_in_vain,
    that_would_suggest,
    were_it_there,
)
from radot_fast.extraction.text.retold.doubts import (
    but_a_trace,
    doubted_there,
    doubts_ahead,
    hard_to_see,
    left_open,
    neither_called,
    not_told_apart,
    opinions_kept,
    rather_this,
    readings_in_few_words,
    seen_badly,
    suspected_only,
    until_proven,
    unusual_not,
)
from radot_fast.extraction.text.retold.marks import heads_of_lists, statements_apart
from radot_fast.extraction.text.retold.sides import (
    above_the_other,
    all_of_a_side,
    degree_and_change,
    degree_of_each,
    its_fellow,
    none_there_but,
    not_only,
    not_so_there,
    of_the_two,
    one_at_a_place,
    ones_behind_their_side,
    other_side_unseen,
    readings_of_both,
    unlike_the_other,
    up_and_down,
    zones_of_its_side,
)
from radot_fast.extraction.text.retold.wordings import (
    also_called,
    at_a_site,
    caused_by,
    in_few_words,
    in_literal_english,
    in_plain_words,
    in_this_patient,
    left_of_air,
    literal_turns,
    numbers_of_ribs,
    on_this_film,
    only_ones_left,
    out_of_the_field,
    said_in_short,
    shorter_turns,
    told_to_others,
    what_it_holds,
    where_it_would_lie,
)

_IN_TURN: Retellers = (
    (told_to_others.without_who_was_told, told_to_others.MARKS),
    (in_this_patient.without_what_is_known, in_this_patient.MARKS),
    (in_this_patient.with_known_cases_as_known, in_this_patient.CASE_MARKS),
    (in_this_patient.without_known_cancers, in_this_patient.CANCER_MARKS),
    (on_this_film.without_this_film, on_this_film.MARKS),
    (on_this_film.without_sources, on_this_film.SOURCE_MARKS),
    (on_this_film.without_pointers, on_this_film.POINTER_MARKS),
    (gone_ahead.with_what_is_gone_behind, gone_ahead.MARKS),
    (days_ahead.with_days_behind_what_was_not, days_ahead.MARKS),
    (heads_of_lists.with_heads_over_lists, heads_of_lists.MARKS),
    (up_and_down.with_ups_and_downs_as_arrows, up_and_down.MARKS),
    (degree_and_change.with_degrees_and_changes_of_both, degree_and_change.MARKS),
    (what_it_holds.with_what_it_holds_behind_commas, what_it_holds.MARKS),
    *literal_turns.RETELLERS,
    *in_literal_english.RETELLERS,
    *shorter_turns.RETELLERS,
    (not_resulted_in.with_what_did_not_come_of_it, not_resulted_in.MARKS),
    *as_the_reader_knows.RETELLERS,
    *whole_film.RETELLERS,
    (also_called.without_other_names, also_called.MARKS),
    (gone_and_replaced.with_what_replaces_it_left, gone_and_replaced.MARKS),
    (expected_yet_none.with_what_is_expected_denied, expected_yet_none.MARKS),
    (zones_of_its_side.with_zones_of_the_side_ahead, zones_of_its_side.MARKS),
    (of_the_two.with_either_of_two_by_its_name, of_the_two.MARKS),
    (readings_of_both.with_readings_behind_two_changes, readings_of_both.MARKS),
    (two_being.with_two_sides_being_so, two_being.MARKS),
    (one_at_a_place.with_ones_by_their_place, one_at_a_place.MARKS),
    (ones_behind_their_side.with_sides_behind_ones, ones_behind_their_side.MARKS),
    (where_it_would_lie.without_where_it_would_lie, where_it_would_lie.MARKS),
    (gone_with.with_what_went_with_it_beside, gone_with.MARKS),
    (none_then_one_now.with_what_is_there_now, none_then_one_now.MARKS),
    (clear_now.with_what_is_gone_now, clear_now.MARKS),
    (first_and_second.with_previous_findings_gone, first_and_second.MARKS_OF_NOW),
    (first_and_second.with_first_and_second_as_days, first_and_second.MARKS),
    (of_it_no_sign.with_denials_of_signs_ahead, of_it_no_sign.MARKS),
    (no_complication.with_complications_denied, no_complication.MARKS),
    (lay_collapsed.with_states_before_parts, lay_collapsed.MARKS),
    (less_so.with_less_so_as_a_change, less_so.MARKS),
    (of_either_kind.without_either_kind, of_either_kind.MARKS),
    (suspected_only.without_weak_proofs, suspected_only.MARKS),
    (double_denials.with_denials_of_denials, double_denials.MARKS),
    (no_longer_there.with_what_is_gone_there, (*no_longer_there.MARKS, *no_longer_there.THEN_MARKS)),
    (not_told_apart.with_what_is_not_told_apart, not_told_apart.MARKS),
    (opinions_kept.without_opinions_kept, opinions_kept.MARKS),
    (neither_called.with_readings_left_open, neither_called.MARKS),
    (allowing_for.without_what_is_allowed_for, allowing_for.MARKS),
    (not_so_there.with_what_is_there_instead, not_so_there.MARKS),
    (change_unknown.without_unknown_changes, change_unknown.MARKS),
    (nor_any_different.with_no_difference_as_unchanged, nor_any_different.MARKS),
    (other_side_unseen.without_sides_unseen, other_side_unseen.MARKS),
    (isnt_one.with_no_such_one, isnt_one.MARKS),
    (larger_than_known.with_larger_than_known_as_others, larger_than_known.MARKS),
    (out_and.with_what_is_out_ended, out_and.MARKS),
    (its_fellow.with_fellows_as_the_same, its_fellow.MARKS),
    (above_the_other.with_the_higher_half_elevated, above_the_other.MARKS),
    (more_and_less.with_more_and_less_as_changes, more_and_less.MARKS),
    (changed_but_there.with_changes_of_places_apart, changed_but_there.MARKS),
    (neither_nor.with_neither_and_nor_together, neither_nor.MARKS),
    (not_as_feared.without_what_was_feared, not_as_feared.MARKS),
    (but_not_free_of.with_what_it_is_not_free_of, but_not_free_of.MARKS),
    (resolved_in_part.with_what_is_resolved_in_part, resolved_in_part.MARKS),
    (where_it_was.with_what_was_there_gone, where_it_was.MARKS),
    (at_a_site.with_sites_as_around, at_a_site.MARKS),
    (none_there_but.with_answers_of_sides_ended, none_there_but.MARKS),
    (only_ones_left.without_words_for_all, only_ones_left.MARKS),
    (may_be_missed.without_what_may_be_missed, may_be_missed.MARKS),
    (as_queried.without_thoughts_within_denials, as_queried.MARKS),
    (all_of_a_side.with_sides_behind_all, all_of_a_side.MARKS),
    (unusual_not.with_what_is_not_odd_as_likely, unusual_not.MARKS),
    (excepted_patches.with_excepted_patches_as_bits, excepted_patches.MARKS),
    (rather_this.with_rather_than, rather_this.MARKS),
    (not_meant.without_what_is_not_meant, not_meant.MARKS),
    (not_mended.with_mending_denied, not_mended.MARKS),
    (were_it_there.with_what_would_be_there_denied, were_it_there.MARKS),
    (kept_out.with_commas_around_insertions, kept_out.MARKS),
    (unlike_the_other.with_what_it_is_unlike, unlike_the_other.MARKS),
    (not_only.with_not_only_as_and, not_only.MARKS),
    (having_been.with_what_was_before, having_been.MARKS),
    (caused_by.with_causes_behind, caused_by.MARKS),
    (hard_to_see.without_what_is_hard_to_see, hard_to_see.MARKS),
    (seen_badly.without_limits_of_films, seen_badly.MARKS),
    (doubts_ahead.with_doubts_of_readings_behind, doubts_ahead.MARKS),
    (but_a_trace.with_traces_as_tiny_ones, but_a_trace.MARKS),
    *said_in_short.RETELLERS,
    *readings_in_few_words.RETELLERS,
    *in_few_words.RETELLERS,
    (numbers_of_ribs.with_numbers_of_ribs_as_figures, numbers_of_ribs.MARKS),
    *in_plain_words.RETELLERS,
    *in_plain_changes.RETELLERS,
    *behind_its_name.RETELLERS,
    *moves_of_devices.RETELLERS,
    (denied_behind_signs.with_denials_before_signs, denied_behind_signs.MARKS),
    (that_would_suggest.with_what_is_denied_with_it, that_would_suggest.MARKS),
    (until_proven.with_until_proven_as_likely, until_proven.MARKS),
    (neither_way.with_neither_way_as_no_change, neither_way.MARKS),
    (out_of_the_field.with_edges_of_films_as_no_places, out_of_the_field.MARKS),
    (not_called_so.with_looks_denied, not_called_so.MARKS),
    (one_way_each.with_two_ways_of_two_sides, one_way_each.MARKS),
    (on_one_side_only.with_changes_on_one_side, on_one_side_only.MARKS),
    (sought_in_vain.with_vain_searches_as_denials, sought_in_vain.MARKS),
    (degree_of_each.with_degrees_of_both, degree_of_each.MARKS),
    (as_the_other_has.with_the_other_behind_its_verb, as_the_other_has.MARKS),
    (likewise.with_likewise_as_its_change, likewise.MARKS),
    (nothing_to_note.with_nothing_to_note_as_normal, nothing_to_note.MARKS),
    (but_the_other_not.with_changes_of_one_alone, but_the_other_not.MARKS),
    (left_open.with_readings_left_open, left_open.MARKS),
    (left_of_air.with_rests_of_air_as_pneumothoraces, left_of_air.MARKS),
    (doubted_there.without_there_behind_names, doubted_there.MARKS),
    (exchanged_label.without_exchanges_before_sides, exchanged_label.MARKS),
    (answered_changes.with_sides_before_answers, answered_changes.LABEL_MARKS),
    (statements_apart.with_statements_apart, statements_apart.MARKS),
)
"""What retells many sentences, each ended by a bar, in texts of the same length; and its marks: it leaves a sentence
without one as it is."""
_RETELLERS = tuple(retell for retell, _ in _IN_TURN)
_WHICH: dict[str, list[int]] = {}
for _number, (_, _marks) in enumerate(_IN_TURN):
    for _mark in dict.fromkeys(_marks):
        _WHICH.setdefault(_mark, []).append(_number)
_MARKS = list(_WHICH)
"""Marks, and which of ``_RETELLERS`` look for each, in order."""
_HEAD = 3
"""Letters by which marks are looked up; one that is shorter is looked for by itself."""
_BY_HEAD: dict[str, list[str]] = {}
for _mark in _MARKS:
    _BY_HEAD.setdefault(_mark[:_HEAD], []).append(_mark)
_SHORT = [mark for mark in _MARKS if len(mark) < _HEAD]
_FEW_CHARS = 6_000
"""Fewer characters are looked at one by one: Polars takes 1.5 ms to make ready."""


def retold(text: str) -> str:
    """Many sentences, each ended by a bar, as they are retold; of the same length.

    All marks are looked for at once, and a sentence is retold by what looks for those that it holds. A sentence that
    has changed may hold other marks: it is looked at once more, by what comes behind.
    """
    sentences = text.split(END)
    from_on = dict.fromkeys(range(len(sentences)), 0)
    while from_on:
        changed = {}
        for k, marks in _marks_in(sentences, list(from_on)):
            sentences[k], following = _retold(sentences[k], marks, from_on[k])
            if 0 < following < len(_RETELLERS):
                changed[k] = following
        from_on = changed
    return END.join(sentences)


def _marks_in(sentences: list[str], which: list[int]) -> Iterator[tuple[int, Collection[str]]]:
    """Those of some sentences that hold a mark, each with its marks."""
    if sum(len(sentences[k]) for k in which) < _FEW_CHARS:
        yield from ((k, marks) for k in which if (marks := _marks_of(sentences[k])))
        return
    series = pl.Series([sentences[k] for k in which], dtype=pl.String)
    held = series.str.extract_many(_MARKS, overlapping=True)
    there = np.flatnonzero(held.list.len().to_numpy())
    yield from zip(map(which.__getitem__, there.tolist()), held.gather(there).to_list(), strict=True)


def _marks_of(sentence: str) -> set[str]:
    """Marks of a sentence, by the letters that they begin with."""
    found = {mark for mark in _SHORT if mark in sentence}
    for at in range(len(sentence) - _HEAD + 1):
        for mark in _BY_HEAD.get(sentence[at : at + _HEAD], ()):
            if sentence.startswith(mark, at):
                found.add(mark)
    return found


def _retold(sentence: str, marks: Collection[str], first: int) -> tuple[str, int]:
    """A sentence changed by one of those from ``first`` on that look for its marks, and the number behind it, or 0."""
    which = map(_WHICH.__getitem__, marks)
    for number in next(which) if len(marks) == 1 else sorted(set().union(*which)):
        if number >= first:
            told = _RETELLERS[number](sentence)
            if told != sentence:
                return told, number + 1
    return sentence, 0

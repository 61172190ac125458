"""Arithmetic on segments against plain loops."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from radot_fast.arrays import lengths_of, starts_of
from radot_fast.extraction.match.segments import among, followed_by, indices, led_by


@given(st.lists(st.integers(-1, 9), max_size=8), st.lists(st.integers(0, 5), max_size=8))
def test_what_is_among_others(values, some):
    found = among(np.array(values, np.int64), np.array(some, np.int64))
    assert found.dtype == bool
    assert found.tolist() == [value in some for value in values]


@given(st.lists(st.integers(0, 5), max_size=8))
def test_lengths_are_those_that_the_offsets_were_made_of(lengths):
    start = starts_of(np.array(lengths, np.int64))
    assert lengths_of(start).tolist() == lengths_of(start[:-1], sum(lengths)).tolist() == lengths


@given(st.lists(st.booleans(), max_size=8))
def test_places_of_flags(flags):
    assert indices(np.array(flags, bool)).tolist() == [k for k, flag in enumerate(flags) if flag]


@given(st.lists(st.integers(-5, 5), max_size=8), st.integers(-5, 5))
def test_one_more_at_an_end(values, more):
    array = np.array(values, np.int64)
    assert followed_by(array, more).tolist() == [*values, more]
    assert led_by(more, array).tolist() == [more, *values]
    assert followed_by(array > 0, False).dtype == led_by(True, array > 0).dtype == bool

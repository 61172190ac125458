"""String columns as kernels see them, held against Python's own strings and dictionaries."""

import gc
import itertools
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radot_fast.corpus.strings import lists_of, numbered, strings_of

pytestmark = pytest.mark.both

# Short strings stand in their view, long ones beside it; many share a beginning, a length or an end.
parts = st.sampled_from(["", "a", "b", "\0", "é", "effusion", "right ", "x" * 11, "y" * 16])
strings = st.none() | st.lists(parts, max_size=5).map("".join) | st.text(max_size=40)


def plain_numbers(values):
    number = {}
    return [-1 if v is None else number.setdefault(v, len(number)) for v in values], list(number)


def check(column):
    values = column.cast(pl.String).to_list()
    codes, distinct = plain_numbers(values)
    found = numbered(strings_of(column))
    assert found.codes.tolist() == codes
    assert [values[row] for row in found.first.tolist()] == distinct
    assert found.plain.tolist() == [value.isascii() for value in distinct]


@settings(max_examples=100, deadline=None)
@given(st.lists(strings, max_size=30), st.integers(0, 5), st.integers(1, 4))
def test_equal_strings_share_a_number_by_first_appearance(values, skip, chunks):
    column = pl.Series(values, dtype=pl.String)
    check(column)
    check(column[skip:])
    check(pl.concat([column[k::chunks] for k in range(chunks)], rechunk=False))


@settings(max_examples=40, deadline=None)
@given(st.lists(strings, min_size=1, max_size=12), st.data())
def test_some_rows_in_any_order(values, data):
    rows = data.draw(st.lists(st.integers(0, len(values) - 1), max_size=20))
    codes, distinct = plain_numbers([values[row] for row in rows])
    found = numbered(strings_of(pl.Series(values, dtype=pl.String)), np.array(rows, np.uint64))
    assert found.codes.tolist() == codes
    assert [values[row] for row in found.first.tolist()] == distinct


@pytest.mark.parametrize("size", [11, 12, 13, 14, 19, 20, 21, 28, 100])
def test_strings_that_differ_in_one_byte(size):
    check(pl.Series(["x" * k + "y" + "x" * (size - k - 1) for k in range(size)] * 2 + ["x" * size, "x" * (size - 1)]))


def test_more_strings_than_the_smallest_table_holds():
    check(pl.Series([f"{k % 1300} of a report" for k in range(2600)]))


@pytest.mark.parametrize(
    "column",
    [
        pl.Series(["b", None, "a", "b"], dtype=pl.Categorical),
        pl.Series(["b", None, "a", "b"], dtype=pl.Enum(["a", "b"])),
        pl.Series([3, 1, None, 3]),
        pl.Series([None, None]),
        pl.Series([], dtype=pl.String),
        pl.Series(["x" * (1 << 20), "x" * (1 << 20), "y"]),
        pl.from_arrow(pa.array(["long enough for a buffer", None, "b", "long enough for a buffer"], pa.large_string())),
        pl.from_arrow(pa.chunked_array([["a", None], ["a"]], pa.string())),
        pl.from_arrow(pa.array(["long enough for a buffer", None, "b"], pa.string_view())),
    ],
    ids=lambda column: str(column.dtype),
)
def test_columns_of_every_kind(column):
    check(column)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.none() | st.lists(strings, max_size=3), max_size=8), st.integers(0, 3))
def test_lists_lie_where_they_say(rows, skip):
    column = pl.Series(rows, dtype=pl.List(pl.String))
    for kept, part in ((rows, column), (rows[skip:], column[skip:]), (rows + rows, pl.concat([column, column]))):
        begin, end, inner = lists_of(part)
        flat = numbered(inner)
        codes = [flat.codes[a:b].tolist() for a, b in zip(begin.tolist(), end.tolist(), strict=True)]
        assert [len(c) for c in codes] == [len(row or []) for row in kept]
        number = {}
        for code, value in zip(itertools.chain(*codes), [v for row in kept for v in row or []], strict=True):
            assert number.setdefault(value, code) == code
        assert len(set(number.values())) == len(number)


def test_a_null_list_is_empty_whatever_lies_under_it():
    hidden = pa.ListArray.from_arrays(
        pa.array([0, 2, 3], pa.int32()), pa.array(["under", "null", "a"]), mask=pa.array([True, False])
    )
    begin, end, inner = lists_of(pl.from_arrow(hidden))
    assert (end - begin).tolist() == [0, 1]
    assert len(inner.views) >= 1


def test_the_memory_of_a_column_is_kept_and_given_back():
    found = strings_of(pl.Series([f"a long string, number {k}" for k in range(500)]))
    gc.collect()
    pl.Series([f"another long string, number {k}" for k in range(500)])
    assert len(numbered(found).first) == 500


def test_several_threads_number_the_same_column():
    column, expected = pl.Series([f"value number {k % 90}" for k in range(400)]), [k % 90 for k in range(400)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: numbered(strings_of(column)).codes.tolist(), range(20)))
    assert found == [expected] * 20

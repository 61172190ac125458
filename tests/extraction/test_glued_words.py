"""A word that is cut, or a sign, within a longer run of letters is no token of its own, and moves no other token."""

import pytest

from radot_fast.extraction import extract_units


@pytest.mark.parametrize("before", ["", "ä", "x", "1"])
@pytest.mark.parametrize("after", ["", "ä", "x", ". This.", ". Effusion."])
@pytest.mark.parametrize("word", ["atelect\ufeffasis", "pneumo-\nthorax", "atelect\u200basis", "effusion -ve", "+ve"])
def test_spans_are_the_words_of_the_report(before, word, after):
    text = f"{before}{word}{after}"
    for start, end, span in extract_units([text]).select("span_start", "span_end", "span_text").drop_nulls().rows():
        assert text[start:end] == span

"""Quick looks against the characters themselves."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from radot_fast.extraction.text.quick_looks import may_hold, may_hold_beyond_ascii, shape
from radot_fast.extraction.text.readable import FORMED, is_formed

MARKS = "<&[|"


@given(st.text())
def test_a_look_sees_each_mark_and_nothing_else(text):
    assert may_hold(MARKS)(text) == any(c in MARKS for c in text)
    assert may_hold_beyond_ascii(MARKS)(text) == any(c in MARKS or not c.isascii() for c in text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_a_shape_has_a_byte_for_every_character_of_plain_text(text):
    small = string.ascii_lowercase + string.digits
    assert shape(text).decode() == "".join(
        "a" if c in small else "A" if c in string.ascii_uppercase else c for c in text
    )


@pytest.mark.parametrize("text", ["\ud800", "a\udfff b"])
def test_half_a_surrogate_pair_is_looked_at_too(text):
    assert may_hold_beyond_ascii(MARKS)(text)
    assert b"a A" not in shape(text)


PIECES = [
    "&",
    "<",
    "\\",
    "\x1b",
    "[",
    "{",
    "%20",
    "%",
    "=",
    "\n",
    "\r\n",
    "comma",
    "PERIOD",
    "full",
    " ",
    "stop",
    "\u00ad",
    "ﬀ",
    "K",
]


@given(st.lists(st.sampled_from([*PIECES, *string.printable]), max_size=8).map("".join))
def test_what_is_formed_is_what_its_expression_finds(text):
    assert is_formed(text) == (re.search(FORMED, text) is not None)

"""Quick looks against the characters themselves."""

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.text.quick_looks import may_hold, may_hold_beyond_ascii, shape
from radot_fast.extraction.text.readable import FORMED, is_formed
from radot_fast.extraction.text.sections import plain_form
from radot_fast.extraction.text.sentences import sentence_ranges

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


SIGNS = [
    ".",
    "?",
    "!",
    "\n",
    "1)",
    " 2) ",
    "\u3002",
    "\uff01",
    "dr",
    "vs",
    " ",
    "cm",
    "2",
    "No",
    "yes",
    "Suggest",
    "a",
    "retraction",
]


@given(st.lists(st.sampled_from([*SIGNS, *string.printable]), max_size=9).map("".join))
def test_sentences_end_alike_in_ascii_and_beside_other_letters(text):
    """A letter beyond ASCII at the end makes the search look for the stops of all scripts."""
    plain = sentence_ranges(text, 0, len(text))
    assert sentence_ranges(text + "\n\u03b2", 0, len(text)) == plain


@settings(deadline=None)  # the first example waits for the lexicon
@given(
    st.lists(
        st.sampled_from(["Lungs", " clear", ". ", "No ", "PA ", "a", ":", "-", "..", "period", "FINDINGS", "?"]),
        max_size=12,
    )
)
def test_what_is_words_alone_has_no_other_form(pieces):
    """A text that needs no look for markup, wraps and tables is the same after one."""
    text, sections = "".join(pieces), load_lexicon().sections
    spared = plain_form(text, sections)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("radot_fast.extraction.text.sections._may_be_formed", lambda text: True)
        assert plain_form(text, sections) == spared

"""Sentences and tokens: what is cut at once is cut as each sentence is alone."""

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from radot_fast.extraction.text.characters import narrowed
from radot_fast.extraction.text.going_on import tells_of
from radot_fast.extraction.text.markup import without_inline_markup
from radot_fast.extraction.text.pointing_back import may_point_back
from radot_fast.extraction.text.sentences import MAX_SENTENCE_CHARS, split_sentences
from radot_fast.extraction.text.tokens import BAR, folded, tokenize, tokens_of
from radot_fast.extraction.text.told_of_ones import may_tell_of_ones
from radot_fast.extraction.text.told_of_places import may_tell_of_places_by_line
from radot_fast.extraction.text.told_of_then import may_tell_of_then

CHARS = "aZé肺ﬁİ½019xmm.,;:/()|-_ \t\n\x00\u00ad\u200b"
TRANSLATED = re.compile(r"(?i)\bcomma\b|[+-]ve\b|\+/-| \+ |n't\b")
"""Words that are cut as any and read as another: a spoken comma, "+ve", "+/-", " + ", "isn't"."""
SIGN, VALUES = re.compile(r"(?i)[a-z)]\s?[-+](?=[,;.|]|\Z)"), {":", "-", "y"}
"""A sign that may end an item, and the tokens that it is read as: "PTX -"."""
JOINING = (
    may_point_back, tells_of, may_tell_of_ones, may_tell_of_places_by_line, may_tell_of_then,
)  # fmt: skip


def is_read_as_written(sentence):
    """Markup is no word at all, and a stop before what is told of the statement before it is a mark that joins them."""
    plain = narrowed(sentence)
    return not (
        TRANSLATED.search(sentence)
        or without_inline_markup(plain) != plain
        or any(joins(f"{plain}|") for joins in JOINING)
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(CHARS, max_size=20) | st.text(max_size=20), min_size=1, max_size=6))
def test_sentences_are_cut_as_each_is_alone(sentences):
    assume(all(is_read_as_written(s) for s in sentences))
    tokens = tokenize(sentences)
    for k, sentence in enumerate(sentences):
        first, bar = tokens.first[k], tokens.first[k + 1] - 1
        begin = tokens.begins[k]
        assert tokens.words[bar] == BAR
        signs = VALUES if SIGN.search(narrowed(sentence)) else set()
        found = [folded(word) for word in tokens.words[first:bar] if folded(word) not in signs]
        assert found == [word for word in tokens_of(sentence) if word not in signs]
        for j in (j for j in range(first, bar) if folded(tokens.words[j]) not in signs):
            # Wide marks are read as the narrow ones, and a word that invisible ones cut as the whole word.
            written, word = sentence[tokens.starts[j] - begin : tokens.ends[j] - begin], tokens.words[j]
            assert narrowed(written) == narrowed(word) or "".join(filter(str.isalpha, written)) == word


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("\n-*.: 1") | st.sampled_from(["Left:\n- none", "Opacity: RML.\n- left: no"]), min_size=1))
def test_items_are_cut_as_each_is_alone(sentences):
    together = tokenize(sentences)
    for k, sentence in enumerate(sentences):
        alone = tokenize([sentence])
        assert together.words[together.first[k] : together.first[k + 1]] == alone.words


def test_sizes_without_blanks_are_cut():
    assert tokens_of("12mm, 4x3cm; 4.5x3.2 cm") == ["12", "mm", ",", "4", "x", "3", "cm", ";", "4.5", "x", "3.2", "cm"]
    assert tokens_of("3x-ray x3 12mmol") == ["3x", "ray", "x3", "12mmol"]


def test_decimals_are_one_token():
    words = {
        "2.3": ["2.3"],
        "2.3cm": ["2.3", "cm"],
        "1.2.3": ["1.2", "3"],
        "1.2.3.4": ["1.2", "3.4"],
        "a1.5": ["a1", "5"],
    }
    for text, expected in words.items():
        assert tokenize([text]).words[:-1] == expected
    assert tokenize(["level 5", ".3"]).words == ["level", "5", BAR, "3", BAR]


@settings(max_examples=200, deadline=None)
@given(st.text("aB 1.?!\n<br>", max_size=60))
def test_sentences_are_ranges_of_the_text(text):
    end = 0
    for start, sentence in split_sentences(text):
        assert text[start : start + len(sentence)] == sentence == sentence.strip()
        assert start >= end
        end = start + len(sentence)


def test_a_long_sentence_is_cut():
    parts = split_sentences("word " * 1000)
    assert MAX_SENTENCE_CHARS < 5000
    assert len(parts) > 1
    assert max(len(s) for _, s in parts) <= MAX_SENTENCE_CHARS
    assert " ".join(s for _, s in parts).split() == ["word"] * 1000


def test_a_word_cut_by_an_invisible_character_is_one_if_it_is_all_of_a_token():
    cut = {"pneu\u00admothorax": ["pneumothorax"], "no\u200bdule 3": ["nodule", "3"], "0Z\u200ba": ["0Z", "a"]}
    for text, expected in cut.items():
        assert tokenize([text]).words[:-1] == expected
        assert tokens_of(text) == [word.lower() for word in expected]

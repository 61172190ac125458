"""Texts to tokens tau(x) (method §2), held against regular expressions."""

import re

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radot_fast.corpus import tokens as module
from radot_fast.corpus.tokens import FEW_TEXTS, tokenize, word_keys

pytestmark = pytest.mark.both

words = st.sampled_from(["a", "Left", "XXXX", "xxxxx", "<unk>", "<UNK>", "<unk", "unk>", "unk", "12345678", "abcdefgh"])
long_words = st.text("abcXYZ019", min_size=1, max_size=40)
blanks = st.sampled_from([" ", "", ".", "_", "\0", "<", ">", " " * 9, "@[`{/:"])
texts = st.lists(words | long_words | blanks, max_size=12).map("".join)


def plain_tokens(text):
    """Tokens of a text of ASCII."""
    found = re.findall(r"[a-z0-9]+", re.sub("<unk>", " ", (text or "").lower()))
    return [word for word in found if word != "xxxx"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.none() | texts, max_size=8))
def test_texts_of_ascii(given_texts):
    expected = [plain_tokens(text) for text in given_texts]
    assert tokenize(pl.Series(given_texts, dtype=pl.String)).to_list() == expected


@settings(max_examples=150, deadline=None)
@given(st.lists(st.none() | texts | st.permutations(["left", "left", "xxxx", "b"]).map(" ".join), max_size=8))
def test_sets_of_words_share_a_key_where_they_are_equal(given_texts):
    sets = [frozenset(plain_tokens(text)) for text in given_texts]
    found = word_keys(given_texts).tolist()
    assert [[a == b for b in found] for a in found] == [[a == b for b in sets] for a in sets]
    assert [n == 0 for n in found] == [not words for words in sets]
    assert found == [int(word_keys([text])[0]) for text in given_texts]
    assert found == word_keys([*given_texts, *(["a"] * FEW_TEXTS)]).tolist()[: len(given_texts)]
    assert all(0 <= n < 1 << 61 for n in found)


@pytest.mark.parametrize("size", range(21))
def test_every_place_of_a_word_in_a_text(size):
    found = [
        " " * k + "x" * n + " " * (size - k - n) for k in range(size + 1) for n in {0, 1, 8, size - k} if n <= size - k
    ]
    assert tokenize(pl.Series(found)).to_list() == [plain_tokens(text) for text in found]


@pytest.mark.parametrize("byte", range(128))
def test_every_character_of_ascii(byte):
    found = [f"{chr(byte)}a", f"a{chr(byte)}b", f"left{chr(byte)}right effusion", chr(byte) * 9]
    assert tokenize(pl.Series(found)).to_list() == [plain_tokens(text) for text in found]


def test_more_words_than_the_smallest_table_holds():
    found = [" ".join(f"word{k}" for k in range(n, n + 50)) for n in range(0, 1500, 25)]
    assert tokenize(pl.Series(found)).to_list() == [text.split() for text in found]


def test_texts_are_split_in_pieces_of_any_size(monkeypatch):
    found = [f"Report {k} of {k % 7} <unk> effusions" * (k % 5) for k in range(60)] + ["", "œdème", None, "x" * 300]
    whole = tokenize(pl.Series(found)).to_list()
    for piece in (1, 40, 1000):
        monkeypatch.setattr(module, "PIECE", piece)
        assert tokenize(pl.Series(found)).to_list() == whole


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Small LEFT effusion.", ["small", "left", "effusion"]),
        ("pneumo_thorax", ["pneumo", "thorax"]),
        ("a<unk>b XXXX xxxxx", ["a", "b", "xxxxx"]),
        ("ﬁne 3.5cm ½", ["fine", "3", "5cm", "1", "2"]),
        ("左肺 clear", ["左肺", "clear"]),
        ("<UNK>a <unk <<unk>> unk> xXxX unk", ["a", "unk", "unk", "unk"]),
        ("naïve <unk> É2 XXXX", ["naïve", "é2"]),
        ("grade Ⅳ x² 〇 ፲ ٣", ["grade", "iv", "x2", "٣"]),  # numerals are digits only where they are decimal
        ("", []),
        ("… —", []),
    ],
)
def test_tokens(text, tokens):
    assert tokenize(pl.Series([text])).to_list() == [tokens]


def test_tokens_of_a_column_keep_their_texts_and_nulls():
    texts = pl.Series(["Left effusion", None, "", "œdème left", "left", None])
    expected = [["left", "effusion"], [], [], ["œdème", "left"], ["left"], []]
    assert tokenize(texts).to_list() == expected
    assert tokenize(texts[3:5]).to_list() == expected[3:5]
    assert tokenize(texts.head(0)).to_list() == []

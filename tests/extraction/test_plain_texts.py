"""Plain texts are cut into sentences many at a time: exactly as one by one."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.text.plain_texts import LEAST, outlines, plain_sentences
from radot_fast.extraction.text.sections import Outline, outline

SECTIONS = load_lexicon().sections
ROWS = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))
SENTENCES = [text for part in ROWS.values() for text in part]
PIECES = (
    "No effusion", "the heart is normal", "Heart", "Nodule of 2.3 cm", "Stable", "XXXX", "AP view", "vs", "approx",
    "Dr", "5 mm", "3cm", "T12", "(old)", "1)", " 2) Edema", "Recommend retraction", "The tip should be advanced",
    "It should be", "Consolidation", "FINDINGS", "findings: clear", "CXR:", "impression", "Rt", "a.m", "C.D",
    "period", "comma", "-", "A", "Here is the report:", "edema; Effusion", "edema; no effusion",
    "Cardiomegaly No edema", "pneumonia?", "é", "2", "\n",
)  # fmt: skip
JOINTS = (". ", ".", " ", ".  ", ", ", ": ", "; ", ") ", " (", " - ", "..", " . ", ".\n", "! ", "")
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(JOINTS)), min_size=1, max_size=8)


def of_one_by_one(texts):
    """What ``plain_sentences`` may say of each text besides None."""
    return [outline(text, SECTIONS) for text in texts]


def check(texts):
    found = plain_sentences(texts, SECTIONS)
    for text, sentences, one in zip(texts, found, of_one_by_one(texts), strict=True):
        assert sentences is None or Outline(sentences, [], []) == one, text
    return sum(sentences is not None for sentences in found)


def test_rows_of_the_table_together():
    texts = [
        f"{first} {second} {third}" for (first, second), third in zip(pairwise(SENTENCES), SENTENCES, strict=False)
    ]
    assert check(texts) > len(texts) / 3


@given(st.lists(TEXTS, min_size=1, max_size=12))
def test_made_texts(pieces):
    check([text for text in ("".join(map("".join, parts)) for parts in pieces) if text])


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("No effusion. Heart normal.", ["No effusion", "Heart normal"]),
        ("Nodule of 2.3 cm. no edema", ["Nodule of 2.3 cm", "no edema"]),
        ("Old line (removed). Recommendation: none; clear lungs.", None),
        ("Scarring at T12. The tube is low. 5 mm", None),
        ("Effusion vs. edema. Clear.", None),
        ("Low tube. Recommend retraction by 2 cm.", None),
        ("Low tube. Retrocardiac opacity.", ["Low tube", "Retrocardiac opacity"]),
        ("Low tube. The tip should be advanced.", None),
        ("Low tube. The heart is big.", ["Low tube", "The heart is big"]),
        ("Clear lungs. FINDINGS normal heart.", None),
        ("Big heart. FINDINGS The left base: scarring.", None),
        ("Clear on AP view. XXXX scarring.", ["Clear on AP view", "XXXX scarring"]),
        ("Impression: edema. Big heart.", None),
        ("Heart: big; lungs: clear. No effusion.", ["Heart: big; lungs: clear", "No effusion"]),
        ("No edema. Clear\nlungs.", None),
        ("Œdème. Clear lungs.", None),
        ("1. Edema. Clear lungs.", None),
        ("Edema period clear lungs. No effusion.", None),
        ("One statement alone", None),
    ],
)
def test_which_texts_are_plain(text, sentences):
    found = plain_sentences([text] * 2, SECTIONS)[1]
    assert (found and [words for _, words in found]) == sentences
    assert found is None or all(text[start : start + len(words)] == words for start, words in found)


def test_few_texts_are_read_one_by_one():
    texts = ["No effusion. Heart normal.", "FINDINGS: edema. IMPRESSION: edema.", "Œdème."]
    for n in (1, 2, LEAST):
        many = (texts * LEAST)[:n]
        assert outlines(many, SECTIONS) == of_one_by_one(many)

"""Plain texts are cut into sentences many at a time: exactly as one by one."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.text.outlines import LEAST, outlines
from radot_fast.extraction.text.plain_texts import plain_texts
from radot_fast.extraction.text.sections import Outline, outline

SECTIONS = load_lexicon().sections
ROWS = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))
SENTENCES = [text for part in ROWS.values() for text in part]
PIECES = (
    "No effusion", "the heart is normal", "Heart", "Nodule of 2.3 cm", "Stable", "XXXX", "AP view", "vs", "approx",
    "Dr", "5 mm", "3cm", "T12", "(old)", "1)", " 2) Edema", "Recommend retraction", "The tip should be advanced",
    "It should be", "Consolidation", "FINDINGS", "findings: clear", "CXR:", "impression", "Rt", "a.m", "C.D",
    "period", "comma", "-", "A", "Here is the report:", "edema; Effusion", "edema; no effusion",
    "Cardiomegaly No edema", "pneumonia?", "é", "2", "\n", "The left one is larger", "The right lung", "Below are",
    "Certainly", "there is", "PA/LATERAL CHEST", "HISTORY", "Other side", "to It", "Finding", "10x", "time",
    "Diagnosis", "[x] Edema", "Pneumothorax [ ]", "\u2611 Cardiomegaly", "Edema \u2717", "CTR < 50%", "R<L effusion",
    "[1]", "<b>", "[Findings]", "@",
)  # fmt: skip
JOINTS = (". ", ".", " ", ".  ", ", ", ": ", "; ", ") ", " (", " - ", "..", " . ", ".\n", "! ", "")
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(JOINTS)), min_size=1, max_size=8)


def as_outlines(texts):
    """What ``outlines`` says of many texts at once, as ``outline`` says it of each; contexts as their number."""
    found = outlines(texts, SECTIONS)
    out = [Outline([], [], [], tables) for tables in found.tables.tolist()]
    for sentence, k, start, doubtful in zip(
        found.sentences, found.text.tolist(), found.start.tolist(), found.doubtful.tolist(), strict=True
    ):
        (out[k].doubtful if doubtful else out[k].statements).append((start, sentence))
    for one in out:
        one.statements.sort()
        one.doubtful.sort()
    return out, found.context.tolist()


def check(texts):
    """Many texts at once are read as one by one; how many of them are plain."""
    one_by_one = [outline(text, SECTIONS) for text in texts]
    many = texts * -(-LEAST // len(texts))
    found, context = as_outlines(many)
    for k, text in enumerate(many):
        one = one_by_one[k % len(texts)]
        assert (found[k], context[k]) == (one._replace(context=[]), len(one.context)), text
    return int(plain_texts(texts, SECTIONS).plain.sum())


def test_rows_of_the_table_together():
    texts = [
        f"{first} {second} {third}" for (first, second), third in zip(pairwise(SENTENCES), SENTENCES, strict=False)
    ]
    assert check(texts) > len(texts) * 0.8


@given(st.lists(TEXTS, min_size=1, max_size=12))
def test_made_texts(pieces):
    texts = [text for text in ("".join(map("".join, parts)) for parts in pieces) if text]
    if texts:
        check(texts)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("No effusion. Heart normal.", ["No effusion", "Heart normal"]),
        ("Nodule of 2.3 cm. no edema", ["Nodule of 2.3 cm", "no edema"]),
        ("Old line (removed). Recommendation: none; clear lungs.", None),
        ("Scarring at T12. The tube is low. 5 mm", ["Scarring at T12", "The tube is low", "5 mm"]),
        ("Effusion vs. edema. Clear.", ["Effusion vs. edema", "Clear"]),
        ("Low tube. Recommend retraction by 2 cm.", ["Low tube. Recommend retraction by 2 cm"]),
        ("Low tube. Retrocardiac opacity.", ["Low tube", "Retrocardiac opacity"]),
        ("Low tube. The tip should be advanced.", ["Low tube. The tip should be advanced"]),
        ("Low tube. The heart is big.", ["Low tube", "The heart is big"]),
        ("Pneumonia? Clear left lung! Dr. A.B. was told .", ["Pneumonia?", "Clear left lung", "Dr. A.B. was told"]),
        ("Edema.. Clear lungs. .", ["Edema", "Clear lungs"]),
        ("1) Edema 2) Clear lungs. 3. Scar", ["Edema 2", "Clear lungs", "3", "Scar"]),
        ('Edema of 20% & "scar" #2. Heart > normal.', ['Edema of 20% & "scar" #2', "Heart > normal"]),
        ("Edema&lt;b&gt;. Clear lungs.", None),
        ("Edema = none. Effusion = small", ["Edema = none", "Effusion = small"]),
        ("Edema = none Effusion = small", None),
        ("FINDINGS = none. Clear.", None),
        ("Effusion ... absent. Clear.", None),
        ("Clear lungs. FINDINGS normal heart.", None),
        ("Big heart. FINDINGS The left base: scarring.", None),
        ("Clear on AP view. XXXX scarring.", ["Clear on AP view", "XXXX scarring"]),
        ("Impression: edema. Big heart.", None),
        ("Heart: big; lungs: clear. No effusion.", ["Heart: big; lungs: clear", "No effusion"]),
        ("No edema. Clear\nlungs.", None),
        ("Œdème. Clear lungs.", None),
        ("[x] Edema. Effusion [ ].", ["[x] Edema", "Effusion [ ]"]),
        ("Big heart. \u2611 Edema. Effusion \u2717.", ["Big heart", "\u2611 Edema", "Effusion \u2717"]),
        ("Edema [x] Effusion [ ]. Big heart [ ]", None),
        ("\u2611 \u0152d\u00e8me. Clear lungs.", None),
        ("CTR < 50%. No edema.", ["CTR < 50%", "No edema"]),
        ("<b>Edema</b>. Clear lungs.", None),
        ("[Findings] Edema. Clear lungs.", None),
        ("1. Edema. Clear lungs.", ["1", "Edema", "Clear lungs"]),
        ("Edema period clear lungs. No effusion.", None),
        ("One statement alone", ["One statement alone"]),
        ("no effusion the heart is normal no edema clear lungs", None),
        ("Big heart with old scars No effusion Clear left lung", None),
    ],
)
def test_which_texts_are_plain(text, sentences):
    cut = plain_texts(["No.", text], SECTIONS)
    assert bool(cut.plain[1]) == (sentences is not None)
    if sentences is not None:
        statements = as_outlines([text] * LEAST)[0][-1].statements
        assert [words for _, words in statements] == sentences
        assert all(text[start : start + len(words)] == words for start, words in statements)
    check([text])


def test_few_texts_are_read_one_by_one():
    texts = ["No effusion. Heart normal.", "FINDINGS: edema. IMPRESSION: edema.", "Œdème."]
    one_by_one = [outline(text, SECTIONS) for text in texts]
    for n in (1, 2, LEAST):
        assert as_outlines((texts * LEAST)[:n])[0] == (one_by_one * LEAST)[:n]

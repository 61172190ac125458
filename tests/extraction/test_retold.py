"""What is retold stays as long as it was, so that what is read of it is shown in the report's own words."""

import tomllib
from pathlib import Path

from radot_fast.extraction import extract_units
from radot_fast.extraction.text.retold.by_sentence import END
from radot_fast.extraction.text.retold.in_turn import _IN_TURN, retold

SENTENCES = [
    text
    for rows in tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8")).values()
    for text in rows
    if END not in text
]


def test_a_text_that_is_retold_is_as_long_as_before():
    for text in SENTENCES:
        told = text
        for retell, _ in _IN_TURN:
            before, told = told, retell(told)
            assert len(told) == len(text), (before, told)
            assert told.count(END) == 0, (before, told)


def test_a_sentence_is_retold_alone_as_among_others():
    assert retold(END.join(SENTENCES)) == END.join(map(retold, SENTENCES))


def test_what_holds_no_mark_of_a_turn_is_left_as_it_is():
    for text in SENTENCES:
        for retell, marks in _IN_TURN:
            if not any(mark in text for mark in marks):
                assert retell(text) == text, marks


def test_no_word_is_shown_in_part():
    tables = [
        "Finding | Prior | Now\nEffusion L | moderate | small\nPTX R | small | none\nEdema | mild | mild",
        "| | Right | Left |\n| Effusion | none | small |\n| Consolidation | lower lobe | none |",
    ]
    texts = [*SENTENCES, *tables]
    for row in extract_units(texts).drop_nulls("span_start").iter_rows(named=True):
        text = texts[int(row["report_id"])]
        for at in (row["span_start"], row["span_end"]):
            assert not (text[at - 1 : at].isalpha() and text[at : at + 1].isalpha() and at), (text, row["span_text"])
        assert text[row["span_start"] : row["span_end"]] == row["span_text"]

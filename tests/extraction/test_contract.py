"""The extractor's promises to the rest: schema, offsets, no lost report, nothing that breaks it."""

import gc

import polars as pl
import pytest

from radot_fast.extraction import clear_memo, extract_units, fallback_units, load_lexicon
from radot_fast.extraction.canonicalize import canonicalize
from radot_fast.units.schema import UNIT_SCHEMA, check_units

HARD = [
    None,
    "",
    "   \n ",
    "XXXX XXXX. XXXX",
    "\x00\x01 No effusion\x00.",
    "肺野清晰。未见胸腔积液。",
    "لا يوجد استرواح صدري. القلب طبيعي",
    "no effusion " * 5000,
    "a" * 20000,
    "Small left effusion.<BR>No pneumothorax.<br/>Heart is enlarged",
    "ﬁbrosis of the İstanbul type. ﬁbrosis",
    ". . . ! ? 1. 2) - *",
]


def test_schema_and_verbatim_spans():
    units = extract_units(HARD)
    assert units.schema == UNIT_SCHEMA
    assert units["report_id"].unique(maintain_order=True).to_list() == [str(k) for k in range(len(HARD))]
    for row in units.filter(pl.col("unit_index").is_not_null()).iter_rows(named=True):
        text = HARD[int(row["report_id"])]
        assert text[row["span_start"] : row["span_end"]] == row["span_text"]
    check_units(units)


def test_reports_without_words_keep_one_null_row():
    units = extract_units(HARD[:4], ["a", "b", "c", "d"])
    assert units.height == 4
    assert units["unit_index"].null_count() == 4
    assert units["anatomy"].to_list() == [[], [], [], []]


def test_no_texts():
    assert extract_units([]).schema == UNIT_SCHEMA


def test_ids_must_match():
    with pytest.raises(ValueError, match="2 report ids for 1 texts"):
        extract_units(["a"], ["1", "2"])


def test_memo_does_not_change_units():
    clear_memo()
    cold = extract_units(HARD)
    assert cold.equals(extract_units(HARD))


def test_canonicalize_gives_a_row_of_the_schema():
    row = canonicalize(
        {"span_text": "R base opacity", "canonical_finding": "Opacity", "anatomy": "R lung base", "polarity": "POS"},
        load_lexicon(),
    )
    assert set(row) == set(UNIT_SCHEMA) - {"report_id", "unit_index"}
    assert row["canonical_finding"] == "opacity"
    assert row["anatomy"] == ["right", "lung_base"]
    assert row["polarity"] == "present"


def test_fallback_units_are_sentences_at_half_confidence():
    text = "Small left effusion. Something else entirely."
    units = fallback_units(text, load_lexicon())
    assert [text[u["span_start"] : u["span_end"]] for u in units] == [u["span_text"] for u in units]
    assert {u["confidence"] for u in units} == {0.5}
    assert {u["source"] for u in units} == {"fallback"}


def test_a_text_that_stops_a_batch_stops_no_other(monkeypatch):
    from radot_fast.extraction import sentence_memo

    clear_memo()
    expected = extract_units(["Small left effusion."])
    real = sentence_memo.parse_sentences

    def breaks(sentences, lexicon):
        assert not any("pneumothorax" in s for s in sentences)
        return real(sentences, lexicon)

    monkeypatch.setattr(sentence_memo, "parse_sentences", breaks)
    with pytest.raises(AssertionError):
        extract_units(["Small left effusion. No pneumothorax."])
    assert extract_units(["Small left effusion."]).equals(expected)
    assert gc.isenabled()


def test_threads_share_a_memo():
    from concurrent.futures import ThreadPoolExecutor

    texts = [f"Small left effusion of {k} cm. Nodule {k % 7}. No pneumothorax." for k in range(200)]
    clear_memo()
    expected = extract_units(texts)
    clear_memo()
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda k: extract_units(texts[k::20], [str(i) for i in range(k, 200, 20)]), range(20)))
    together = pl.concat(parts).sort(pl.col("report_id").cast(pl.Int64), "unit_index")
    assert together.equals(expected)


def test_a_measurement_far_behind_its_finding_belongs_to_its_phrase():
    text = "Nodules are present in the left mid lung, the largest measuring up to 3.0 cm."
    assert extract_units([text])["span_text"][0].endswith("3.0 cm")

"""A report that the extractor cannot get through fails alone, and the log says how, not what."""

import logging

import polars as pl

from radot_fast.corpus import reports as corpus
from radot_fast.extraction import extract as extraction
from radot_fast.extraction import load_lexicon


def test_the_log_names_the_type_and_no_text(monkeypatch, caplog):
    real = extraction.read_reports

    def breaks(texts, *args, **kwargs):
        if any("effusion" in text for text in texts):
            raise RecursionError("Small left effusion")
        return real(texts, *args, **kwargs)

    monkeypatch.setattr("radot_fast.extraction.extract.read_reports", breaks)
    pairs = pl.DataFrame({"reference": ["Small left effusion.", "Scoliosis."], "candidate": ["Scoliosis."] * 2})
    with caplog.at_level(logging.WARNING, logger="radot_fast"):
        paired = corpus.corpus_from_texts(pairs, load_lexicon())
    assert paired.corpus.failed.tolist() == [True, False]
    assert [r.getMessage() for r in caplog.records] == ["no units from 1 of 2 distinct reports: RecursionError 1"]


def test_a_pair_with_too_many_units_fails_and_its_reports_do_not(monkeypatch, caplog):
    monkeypatch.setattr(corpus, "MAX_PAIR_UNITS", 5)
    long, short = "Small left effusion. Scoliosis. Rib fracture.", "Scoliosis."
    pairs = pl.DataFrame({"reference": [long, short, long], "candidate": [short, long, f"No effusion. {long}"]})
    with caplog.at_level(logging.WARNING, logger="radot_fast"):
        paired = corpus.corpus_from_texts(pairs, load_lexicon())
    assert paired.corpus.failed[paired.pairs].any(axis=1).tolist() == [False, False, True]
    assert len(paired.corpus.report_ids) == len(paired.corpus.texts) == len(paired.corpus.offsets) - 1 == 5
    assert [paired.corpus.texts[int(r)] for r in paired.pairs[2]] == list(pairs.row(2))
    assert not set(paired.pairs[2].tolist()) & set(paired.pairs[:2].ravel().tolist())
    assert [r.getMessage().partition(" and")[0] for r in caplog.records] == [
        "1 of 3 pairs have more than 5 units (up to 7)"
    ]


def test_units_of_giants_are_dropped_before_reports_are_compared(monkeypatch):
    monkeypatch.setattr(corpus, "MAX_PAIR_UNITS", 5)
    giant, short = "Small left effusion. " * 9, "Scoliosis."
    pairs = pl.DataFrame({"reference": [giant, short], "candidate": [giant, short]})
    kept = corpus.corpus_from_texts(pairs, load_lexicon()).corpus
    assert kept.units.height == kept.offsets[-1] == 1


def test_a_sentence_that_both_reports_of_a_pair_share_is_read_once_in_a_long_batch(monkeypatch):
    """The memo of sentences starts anew every few reports: the two of a pair are read beside each other."""
    from radot_fast.extraction import clear_memo, sentence_memo

    read = []

    def spied(sentences, lexicon):
        read.extend(sentences)
        return parse(sentences, lexicon)

    parse = sentence_memo.parse_sentences
    monkeypatch.setattr(sentence_memo, "parse_sentences", spied)
    monkeypatch.setattr(sentence_memo, "MAX_REPORTS", 10)
    clear_memo()
    shared = [f"Nodule of {k} mm." for k in range(1, 40)]
    pairs = pl.DataFrame(
        {"reference": [f"{s} No effusion." for s in shared], "candidate": [f"{s} No edema." for s in shared]}
    )
    corpus.corpus_from_texts(pairs, load_lexicon())
    clear_memo()
    assert sorted(s for s in read if "Nodule" in s) == sorted(s.rstrip(".") for s in shared)

"""A report that the extractor cannot get through fails alone, and the log says how, not what."""

import logging

import polars as pl

from radot_fast import corpus
from radot_fast.extraction import load_lexicon
from radot_fast.extraction import table as extraction


def test_the_log_names_the_type_and_no_text(monkeypatch, caplog):
    real = extraction.extract_units

    def breaks(texts, *args, **kwargs):
        if any("effusion" in text for text in texts):
            raise RecursionError("Small left effusion")
        return real(texts, *args, **kwargs)

    monkeypatch.setattr("radot_fast.extraction.extract_units", breaks, raising=False)
    pairs = pl.DataFrame({"reference": ["Small left effusion.", "Scoliosis."], "candidate": ["Scoliosis."] * 2})
    with caplog.at_level(logging.WARNING, logger="radot_fast"):
        paired = corpus.corpus_from_texts(pairs, load_lexicon())
    assert paired.corpus.failed.tolist() == [True, False]
    assert [r.getMessage() for r in caplog.records] == ["no units from 1 of 2 distinct reports: RecursionError 1"]


def test_a_plan_with_too_many_cells_fails_the_pair_and_not_the_report(monkeypatch, caplog):
    monkeypatch.setattr(corpus, "MAX_CELLS", 5)
    long, short = "Small left effusion. Scoliosis. Rib fracture.", "Scoliosis."
    pairs = pl.DataFrame({"reference": [long, short, long], "candidate": [short, long, f"No effusion. {long}"]})
    with caplog.at_level(logging.WARNING, logger="radot_fast"):
        paired = corpus.corpus_from_texts(pairs, load_lexicon())
    assert paired.corpus.failed[paired.pairs].any(axis=1).tolist() == [False, False, True]
    assert len(paired.corpus.report_ids) == len(paired.corpus.texts) == len(paired.corpus.offsets) - 1 == 4
    assert paired.corpus.texts[3] == paired.corpus.texts[2]
    assert [r.getMessage().partition(":")[0] for r in caplog.records] == [
        "1 pairs of reports with up to 4 units are not scored"
    ]

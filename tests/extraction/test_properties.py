"""Properties of the extractor: spans are verbatim, joining loses nothing, the same text gives the same units."""

import time
import tomllib
from pathlib import Path

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from radot_fast.extraction import clear_memo, extract_units, load_lexicon

TABLE = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))
SENTENCES = [
    text
    for name, rows in TABLE.items()
    if name != "sections_and_lists" and not name.startswith("whole_reports")  # a head speaks for what follows it
    for text, units in rows.items()
    if units and text.endswith(".") and "\n" not in text
    if not text.startswith(("This ", "These ", "It ", "They ", "Both "))  # they speak of what stands before
    if not text.startswith(("Clinical ", "Indication:", "Reason for "))  # what follows may be of the patient
]
LABELS = ["canonical_finding", "polarity", "uncertainty", "comparison", "device", "severity", "anatomy", "modifiers"]


def units_of(text):
    return extract_units([text]).drop_nulls("unit_index")


# The same examples each time: of random pairs of these rows 4 in 1,000 rightly read otherwise together, as one is an
# order in front of the report ("COPD, increased dyspnea.") or speaks of the one before ("... on the same side").
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=8))
def test_joining_sentences_loses_no_unit(sentences):
    alone = pl.concat([units_of(s) for s in sentences])
    joined = units_of(" ".join(sentences))
    assert joined.select(LABELS).rows() == alone.select(LABELS).rows()
    assert joined["unit_index"].to_list() == list(range(joined.height))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300) | st.lists(st.sampled_from(SENTENCES), max_size=4).map("\n".join))
def test_spans_are_verbatim(text):
    for row in units_of(text).iter_rows(named=True):
        assert text[row["span_start"] : row["span_end"]] == row["span_text"]
        assert row["surface_finding"] in text


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=60) | st.sampled_from(SENTENCES) | st.none(), max_size=5))
def test_reports_do_not_touch_each_other(texts):
    clear_memo()
    together = extract_units(texts)
    clear_memo()
    apart = [extract_units([t], [str(k)]) for k, t in enumerate(texts)]
    assert together.equals(pl.concat(apart) if apart else together)


def test_sentences_read_together_do_not_touch_each_other():
    """A device and its part may stand apart, but not in two sentences that happen to be read one after the other."""
    texts = ["Tube removed", "With the patient extubated", "Pacemaker in place", "With leads intact", "Tube with tip"]
    for a in texts:
        for b in texts:
            clear_memo()
            alone = pl.concat([units_of(a), units_of(b)])
            clear_memo()
            together = units_of(f"{a}. {b}.")
            assert together.select(LABELS).rows() == alone.select(LABELS).rows()


def test_a_long_sentence_takes_linear_time():
    words = "heart enlarged left effusion and normal opacity "
    times = []
    for n in (400, 3200):
        clear_memo()
        start = time.process_time()
        extract_units([words * n])
        times.append(time.process_time() - start)
    # Eight times the text; quadratic work would take 64 times as long.
    assert times[1] < 24 * max(times[0], 0.02)


def test_the_memo_is_bounded(monkeypatch):
    from radot_fast.extraction import sentence_memo

    monkeypatch.setattr(sentence_memo, "MAX_SENTENCES", 10)
    memo = sentence_memo.memo_of(load_lexicon())
    memo.clear()
    for k in range(40):
        extract_units([f"Opacity number {k}."])
    assert len(memo.number) <= 12
    clear_memo()
    assert not memo.number


def test_many_reports_are_forgotten_and_their_sentences_are_not(monkeypatch):
    from radot_fast.extraction import sentence_memo

    monkeypatch.setattr(sentence_memo, "MAX_REPORTS", 20)
    memo = sentence_memo.memo_of(load_lexicon())
    memo.clear()
    texts = [f"No effusion. The heart is large. Opacity number {k}." for k in range(45)]
    alone = [extract_units([text], ["r"]) for text in texts]
    assert len(memo.reports) <= 21
    assert {"No effusion", "The heart is large", "Opacity number 0"} <= {s.strip(".") for s in memo.number}
    assert all(extract_units([text], ["r"]).equals(table) for text, table in zip(texts, alone, strict=True))


def test_batches_give_the_same_table(monkeypatch):
    from radot_fast.extraction import sentence_memo

    texts = [*SENTENCES[:25], None, ""]
    whole = extract_units(texts)
    monkeypatch.setattr(sentence_memo, "MAX_REPORTS", 20)
    assert extract_units(texts).equals(whole)


def test_blocks_of_sentences_give_the_same_table(monkeypatch):
    from radot_fast.extraction import sentence

    texts = [*SENTENCES[:60], "History of nothing at all.", "XXXX", "Views of the chest."]
    clear_memo()
    whole = extract_units(texts)
    monkeypatch.setattr(sentence, "BLOCK", 3)
    clear_memo()
    assert extract_units(texts).equals(whole)

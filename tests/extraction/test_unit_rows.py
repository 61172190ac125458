"""The store of sentence units: few rows and many become the same columns."""

import numpy as np
import pytest
from polars.testing import assert_frame_equal

import radot_fast as ro
from radot_fast.extraction import clear_memo, unit_rows
from radot_fast.extraction.sentence import SentenceUnit
from radot_fast.units.schema import LIST_COLUMNS

TEXTS = [
    "Small left and moderate right pleural effusions. Lines and tubes are unchanged.",
    "No acute fracture of the left fifth and sixth ribs. Something that nobody reads here.",
    "",
]


def test_lists_of_few_units_and_of_many_are_the_same(monkeypatch):
    clear_memo()
    few = ro.extract(TEXTS)
    monkeypatch.setattr(unit_rows, "FEW_UNITS", 0)
    clear_memo()
    assert_frame_equal(few, ro.extract(TEXTS), check_exact=True)
    assert few["anatomy"].list.len().max() >= 1
    clear_memo()


@pytest.mark.parametrize("asked_after", [0, 1, 2])
def test_numbers_are_those_of_the_rows_whether_a_table_holds_them_or_not(asked_after):
    """The rows of a second report are numbered as they were added, or from the table that someone asked for before."""
    store = unit_rows.UnitStore()
    seen = []

    def numbers(columns):
        seen.append([*zip(columns["span_text"], columns["anatomy"], strict=True)])
        return {"length": np.array([len(text or "") for text in columns["span_text"]])}

    for k, text in enumerate(("edema", "effusion")):
        store.add(
            [[text] if c == "span_text" else [("lung",)] if c in LIST_COLUMNS else [None] for c in SentenceUnit._fields]
        )
        if asked_after == k:
            store.table(np.array([0, k + 1]))
        assert store.numbers("x", numbers, np.arange(k + 2))["length"].tolist() == [0, 5, 8][: k + 2]
    assert seen == [[(None, ()), ("edema", ("lung",))], [("effusion", ("lung",))]]
    assert store.table(np.arange(3))["span_text"].to_list() == [None, "edema", "effusion"]


def test_rows_that_wait_for_a_table_are_few(monkeypatch):
    monkeypatch.setattr(unit_rows, "MANY_NEW", 2)
    clear_memo()
    together = ro.extract(TEXTS)
    clear_memo()
    scorer = ro.Scorer()
    assert scorer(TEXTS[:1], TEXTS[1:2]).scores.height == 1  # more than two units, which a table takes
    assert_frame_equal(ro.extract(TEXTS), together, check_exact=True)
    clear_memo()

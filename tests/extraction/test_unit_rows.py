"""The store of sentence units: few rows and many become the same columns."""

from polars.testing import assert_frame_equal

import radot_fast as ro
from radot_fast.extraction import clear_memo, unit_rows

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

"""Texts and ids as they come in: what is taken for a list of reports, and what is refused without a word of them."""

import numpy as np
import polars as pl
import pytest

from radot_fast.errors import InputError
from radot_fast.io.columns import (
    column_names,
    id_column,
    keyed_reports,
    listed_ids,
    listed_texts,
    missing_column,
    text_column,
)

REPORTS = ["Small left effusion.", "Clear lungs."]


class NAType:
    """As pandas has it: neither None nor a number."""

    def __eq__(self, other):
        return self

    __hash__ = None


@pytest.mark.parametrize(
    "given",
    [
        tuple(REPORTS),
        (r for r in REPORTS),
        np.array(REPORTS),
        np.array(REPORTS, dtype=object),
        pl.Series(REPORTS),
    ],
)
def test_any_sequence_of_texts_is_a_list_of_reports(given):
    assert listed_texts(given, "reference") == REPORTS


def test_missing_texts_are_none():
    given = [None, float("nan"), np.nan, np.float64("nan"), NAType(), "x"]
    assert listed_texts(given, "reference") == [None] * 5 + ["x"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("Small effusion.", "reference is one text alone"),
        (b"Small effusion.", "reference is one text alone"),
        (None, "of type NoneType"),
        ({"a": "Small effusion."}, "of type dict"),
        ({"Small effusion."}, "of type set"),
        (pl.DataFrame({"a": REPORTS}), "of type DataFrame"),
        (np.array([REPORTS]), "of type ndarray"),
        (np.array("Small effusion."), "of type ndarray"),
        (["x", ["Small effusion."]], "reference 1 is of type list, not a string"),
        ([3], "reference 0 is of type int, not a string"),
    ],
)
def test_what_is_no_list_of_texts_is_refused_without_quoting_it(given, message):
    with pytest.raises(InputError, match=message) as found:
        listed_texts(given, "reference")
    assert "effusion" not in str(found.value)


class Pretender(str):
    """A text that claims to be any other."""

    __slots__ = ()

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__

    def __str__(self):
        return self


def test_no_text_can_claim_to_be_another_one():
    import radot_fast as ro

    texts = listed_texts([Pretender("Large right pneumothorax."), np.str_("x")], "reference")
    assert [type(text) for text in texts] == [str, str]
    assert type(listed_ids([Pretender("a")], "pair_ids")[0]) is str
    wanted = ro.extract(["Small left effusion.", "Large right pneumothorax."])
    assert ro.extract(["Small left effusion.", Pretender("Large right pneumothorax.")]).equals(wanted)


@pytest.mark.parametrize("given", ["abc", b"abc", 5, None, {"a"}, {"a": 1}, pl.DataFrame({"a": ["x"]})])
def test_what_is_no_list_of_ids_is_refused(given):
    with pytest.raises(InputError, match=r"pair_ids is (of type|one id alone)"):
        listed_ids(given, "pair_ids")


def test_ids_are_strings_and_missing_ones_are_none():
    assert listed_ids([1, "a", 2.5, None, float("nan"), NAType(), 2**70], "pair_ids") == [
        "1", "a", "2.5", None, None, None, str(2**70)
    ]  # fmt: skip


def test_columns_without_a_header_are_not_quoted():
    assert column_names(["reference", "Small left effusion.", "x y"]) == "reference, 2 that are no column names"
    error = str(missing_column("a.csv", "reference", ["Small left effusion.", "No effusion."], "name it"))
    assert error.endswith("the first line must be a header with the names of the columns")
    assert "effusion" not in error
    for between in (";", "\t", "|"):
        error = str(missing_column("a.csv", "reference", [between.join(["reference", "candidate"])], "name it"))
        assert f"separated by {between!r}" in error


def test_text_columns():
    table = pl.DataFrame({"a": REPORTS, "b": [1, 2], "n": [None, None]}).with_columns(
        c=pl.col("a").cast(pl.Categorical), e=pl.col("a").cast(pl.Enum(REPORTS)), a_duplicated_0=pl.lit("x")
    )
    assert text_column(table, "c", "t", "").to_list() == REPORTS
    assert text_column(table, "e", "t", "").to_list() == REPORTS
    assert text_column(table, "n", "t", "").to_list() == [None, None]
    with pytest.raises(InputError, match="t: column 'b' has type Int64, not string"):
        text_column(table, "b", "t", "")
    with pytest.raises(InputError, match="t: column 'a' stands twice"):
        text_column(table, "a", "t", "")


def test_ids():
    assert id_column(pl.DataFrame({"x": [1, 2]}), "pair_id", "t").to_list() == ["0", "1"]
    assert id_column(pl.DataFrame({"pair_id": [7, None]}), "pair_id", "t").to_list() == ["7", "1"]
    assert id_column(pl.DataFrame({"pair_id": [0.5]}), "pair_id", "t").to_list() == ["0.5"]
    for wrong in ([["a"]], [{"a": 1}], [b"\xff"]):
        with pytest.raises(InputError, match=r"column 'pair_id' has type .*: give strings, whole numbers or dates"):
            id_column(pl.DataFrame({"pair_id": wrong}), "pair_id", "t")


def test_an_error_names_a_few_columns():
    names = column_names(f"c{k}" for k in range(20_000))
    assert names.endswith("c19, 19980 more")
    assert column_names(["a", "Small left effusion."]) == "a, 1 that are no column names"


def test_keyed_reports():
    table = pl.DataFrame({"report_id": [1, 2], "text": REPORTS})
    assert keyed_reports(table, "t", "report_id", "text").rows() == list(zip("12", REPORTS, strict=True))
    with pytest.raises(InputError, match="rows 0, 1 have one"):
        keyed_reports(table.with_columns(report_id=pl.lit(1)), "t", "report_id", "text")
    with pytest.raises(InputError, match="1 rows have no 'report_id'"):
        keyed_reports(pl.DataFrame({"report_id": ["a", None], "text": REPORTS}), "t", "report_id", "text")
    with pytest.raises(InputError, match="the table has no rows"):
        keyed_reports(table.clear(), "t", "report_id", "text")

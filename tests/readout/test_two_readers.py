"""A model and the rules as two raters: the mean of their risks and how far they are apart, by hand."""

import polars as pl
import pytest

from radot_fast.errors import InputError
from radot_fast.readout.llm_and_rules import DIFFERENCE, both_readers, closing_lines


def scores(**columns):
    return pl.DataFrame({"pair_id": ["a", "b", "c"], **columns})


MODEL = scores(
    risk_total=[3.0, 1.0, 2.5],
    risk_significant=[1.0, 0.0, 2.0],
    expected_total=[4.0, 1.0, 3.0],
    n_ref_findings=[1, 2, 3],
)
RULES = scores(risk_total=[1.0, 2.0, None], risk_significant=[3.0, 0.5, 1.0], expected_total=[2.0, 3.0, 0.0])


def test_the_means_stand_beside_both_readers():
    both = both_readers(MODEL, RULES)
    assert both["rules_risk_total"].to_list() == [1.0, 2.0, None]
    assert both["both_risk_total"].to_list() == [2.0, 1.5, None]
    assert both["both_risk_significant"].to_list() == [2.0, 0.25, 1.5]
    assert both["both_expected_total"].to_list() == [3.0, 2.0, 1.5]
    assert both.select(MODEL.columns).equals(MODEL)


def test_the_difference_is_that_of_the_total_risks_whichever_is_larger():
    assert both_readers(MODEL, RULES)[DIFFERENCE].to_list() == [2.0, 1.0, None]


def test_what_only_one_reader_has_has_no_mean():
    both = both_readers(MODEL, RULES.drop("expected_total", "risk_significant"))
    assert [c for c in both.columns if c.startswith(("rules_", "both_"))] == ["rules_risk_total", "both_risk_total"]

    fewer = both_readers(MODEL.drop("expected_total"), RULES)
    assert [c for c in fewer.columns if c.endswith("expected_total")] == []


def test_other_pairs_or_another_order_are_an_error():
    with pytest.raises(InputError, match="other pairs"):
        both_readers(MODEL, RULES.reverse())


def test_the_closing_lines_name_the_mean_and_who_is_an_error_apart():
    first, second = closing_lines(both_readers(MODEL, RULES))
    assert first == "mean risk of both readers: total 1.750 · significant 1.250 · n 2"
    assert second.startswith("the readers differ by an error or more on 2 of 2 pairs")
    nothing = MODEL.with_columns(risk_total=pl.lit(None, pl.Float64))
    assert "total – ·" in closing_lines(both_readers(nothing, RULES))[0]

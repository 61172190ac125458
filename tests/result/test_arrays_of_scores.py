"""Risks and counts as arrays are the columns of the scores."""

import numpy as np
import pytest

from radot_fast.method import FINDING_COUNTS
from radot_fast.pair_status import STATUSES
from radot_fast.result.result import Result
from radot_fast.scorer import Scorer


@pytest.fixture(scope="module")
def result():
    refs = ["Small left effusion. No pneumothorax.", "", "Mass.", "\ud800 Nodule."]
    hyps = ["Right effusion. Heart is enlarged.", "Edema.", "Xyzzy plugh.", "Nodule."]
    return Scorer()(refs, hyps)


def test_risks_are_those_of_the_table(result: Result):
    for target in ("total", "significant", "insignificant"):
        shown = result.scores[f"risk_{target}"].to_list()
        assert [None if np.isnan(x) else x for x in result.risk(target).tolist()] == shown
    assert result.scores["status"].to_list() == ["ok", "empty_reference", "unread_candidate", "extraction_failed"]
    assert np.isnan(result.risk("total")).tolist() == [s in STATUSES[5:] for s in result.scores["status"]]


def test_counts_are_those_of_the_table(result: Result):
    for name in FINDING_COUNTS:
        assert [None if k < 0 else k for k in result.count(name).tolist()] == result.scores[name].to_list()
    assert result.count("n_ref_findings").tolist() == [1, 0, 1, -1]


def test_columns_cut_out_of_one_block_are_those_of_their_own_pairs(result: Result):
    for k in range(len(result)):
        alone = result.take([k]).scores
        assert alone.rows() == [result.scores.row(k)]

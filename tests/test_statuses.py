"""Every status a row can have, and what the row then shows: a row without a risk shows no number of a plan."""

import numpy as np
import pytest

import radot_fast as ro
from radot_fast.config import TARGETS
from radot_fast.method import FINDING_COUNTS
from radot_fast.pair_status import FAILED_STATUSES, STATUSES
from radot_fast.paper import method as paper

CLEAR, EFFUSION, UNREAD = "The lungs are clear.", "Small left effusion. No pneumothorax.", "Lorem ipsum dolor sit amet."
PAIRS = {
    "ok": (EFFUSION, CLEAR),
    "empty_reference": ("", EFFUSION),
    "empty_candidate": (EFFUSION, None),
    "empty_both": (" ", "\n"),
    "unread_candidate": (EFFUSION, UNREAD),
    "unread_reference": (UNREAD, EFFUSION),
    "extraction_failed": (EFFUSION, "Small \ud800 effusion."),
}
BROKEN_PLANS = {"not_converged": "converged", "numerical_error": "plan"}
RISKS = [f"risk_{t}" for t in TARGETS]
UNITS = ["n_ref_units", "n_cand_units", "n_fallback_units"]


def row_of(status, profile, monkeypatch):
    """A row that has a status; a plan breaks only where its solver is made to."""
    if status in BROKEN_PLANS:
        align = paper.align

        def broken(arrays, pairs, config):
            alignment = align(arrays, pairs, config)
            getattr(alignment, BROKEN_PLANS[status])[:] = 0
            return alignment

        monkeypatch.setattr(paper, "align", broken)
    refs, hyps = ([text] for text in PAIRS.get(status, PAIRS["ok"]))
    return ro.Scorer(profile=profile)(refs=refs, hyps=hyps).counted_scores.row(0, named=True)


def test_the_pairs_here_have_every_status():
    assert {*PAIRS, *BROKEN_PLANS} == set(STATUSES)


@pytest.mark.parametrize("profile", ["extended", "paper"])
@pytest.mark.parametrize("status", STATUSES)
def test_a_row_without_a_risk_shows_no_plan(status, profile, monkeypatch):
    if status in BROKEN_PLANS and profile == "extended":
        pytest.skip("its plans are exact: none can stop early")
    row = row_of(status, profile, monkeypatch)
    assert row["status"] == status
    failed = status in FAILED_STATUSES
    assert row["converged"] is (not failed)
    for column in (*RISKS, *UNITS):
        assert (row[column] is None) is failed, column
    if failed:
        numbers = {k for k in row if k.startswith(("n_", "expected_")) or k.endswith(("_recall", "_precision"))}
        assert set(FINDING_COUNTS) < numbers
        assert [k for k in (*numbers, "transport_cost") if row[k] is not None] == []
    else:
        assert np.isfinite([row[k] for k in RISKS]).all()

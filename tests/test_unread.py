"""What was not read is said so: statuses, shares, counts, and no confident number."""

import io
import json

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.extraction import load_lexicon
from radot_fast.extraction.sentence_memo import clear_memo

CLEAR = "The lungs are clear."
RISKS = ["risk_total", "risk_significant", "risk_insignificant"]


def scores_of(refs, hyps, profile="extended"):
    return ro.Scorer(profile=profile)(refs=refs, hyps=hyps).scores


@pytest.mark.parametrize("profile", ["extended", "paper"])
@pytest.mark.parametrize(
    "text", ["Lorem ipsum dolor sit amet. Lorem ipsum dolor sit amet.", "INDICATION: Cough.", "Two views of the chest."]
)
def test_a_candidate_of_which_nothing_was_read(text, profile):
    row = scores_of([CLEAR], [text], profile).row(0, named=True)
    assert row["status"] == "unread_candidate"
    assert (row["unread_share_reference"], row["unread_share_candidate"]) == (0.0, 1.0)
    assert all(row[f"risk_{t}"] is not None for t in ("total", "significant", "insignificant"))
    if profile == "extended":
        assert [row[f"expected_{t}"] for t in ("total", "significant", "insignificant")] == [None] * 3
        empty = scores_of([CLEAR], [""]).row(0, named=True)
        assert [row[c] for c in RISKS] == [empty[c] for c in RISKS]


@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_another_examination_or_language_is_not_scored_as_a_chest(profile, capsys):
    """Equal or wrong, the row says that nothing was read; the paper's risks are those of whole sentences."""
    kidney = "Both kidneys are normal in size. No mass. No hydronephrosis."
    german = "Kein Pleuraerguss. Kein Infiltrat. Herz nicht vergroessert."
    scores = scores_of([CLEAR, CLEAR, kidney, german], [kidney, german, kidney, CLEAR], profile)
    assert scores["status"].to_list() == ["unread_candidate"] * 2 + ["unread_reference"] * 2
    assert scores["unread_share_candidate"].to_list() == [1.0, 1.0, 1.0, 0.0]
    if profile == "extended":
        assert scores["expected_total"].null_count() == 4
        empty = scores_of([CLEAR], [""])
        assert scores[0, "risk_total"] == scores[1, "risk_total"] == empty[0, "risk_total"]


def test_a_reference_of_which_nothing_was_read_has_no_risk():
    row = scores_of(["Lorem ipsum."], [CLEAR]).row(0, named=True)
    assert row["status"] == "unread_reference"
    assert [row[c] for c in RISKS] == [None] * 3


def test_shares_and_sentences_of_context():
    row = scores_of(["Small left effusion. Lorem ipsum dolor."], ["HISTORY: Cough. Fever.\n\nNo effusion."])
    row = row.row(0, named=True)
    assert row["status"] == "ok"
    assert (row["unread_share_reference"], row["unread_share_candidate"]) == (0.5, 0.0)
    assert (row["context_sentences_reference"], row["context_sentences_candidate"]) == (0, 2)


def test_stored_units_have_the_same_status_and_risks():
    texts = {"refs": [CLEAR, "Lorem ipsum.", CLEAR], "hyps": ["Lorem ipsum.", CLEAR, ""]}
    scored = scores_of(**texts)
    units = {side: ro.extract(values) for side, values in texts.items()}
    stored = ro.Scorer().score_units(units["refs"], units["hyps"]).scores
    assert stored.select("status", *RISKS).equals(scored.select("status", *RISKS))
    assert stored["unread_share_candidate"].null_count() == stored["context_sentences_reference"].null_count() == 3


def test_no_text_is_the_key_of_another():
    """A report of which nothing is read is kept sentence by sentence: no other report may find those sentences."""
    refs, hyps = ["Lungs are clear."], ["HISTORY: Cough. Large left pneumothorax."]
    clear_memo(load_lexicon())
    alone = scores_of(refs, hyps)
    for mark in ("\0", "\x1f", "|", "whole:"):
        clear_memo(load_lexicon())
        scores_of(refs, [f"{mark}Large left pneumothorax."])
        after = scores_of([*refs, *refs], [f"{mark}Large left pneumothorax.", *hyps])
        assert after[1].drop("row", "pair_id").equals(alone.drop("row", "pair_id"))
        assert after.height == 2
    assert pl.Series(RISKS).is_in(alone.columns).all()


def test_what_a_heading_hides_is_marked():
    from radot_fast.audit.page import page_of
    from radot_fast.audit.page_data import ASSERTING, CONTEXT
    from radot_fast.audit.pair import audit_pair

    hyp = "INDICATION: Cough. Possible pneumonia.\n\nNo effusion."
    result = ro.Scorer()(refs=[CLEAR], hyps=[hyp])
    reference, candidate = audit_pair(result, 0).set_aside
    assert reference == []
    assert [(hyp[s.start : s.end], s.asserts) for s in candidate] == [("Cough", False), ("Possible pneumonia", True)]
    data = json.loads(page_of(result).split('id="data">')[1].split("</script>")[0])
    pieces = data["pairs"][0]["reports"][1]["pieces"]
    assert ["Cough", [], [], [], CONTEXT] in pieces
    assert ["Possible pneumonia", [], [], [], ASSERTING] in pieces
    assert data["pairs"][0]["reports"][1]["aside"] == 2


def test_explain_says_what_a_heading_hides():
    from rich.console import Console

    from radot_fast.audit.pair import audit_pair
    from radot_fast.audit.terminal import print_audit

    console = Console(record=True, width=100, file=io.StringIO())
    result = ro.Scorer()(refs=[CLEAR], hyps=["INDICATION: Possible pneumonia.\n\nNo effusion."])
    print_audit(audit_pair(result, 0), console)
    assert "its heading sets it aside" in console.export_text()

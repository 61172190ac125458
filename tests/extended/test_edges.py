"""Rows of the plans: which statements are coupled, and what stays alone."""

import polars as pl
import pytest

import radot_fast as ro

REFERENCE = (
    "There is a nodule in the left mid lung. Heart size is normal. No pleural effusion. Patchy infiltrate at the base."
)


def edges_of(reference, candidate, profile="extended"):
    return ro.Scorer(profile=profile)(refs=[reference], hyps=[candidate]).edges


def counterpart(edges, words):
    """Candidate span that the reference span with these words is coupled with."""
    mine = edges.filter(pl.col("ref_span").str.contains(words), pl.col("cand_span").is_not_null())
    return mine["cand_span"].to_list()


@pytest.mark.parametrize(
    ("reference", "candidate", "words"),
    [
        ("There is a nodule in the left mid lung. A pacemaker is in place.", "The lungs are clear.", "nodule"),
        ("Degenerative changes of the spine. The lungs are clear.", "Osseous structures are unremarkable.", "spine"),
        ("Large right pneumothorax. No left pneumothorax.", "No pneumothorax. Nodular densities.", "right"),
        ("There is an infiltrate at the left base.", "Rib fractures. No infiltrate.", "infiltrate"),
    ],
)
def test_a_finding_is_aligned_to_what_denies_it(reference, candidate, words):
    edges = edges_of(reference, candidate)
    assert counterpart(edges, words)
    assert edges.filter(pl.col("ref_span").str.contains(words))["matched"].to_list() == [False]
    assert edges.filter(pl.col("ref_span").str.contains(words))["polarity_cost"].min() >= 0.9


def test_a_denial_may_answer_several():
    edges = edges_of("Right pneumothorax. No left pneumothorax.", "No pneumothorax.")
    assert edges["cand_unit"].to_list() == [0, 0]
    assert edges["mass"].to_list() == [1.0, 1.0]
    assert sorted(edges["matched"]) == [False, True]


def test_what_has_no_counterpart_stays_alone_at_its_price():
    edges = edges_of("Lungs are hyperinflated. Old rib fracture.", "Small left effusion. The heart is normal.")
    assert not edges["matched"].any()
    assert (edges["ref_unit"].is_null() != edges["cand_unit"].is_null()).all()
    assert edges["align_cost"].to_list() == [1.0, 1.0, 1.0, 0.25]


def test_every_statement_has_a_row():
    edges = edges_of(REFERENCE, "The lungs are clear. No rib fracture. Small hiatal hernia.")
    assert set(edges["ref_unit"].drop_nulls()) == {0, 1, 2, 3}
    assert set(edges["cand_unit"].drop_nulls()) == {0, 1, 2}


def test_findings_are_coupled_one_to_one():
    edges = edges_of(REFERENCE, "Consolidation at the lung base. Left lung nodule. Right effusion.")
    mine = edges.filter(pl.col("matched"))
    assert mine["mass"].to_list() == [1.0, 1.0]
    assert mine["cand_span"].str.contains("(?i)nodule|consolidation").all()
    assert mine["ref_unit"].is_unique().all()


def test_mentions_of_one_finding_share_its_mass():
    edges = edges_of(
        "Left effusion. The effusion is small. Left pleural effusion.", "Left effusion. Small left effusion."
    )
    assert edges["mass"].to_list() == pytest.approx([1 / 3] * 3)
    assert edges["ref_unit"].to_list() == [0, 1, 2]
    assert edges["cand_unit"].to_list() == [0, 0, 1]


def test_cost_and_risk_can_be_computed_again_from_the_table():
    result = ro.Scorer()(refs=[REFERENCE], hyps=["The lungs are clear. Right nodule. Edema. Effusion."])
    edges, row = result.edges, result.scores.row(0, named=True)
    cost = (edges["mass"] * edges["align_cost"]).sum() / edges["mass"].sum()
    assert cost == pytest.approx(row["transport_cost"], abs=1e-12)
    errors = result.features.select(pl.col("^(omitted|added|mismatch)_.*$")).sum_horizontal()[0]
    assert edges["mw_risk"].sum() == pytest.approx(errors, abs=1e-12)


def test_an_empty_report_has_no_counterpart():
    edges = edges_of("Small left effusion.", "")
    assert edges["matched"].to_list() == [False]
    assert edges["cand_span"].to_list() == [None]


def test_the_paper_profile_shows_the_papers_plan():
    edges = edges_of(REFERENCE, "The lungs are clear. Left lung nodule.", "paper")
    assert edges["matched"].null_count() == edges.height
    costs = edges.select(
        0.25 * pl.col("finding_cost")
        + 0.2 * pl.col("anatomy_cost")
        + 0.4 * pl.col("polarity_cost")
        + 0.15 * pl.col("text_cost")
    ).to_series()
    assert (costs - edges["align_cost"]).abs().max() < 1e-12

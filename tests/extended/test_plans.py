"""Laws of the plan: it is exact, and depends on nothing but what the reports say."""

import numpy as np
import pytest
from made_units import corpus, solved, unit

from radot_fast.extended.edges import plan_edges
from radot_fast.extended.features import COLUMN, plan_features
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.method import ExtendedPrepared
from radot_fast.extended.nodes import encode_nodes
from radot_fast.extended.plans import node_counts, solve_plans
from radot_fast.kernels.extended.couples import DENIAL, FINDING

LABELS = ("opacity", "consolidation", "pneumonia", "pleural_effusion", "nodule", "mass", "fracture", "cardiomegaly")
SIDES = ([], ["left"], ["right"], ["bilateral"])


def report(rng):
    """A made-up report whose statements do not repeat a label, so that their order says nothing."""
    labels = rng.permutation(len(LABELS))[: rng.integers(0, 7)]
    return [
        unit(
            LABELS[k],
            ["present", "present", "absent"][rng.integers(3)],
            anatomy=SIDES[rng.integers(4)],
            severity=[None, "mild", "severe"][rng.integers(3)],
        )
        for k in labels
    ]


@pytest.fixture(scope="module")
def reports():
    rng = np.random.default_rng(11)
    return [report(rng) for _ in range(60)]


@pytest.mark.both
def test_a_plan_does_not_depend_on_the_order_of_statements(reports):
    rng = np.random.default_rng(2)
    shuffled = [[units[k] for k in rng.permutation(len(units))] for units in reports]
    pairs = rng.integers(0, len(reports), (300, 2))
    np.testing.assert_array_equal(
        plan_features(*solved(*reports, pairs=pairs)), plan_features(*solved(*shuffled, pairs=pairs))
    )


@pytest.mark.both
def test_swapping_the_reports_swaps_omissions_and_additions(reports):
    pairs = np.random.default_rng(3).integers(0, len(reports), (300, 2))
    there, back = (plan_features(*solved(*reports, pairs=p)) for p in (pairs, pairs[:, ::-1]))
    for tier in ("significant", "insignificant"):
        np.testing.assert_array_equal(there[:, COLUMN[f"omitted_{tier}"]], back[:, COLUMN[f"added_{tier}"]])
        np.testing.assert_allclose(
            there[:, COLUMN[f"mismatch_{tier}"]], back[:, COLUMN[f"mismatch_{tier}"]], atol=1e-12
        )


@pytest.mark.both
def test_a_plan_holds_every_node_within_its_capacity(reports):
    pairs = np.random.default_rng(4).integers(0, len(reports), (300, 2))
    nodes, pairs, plans = solved(*reports, pairs=pairs)
    most = np.where(nodes.kind == DENIAL, load_knowledge().prices.capacity, 1)
    for k in range(len(pairs)):
        rows = plans.pair == k
        for side, own in enumerate((plans.ref, plans.cand)):
            mine = own[rows][own[rows] >= 0]
            first, last = nodes.start[pairs[k, side]], nodes.start[pairs[k, side] + 1]
            times = np.bincount(mine - first, minlength=last - first)
            assert (times >= 1).all()
            assert (times <= most[first:last]).all()


def test_a_denial_answers_several_and_contradicts_several():
    clear = unit("opacity", "absent")
    nodes, pairs, plans = solved([unit("nodule"), unit("consolidation"), unit("edema", "absent")], [clear])
    assert plans.is_kind(FINDING, DENIAL).sum() == 2
    assert node_counts(nodes, pairs, plans)["n_addressed_denials"].tolist() == [1]


def test_the_capacity_of_a_denial_is_data(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("[plan]\ncapacity = 1\n")
    known = load_knowledge(path)
    nodes = encode_nodes(*corpus([unit("nodule"), unit("consolidation")], [unit("opacity", "absent")]), known)
    plans = solve_plans(nodes, np.array([[0, 1]]), known)
    assert plans.is_kind(FINDING, DENIAL).sum() == 1


def test_of_equal_prices_the_same_name_is_coupled():
    same, other = unit("atelectasis"), unit("volume_loss")
    nodes, _, plans = solved([same], [other, same])
    assert nodes.label[plans.ref[plans.couples]] == nodes.label[plans.cand[plans.couples]]


def test_severity_does_not_move_the_plan():
    reference = [unit("nodule", anatomy=["left"], severity="mild")]
    candidate = [unit("nodule", anatomy=["left"], severity="severe"), unit("mass", anatomy=["left"], severity="mild")]
    nodes, _, plans = solved(reference, candidate)
    couple = plans.couples
    assert nodes.degrees[plans.cand[couple]].tolist() == [16]  # severe
    assert plans.price[couple].tolist() == [0.0]
    assert plans.cost[couple][0] > 0


def test_what_is_unrelated_changes_no_weight():
    alone = solved([unit("nodule"), unit("fracture")], [])[2].ref_weight
    beside = solved([unit("nodule"), unit("fracture")], [unit("pneumothorax")])[2]
    assert beside.ref_weight[beside.ref >= 0].tolist() == alone.tolist() == [1.0, 1.0]


def test_one_more_name_weighs_less_than_one_more_finding():
    _nodes, _, plans = solved([unit("nodule")], [unit("nodule"), unit("mass")])
    assert plans.cand_weight.sum() == pytest.approx(0.9 * 0.35)
    assert plans.couples.sum() == 1


def test_counts_of_empty_reports():
    nodes, pairs, plans = solved([], [])
    assert all(values.tolist() == [0] for values in node_counts(nodes, pairs, plans).values())
    assert np.isnan(plans.transport_cost()).tolist() == [True]


def test_pieces_are_all_pairs_once_and_edges_know_their_first(monkeypatch):
    # Nine pairs span three pieces: with the real size it would take 16,385.
    monkeypatch.setattr("radot_fast.extended.method.PIECE", 4)
    assert ExtendedPrepared.pieces(None, np.zeros((9, 2))) == [slice(0, 4), slice(4, 8), slice(8, 9)]
    nodes, _, plans = solved([unit("nodule")], [unit("nodule")])
    assert plan_edges(nodes, plans, 4).pair.tolist() == [4]

"""The extended method through the public face against the oracle, on drawn pairs in ragged batches."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_extended import FEATURES, Tables
from unit_lists import drawn_pair, drawn_pairs, load_tables, oracle, score, unit

from radot_fast import Scorer

# What depends on the nodes alone, on the counterparts of the findings, and on the whole plan.
OF_NODES = ("n_ref_findings", "n_cand_findings", "n_ref_denials")
OF_FINDINGS = ("n_matched_findings", "finding_recall", "finding_precision")
OF_PLAN = ("n_addressed_denials", "denial_recall")

batches = st.builds(
    lambda rng, sizes: [drawn_pair(rng, most) for most in sizes],
    st.randoms(use_true_random=False),
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
)


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.fixture(scope="module")
def scorer():
    return Scorer()


def near(value):
    return None if value is None else pytest.approx(value, abs=1e-9)


def agree(pairs, scorer, tables):
    """Hold every pair against the oracle, as far as its plan is settled; number of pairs whose findings' plan is."""
    result = score(scorer, pairs)
    settled = 0
    for row, pair in enumerate(pairs):
        answer = oracle(pair, tables)
        given = result.scores.row(row, named=True) | result.features.row(row, named=True)
        wanted = {"transport_cost": answer.transport_cost, **answer.counts, **answer.features}
        names = ["transport_cost", *OF_NODES]
        if answer.settled:
            settled += 1
            names += [*OF_FINDINGS, *(f for f in FEATURES if f != "repeated_added")]
        if answer.unique:
            names += [*OF_PLAN, "repeated_added"]
        assert {n: given[n] for n in names} == {n: near(wanted[n]) for n in names}, pair
    return settled


@settings(max_examples=25, deadline=None)
@given(batches)
def test_the_scorer_agrees_with_the_oracle(scorer, tables, pairs):
    agree(pairs, scorer, tables)


def test_seeded_pairs_agree_and_nearly_all_are_settled(scorer, tables):
    assert agree(drawn_pairs(10, 120), scorer, tables) > 112


def test_large_reports_agree(scorer, tables):
    assert agree(drawn_pairs(11, 12, most=40), scorer, tables) > 8


def node_of(nodes):
    """Number of the node that holds each unit; None stands for the other side of what is alone."""
    return {None: None} | {place: k for k, node in enumerate(nodes) for place, _ in node.numbered}


def test_the_edges_are_the_rows_of_the_plan(scorer, tables):
    """A row of the plan is one edge or more, one for each two mentions: their masses sum to 1, all at its price."""
    pairs = drawn_pairs(12, 150)
    edges = score(scorer, pairs).edges
    settled = 0
    for row, pair in enumerate(pairs):
        answer = oracle(pair, tables)
        ends = node_of(answer.reference), node_of(answer.candidate)
        shown = {}
        for r, c, mass, price in (
            edges.filter(edges["row"] == row).select("ref_unit", "cand_unit", "mass", "align_cost").rows()
        ):
            shown.setdefault((ends[0][r], ends[1][c]), []).append((mass, price))
        assert sum(p for m in shown.values() for _, p in m[:1]) == near(sum(r.price for r in answer.rows)), pair
        if answer.unique:
            settled += 1
            assert {k: sum(m for m, _ in rows) for k, rows in shown.items()} == {
                (r.reference, r.candidate): near(1.0) for r in answer.rows
            }, pair
            wanted = {(r.reference, r.candidate): r.price for r in answer.rows}
            for key, rows in shown.items():
                assert [p for _, p in rows] == [near(wanted[key])] * len(rows), pair
    assert settled > 120


def test_a_device_with_and_without_its_concept(scorer, tables):
    """By method §10.3 labels that share a name are .1 apart: (null, picc) and (central_line, picc)."""
    pair = ([unit(None, device="picc")], [unit("central_line", device="picc")])
    assert agree([pair], scorer, tables)
    assert oracle(pair, tables).rows[0].price == pytest.approx(0.1)


# Other data: what a file laid over the shipped tables says is what is computed.

OTHER = {
    "capacity": "[plan]\ncapacity = 2",
    "prices": """
        [plan]
        alone = 0.6
        denial_alone = 0.3
        remark_alone = 0.2
        opposed = 0.4
        opposed_covered = 0.55
        opposed_related = 0.65
        denial_covered = 0.3
    """,
    "places": """
        side = 0.55
        side_partial = 0.3
        side_detail = 0.22
        side_unstated = 0.11
        region = 0.8
        region_unstated = 0.07
    """,
    "read under the plan": """
        severity = 0.35
        measurement = 0.9
        kind = 0.7
        certainty = 0.6
        comparison = 0.33
        direction = 0.77
        hedged = 0.8
        related = 0.5
    """,
    "significance": """
        default = "expected"
        mild = 0.4
        [weights]
        actionable = 0.55
        urgent = 0.9
    """,
}


def laid_over(tables, text):
    """Tables with the values of a file: those of [plan], and the others where they stand in the shipped tables."""
    changed = {name: dict(getattr(tables, name)) for name in Tables._fields}
    for key, value in tomllib.loads(text).items():
        if key == "plan":
            changed["plan"].update(value)
            continue
        table = changed["costs" if key in tables.costs else "significance"]
        table[key] = {**table[key], **value} if isinstance(value, dict) else value
    return Tables(**changed)


@pytest.mark.parametrize("name", OTHER)
def test_other_data_agrees(name, tables, tmp_path):
    path = tmp_path / "other.toml"
    path.write_text(OTHER[name])
    other = laid_over(tables, OTHER[name])
    assert other != tables
    assert agree(drawn_pairs(13, 80), Scorer(significance=path), other) > 60

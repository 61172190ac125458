"""What is shown is what was computed: edges and discrepancies of the extended method against the oracle's plan."""

from math import log2, prod

import pytest
from unit_lists import drawn_pairs, load_tables, oracle, score, unit

from radot_fast import Scorer

CATEGORIES = {
    "omission", "false_finding", "location", "severity", "measurement", "device", "naming", "unsupported_comparison",
    "omitted_comparison", "unsupported_uncertainty", "omitted_uncertainty", "contradiction",
}  # fmt: skip
# Categories that say a part of the cost of a couple.
SAID_AS = {
    "label": {"naming", "device"},
    "side": {"location", "device"},
    "region": {"location", "device"},
    "severity": {"severity", "device"},
    "size": {"measurement"},
    "certainty": {"unsupported_uncertainty", "omitted_uncertainty"},
    "comparison": {"unsupported_comparison", "omitted_comparison"},
    "kind": {"naming", "severity", "device"},
}


OF_MENTIONS = "what the reference also calls it|repeated word for word"
"""Reasons of rows about a finding that stays."""
OF_ALL = ("omitted_comparison", "unsupported_comparison")
"""Categories of a change of all that one report lacks."""


@pytest.fixture(scope="module")
def compared():
    """Result of drawn pairs, and the oracle's answers."""
    pairs, tables = drawn_pairs(20, 300), load_tables()
    # Drawn couples of two sizes are rare.
    sizes = [unit(name, span=f"{size} {name}") for name in ("nodule", "mass") for size in ("8 mm", "1.5 cm")]
    pairs += [([sizes[0]], [sizes[1]]), ([sizes[2]], [sizes[3]])]
    return score(Scorer(), pairs), [oracle(pair, tables) for pair in pairs]


def first(node):
    """Unit of the first mention."""
    return node.numbered[0][0]


def of_row(table, row):
    return table.filter(table["row"] == row)


def test_categories_are_of_the_closed_list(compared):
    assert set(compared[0].discrepancies["category"]) <= CATEGORIES


def test_each_lone_finding_is_an_omission_or_a_false_finding(compared):
    result, answers = compared
    for row, answer in enumerate(answers):
        if not answer.settled:
            continue
        shown = of_row(result.discrepancies, row)
        for side, (category, column) in enumerate((("omission", "ref_unit"), ("false_finding", "cand_unit"))):
            other = "cand_unit" if side == 0 else "ref_unit"
            lone = (shown["category"] == category) | ((shown["category"] == OF_ALL[side]) & shown[other].is_null())
            rows = shown.filter(lone & ~shown["reason"].str.contains(OF_MENTIONS))
            nodes = (answer.reference, answer.candidate)[side]
            weights = {first(nodes[k]): w for k, w in answer.weights[side].items() if w > 0}
            assert sorted(rows[column]) == sorted(weights)
            magnitude = dict(zip(rows[column], rows["magnitude"], strict=True))
            assert magnitude == pytest.approx(weights, abs=1e-12)
            assert rows[other].null_count() == rows.height


def between(table, row, x, y):
    """Discrepancies between the mentions of two nodes."""
    own = of_row(table, row)
    ends = ([place for place, _ in node.numbered] for node in (x, y))
    mine, its = (column.is_in(places) for column, places in zip((own["ref_unit"], own["cand_unit"]), ends, strict=True))
    return own.filter(mine & its)


def test_each_part_of_a_couple_has_its_row(compared):
    """And no row is without its part. Couples of two statements: of more, the two that differ most are shown."""
    result, answers = compared
    seen = dict.fromkeys(SAID_AS, 0)
    for row, answer in enumerate(answers):
        for (i, j), parts in answer.parts.items() if answer.settled else ():
            x, y = answer.reference[i], answer.candidate[j]
            if len(x.numbered) > 1 or len(y.numbered) > 1:
                continue
            said = set(between(result.discrepancies, row, x, y)["category"]) - {"contradiction"}
            for name, part in parts.items():
                if part > 0:
                    seen[name] += 1
                    assert not said.isdisjoint(SAID_AS[name]), (name, parts, said)
            assert said <= set().union(*(SAID_AS[name] for name, part in parts.items() if part > 0)), (parts, said)
    assert min(seen.values()) > 1, seen


def distances(x, y):
    """Sizes of two findings, and how far they are to be moved."""
    return ("size", x.size, y.size), ("moved", x.moved, y.moved)


def test_magnitudes_are_the_disagreements(compared):
    """Couples of two statements: shares of one disagreement, before the weight that it has in a cost."""
    result, answers = compared
    seen = dict.fromkeys(("measurement", "uncertainty"), 0)
    for row, answer in enumerate(answers):
        for (i, j), parts in answer.parts.items() if answer.settled else ():
            x, y = answer.reference[i], answer.candidate[j]
            if len(x.numbered) > 1 or len(y.numbered) > 1:
                continue
            doubled = {of: min(1.0, abs(log2(p / q))) for of, p, q in distances(x, y) if p and q}
            (a,), (b,) = x.certainties[0], y.certainties[0]
            wanted = {"measurement": doubled.get("size"), "uncertainty": 0.5 * min(2.0, abs(a - b))}
            shown = between(result.discrepancies, row, x, y)
            for category, magnitude, reason in shown.select("category", "magnitude", "reason").rows():
                name = category.split("_")[-1]
                if name in wanted:
                    seen[name] += 1
                    told = doubled["moved"] if "reference move of" in reason else wanted[name]
                    assert magnitude == pytest.approx(told), (category, parts)
    assert min(seen.values()) > 1, seen


def test_the_least_risk_has_no_row_and_a_finding_more_or_less_has_one(compared):
    result, answers = compared
    for row, answer in enumerate(answers):
        rows = of_row(result.discrepancies, row).height
        if answer.unique and not any(answer.features.values()):
            assert rows == 0, row
        if answer.settled and any(w > 0 for side in answer.weights for w in side.values()):
            assert rows > 0, row


def test_cost_and_edges_agree(compared):
    result, answers = compared
    for row, answer in enumerate(answers):
        edges = of_row(result.edges, row)
        cost = result.scores["transport_cost"][row]
        assert (cost is None) == edges.is_empty() == (not answer.rows)
        if cost is not None:
            assert (edges["mass"] * edges["align_cost"]).sum() / edges["mass"].sum() == pytest.approx(cost, abs=1e-12)


def test_edges_carry_the_errors(compared):
    """Their weights sum to those of the couples and of the findings alone; each part stands in its column."""
    result, answers = compared
    for row, answer in enumerate(answers):
        if not answer.settled:
            continue
        edges = of_row(result.edges, row)
        errors = sum(answer.costs.values()) + sum(answer.weights[0].values()) + sum(answer.weights[1].values())
        assert edges["mw_risk"].sum() == pytest.approx(errors, abs=1e-9), row
        for (i, j), parts in answer.parts.items():
            x, y = ([place for place, _ in node.numbered] for node in (answer.reference[i], answer.candidate[j]))
            mine = edges.filter(edges["ref_unit"].is_in(x) & edges["cand_unit"].is_in(y))
            assert mine.height == max(len(x), len(y))
            wanted = {
                "finding": parts["label"],
                "anatomy": 1 - (1 - parts["side"]) * (1 - parts["region"]),
                "comparison": parts["comparison"],
                "uncertainty": parts["certainty"],
                "severity": parts["severity"],
                "modifier": 1 - (1 - parts["size"]) * (1 - parts["kind"]),
                "polarity": 0.0,
                "side": 1 - prod(1 - parts[n] for n in ("severity", "size", "certainty", "comparison", "kind")),
            }
            for edge in mine.rows(named=True):
                assert {n: edge[f"{n}_cost"] for n in wanted} == pytest.approx(wanted, abs=1e-12)
                assert edge["matched"]
            assert mine["mw_risk"].sum() == pytest.approx(answer.costs[i, j])


def test_an_opposed_finding_is_shown_beside_its_denial():
    pair = ([unit("pneumothorax")], [unit("pneumothorax", "absent")])
    result = score(Scorer(), [pair])
    edge = result.edges.row(0, named=True)
    assert (edge["ref_unit"], edge["cand_unit"], edge["align_cost"]) == (0, 0, pytest.approx(0.9))
    assert (edge["polarity_cost"], edge["matched"], edge["mw_risk"]) == (pytest.approx(0.9), False, 1.0)
    assert result.discrepancies["category"].to_list() == ["omission"]


def test_an_empty_reference_has_edges_of_the_candidate_alone():
    edges = score(Scorer(), [([], [unit("pneumothorax"), unit("edema", "absent")])]).edges
    assert edges.select("ref_unit", "cand_unit", "align_cost").rows() == [(None, 0, 1.0), (None, 1, 0.25)]
    assert edges["mw_risk"].to_list() == [1.0, 0.0]


def test_the_size_of_a_piece_changes_nothing(monkeypatch):
    pairs = drawn_pairs(21, 25)
    whole = score(Scorer(), pairs)
    monkeypatch.setattr("radot_fast.extended.method.PIECE", 4)
    pieces = score(Scorer(), pairs)
    for name in ("features", "scores", "edges", "discrepancies", "contributions"):
        assert getattr(pieces, name).equals(getattr(whole, name)), name

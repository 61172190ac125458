from dataclasses import replace

import numpy as np
import pytest
from made_up import annotations, evaluated

from radot_fast.config import TransportConfig
from radot_fast.evaluation.baselines.systems import Evaluated
from radot_fast.evaluation.protocol.ablation import Frozen
from radot_fast.evaluation.protocol.cases import (
    EDGES,
    FEATURES,
    PAPER_CASES,
    case_results,
    case_rows,
    contribution_table,
    edge_table,
)
from radot_fast.evaluation.protocol.selection import refit


@pytest.fixture(scope="module")
def frozen():
    source = evaluated()
    readout = refit(source.measured, annotations(source), TransportConfig())
    return Frozen(source, evaluated(seed=3, name="other"), TransportConfig(), readout)


def test_the_riskiest_pairs_are_shown_where_the_papers_are_not_there(frozen):
    risks = frozen.target_risks()
    first, second = case_rows(frozen, risks)
    assert risks[first, 1] == risks[:, 1].max()
    assert second != first
    assert risks[second, 2] == np.delete(risks[:, 2], first).max()


def test_the_papers_cases_are_shown_where_they_are_there(frozen):
    data = frozen.target.data
    ids = [*PAPER_CASES[::-1], *data.pairs["pair_id"].to_list()[2:]]
    named = replace(data, pairs=data.pairs.with_columns(pair_id=np.array(ids, dtype=object)).cast({"pair_id": str}))
    other = replace(frozen, target=Evaluated(named, frozen.target.measured))
    assert case_rows(other, frozen.target_risks()) == [1, 0]


def test_edges_and_contributions_are_those_of_the_frozen_risks(frozen):
    risks = frozen.target_risks()
    rows = case_rows(frozen, risks)
    result = case_results(frozen, rows)
    edges, shares = edge_table(result), contribution_table(result)
    ids = [frozen.target.data.pairs["pair_id"][r] for r in rows]
    assert edges["case"].unique(maintain_order=True).to_list() == ids
    assert edges.group_by("case").len()["len"].max() == 3 == EDGES
    assert edges.filter(case=ids[0])["mw_risk"].is_sorted(descending=True)
    np.testing.assert_allclose(edges["mass"] * (edges["align"] + edges["side"]), edges["mw_risk"])
    assert shares.group_by("case", "target").len()["len"].max() <= 5 == FEATURES
    np.testing.assert_array_equal(result.scores["risk_total"].to_numpy(), risks[rows, 0])

"""Pairs whose features were worked out by hand from method §10, the arithmetic beside them.

Figures used: tiers urgent 1, actionable .85, not_actionable .15; a mild finding has .75 of its weight.
"""

import pytest
from reference_extended import FEATURES
from unit_lists import load_tables, oracle, score
from worked_denials import DENIALS
from worked_findings import FINDINGS
from worked_names import NAMES
from worked_wordings import WORDINGS

from radot_fast import Scorer

WORKED = FINDINGS | DENIALS | NAMES | WORDINGS
"""By name: reference, candidate, features that are not 0, transport_cost, counts that are said."""


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.fixture(scope="module")
def result():
    return score(Scorer(), [(r, c) for r, c, *_ in WORKED.values()])


@pytest.mark.parametrize("name", WORKED)
def test_the_oracle_gives_what_was_worked_out(name, tables):
    reference, candidate, features, transport_cost, counts = WORKED[name]
    answer = oracle((reference, candidate), tables)
    assert answer.unique
    assert answer.features == pytest.approx(dict.fromkeys(FEATURES, 0.0) | features, abs=1e-12)
    assert answer.transport_cost == pytest.approx(transport_cost, abs=1e-12)
    assert {k: answer.counts[k] for k in counts} == counts


@pytest.mark.parametrize("name", WORKED)
def test_the_scorer_gives_what_was_worked_out(name, result):
    *_, features, transport_cost, counts = WORKED[name]
    row = list(WORKED).index(name)
    assert result.features.drop("pair_id").row(row, named=True) == pytest.approx(
        dict.fromkeys(FEATURES, 0.0) | features, abs=1e-12
    )
    scores = result.scores.row(row, named=True)
    assert scores["transport_cost"] == pytest.approx(transport_cost, abs=1e-12)
    assert {k: scores[k] for k in counts} == counts

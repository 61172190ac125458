"""Scores of shipped pairs change only on purpose: ``python scripts/freeze_scores.py`` freezes the new ones.

The changelog then says by how much and which way they moved. Without that, this fails.
"""

import pytest


@pytest.fixture(scope="module")
def freeze(of_scripts):
    return of_scripts("freeze_scores")


def test_no_score_of_a_shipped_pair_changes_unnoticed(freeze):
    now, (kept, _) = freeze.scored(), freeze.frozen()
    assert now["pair_id"].equals(kept["pair_id"])
    for risk in freeze.RISKS:
        assert now[risk].is_null().equals(kept[risk].is_null())
        change = freeze.differences(now, kept, risk)
        assert not (change.abs() > freeze.CLOSE).any(), f"{risk}: intended? then run scripts/freeze_scores.py"


def test_the_changelog_says_how_far_scores_moved(freeze):
    lines = freeze.CHANGELOG.read_text(encoding="utf-8").splitlines()
    assert [x for x in lines if x.startswith(freeze.START)] == [freeze.moved(*freeze.frozen())]

import numpy as np
import pytest
from made_up import evaluated

from radot_fast.evaluation.baselines.systems import OURS, SystemRisks, same_for_all
from radot_fast.evaluation.correlation_tables import (
    Draws,
    agreement_table,
    correlation_table,
    paired_table,
    screening_table,
)
from radot_fast.statistics.bootstrap import Resampling, bootstrap_ci, paired_bootstrap
from radot_fast.statistics.correlation import spearman
from radot_fast.statistics.screening import roc_auc

FEW = Resampling(100, seed=3)


@pytest.fixture(scope="module")
def made():
    return evaluated()


@pytest.fixture(scope="module")
def systems(made):
    rng = np.random.default_rng(0)
    total = made.counts[:, 0]
    partly = np.where(np.arange(30) < 20, total + rng.normal(0, 2, 30), np.nan)
    ours = SystemRisks(
        OURS, "ours", {t: made.counts[:, k] + rng.normal(0, 1, 30) for k, t in enumerate(made.data.targets)}
    )
    return [
        same_for_all("noise", "lexical", rng.normal(size=30)),
        same_for_all("partly", "published", partly),
        SystemRisks("absent", "learned", {}, "not run"),
        SystemRisks("no insignificant", "LLM", {"total": total + rng.normal(0, 3, 30)}),
        ours,
    ]


def test_every_system_keeps_its_row(made, systems):
    table = correlation_table(Draws(made.data, FEW), systems)
    assert table["system"].to_list() == ["noise", "partly", "absent", "no insignificant", OURS]
    assert table["n"].to_list() == [30, 20, 0, 30, 30]
    assert table.row(2, named=True)["total"] is None
    assert table.row(3, named=True)["insignificant"] is None
    expected = bootstrap_ci(
        systems[0].risks["total"], made.counts[:, 0], groups=made.data.pairs["group"], resampling=FEW
    )
    assert table.row(0, named=True)["total_low"] == expected["low"][0]


def test_draws_do_not_depend_on_which_table_asks_first(made, systems):
    fresh, used = Draws(made.data, FEW), Draws(made.data, FEW)
    correlation_table(used, systems)
    assert paired_table(used, systems).equals(paired_table(fresh, systems))
    assert correlation_table(fresh, systems).equals(correlation_table(used, systems))


def test_pairs_are_those_that_both_score(made, systems):
    table = paired_table(Draws(made.data, FEW), systems)
    row = table.filter(target="total", comparator="partly").row(0, named=True)
    assert row["n"] == 20
    assert row["ours"] == pytest.approx(spearman(systems[-1].risks["total"][:20], made.counts[:20, 0]))
    assert row["difference"] == row["ours"] - row["theirs"]
    assert table.filter(target="insignificant")["comparator"].to_list() == ["noise", "partly"]
    assert (table["p_holm"] >= table["p_value"]).all()
    direct = paired_bootstrap(
        {OURS: systems[-1].risks["total"], "noise": systems[0].risks["total"]},
        made.counts[:, 0], groups=made.data.pairs["group"], resampling=FEW,
    ).row(0, named=True)  # fmt: skip
    mine = table.filter(target="total", comparator="noise").row(0, named=True)
    assert (mine["low"], mine["high"], mine["p_value"]) == (direct["low"], direct["high"], direct["p_value"])


def test_agreement_and_screening(made, systems):
    agreement = agreement_table(made.data, systems[-1])
    assert agreement["target"].to_list() == ["total", "significant", "insignificant"]
    screened = screening_table(made.data, systems)
    assert screened["system"].to_list() == ["noise", "partly", OURS]
    assert screened["screened"].unique().to_list() == ["significant"]
    expected = roc_auc(systems[-1].risks["significant"], made.counts[:, 1] > 0)
    assert screened.row(2, named=True)["auroc"] == expected
    only_total = evaluated(targets=("total",))
    assert screening_table(only_total.data, systems[:1])["screened"].to_list() == ["total"]

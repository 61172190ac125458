import numpy as np
import pytest
from made_up import annotations, evaluated

from radot_fast.config import PRIORS, TransportConfig
from radot_fast.evaluation.protocol.ablation import (
    Frozen,
    ablations,
    diagnostics,
    error_types,
    learned_weights,
    risk_quintiles,
    sensitivity,
    target_risks,
    without_reference_count,
    without_units,
)
from radot_fast.evaluation.protocol.selection import select
from radot_fast.paper.features import feature_names
from radot_fast.statistics.correlation import spearman


@pytest.fixture(scope="module")
def frozen():
    source, target = evaluated(), evaluated(seed=1, name="other", targets=("total", "significant"))
    chosen = select(source.measured, annotations(source), grid=[TransportConfig()])
    return Frozen(source, target, chosen.config, chosen.readout)


def test_correlations_are_of_shared_targets(frozen):
    risks = frozen.target_risks()
    found = frozen.correlations(risks)
    assert list(found) == ["total", "significant"]
    assert found["significant"] == spearman(risks[:, 1], frozen.target.counts[:, 1])
    half = np.arange(len(risks)) < 15
    assert frozen.correlations(risks, half)["total"] == spearman(risks[:15, 0], frozen.target.counts[:15, 0])


@pytest.mark.jit
def test_eight_ablations(frozen):
    table = ablations(frozen)
    assert table["variant"].to_list() == [
        "Mean transport only", "+ side-channel expected", "+ top-k/max", "+ learned cost weights", "Full RadOT-Eval",
        "Partial OT variant", "Balanced OT variant", "Unbalanced OT variant",
    ]  # fmt: skip
    assert table["features"].to_list() == [1, 7, 47, 47, 66, 66, 66, 66]
    full = table.row(4, named=True)
    assert full["total"] == pytest.approx(frozen.correlations(frozen.target_risks())["total"], abs=1e-9)
    assert full["macro"] == pytest.approx((full["total"] + full["significant"]) / 2)


def test_nine_sensitivity_rows(frozen):
    table = sensitivity(frozen)
    assert table["variant"].to_list() == [
        "Selected full model", "ε = 0.05", "ε = 0.10", "Uniform weights", "Text-light weights", "No text cost",
        "No polarity cost", "No severity features", "No diffuse features",
    ]  # fmt: skip
    assert table["features"].to_list() == [66] * 7 + [61, 49]
    assert table["epsilon"].to_list() == [0.2, 0.05, 0.1] + [0.2] * 6


def test_diagnostics(frozen):
    table = diagnostics(frozen)
    assert table.height == 8
    full, without, only = (table.row(k, named=True) for k in range(3))
    assert full["total"] == frozen.correlations(frozen.target_risks())["total"]
    assert without["diagnostic"] == "RadOT-Eval without ref count"
    units = frozen.target.measured.values(TransportConfig())[:, feature_names().index("reference_unit_count")]
    assert only["total"] == pytest.approx(spearman(units, frozen.target.counts[:, 0]))
    assert diagnostics(frozen).equals(table)
    assert not diagnostics(frozen, seed=1).equals(table)


def test_learned_weights_sum_to_one(frozen):
    rows = np.ones(len(frozen.source.counts), dtype=bool)
    weights = learned_weights(frozen.source, rows)
    assert sum(weights) == pytest.approx(1)
    assert min(weights) >= 0
    flat = evaluated()
    flat.data.pairs.replace_column(4, flat.data.pairs["total"] * 0)
    assert learned_weights(flat, rows) == PRIORS["uniform"]


def test_dropped_units_are_gone_and_reports_stay(frozen):
    paired = frozen.target.measured.paired
    thinner = without_units(paired, 0.5, np.random.default_rng(0))
    assert 0 < thinner.corpus.units.height < paired.corpus.units.height
    assert thinner.corpus.offsets[-1] == thinner.corpus.units.height
    owner = np.repeat(np.arange(len(thinner.corpus.report_ids)), np.diff(thinner.corpus.offsets))
    assert (thinner.corpus.units["report_id"].cast(int).to_numpy() == owner).all()
    assert without_units(paired, 0.0, np.random.default_rng(0)).corpus.units.equals(paired.corpus.units)


def test_error_types_name_the_best_feature(frozen):
    table = error_types(frozen)
    row = table.row(0, named=True)
    values = frozen.target.measured.values(frozen.config)
    counts = frozen.target.data.categories["count"].to_numpy()
    each = {n: spearman(values[:, k], counts) for k, n in enumerate(feature_names())}
    assert row["spearman"] == pytest.approx(max(v for v in each.values() if np.isfinite(v)), abs=1e-9)
    assert each[row["feature"]] == pytest.approx(row["spearman"], abs=1e-9)
    assert row["nonzero"] == (counts > 0).sum()


def test_quintiles_cover_every_pair_once(frozen):
    table = risk_quintiles(frozen)
    assert table.filter(target="total")["n"].sum() == 30
    weighted = (table.filter(target="total")["mean_count"] * table.filter(target="total")["n"]).sum()
    assert weighted == pytest.approx(frozen.target.counts[:, 0].sum())


def test_a_target_pair_without_a_plan_is_left_out_and_counted():
    source, target = evaluated(), evaluated(seed=1, name="other")
    chosen = select(source.measured, annotations(source), grid=[TransportConfig()])
    frozen = Frozen(source, target, chosen.config, chosen.readout)
    values, broken = target.measured._measure(chosen.config, ())
    values, broken = values.copy(), broken.copy()
    values[4], broken[4] = np.nan, True
    target.measured._kept[chosen.config, frozenset()] = values, broken
    columns = np.array([0, 3])
    risks = target_risks(frozen, chosen.config, columns)
    assert np.flatnonzero(np.isnan(risks).any(axis=1)).tolist() == [4]
    assert np.isnan(without_reference_count(frozen)[4]).all()
    assert risk_quintiles(frozen)["n"].sum() == 3 * (len(risks) - 1)
    assert error_types(frozen)["spearman"].null_count() == 0
    partial = diagnostics(frozen).filter(diagnostic="Partial corr. controlling ref count")
    assert partial["total"].null_count() == 0

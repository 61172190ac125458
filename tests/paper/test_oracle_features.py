"""Edges and the 66 features against the oracle (method §5), from units to numbers."""

import math

import numpy as np
import pytest
import reference as ref
import reference_transport as transport
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from unit_strategies import reports, unit_table

from radot_fast.arrays import CHANNELS
from radot_fast.config import PRIORS, TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.paper.features import FEATURES, compute_features, edge_arrays, feature_names
from radot_fast.transport import align

pytestmark = pytest.mark.both

NAMES = feature_names()
CONFIGS = [
    *(TransportConfig(weights=weights) for weights in PRIORS.values()),
    TransportConfig(epsilon=0.05),
    TransportConfig(epsilon=0.001),
    TransportConfig(epsilon=10.0),
    TransportConfig(method="partial", mass=0.8),
    TransportConfig(method="unbalanced", marginal_penalty=0.1),
    TransportConfig(method="unbalanced", marginal_penalty=5.0, epsilon=0.05),
]
configs = st.sampled_from(CONFIGS)
BOUNDED_BY_ONE = (*CHANNELS, "transport", "side")


def aligned(pairs, config):
    units = encode_units(unit_table([report for pair in pairs for report in pair]))
    return align(units, np.arange(2 * len(pairs)).reshape(-1, 2), config)


def plan_of(alignment, p):
    first, last = alignment.offsets[p], alignment.offsets[p + 1]
    return alignment.plan[first:last].reshape(alignment.shapes[p]).tolist()


def expected_features(pair, plan, weights, **options):
    (rows, n_rows), (columns, n_columns) = map(ref.transport_units, pair)
    costs = ref.cost_matrices(rows, columns)
    return ref.features(plan, costs, weights, (n_rows, n_columns), **options)


def test_registry_equals_the_oracle():
    names = ref.features([[1.0]], ref.cost_matrices([{}], [{}]), CONFIGS[0].weights, (0, 0))
    assert [(f.name, f.family) for f in FEATURES] == [(name, family) for name, (family, _) in names.items()]
    assert [f.name for f in FEATURES] == list(NAMES)
    assert len(NAMES) == 66
    assert len(feature_names(without=["severity"])) == 61
    assert len(feature_names(without=["diffuse"])) == 49
    assert len(feature_names(without=["count", "diffuse"])) == 47


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(reports, reports), min_size=1, max_size=3), configs)
def test_features_of_a_plan_equal_the_oracle(pairs, config):
    alignment = aligned(pairs, config)
    values = compute_features(alignment)
    for p, pair in enumerate(pairs):
        plan = plan_of(alignment, p)
        if ref.nearest_threshold(plan) > 1e-12:
            expected = expected_features(pair, plan, config.weights)
            found = dict(zip(NAMES, values[p].tolist(), strict=True))
            assert found == pytest.approx({k: v for k, (_, v) in expected.items()}, rel=1e-12, abs=1e-13)


@settings(max_examples=25, deadline=None)
@given(reports, reports, configs)
def test_features_from_units_equal_the_oracle(reference, candidate, config):
    alignment = aligned([(reference, candidate)], config)
    costs = ref.cost_matrices(ref.transport_units(reference)[0], ref.transport_units(candidate)[0])
    ground = ref.ground_cost(costs, config.weights)
    plan = transport.solve(ground, config.epsilon, mass=config.mass, penalty=config.marginal_penalty)
    np.testing.assert_allclose(plan_of(alignment, 0), plan, rtol=0, atol=3e-9)
    assume(ref.nearest_threshold(plan) > 5e-7)
    expected = expected_features((reference, candidate), plan, config.weights)
    found = compute_features(alignment)[0]
    # -P log P is steep near 0: a cell that is off by 3e-9 moves the entropy by up to 6e-8.
    np.testing.assert_allclose(found, [v for _, v in expected.values()], rtol=1e-6, atol=1e-6)


@settings(max_examples=15, deadline=None)
@given(reports, reports)
def test_the_audit_without_severity(reference, candidate):
    config = CONFIGS[0]
    alignment = aligned([(reference, candidate)], config)
    plan = plan_of(alignment, 0)
    assume(ref.nearest_threshold(plan) > 1e-12)
    expected = expected_features((reference, candidate), plan, config.weights, without_severity=True)
    found = compute_features(alignment, without=["severity"])[0]
    assert feature_names(without=["severity"]) == tuple(expected)
    np.testing.assert_allclose(found, [v for _, v in expected.values()], rtol=1e-12, atol=1e-13)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(reports, reports), min_size=1, max_size=3), configs)
def test_edges_equal_the_oracle(pairs, config):
    alignment = aligned(pairs, config)
    edges = edge_arrays(alignment)
    assert (np.diff(edges.pair) >= 0).all()
    for p, pair in enumerate(pairs):
        plan = plan_of(alignment, p)
        mine = np.flatnonzero(edges.pair == p)
        assert len(mine) > 0
        if ref.nearest_threshold(plan) <= 1e-12:
            continue
        costs = ref.cost_matrices(ref.transport_units(pair[0])[0], ref.transport_units(pair[1])[0])
        expected = ref.edges(plan, costs, config.weights)
        assert list(zip(edges.ref_unit[mine], edges.cand_unit[mine], strict=True)) == [
            (e.row, e.column) for e in expected
        ]
        for field in ("mass", "align_cost", "side_cost", "mw_risk"):
            found = getattr(edges, field)[mine]
            np.testing.assert_allclose(found, [getattr(e, field) for e in expected], rtol=1e-13, atol=1e-15)
        for k, channel in enumerate(CHANNELS):
            np.testing.assert_allclose(
                edges.components[mine, k], [costs[channel][e.row][e.column] for e in expected], atol=1e-15
            )


@settings(max_examples=30, deadline=None)
@given(reports, reports, configs)
def test_features_are_in_their_ranges(reference, candidate, config):
    alignment = aligned([(reference, candidate)], config)
    value = dict(zip(NAMES, compute_features(alignment)[0].tolist(), strict=True))
    n, m = alignment.shapes[0].tolist()
    slack = 1e-9
    assert all(map(math.isfinite, value.values()))
    assert all(v >= -slack for v in value.values())
    for prefix in BOUNDED_BY_ONE:
        for suffix in ("expected", "max", "top3_mean", "top3_mw", "top5_mean"):
            limit = 5 if prefix == "side" else 1
            assert value.get(f"{prefix}_{suffix}", 0) <= limit + slack
        if f"{prefix}_max" in value:
            assert value[f"{prefix}_top3_mean"] <= value[f"{prefix}_max"] + slack
        if f"{prefix}_top3_mw" in value:
            assert value[f"{prefix}_top3_mw"] <= value[f"{prefix}_expected"] + slack
    assert value["transport_entropy_normalized"] <= 1 + slack
    assert 1 - slack <= value["effective_edges"] <= n * m * (1 + slack)
    deficits = [value[f"top{k}_mass_deficit"] for k in (1, 3, 5)]
    assert deficits == sorted(deficits, reverse=True)
    assert max(value["risk_top3_mean"], value["top_risk_sum"]) <= value["top_risk_max"] + slack
    assert value["diffuse_total"] == pytest.approx(value["diffuse_reference"] + value["diffuse_candidate"])
    assert value["diffuse_total"] <= 2 + slack
    assert value["low_confidence_total"] <= 2
    if config.method == "balanced":  # gamma_j <= m/n and rho_i <= n/m
        assert value["diffuse_candidate"] >= 1 - m / n - slack
        assert value["diffuse_reference"] >= 1 - n / m - slack


@settings(max_examples=15, deadline=None)
@given(st.lists(reports, min_size=2, max_size=4), configs)
def test_same_bits_alone_in_a_batch_and_reordered(all_reports, config):
    units = encode_units(unit_table(all_reports))
    n = len(all_reports)
    pairs = np.array([(i, j) for i in range(n) for j in range(n)])
    together = compute_features(align(units, pairs, config))
    order = np.random.default_rng(n).permutation(len(pairs))
    assert (compute_features(align(units, pairs[order], config)) == together[order]).all()
    for p, (i, j) in enumerate(pairs.tolist()):
        alone = compute_features(aligned([(all_reports[i], all_reports[j])], config))
        assert (alone[0] == together[p]).all()


@settings(max_examples=15, deadline=None)
@given(reports, reports, st.sampled_from([c for c in CONFIGS if c.epsilon >= 0.05]))
def test_swapping_the_reports_swaps_the_sides(reference, candidate, config):
    pair = aligned([(reference, candidate), (candidate, reference)], config)
    assume(ref.nearest_threshold(plan_of(pair, 0)) > 5e-7)
    value, mirror = (dict(zip(NAMES, row, strict=True)) for row in compute_features(pair))
    for name in NAMES:
        swapped = name.replace("reference", "*").replace("candidate", "reference").replace("*", "candidate")
        assert mirror[swapped] == pytest.approx(value[name], rel=1e-6, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(reports, st.integers(0, 1000))
def test_order_of_the_units_does_not_matter(report, seed):
    turned = [report[k] for k in np.random.default_rng(seed).permutation(len(report))]
    both = aligned([(report, report), (report, turned)], CONFIGS[0])
    assume(ref.nearest_threshold(plan_of(both, 0)) > 5e-7)
    values = compute_features(both)
    np.testing.assert_allclose(values[1], values[0], rtol=1e-6, atol=1e-6)

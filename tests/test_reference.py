"""The oracle against values worked out by hand, so that it can judge the product."""

import math
import random

import pytest
import reference as ref
import reference_readout as readout
import reference_transport as transport

POLARITY_HEAVY = (0.25, 0.20, 0.40, 0.15)


def test_tokens_by_hand():
    assert ref.tokens("No pleural-effusion_seen; 3.5cm") == {"no", "pleural", "effusion", "seen", "3", "5cm"}
    assert ref.tokens("XXXX heart <unk> Xxxx1") == {"heart", "xxxx1"}
    assert ref.tokens("ﬁne ①", None, "") == {"fine", "1"}  # NFKC opens the ligature and the circle
    assert ref.tokens("épanchement ПЛЕВРА 肺") == {"épanchement", "плевра", "肺"}
    assert ref.tokens("XXXX", "<unk>", "__ ...") == frozenset()


def test_set_similarity_by_hand():
    assert ref.jaccard(set(), set()) == 1.0
    assert ref.jaccard({"a"}, set()) == 0.0
    assert ref.jaccard({"a", "b"}, {"b", "c", "d"}) == 0.25
    assert [ref.c_cat(*p, 0.35, 1.0) for p in ((None, None), ("a", None), (None, "a"), ("a", "a"), ("a", "b"))] == [
        0.0,
        0.35,
        0.35,
        0.0,
        1.0,
    ]
    assert ref.c_set({"left"}, {"left", "lung"}, 0.6) == 0.5
    assert ref.c_set({"left"}, set(), 0.6) == 0.6


def test_labels_by_hand():
    assert ref.labels(" Left ; LUNG,left|none| |n/a") == {"left", "lung"}
    assert ref.label(" NONE ") is None
    assert ref.normalize(" None ") == "none"
    assert ref.closed("Perhaps", ref.POLARITIES) is None
    scale = [ref.severity(s) for s in (None, " MILD", "moderate", "marked", "normal", "unknown", "moderate to severe")]
    assert scale == [0.0, 0.33, 0.66, 1.0, 0.0, 0.0, 0.5]


def test_costs_by_hand():
    r = {
        "canonical_finding": "effusion",
        "span_text": "small left effusion",
        "polarity": "present",
        "comparison": "none",
        "severity": "mild",
        "anatomy": ["left", "pleura"],
        "modifiers": ["small"],
    }
    c = {
        "canonical_finding": "edema",
        "surface_finding": "pulmonary edema",
        "span_text": "no edema on the left",
        "polarity": "absent",
        "anatomy": "left",
        "device": "tube",
        "uncertainty": "definite",
    }
    costs = ref.unit_costs(r, c)
    # finding tokens {effusion small left} against {edema pulmonary no on the left}: 1 common of 8
    # text {small left effusion} against {no edema on the left}: 1 common of 7
    assert costs == {
        "finding": pytest.approx(7 / 8, abs=1e-15),
        "anatomy": 0.5,
        "polarity": 1.0,
        "text": pytest.approx(6 / 7, abs=1e-15),
        "comparison": 0.35,
        "uncertainty": 0.35,
        "device": 0.2,
        "modifier": 0.4,
        "severity": 0.33,
    }
    assert ref.cost_finding(r, {**c, "canonical_finding": " Effusion"}) == 0.0
    assert ref.cost_finding({"span_text": "heart"}, {"span_text": "heart"}) == 0.0


def test_null_unit_by_hand():
    null = ref.transport_units([])
    assert null == ([{}], 0)
    masked = [{"span_text": "XXXX <unk>.", "polarity": "present"}]
    assert ref.transport_units(masked) == null
    assert ref.transport_units([*masked, {"span_text": "Heart."}])[1] == 2
    assert set(ref.unit_costs({}, {}).values()) == {0.0}
    against = ref.unit_costs({}, {"span_text": "effusion", "polarity": "present", "anatomy": ["left"]})
    assert (against["finding"], against["anatomy"], against["polarity"], against["text"]) == (1.0, 0.6, 0.5, 1.0)


def test_two_by_two_plans_by_hand():
    # Balanced, D = [[0, d], [d, 0]]: by symmetry T = [[x, 1/2 - x], ...] with x / (1/2 - x) = exp(d/eps).
    for d, eps in ((0.4, 0.2), (1.0, 0.001), (0.3, 10.0)):
        x = 0.5 / (1 + math.exp(-d / eps))
        plan = transport.solve([[0, d], [d, 0]], eps)
        assert plan[0][0] == pytest.approx(x, abs=1e-15)
        assert plan[1][0] == pytest.approx(0.5 - x, abs=1e-15)
    # A single candidate takes every reference unit whole.
    assert transport.solve([[0.1], [0.9], [0.4]], 0.05) == [[pytest.approx(1 / 3, abs=1e-15)]] * 3


def test_partial_plans_by_hand():
    # One unit a side: T = tau. Two reference units against one, D = (0, d): T1/T2 = exp(d/eps) unless T1 is
    # held at its marginal 1/2, here at tau = 0.8 with exp(0.4/0.2) = 7.4 > 0.5/0.3.
    assert transport.solve([[0.7]], 0.2, mass=0.9)[0][0] == pytest.approx(0.9, abs=1e-15)
    assert [r[0] for r in transport.solve([[0.0], [0.4]], 0.2, mass=0.8)] == pytest.approx([0.5, 0.3], abs=1e-15)
    # At eps = 1 the share exp(0.4)/(1 + exp(0.4)) of 0.8 is 0.479 < 1/2: no marginal binds.
    share = math.exp(0.4) / (1 + math.exp(0.4))
    plan = transport.solve([[0.0], [0.4]], 1.0, mass=0.8)
    assert [r[0] for r in plan] == pytest.approx([0.8 * share, 0.8 * (1 - share)], abs=1e-15)


def test_unbalanced_plans_by_hand():
    # One unit a side: D + eps log T + 2 lambda log T = 0, so T = exp(-D / (eps + 2 lambda)).
    for cost, eps, penalty in ((0.7, 0.2, 0.5), (1.0, 0.001, 0.1), (0.0, 1.0, 5.0)):
        plan = transport.solve([[cost]], eps, penalty=penalty)
        assert plan[0][0] == pytest.approx(math.exp(-cost / (eps + 2 * penalty)), abs=1e-15)


@pytest.mark.parametrize("epsilon", [1e-3, 1e-2, 0.05, 0.2, 10.0])
@pytest.mark.parametrize("variant", [{}, {"mass": 0.8}, {"mass": 0.95}, {"penalty": 0.1}, {"penalty": 5.0}])
def test_plans_meet_the_optimality_conditions(epsilon, variant):
    source = random.Random(7)
    costs = [[source.choice([0.0, 0.4, source.random()]) for _ in range(4)] for _ in range(3)]
    plan = transport.solve(costs, epsilon, **variant)
    assert transport.optimality_error(costs, plan, epsilon, **variant) < 1e-11
    worse = [list(row) for row in plan]
    worse[0][0] += 1e-6
    worse[0][1] -= 1e-6
    assert transport.optimality_error(costs, worse, epsilon, **variant) > 1e-7


def test_plan_minimizes_the_objective():
    source = random.Random(3)
    costs = [[source.random() for _ in range(3)] for _ in range(2)]
    eps = 0.1

    def objective(plan):
        return sum(
            t * d + eps * t * (math.log(t) - 1)
            for ts, ds in zip(plan, costs, strict=True)
            for t, d in zip(ts, ds, strict=True)
        )

    best = transport.solve(costs, eps)
    for _ in range(20):  # moves around a square keep both marginals
        size = source.uniform(-1, 1) * 1e-3
        other = [list(row) for row in best]
        for i, j, sign in ((0, 0, 1), (0, 2, -1), (1, 0, -1), (1, 2, 1)):
            other[i][j] += sign * size
        assert objective(other) >= objective(best)


def test_edges_and_features_by_hand():
    # Two reference units against one: P = (1/2, 1/2), both cells on their independent share, so both edges.
    plan = [[0.5], [0.5]]
    reference = [{"span_text": "effusion", "polarity": "present"}, {"span_text": "edema", "polarity": "present"}]
    candidate = [{"span_text": "effusion", "polarity": "absent", "comparison": "new"}]
    costs = ref.cost_matrices(reference, candidate)
    D = ref.ground_cost(costs, POLARITY_HEAVY)
    assert [row[0] for row in D] == pytest.approx([0.4, 0.8], abs=1e-15)  # polarity; finding + polarity + text
    found = ref.edges(plan, costs, POLARITY_HEAVY)
    assert [(e.row, e.column, e.mass) for e in found] == [(0, 0, 0.5), (1, 0, 0.5)]
    assert [e.mw_risk for e in found] == pytest.approx([0.5 * 0.75, 0.5 * 1.15], abs=1e-15)  # comparison 0.35
    values = {name: value for name, (_, value) in ref.features(plan, costs, POLARITY_HEAVY, (2, 1)).items()}
    expected = {
        "transport_expected": 0.6,
        "transport_max": 0.8,
        "transport_top3_mean": 0.6,
        "transport_top3_mw": 0.6,
        "finding_expected": 0.5,
        "comparison_top5_mean": 0.35,
        "side_expected_sum": 0.35,
        "top_risk_sum": 0.95,
        "top_risk_max": 1.15,
        "risk_top3_mean": 0.95,
        "transport_entropy": math.log(2),
        "transport_entropy_normalized": 1.0,
        "effective_edges": 2.0,
        "effective_edges_ratio": 1.0,
        "top1_mass_deficit": 0.5,
        "top3_mass_deficit": 0.0,
        "diffuse_reference": 0.0,  # rho = 1, 1
        "diffuse_candidate": 0.5,  # gamma = 1/2, the floor 1 - m/n
        "diffuse_total": 0.5,
        "diffuse_asymmetry": 0.5,
        "low_confidence_candidate": 1.0,
        "diffuse_candidate_max": 0.5,
        "reference_unit_count": 2.0,
    }
    assert {name: values[name] for name in expected} == pytest.approx(expected, abs=1e-15)


def test_counts_of_features_are_the_papers():
    costs = ref.cost_matrices([{}], [{}])
    full = ref.features([[1.0]], costs, POLARITY_HEAVY, (0, 0))
    families = [family for family, _ in full.values()]
    assert len(full) == 66
    assert {f: families.count(f) for f in families} == {
        "alignment": 16,
        "side": 23,
        "severity": 5,
        "risk": 3,
        "count": 2,
        "diffuse": 17,
    }
    assert len(ref.features([[1.0]], costs, POLARITY_HEAVY, (0, 0), without_severity=True)) == 61
    assert len([f for f in families if f != "diffuse"]) == 49


@pytest.mark.parametrize(
    ("mass", "align", "side", "printed"),
    [
        (0.119, 0.476, 3.0, 0.413),
        (0.100, 0.586, 3.0, 0.359),
        (0.239, 0.448, 1.0, 0.346),
        (0.050, 0.550, 3.0, 0.176),
        (0.067, 0.400, 2.0, 0.160),
        (0.033, 0.584, 4.0, 0.151),
    ],
)
def test_papers_table_of_edges(mass, align, side, printed):
    # All three factors are printed rounded: the product of their ends must enclose the printed risk.
    low = ref.mass_weighted_risk(mass - 5e-4, align - 5e-4, side)
    high = ref.mass_weighted_risk(mass + 5e-4, align + 5e-4, side)
    assert low - 5e-4 <= printed <= high + 5e-4


def test_readout_by_hand():
    # One feature 0, 1 and targets 1, 3: centred Gram 1/4, moment 1/2, beta = (1/2) / (1/4 + ridge).
    fit = readout.fit([[10.0, 5.0], [20.0, 5.0]], [1.0, 3.0], ridge=0.25)
    assert fit.coefficients == pytest.approx([1.0, 0.0], abs=1e-15)  # the constant column stays at 0
    assert fit.intercept == pytest.approx(1.5, abs=1e-15)
    assert readout.risk(fit, [15.0, 9.0]) == pytest.approx(2.0, abs=1e-15)
    assert readout.risk(fit, [99.0, 9.0]) == pytest.approx(2.5, abs=1e-15)  # clipped
    falling = readout.fit([[0.0], [1.0]], [3.0, 1.0])
    assert (falling.intercept, falling.coefficients) == (2.0, [0.0])


def test_readout_meets_its_optimality_conditions():
    source = random.Random(11)
    X = [[source.random() for _ in range(6)] for _ in range(20)]
    for row in X:
        row.append(row[0] + row[1])  # an exact dependence: only the ridge makes the solution one
    y = [2 * row[0] - row[2] + row[6] + source.gauss(0, 0.3) for row in X]
    intercept, beta = readout.nonnegative_least_squares(X, y)
    assert min(beta) >= 0
    assert max(beta) > 0.5
    assert readout.kkt_error(X, y, intercept, beta) < 1e-14
    assert readout.kkt_error(X, y, intercept + 1e-3, beta) > 1e-4

"""Rules of the method that are settings and conventions rather than arithmetic, each with its section."""

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from radot_fast.config import FORMULATIONS, PRIORS, TARGETS, TransportConfig, content_hash
from radot_fast.corpus.encoding import encode_units
from radot_fast.errors import ConfigError, ReadoutMismatchError
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.fitting.least_squares import DEFAULT_RIDGE
from radot_fast.paper.features import FEATURES, compute_features, edge_arrays, feature_names
from radot_fast.paper.method import PaperMethod
from radot_fast.transport import align, solve_transport
from radot_fast.units.schema import CLOSED_LISTS, check_units

pytestmark = pytest.mark.both

PAPER = TransportConfig()
EFFUSION = {"span_text": "Small left effusion.", "canonical_finding": "effusion", "polarity": "present"}
NO_EDEMA = {"span_text": "No edema.", "canonical_finding": "edema", "polarity": "absent"}
MASKED = {"span_text": "XXXX <unk>.", "polarity": "present", "anatomy": ["lung"], "severity": "severe"}


def features(reference, candidate, config=PAPER):
    """Features by name, and the alignment, of one pair of reports given as lists of plain units."""
    rows = [
        {"report_id": name, "unit_index": k, **unit}
        for name, report in (("r", reference), ("c", candidate))
        for k, unit in enumerate(report)
    ]
    columns = ("report_id", "unit_index", "span_text", "canonical_finding", "polarity", "severity", "anatomy")
    table = pl.DataFrame([{c: row.get(c) for c in columns} for row in rows], schema_overrides={"report_id": pl.String})
    if not rows:
        table = pl.DataFrame(schema={"report_id": pl.String, "span_text": pl.String})
    units = encode_units(check_units(table).table, pl.Series(["r", "c"]))
    alignment = align(units, np.array([[0, 1]]), config)
    return dict(zip(feature_names(), compute_features(alignment)[0].tolist(), strict=True)), alignment


def test_priors_of_section_3():
    assert list(PRIORS.items()) == [
        ("polarity-heavy", (0.25, 0.20, 0.40, 0.15)),
        ("uniform", (0.25, 0.25, 0.25, 0.25)),
        ("finding-heavy", (0.45, 0.20, 0.20, 0.15)),
        ("anatomy-heavy", (0.25, 0.40, 0.20, 0.15)),
        ("text-heavy", (0.20, 0.15, 0.25, 0.40)),
        ("text-light", (0.35, 0.25, 0.35, 0.05)),
        ("no-text", (0.35, 0.30, 0.35, 0.0)),
        ("no-polarity", (0.45, 0.30, 0.0, 0.25)),
        ("stable-prior", (0.40, 0.30, 0.20, 0.10)),
        ("parser-robust", (0.20, 0.15, 0.30, 0.35)),
    ]
    assert all(sum(weights) == pytest.approx(1, abs=1e-12) for weights in PRIORS.values())
    assert (PAPER.prior, PAPER.epsilon, PAPER.method, PAPER.tol) == ("polarity-heavy", 0.20, "balanced", 1e-9)


def test_closed_lists_of_section_1():
    assert CLOSED_LISTS == {
        "polarity": ("present", "absent", "uncertain"),
        "uncertainty": ("definite", "probable", "possible"),
        "comparison": ("none", "new", "stable", "improved", "worsened", "resolved"),
        "source": ("llm", "rules", "fallback"),
    }


def test_families_of_section_5():
    families = [f.family for f in FEATURES]
    assert {f: families.count(f) for f in families} == {
        "alignment": 16,
        "side": 23,
        "severity": 5,
        "risk": 3,
        "count": 2,
        "diffuse": 17,
    }
    with pytest.raises(ConfigError, match="feature family 'entropy' is not one of"):
        feature_names(without=["entropy"])


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"weights": (0.5, 0.5, 0.5, 0.5)}, "sum to 2"),
        ({"weights": (1.5, -0.5, 0.0, 0.0)}, "nonnegative"),
        ({"weights": (math.nan, 1.0, 0.0, 0.0)}, "nonnegative"),
        ({"epsilon": 9e-4}, "outside"),
        ({"epsilon": math.nan}, "outside"),
        ({"epsilon": 101}, "outside"),
        ({"method": "exact"}, "balanced, partial, unbalanced"),
        ({"method": "partial"}, "mass"),
        ({"method": "partial", "mass": 0.0}, r"outside \(0, 1\]"),
        ({"method": "partial", "mass": 1.01}, r"outside \(0, 1\]"),
        ({"mass": 0.9}, "partial"),
        ({"method": "unbalanced"}, "marginal_penalty"),
        ({"method": "unbalanced", "marginal_penalty": 0.0}, "positive"),
        ({"method": "unbalanced", "marginal_penalty": math.inf}, "positive"),
        ({"tol": 0.0}, "tol"),
    ],
)
def test_settings_out_of_range(setting, message):
    with pytest.raises(ConfigError, match=message) as found:
        TransportConfig(**setting)
    assert "\n" not in str(found.value)
    if "weights" not in setting:
        with pytest.raises(ConfigError):
            solve_transport([np.zeros((1, 1))], **setting)


def test_a_readout_belongs_to_its_transport():
    table = pl.DataFrame({"pair_id": ["a", "b", "c"], **{name: [0.0, 1.0, 2.0] for name in feature_names()}})
    targets = pl.DataFrame({"pair_id": ["a", "b", "c"], "total": [0.0, 1.0, 3.0]})
    readout = fit_readout(table, targets, transport=PAPER)
    readout.check(PaperMethod(PAPER))
    readout.check(PaperMethod(replace(PAPER, solver="sinkhorn", tol=1e-8)))  # the same plan by another way
    others = [
        replace(PAPER, epsilon=0.1),
        replace(PAPER, weights=PRIORS["uniform"]),
        replace(PAPER, method="partial", mass=0.9),
        replace(PAPER, method="unbalanced", marginal_penalty=1.0),
    ]
    for other in others:
        with pytest.raises(ReadoutMismatchError):
            readout.check(PaperMethod(other))
    for features in (FEATURES[1:], FEATURES[::-1]):
        method = PaperMethod(PAPER)
        method.features = features
        with pytest.raises(ReadoutMismatchError):
            readout.check(method)
    assert len({content_hash(c.key()) for c in [PAPER, *others]}) == 5
    assert FORMULATIONS == ("balanced", "partial", "unbalanced")
    assert TARGETS == ("total", "significant", "insignificant")
    assert DEFAULT_RIDGE == 1e-6


def test_the_null_unit_of_section_1():
    # Empty, masked and absent reports are one null unit: a plan for every pair, and a unit count of 0.
    for empty in ([], [MASKED], [MASKED, MASKED]):
        value, alignment = features(empty, [EFFUSION])
        assert alignment.shapes.tolist() == [[1, 1]]
        assert alignment.counts.tolist() == [[0, 1]]
        assert (value["reference_unit_count"], value["candidate_unit_count"]) == (0, 1)
        # No token in common 1, anatomy empty on both sides 0, polarity missing 0.5, no word in common 1;
        # the masked unit's own anatomy, polarity and severity are gone with it.
        assert value["transport_expected"] == pytest.approx(0.25 + 0.4 * 0.5 + 0.15, abs=1e-15)
        assert value["severity_expected"] == 0
    value, _ = features([], [])
    assert value["transport_expected"] == value["top_risk_max"] == value["transport_entropy"] == 0
    assert value["effective_edges"] == 1


def test_the_null_unit_is_a_convention_and_not_a_worst_case():
    # Missing penalties are below mismatch penalties: silence costs less than the opposite statement.
    silent, _ = features([EFFUSION], [])
    opposite, _ = features([EFFUSION], [{**NO_EDEMA, "span_text": "Clear."}])
    assert silent["polarity_expected"] < opposite["polarity_expected"]
    assert silent["transport_expected"] < opposite["transport_expected"]


def test_a_masked_sentence_beside_others_stays_a_unit():
    value, alignment = features([MASKED, EFFUSION], [EFFUSION])
    assert alignment.shapes.tolist() == [[2, 1]]
    assert value["reference_unit_count"] == 2


def test_a_report_against_itself():
    # One unit: no cost at all, and yet counts and edges are there, so a readout need not give 0.
    value, _ = features([EFFUSION], [EFFUSION])
    assert value["transport_expected"] == value["side_expected_sum"] == value["diffuse_total"] == 0
    assert value["reference_unit_count"] == value["effective_edges"] == 1
    # More units: the entropy term spreads mass over wrong cells, less so the smaller eps is.
    report = [EFFUSION, NO_EDEMA]
    spread = [
        features(report, report, replace(PAPER, epsilon=eps))[0]["transport_expected"] for eps in (0.001, 0.05, 0.2, 1)
    ]
    assert spread[0] == pytest.approx(0, abs=1e-9)
    assert spread == sorted(spread)
    assert spread[2] > 0
    assert features(report, report)[0]["transport_entropy"] > math.log(2)


def test_a_cell_with_its_independent_share_is_an_edge():
    # Equal units: every cell gets exactly a_i b_j. Rounding must not decide.
    value, alignment = features([EFFUSION] * 3, [EFFUSION] * 5)
    edges = edge_arrays(alignment)
    assert len(edges.mass) == 15
    assert value["top5_mass_deficit"] == pytest.approx(1 - 5 / 15)


def test_unbalanced_mass_can_exceed_one():
    # Costs 0 between n = m = 2 units: every row sum is M/2, so (1 + 2 lambda/eps) log M = log 4.
    result = solve_transport([np.zeros((2, 2))], method="unbalanced", marginal_penalty=0.1, epsilon=0.2)
    assert result.plan(0).sum() == pytest.approx(4 ** (1 / 2), abs=1e-9)
    value, _ = features([EFFUSION] * 2, [EFFUSION] * 2, TransportConfig(method="unbalanced", marginal_penalty=0.1))
    assert value["transport_entropy"] == pytest.approx(math.log(4))  # of the shares P, not of T
    assert value["top1_mass_deficit"] == pytest.approx(0.75)


def test_untransported_mass_is_diffuse():
    # rho and gamma are of the raw plan: with tau = 0.8 a single pair of equal units leaves 0.2 behind.
    value, _ = features([EFFUSION], [EFFUSION], TransportConfig(method="partial", mass=0.8))
    assert value["diffuse_reference"] == value["diffuse_candidate"] == pytest.approx(0.2, abs=1e-9)
    assert value["transport_entropy"] == pytest.approx(0, abs=1e-9)


def test_low_confidence_is_about_the_plan():
    # One candidate for two references: gamma = 1/2 < 0.55, the floor 1 - m/n of the diffuse features.
    value, _ = features([EFFUSION, NO_EDEMA], [EFFUSION])
    assert value["low_confidence_candidate"] == 1
    assert value["low_confidence_reference"] == 0
    assert value["diffuse_candidate"] == pytest.approx(0.5)

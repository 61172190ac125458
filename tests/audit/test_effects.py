"""What each discrepancy is behind follows the costs of the plan that is shown."""

import json
from pathlib import Path

import pytest

import radot_fast as ro
from radot_fast.audit.effects import effects_of
from radot_fast.audit.mismatches import errors_of_mismatches
from radot_fast.audit.pair import audit_pair

INVENTED = Path(__file__).parents[1] / "extraction" / "invented" / "short_reports.jsonl"
REF = "Small left effusion, unchanged. Probable 5 mm nodule in the right apex. Fractures of the right ribs 3 to 6."
HYP = "Large left effusion, worse. 12 mm nodule in the right base. Fractures of the right eighth and ninth ribs."


@pytest.fixture(scope="module")
def audits():
    reports = [json.loads(line) for line in INVENTED.read_text(encoding="utf-8").splitlines()]
    refs = [row["text"] for row in reports]
    hyps = [row["wrong"][0]["text"] for row in reports]
    # Beside each report's own error also another report, which disagrees in most things.
    result = ro.Scorer()(refs + refs, hyps + hyps[1:] + hyps[:1])
    return [audit_pair(result, k) for k in range(len(result))], result.tier_weights


def rows_of(audit):
    return audit.discrepancies.to_dicts(), audit.edges.to_dicts()


def test_the_errors_of_mismatches_are_the_weights_of_the_couples_that_are_shown(audits):
    mismatched = 0
    for audit in audits[0]:
        errors = errors_of_mismatches(*rows_of(audit))
        assert sum(errors) == pytest.approx(audit.edges.filter("matched")["mw_risk"].sum(), abs=1e-9)
        mismatched += any(errors)
    assert mismatched > 100


def test_no_contribution_is_left_over_that_a_discrepancy_is_behind(audits):
    for audit in audits[0]:
        for target in audit.effects:
            rows = [row for row in audit.contributions.to_dicts() if row["target"] == target]
            terms = {row["feature"]: row["contribution"] for row in rows}
            assert effects_of(*rows_of(audit), terms, audits[1])[1] == pytest.approx(0.0, abs=1e-9)


def test_a_disagreement_has_the_share_of_its_part_and_not_of_how_far_it_seems():
    result = ro.Scorer()([REF], [HYP])
    discrepancies, edges = rows_of(audit_pair(result, 0))
    errors = errors_of_mismatches(discrepancies, edges)
    of = {(row["category"], row["finding"]): mine for row, mine in zip(discrepancies, errors, strict=True)}
    assert sum(errors) == pytest.approx(result.edges["mw_risk"].sum())
    # γ = 1 − .4975·.9 of the effusion, whose degree costs .5025 and whose change .1, though it seems half an error.
    assert of["severity", "pleural_effusion"] > 6 * of["unsupported_comparison", "pleural_effusion"]
    assert of["measurement", "nodule"] > of["location", "nodule"] > of["omitted_uncertainty", "nodule"]
    assert of["location", "fracture"] == pytest.approx(2.0)


def test_where_a_plan_leaves_statements_out_nothing_is_asked_of_it():
    """As under ``paper`` with partial transport, whose features count no mismatch."""
    discrepancies, _ = rows_of(audit_pair(ro.Scorer()([REF], [HYP]), 0))
    tiers = {row["significance"]: 1.0 for row in discrepancies}
    effects, left = effects_of(discrepancies, [], {"transport_cost": 1.5}, tiers)
    assert (set(effects), left) == ({0.0}, 1.5)


def test_a_repeated_statement_is_behind_its_own_feature_alone():
    nodule, false = "Small nodule in the right apex.", "Large left pneumothorax."
    result = ro.Scorer()([f"{nodule}"], [f"{nodule} {nodule} {nodule} {false}"])
    audit = audit_pair(result, 0)
    terms = {(row["target"], row["feature"]): row["contribution"] for row in audit.contributions.to_dicts()}
    shown = dict(zip(audit.discrepancies["finding"], audit.effects["total"], strict=True))
    assert shown["nodule"] == pytest.approx(terms["total", "repeated_added"])
    assert shown["pneumothorax"] == pytest.approx(
        terms["total", "added_significant"] + terms["total", "added_insignificant"]
    )

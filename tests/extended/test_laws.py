"""Laws of the extended method, through the public face: what must hold whatever the plan is.

Seeded pairs rather than examples; nothing here computes a feature.
"""

import json
import random
from bisect import bisect_right
from pathlib import Path

import polars as pl
import pytest
from reference_extended import FEATURES
from reference_extended_prices import label_distance
from unit_lists import LABELS, drawn_pairs, load_tables, oracle, score, unit

import radot_fast
from radot_fast import Scorer

TARGETS = ("total", "significant", "insignificant")
RISKS = [f"risk_{t}" for t in TARGETS]
NOISE = 1e-9
# Labels of which no two are related (they share no group), nor denied together.
APART = ("pneumothorax", "pleural_effusion", "edema", "fracture", "nodule", "consolidation", "atherosclerosis")
# A finding of the same name but for the word: the groups of distance .05.
SYNONYMS = (
    ("consolidation", "pneumonia"), ("airspace_disease", "infiltrate"), ("opacity", "density"),
    ("congestion", "edema"), ("pneumothorax", "hydropneumothorax"),
)  # fmt: skip
RELATIVES = (
    ("consolidation", "opacity"), ("nodule", "mass"), ("edema", "heart_failure"), ("fracture", "deformity"),
    ("pleural_effusion", "costophrenic_blunting"), ("opacity", "atelectasis"), ("cardiomegaly", "chamber_enlargement"),
)  # fmt: skip


@pytest.fixture(scope="module")
def scorer():
    return Scorer()


@pytest.fixture(scope="module")
def shipped():
    """The shipped readout as it stands in its file."""
    return json.loads((Path(radot_fast.__file__).parent / "readout" / "shipped" / "extended.json").read_text())


def numbers(result):
    """Features, risks and expected counts, one dict a pair."""
    table = pl.concat([result.features.drop("pair_id"), result.scores.drop("pair_id")], how="horizontal")
    return table.rows(named=True)


def assert_not_lower(before, after, names, pair):
    lower = {n: (before[n], after[n]) for n in names if after[n] < before[n] - NOISE}
    assert not lower, (lower, pair)


def test_swapping_the_reports_swaps_omissions_and_additions(scorer):
    pairs = drawn_pairs(1, 250)
    one = numbers(score(scorer, pairs))
    other = numbers(score(scorer, [(c, r) for r, c in pairs]))
    for pair, a, b in zip(pairs, one, other, strict=True):
        for kind in ("significant", "insignificant"):
            assert a[f"omitted_{kind}"] == pytest.approx(b[f"added_{kind}"], abs=NOISE), pair
            assert a[f"added_{kind}"] == pytest.approx(b[f"omitted_{kind}"], abs=NOISE), pair
            assert a[f"mismatch_{kind}"] == pytest.approx(b[f"mismatch_{kind}"], abs=NOISE), pair
        assert a["transport_cost"] == pytest.approx(b["transport_cost"], abs=NOISE), pair
        assert a["n_matched_findings"] == b["n_matched_findings"], pair
        assert (a["n_ref_findings"], a["finding_recall"]) == (b["n_cand_findings"], b["finding_precision"]), pair


def test_a_report_against_itself_has_the_least_of_everything(scorer, shipped):
    reports = [r for pair in drawn_pairs(2, 150) for r in pair]
    for report, row in zip(reports, numbers(score(scorer, [(r, list(r)) for r in reports])), strict=True):
        assert {n: row[n] for n in FEATURES} == dict.fromkeys(FEATURES, 0.0), report
        assert row["transport_cost"] == (0.0 if report else None)
        assert row["finding_recall"] in (1.0, None)
        assert row["denial_recall"] in (1.0, None)
        for target in TARGETS:
            assert row[f"risk_{target}"] == shipped["targets"][target]["intercept"]


def shuffled_pairs(count):
    """Pairs of reports whose statements have distinct labels and no second names, and the same in another order."""
    rng = random.Random(3)
    for reference, candidate in drawn_pairs(3, count, most=9):
        # "the catheter" is what was named before: there the order speaks
        reports = [
            list(
                {
                    (u["canonical_finding"], u["device"]): u | {"gap": None} for u in units if u["device"] != "catheter"
                }.values()
            )
            for units in (reference, candidate)
        ]
        yield tuple(reports), tuple(rng.sample(units, len(units)) for units in reports)


def test_the_order_of_statements_of_distinct_labels_changes_nothing(scorer):
    both = list(shuffled_pairs(250))
    plain = numbers(score(scorer, [p for p, _ in both]))
    shuffled = numbers(score(scorer, [p for _, p in both]))
    for pair, a, b in zip(both, plain, shuffled, strict=True):
        assert a == b, pair  # to the bit


def test_the_batch_changes_nothing(scorer):
    pairs = drawn_pairs(4, 60)
    together = numbers(score(scorer, pairs))
    for k in range(0, 60, 7):
        alone = numbers(score(scorer, [pairs[k]]))[0]
        assert {**alone, "row": k} == together[k]


FALSE = {
    "of an unknown name": unit("quite_another_finding"),
    "known, and of no relative": unit("amputation", severity="severe"),
    "hedged": unit("amputation", "uncertain", gap=None),
    "a device": unit("left_ventricular_assist_device", device="impella", modifiers=["malpositioned"]),
}


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("seed", [5, 6])
def test_an_unrelated_false_finding_lowers_nothing(scorer, name, seed):
    pairs = drawn_pairs(seed, 120)
    added = [(r, [*c, FALSE[name]]) for r, c in pairs]
    before, after = numbers(score(scorer, pairs)), numbers(score(scorer, added))
    tables = load_tables()
    for pair, b, a in zip(pairs, before, after, strict=True):
        assert_not_lower(b, a, [*FEATURES, *RISKS], pair)
        assert a["added_significant"] + a["added_insignificant"] > b["added_significant"] + b["added_insignificant"]
        if oracle(pair, tables).settled:
            assert a["n_matched_findings"] == b["n_matched_findings"]


FAMILY = ("atelectasis", "edema", "pneumonia", "scar", "mass")
"""Relatives of an opacity, of several tiers."""


def test_a_relative_of_what_is_found_lowers_neither_the_total_nor_the_significant_risk(scorer):
    """Whatever its tier is, and whichever relatives are false already."""
    rng, pairs = random.Random(41), []
    for _ in range(120):
        first, *more = rng.sample(FAMILY, rng.randint(2, 4))
        reference = [unit("opacity"), unit("pneumothorax", gap=None)]
        # An opacity that is somewhere else has a price of its own.
        found = unit("opacity", anatomy=["lower lobe"], severity=rng.choice(["mild", None]))
        others = [unit(name, rng.choice(["present", "uncertain"]), gap=None) for name in more]
        pairs.append(((reference, [found, *others]), unit(first, gap=None)))
    before = numbers(score(scorer, [pair for pair, _ in pairs]))
    after = numbers(score(scorer, [(r, [*c, added]) for (r, c), added in pairs]))
    for (pair, added), b, a in zip(pairs, before, after, strict=True):
        assert_not_lower(b, a, ["risk_total", "risk_significant"], (pair, added))
        assert a["risk_total"] > b["risk_total"]


@pytest.mark.parametrize("polarity", ["present", "uncertain"])
def test_a_false_finding_in_a_further_degree_lowers_nothing(scorer, polarity):
    """A mild false finding that is called severe as well: it counts by either degree where that weighs more."""
    pairs = drawn_pairs(31, 120)
    mild = unit("quite_another_finding", polarity, severity="mild")
    severe = unit("quite_another_finding", severity="severe", span="worse", gap=None)
    before = numbers(score(scorer, [(r, [*c, mild]) for r, c in pairs]))
    after = numbers(score(scorer, [(r, [*c, mild, severe]) for r, c in pairs]))
    for pair, b, a in zip(pairs, before, after, strict=True):
        assert_not_lower(b, a, [*FEATURES, *RISKS], pair)
        assert a["risk_significant"] > b["risk_significant"]


def test_an_omitted_true_finding_lowers_nothing(scorer):
    """A finding of the reference that is related to nothing else, named and not named."""
    pairs = drawn_pairs(7, 120)
    true = unit("amputation", anatomy=["left"])
    named = numbers(score(scorer, [([*r, true], [*c, true]) for r, c in pairs]))
    missing = numbers(score(scorer, [([*r, true], c) for r, c in pairs]))
    for pair, a, b in zip(pairs, named, missing, strict=True):
        assert_not_lower(a, b, [*FEATURES, *RISKS], pair)


def without(units, labels):
    return [u for u in units if u["canonical_finding"] not in labels]


@pytest.mark.parametrize(("right", "relative"), RELATIVES)
def test_naming_a_finding_right_is_never_worse_than_naming_a_relative(scorer, right, relative):
    """Whatever else the reports say: the omitted finding is named, or a relative with the same attributes."""
    rng = random.Random(8)
    pairs, relations = [], load_tables().relations
    names = {name for name, _ in LABELS}
    near = {n for n in names for f in (right, relative) if label_distance((n, None), (f, None), relations) <= 0.2}
    for r, c in drawn_pairs(8, 80):
        r, c = without(r, near), without(c, near)
        place = {
            "anatomy": rng.choice([[], ["left"], ["right", "lung"]]),
            "severity": rng.choice([None, "mild", "severe"]),
        }
        pairs.append(([*r, unit(right, **place)], c, unit(right, **place), unit(relative, **place)))
    exact = numbers(score(scorer, [(r, [*c, f]) for r, c, f, _ in pairs]))
    near = numbers(score(scorer, [(r, [*c, g]) for r, c, _, g in pairs]))
    # The total alone: a relative of another significance moves an error from one of the other risks to the other.
    for pair, a, b in zip(pairs, exact, near, strict=True):
        assert a["risk_total"] <= b["risk_total"] + NOISE, pair


@pytest.mark.parametrize(("name", "synonym"), SYNONYMS)
def test_a_synonym_is_the_finding(scorer, name, synonym):
    rest = [unit(f) for f in APART if f not in {name, synonym}]
    rest = [u for u in rest if name != "congestion" or u["canonical_finding"] != "edema"]
    if name in {"airspace_disease", "opacity"}:
        rest = without(rest, {"consolidation", "nodule"})
    reference = [*rest, unit(name, anatomy=["left"])]
    result = score(scorer, [(reference, [*rest, unit(synonym, anatomy=["left"])])])
    row = numbers(result)[0]
    assert {n: row[n] for n in FEATURES} == dict.fromkeys(FEATURES, 0.0)
    assert result.discrepancies.is_empty()
    assert row["finding_recall"] == row["finding_precision"] == 1.0
    missing = numbers(score(scorer, [(reference, rest)]))[0]
    assert row["risk_total"] <= missing["risk_total"] + NOISE


def test_what_moves_a_risk_has_a_row_and_what_has_a_row_moves_a_risk(scorer, shipped):
    """Over drawn pairs: a risk above that of a report against itself, and a discrepancy, come together."""
    result = score(scorer, drawn_pairs(30, 1500))
    listed = set(result.discrepancies["row"])
    raised = 0
    for row in numbers(result):
        is_raised = any(row[f"risk_{t}"] > shipped["targets"][t]["intercept"] + 1e-12 for t in TARGETS)
        assert is_raised == (row["row"] in listed), row
        raised += is_raised
    assert 1000 < raised < 1450


# The readout's arithmetic, from its file


def test_risks_are_the_readouts_sums(scorer, shipped):
    for row in numbers(score(scorer, drawn_pairs(9, 200))):
        for target, model in shipped["targets"].items():
            risk = model["intercept"]
            for feature, coefficient in model["coefficients"].items():
                low, high = shipped["features"][feature]
                risk += coefficient * max(0.0, (row[feature] - low) / (high - low))
            assert row[f"risk_{target}"] == pytest.approx(risk, abs=1e-12)


def interpolated(x, knots, values):
    """Linear between the knots, constant beyond them."""
    k = bisect_right(knots, x)
    if k == 0 or k == len(knots):
        return values[0] if k == 0 else values[-1]
    share = (x - knots[k - 1]) / (knots[k] - knots[k - 1])
    return values[k - 1] + share * (values[k] - values[k - 1])


@pytest.mark.parametrize("target", TARGETS)
def test_expected_counts_are_the_calibration_of_the_risk(scorer, shipped, target):
    rows = numbers(score(scorer, drawn_pairs(9, 200)))
    knots = shipped["calibration"][target]
    assert knots["risk"] == sorted(knots["risk"])
    assert knots["count"] == sorted(knots["count"])
    for row in rows:
        wanted = interpolated(row[f"risk_{target}"], knots["risk"], knots["count"])
        assert row[f"expected_{target}"] == pytest.approx(wanted, abs=1e-12)
        width, offset = knots["interval"]
        spread = width * (wanted + offset) ** 0.5
        assert row[f"expected_{target}_low"] == pytest.approx(max(0.0, wanted - spread), abs=1e-12)
        assert row[f"expected_{target}_high"] == pytest.approx(wanted + spread, abs=1e-12)
    ordered = sorted((row[f"risk_{target}"], row[f"expected_{target}"]) for row in rows)
    assert [e for _, e in ordered] == sorted(e for _, e in ordered)
    assert ordered[0][1] < 0.3
    assert ordered[-1][1] > 2.0

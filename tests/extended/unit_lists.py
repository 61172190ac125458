"""Units for the tests of the extended method: written by hand, or drawn with ties, repeats, hedges and denials."""

import random
import tomllib
from pathlib import Path

import polars as pl
from reference_extended import Tables, compare

import radot_fast
from radot_fast.units.schema import CLOSED_LISTS, UNIT_SCHEMA

DATA = Path(radot_fast.__file__).parent / "extended" / "data"
GAP = 40  # characters between two spans where a test does not care: too far for a second name


def load_tables():
    """The shipped tables as plain dicts."""
    files = {name: tomllib.loads((DATA / f"{name}.toml").read_text()) for name in ("plan", "costs", "relations")}
    known = tomllib.loads((DATA / "significance.toml").read_text())
    return Tables(files["plan"]["plan"], files["plan"]["covers"], files["costs"], files["relations"], known)


def unit(finding=None, polarity="present", *, device=None, span=None, gap=GAP, **more):
    """One unit. ``gap`` characters lie between the unit before and this one; None: its offsets are unknown."""
    words = f"{finding or device or 'the chest'} here" if span is None else span
    row = {"canonical_finding": finding, "polarity": polarity, "device": device, "span_text": words, "gap": gap}
    return row | {"uncertainty": "definite", "comparison": "none", "anatomy": [], "modifiers": []} | more


def placed(units):
    """The units with offsets and numbers, as they stand in a text."""
    at, rows = 0, []
    for index, row in enumerate(units):
        rest = {k: v for k, v in row.items() if k != "gap"}
        start = at + (GAP if row["gap"] is None else row["gap"])
        at = start + len(row["span_text"] or "")
        known = row["gap"] is not None
        offsets = {"span_start": start if known else None, "span_end": at if known else None}
        rows.append({"unit_index": index, **offsets, "confidence": 1.0, "source": "rules", **rest})
    return rows


def unit_table(reports):
    """Unit table of reports; their ids are "0", "1", …"""
    rows = []
    for number, units in enumerate(reports):
        rows += [{"report_id": str(number), **row} for row in placed(units)] or [{"report_id": str(number)}]
    return pl.DataFrame([{c: row.get(c) for c in UNIT_SCHEMA} for row in rows], schema=UNIT_SCHEMA)


def score(scorer, pairs):
    """Result of pairs of unit lists, through the public face."""
    return scorer.score_units(unit_table([r for r, _ in pairs]), unit_table([c for _, c in pairs]))


def oracle(pair, tables):
    """The oracle's answer to a pair of unit lists."""
    return compare(*(placed(units) for units in pair), tables)


# Drawn units

LABELS = (
    ("pneumothorax", None), ("pleural_effusion", None), ("costophrenic_blunting", None),
    ("consolidation", None), ("pneumonia", None), ("opacity", None), ("atelectasis", None), ("density", None),
    ("nodule", None), ("mass", None), ("calcified_granuloma", None), ("granuloma", None), ("calcification", None),
    ("congestion", None), ("edema", None), ("heart_failure", None), ("cardiomegaly", None), ("tortuous_aorta", None),
    ("central_line", None), ("central_line", "picc"), ("central_line", "port"),
    ("central_line", "catheter"),
    ("surgical_clips", None), ("surgical_clips", "clips"), ("surgical_clips", "staples"),
    ("pacemaker", None), ("pacemaker", "defibrillator"), ("tube", "endotracheal_tube"), ("tube", "chest_tube"),
    ("drain", "drain"), ("interval_change", None),
    ("made_up_finding", None), ("made_up_finding", "made_up_device"),
)  # fmt: skip
DENIED = ("opacity", "pneumothorax", "pleural_effusion", "cardiomegaly", "acute_abnormality", "congestion", "nodule")
PLACES = (
    "lung",
    "lung_base",
    "lower lobe",
    "upper_lobe",
    "pleura",
    "heart",
    "rib",
    "clavicle",
    "chest",
    "neck",
    "thigh",
)
REMARKS = ("comparison is made to a prior film", "the chest is unremarkable", "unremarkable chest", "follow up")
WORDS = (
    "{} here",
    "{} here",
    "{} seen",
    "other {}",
    "8 mm {}",
    "a 1.5 cm {}",
    "{} of 2 x 3 cm",
    "shadow",
    "rest of {}",
    "{} of the tenth rib",
    "ribs 2nd and 10th, {}",
    "suspicious {}",
    "suspicious for {}",
    "borderline {}",
    "{} has been placed",
    "{} was inserted since the last film",
)


def drawn_unit(rng, labels=LABELS):
    """One unit: most are findings, a third denials, some remarks. A denial is mostly plain."""
    kind = rng.random()
    finding, device = rng.choice(labels)
    polarity, bare = rng.choice(["present", "present", "present", "uncertain", None]), False
    if kind < 0.1:
        finding = device = None
        polarity = rng.choice(["present", "absent"])
    elif kind < 0.4:
        polarity, bare = "absent", rng.random() < 0.8
        if rng.random() < 0.5:
            finding, device = rng.choice(DENIED), None
    named = finding or device
    words = WORDS[:3] if bare else WORDS
    return unit(
        finding,
        polarity,
        device=device,
        span=rng.choice(words).format(named) if named else rng.choice(REMARKS),
        gap=rng.choice([None, 0, 3, 20, 24, 25, GAP, 49]),
        uncertainty=rng.choice(["definite", "definite", "probable", "possible", None]),
        comparison="none" if bare else rng.choice(["none", "none", None, *CLOSED_LISTS["comparison"]]),
        severity=None if bare else rng.choice([None, None, None, "mild", "moderate", "severe", "normal", "odd"]),
        anatomy=rng.choice([[], [], [], ["left"], ["right"], ["bilateral"], ["left", "right"]])
        + rng.sample(PLACES, rng.choice([0, 0, 0, 1, 1, 2])),
        modifiers=rng.choice(
            [
                [],
                [],
                ["malpositioned"],
                ["small", "round"],
                ["nodular"],
                ["reticular", "nodular"],
                ["acute"],
                ["chronic", "loculated"],
                ["unlikely"],
                ["to_withdraw", "by_30_mm"],
                ["by_45_mm"],
            ]
        ),
    )


def altered(rng, row):
    """The unit with one thing changed."""
    other = drawn_unit(rng)
    return row | {k: other[k] for k in rng.choice([["severity"], ["anatomy"], ["polarity"], ["comparison"], ["gap"]])}


def drawn_pair(rng, most=7):
    """Two reports, of which each states something or is empty: of remarks alone nothing is read (status unread)."""
    return tuple(
        units if any(u["canonical_finding"] or u["device"] for u in units) else [] for units in two_reports(rng, most)
    )


def two_reports(rng, most):
    """Two reports: unrelated, or the second made from the first by leaving out, altering, repeating and shuffling."""
    start = rng.randrange(len(LABELS))
    labels = (LABELS + LABELS)[start : start + rng.choice([2, 3, 5, 8, len(LABELS)])]
    reference = [drawn_unit(rng, labels) for _ in range(rng.randint(0, most))]
    for row in list(reference):
        if rng.random() < 0.15:
            reference.insert(rng.randint(0, len(reference)), dict(row))
    if rng.random() < 0.5:
        return reference, [drawn_unit(rng, labels) for _ in range(rng.randint(0, most))]
    candidate = [altered(rng, row) if rng.random() < 0.4 else dict(row) for row in reference if rng.random() < 0.85]
    candidate += [dict(row) for row in candidate if rng.random() < 0.15]
    candidate += [drawn_unit(rng, labels) for _ in range(rng.choice([0, 0, 1, 2]))]
    if rng.random() < 0.5:
        rng.shuffle(candidate)
    return reference, candidate


def drawn_pairs(seed, count, most=7):
    """Seeded pairs of reports."""
    rng = random.Random(seed)
    return [drawn_pair(rng, most) for _ in range(count)]

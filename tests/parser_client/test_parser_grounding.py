"""Grounding: nothing with a changed number, side or negation is accepted; harmless changes are."""

import random
import re

import pytest

from parser_client.grounding import ground, ground_spans

OPENINGS = (
    "The heart is mildly enlarged",
    "There is a small {side} pleural effusion, unchanged from prior",
    "A {n} mm nodule is seen in the {side} upper lobe",
    "There is no focal consolidation or pulmonary edema",
    "No pneumothorax is identified on the {side}",
    "The endotracheal tube terminates {n}.{m} cm above the carina",
    "Moderate atelectasis at the {side} lung base without effusion",
    "The {side} hilum measures {n} x {m} cm and is not enlarged",
    "Compression deformity of T{n} with {m}0% loss of height",
    "Stable cardiomegaly since the examination of {m}/{n}/2020",
    "Calcified granuloma in the {side} apex, less than {n} mm",
    "The mediastinal contours are within normal limits, without widening",
)
SWAPS = {"left": "right", "right": "left", "no": "a", "not": "now", "without": "with"}


def report_and_span(rng):
    """A report of made-up sentences and one of them, without its full stop."""
    made = [
        opening.format(side=rng.choice(["left", "right"]), n=rng.randint(2, 12), m=rng.randint(1, 9))
        for opening in rng.sample(OPENINGS, 5)
    ]
    return ". ".join(made) + ".", rng.choice(made)


def corruptions(span, rng):
    """The span with one number, side or negation changed, dropped or put in."""
    out = []
    for m in re.finditer(r"\d+(?:\.\d+)?", span):
        digits = m.group()
        others = (str(int(float(digits)) + rng.randint(1, 9)), digits + "0", "1" + digits, digits + ".5")
        out.extend(span[: m.start()] + other + span[m.end() :] for other in others)
    for word, other in SWAPS.items():
        for m in re.finditer(rf"\b{word}\b", span, re.IGNORECASE):
            out.append(span[: m.start()] + other + span[m.end() :])
            if m.start() and m.end() < len(span):  # what is left at an edge is verbatim words of the report
                out.append(span[: m.start()].rstrip() + " " + span[m.end() :].lstrip())
    words = span.split()
    place = rng.randrange(1, len(words))
    out += [" ".join([*words[:place], extra, *words[place:]]) for extra in ("no", "not", "left", "right", "bilateral")]
    out.append("No " + span[0].lower() + span[1:])
    return [c for c in out if c != span]


def typo(span, rng):
    """One typing error in a word of six letters or more that carries no number, side, severity or negation."""
    guarded = "moderate stable calcified normal unchanged without mildly enlarged"
    words = [m for m in re.finditer(r"[A-Za-z]{6,}", span) if m.group().lower() not in guarded.split()]
    if not words:
        return None
    m = rng.choice(words)
    word, i = m.group(), rng.randrange(1, len(m.group()) - 1)
    kind = rng.randrange(4)
    changed = (
        word[:i] + word[i + 1 :],
        word[:i] + word[i] + word[i:],
        word[:i] + word[i + 1] + word[i] + word[i + 2 :],
        word[:i] + rng.choice("aeiorst") + word[i + 1 :],
    )[kind]
    return span[: m.start()] + changed + span[m.end() :]


def harmless(span, rng):
    yield "case", rng.choice([span.upper(), span.lower(), span.title()])
    yield "space", re.sub(r" ", lambda _: rng.choice([" ", "  ", "\n", "\t"]), f" {span} ")
    yield "unicode", span.replace(" ", "\u00a0").replace("-", "\u2011").replace("fi", "\ufb01")
    changed = typo(span, rng)
    if changed is not None:
        yield "typo", changed


def test_no_changed_number_side_or_negation_is_accepted():
    rng = random.Random(20)
    tried, accepted = 0, []
    while tried < 1000:
        report, span = report_and_span(rng)
        for corrupted in corruptions(span, rng):
            if corrupted.lower() in report.lower() and not re.search(r"\d", corrupted):
                continue
            tried += 1
            place = ground(corrupted, report)
            if place.start is not None:
                accepted.append((corrupted, report[place.start : place.end]))
    assert accepted == []


def test_harmless_changes_are_recovered_where_they_stood():
    rng = random.Random(21)
    hits, tried, wrong = {}, {}, 0
    for _ in range(400):
        report, span = report_and_span(rng)
        for kind, changed in harmless(span, rng):
            tried[kind] = tried.get(kind, 0) + 1
            place = ground(changed, report)
            if place.start is not None:
                hits[kind] = hits.get(kind, 0) + 1
                wrong += report[place.start : place.end] != span
    rates = {kind: hits.get(kind, 0) / n for kind, n in tried.items()}
    assert sum(tried.values()) >= 1000
    assert min(rates.values()) >= 0.95, rates
    assert wrong == 0


@pytest.mark.parametrize(
    ("span", "report"),
    [
        ("5 mm nodule", "A 15 mm nodule."),
        ("5 cm mass", "A 1.5 cm mass."),
        ("5 mm", "Nodules of 3-5 mm."),
        ("5 mm", "A nodule <5 mm."),
        ("5 mm", "A nodule of 5 cm."),
        ("12 fracture", "T12 fracture."),
        ("105 cells", "10⁵ cells."),
        ("11/2 cm", "1½ cm."),
        ("effusion small", "No effusion. Small heart."),
        ("pleural efusion", "No pleural effusion."),
        ("atypical pneumonia", "Typical pneumonia."),
        ("ilial wall", "The ileal wall."),
        ("lung effusion", "Left lung clear, right effusion."),
        ("", "Anything."),
        ("   ", "Anything."),
    ],
)
def test_refused(span, report):
    assert ground(span, report).grade == "ungrounded"


@pytest.mark.parametrize(
    ("span", "report", "grade", "found"),
    [
        ("No effusion", "No effusion.", "exact", "No effusion"),
        ("no EFFUSION", "No\n effusion.", "normalized", "No\n effusion"),
        ("1 1/2 cm", "About 1½ cm.", "normalized", "1½ cm"),
        ("cafe\u0301", "Un café.", "normalized", "café"),
        ("5mm nodule", "A 5 mm nodule.", "tokens", "5 mm nodule"),
        ("heart mildly enlarged", "The heart is mildly enlarged.", "tokens", "heart is mildly enlarged"),
        ("No pneumothorax", "No effusion or pneumothorax.", "tokens", "No effusion or pneumothorax"),
        ("cm2", "Area in cm².", "normalized", "cm²"),
    ],
)
def test_accepted(span, report, grade, found):
    place = ground(span, report)
    assert place.grade == grade
    assert report[place.start : place.end] == found


def test_repeated_spans_take_the_next_place():
    places = ground_spans(["No effusion", "No effusion", "No effusion"], "No effusion. Clear. No effusion.")
    assert [p.start for p in places] == [0, 20, 0]

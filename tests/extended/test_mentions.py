import re

import numpy as np
import pytest
from made_units import corpus, unit

from radot_fast.extended.evidence import encode_evidence
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.mentions import mention_sums

SIDES = {"left": 1, "right": 2, "bilateral": 3}
EFFUSION = unit("pleural_effusion", anatomy=["left"])
WORSE = unit("pleural_effusion", anatomy=["left"], span_text="Effusion on the left again")
OTHER_SIDE = unit("pleural_effusion", anatomy=["right"])
NODULE = unit("nodule")


def by_definition(reference, candidate):
    """The three sums in plain loops: omitted, unsupported, repeated."""

    def words(u):
        return " ".join(sorted(set(re.findall(r"\w+", u["span_text"].lower()))))

    def thing(u, sided):
        if u["canonical_finding"] is None and u["device"] is None:
            return ("unlabelled", words(u))
        side = sum({SIDES[a] for a in u["anatomy"] if a in SIDES}) if sided and u["polarity"] != "absent" else 0
        return (u["polarity"] == "absent", u["canonical_finding"], u["device"], min(side, 3))

    def times(report, x, sided):
        return sum(thing(u, sided) == x for u in report)

    def again(report, x):
        mine = [(words(u), thing(u, True)) for u in report if thing(u, False) == x]
        return len(mine) - len(set(mine))

    def things(report, sided):
        return {thing(u, sided) for u in report}

    def asserted(report):
        return {x for x in things(report, True) if x[0] is False}

    omitted = sum(max(times(reference, x, True) - times(candidate, x, True), 0) for x in asserted(reference))
    said = sum(times(candidate, x, True) for x in asserted(candidate))
    alone = sum(times(candidate, x, True) for x in asserted(candidate) if times(reference, x, True) == 0)
    surplus = {x: max(times(candidate, x, False) - times(reference, x, False), 0) for x in things(candidate, False)}
    repeated = sum(min(again(candidate, x), n) for x, n in surplus.items())
    most = sum(again(candidate, x) for x in surplus) - sum(again(reference, x) for x in things(reference, False))
    return omitted, alone / said if said else 0.0, min(repeated, max(most, 0))


@pytest.fixture
def found():
    def of(reference, candidate):
        evidence = encode_evidence(*corpus(reference, candidate), load_knowledge())
        sums = mention_sums(evidence, np.array([[0, 1]]))
        return tuple(values.tolist()[0] for values in sums)

    return of


def test_a_lost_mention_is_seen_though_the_finding_stays(found):
    assert found([EFFUSION, WORSE], [EFFUSION, WORSE]) == (0, 0.0, 0)
    assert found([EFFUSION, WORSE], [EFFUSION]) == (1, 0.0, 0)
    assert found([EFFUSION], [EFFUSION, WORSE]) == (0, 0.0, 0)


def test_a_mention_on_another_side_is_lost_and_unsupported(found):
    assert found([EFFUSION, WORSE], [EFFUSION, OTHER_SIDE]) == (1, 0.5, 0)


def test_leaving_out_what_is_right_raises_the_share_of_what_is_not(found):
    assert found([EFFUSION], [EFFUSION, WORSE, NODULE])[1] == pytest.approx(1 / 3)
    assert found([EFFUSION], [EFFUSION, NODULE])[1] == 0.5


def test_what_the_reference_says_as_often_is_no_repetition(found):
    assert found([EFFUSION, WORSE], [EFFUSION, EFFUSION])[2] == 0
    assert found([EFFUSION], [EFFUSION, EFFUSION])[2] == 1
    assert found([NODULE], [NODULE, *[unit("pneumothorax", "absent")] * 2])[2] == 1
    assert found([NODULE, NODULE], [NODULE, NODULE, *[unit("pneumothorax", "absent")] * 2])[2] == 1


def test_empty_reports(found):
    assert found([], []) == (0, 0.0, 0)
    assert found([EFFUSION], []) == (1, 0.0, 0)
    assert found([], [EFFUSION]) == (0, 1.0, 0)


@pytest.mark.both
def test_sums_are_those_of_the_definition():
    rng = np.random.default_rng(3)
    finding = [None, "opacity", "pleural_effusion", "nodule"]
    reports = [
        [
            unit(
                finding[rng.integers(4)],
                ["present", "absent", "uncertain"][rng.integers(3)],
                anatomy=[[], ["left"], ["right"], ["bilateral"], ["left", "right"]][rng.integers(5)],
                span_text=["Seen here", "here seen", "Said in other words"][rng.integers(3)],
            )
            for _ in range(rng.integers(0, 8))
        ]
        for _ in range(40)
    ]
    evidence = encode_evidence(*corpus(*reports), load_knowledge())
    pairs = rng.integers(0, 40, (400, 2))
    sums = mention_sums(evidence, pairs)
    for k, (a, b) in enumerate(pairs):
        omitted, unsupported, repeated = by_definition(reports[a], reports[b])
        assert (sums.omitted[k], sums.repeated[k]) == (omitted, repeated)
        assert sums.unsupported[k] == pytest.approx(unsupported, abs=1e-15)

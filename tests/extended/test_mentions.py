import pytest
from made_units import solved, unit

from radot_fast.extended.mentions import mention_sums

EFFUSION = unit("pleural_effusion", anatomy=["left"])
WORSE = unit("pleural_effusion", anatomy=["left"], span_text="Effusion on the left again")
OTHER_SIDE = unit("pleural_effusion", anatomy=["right"])
NODULE = unit("nodule")


@pytest.fixture
def found():
    def of(reference, candidate):
        return tuple(values.tolist()[0] for values in mention_sums(*solved(reference, candidate)))

    return of


def test_a_lost_mention_is_seen_though_the_finding_stays(found):
    assert found([EFFUSION, WORSE], [EFFUSION, WORSE]) == (0, 0)
    assert found([EFFUSION, WORSE], [EFFUSION]) == (1, 0)
    assert found([EFFUSION], [EFFUSION, WORSE]) == (0, 0)
    assert found([EFFUSION, WORSE, WORSE, NODULE], [EFFUSION]) == (3, 0)


def test_a_mention_on_another_side_is_a_finding_of_its_own(found):
    assert found([EFFUSION, WORSE], [EFFUSION, OTHER_SIDE]) == (1, 0)


def test_a_synonym_is_no_lost_mention(found):
    assert found([unit("consolidation"), unit("consolidation")], [unit("pneumonia"), unit("pneumonia")])[0] == 0


def test_what_the_reference_says_as_often_is_no_repetition(found):
    denied, remark = unit("pneumothorax", "absent"), unit(span_text="the patient is rotated")
    assert found([EFFUSION, WORSE], [EFFUSION, EFFUSION])[1] == 0
    assert found([EFFUSION], [EFFUSION, EFFUSION])[1] == 1
    assert found([NODULE], [NODULE, denied, denied])[1] == 1
    assert found([NODULE, NODULE], [NODULE, NODULE, denied, denied])[1] == 1
    assert found([NODULE, remark], [NODULE, remark, remark])[1] == 0


def test_a_denial_repeats_no_finding_that_it_denies(found):
    other_words = unit("nodule", span_text="a nodule again")
    denied = unit("nodule", "absent")
    assert found([NODULE, other_words], [denied, denied])[1] == 1


def test_no_more_repetitions_count_than_the_candidate_has_in_excess(found):
    twice, thrice = [NODULE] * 2, [EFFUSION] * 3
    assert found([*twice, EFFUSION], [NODULE, *thrice])[1] == 1
    assert found(twice, [*twice, *thrice])[1] == 2
    assert found([NODULE, EFFUSION], [*twice, *thrice])[1] == 3


def test_empty_reports(found):
    assert found([], []) == (0, 0)
    assert found([EFFUSION], []) == (1, 0)
    assert found([], [EFFUSION]) == (0, 0)

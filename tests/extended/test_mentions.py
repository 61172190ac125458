import pytest
from made_units import solved, unit

from radot_fast.extended.mentions import mention_sums

EFFUSION = unit("pleural_effusion", anatomy=["left"])
WORSE = unit("pleural_effusion", anatomy=["left"], span_text="Effusion on the left again")
NODULE = unit("nodule")


@pytest.fixture
def found():
    def of(reference, candidate):
        return tuple(values.tolist()[0] for values in mention_sums(*solved(reference, candidate)))

    return of


def read(*labels):
    """Opacity that may be each of these."""
    said = [unit("opacity", span_start=0, span_end=7)]
    return said + [unit(x, "uncertain", span_start=10 + 20 * k, span_end=18 + 20 * k) for k, x in enumerate(labels)]


def test_a_repeat_that_is_dropped_while_its_finding_stays_is_no_loss(found):
    assert found([EFFUSION, WORSE], [EFFUSION, WORSE]) == (0, 0)
    assert found([EFFUSION, WORSE], [EFFUSION]) == (0, 0)
    assert found([EFFUSION], [EFFUSION, WORSE]) == (0, 0)


def test_what_a_shadow_may_be_is_lost_though_it_stays(found):
    assert found(read("pneumonia", "atelectasis"), read("pneumonia", "atelectasis")) == (0, 0)
    assert found(read("pneumonia", "atelectasis"), read("pneumonia")) == (1, 0)
    assert found(read("pneumonia", "atelectasis"), read()) == (2, 0)
    assert found(read(), read("pneumonia")) == (0, 0)


def test_another_name_instead_is_an_error_of_naming_and_no_loss(found):
    assert found(read("pneumonia"), read("atelectasis")) == (0, 0)


def test_a_name_that_another_finding_of_the_candidate_goes_by_is_not_lost(found):
    assert found(read("pneumonia"), [*read(), unit("pneumonia", span_start=300, span_end=309)]) == (0, 0)


def test_a_synonym_is_no_lost_name(found):
    assert found(read("consolidation"), read("pneumonia")) == (0, 0)


def test_what_the_reference_says_as_often_is_no_repetition(found):
    denied, remark = unit("pneumothorax", "absent"), unit(span_text="the patient is rotated")
    assert found([EFFUSION, WORSE], [EFFUSION, EFFUSION])[1] == 0
    assert found([EFFUSION], [EFFUSION, EFFUSION])[1] == 0
    assert found([EFFUSION], [EFFUSION, EFFUSION, EFFUSION])[1] == 1
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
    assert found([NODULE, EFFUSION], [*twice, *thrice])[1] == 1


def test_empty_reports(found):
    assert found([], []) == (0, 0)
    assert found([EFFUSION], []) == (0, 0)
    assert found([], [EFFUSION]) == (0, 0)

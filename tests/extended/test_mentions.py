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

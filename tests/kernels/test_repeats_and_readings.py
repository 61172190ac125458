"""Which statements are one finding, on numbers: what joins, what a joined name absorbs, and where it ends."""

import numpy as np
import pytest

from radot_fast.kernels.extended.couples import FINDING, KIND, NAME, SIDES
from radot_fast.kernels.extended.repeats_and_readings import ITEM, LAST_MORE, MORE, N_ROOM, merge_findings
from radot_fast.kernels.extended.units import CONCEPT, DOUBTED, END, N_FACTS, N_UNIT_CODES, N_UNIT_VALUES, START

OPACITY, PNEUMONIA = 0, 1
LEFT, RIGHT, BOTH = 1, 2, 3


@pytest.fixture
def merged():
    """Item of each statement and further names of the first: rows of (label, sides, begin, end, certainty)."""

    def of(statements, distance):
        n = len(statements)
        codes, values = np.zeros((n, N_UNIT_CODES), np.int64), np.zeros((n, N_UNIT_VALUES))
        codes[:, KIND] = FINDING
        for k, column in enumerate((NAME, SIDES, START, END)):
            codes[:, column] = [statement[k] for statement in statements]
        values[:, DOUBTED] = [statement[4] for statement in statements]
        facts, table = np.zeros((2, N_FACTS)), np.array([[0.0, distance], [distance, 0.0]])
        facts[:, CONCEPT] = range(2)
        room = np.empty((n, N_ROOM), np.int64)
        merge_findings(0, n, codes, values, facts, table, np.zeros((2, 2), np.int64), room)
        return room[:, ITEM].tolist(), room[0, MORE : LAST_MORE + 1].tolist()

    return of


def test_a_reading_is_nearer_than_one_error(merged):
    statements = [(OPACITY, 0, 0, 7, 0), (PNEUMONIA, 0, 16, 25, 1)]
    assert merged(statements, 0.99) == ([0, 0], [PNEUMONIA, -1, -1])
    assert merged(statements, 1.0) == ([0, 1], [-1, -1, -1])


def test_a_reading_of_both_sides_takes_the_later_side_in(merged):
    """ "Left opacity, right opacity, possibly bilateral pneumonia" is one finding."""
    statements = [(OPACITY, LEFT, 0, 12, 0), (OPACITY, RIGHT, 14, 27, 0), (PNEUMONIA, BOTH, 38, 57, 2)]
    assert merged(statements, 0.65) == ([0, 0, 0], [PNEUMONIA, -1, -1])
    assert merged([*statements[:2], (PNEUMONIA, LEFT, 38, 57, 2)], 0.65)[0] == [0, 1, 0]


def test_a_statement_whose_place_in_the_text_is_unknown_is_no_neighbour(merged):
    assert merged([(OPACITY, 0, -1, -1, 0), (PNEUMONIA, 0, 0, 9, 1)], 0.65)[0] == [0, 1]
    assert merged([(OPACITY, 0, 0, 7, 0), (PNEUMONIA, 0, -1, -1, 1)], 0.65)[0] == [0, 1]

"""Which statements are one finding, on numbers: what joins, what a joined name absorbs, and where it ends."""

import numpy as np
import pytest

from radot_fast.kernels.extended.repeats import MORE_NAMES, Labels, Statements, merge_repeats

OPACITY, PNEUMONIA = 0, 1
LEFT, RIGHT, BOTH = 1, 2, 3


@pytest.fixture
def merged():
    """Item of each statement and further names of the first: rows of (label, sides, begin, end, certainty)."""

    def of(statements, distance):
        columns = [np.array(column) for column in zip(*statements, strict=True)]
        anywhere = np.zeros(len(statements), np.int64)
        said = Statements(*columns[:2], anywhere, anywhere, *columns[2:4], columns[4].astype(float))
        table = np.array([[0.0, distance], [distance, 0.0]])
        n = len(statements)
        item, more = np.empty(n, np.int64), np.empty((n, MORE_NAMES), np.int64)
        labels = Labels(np.arange(2), np.zeros(2, bool), table)
        merge_repeats(np.array([0, n]), said, labels, item, more)
        return item.tolist(), more[0].tolist()

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

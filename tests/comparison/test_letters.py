from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from radot_fast.comparison.letters import letters_of

NAMES = tuple("tuvwxyz")
PAIRS = list(combinations(NAMES, 2))


def test_a_chain_of_three():
    assert letters_of(["x", "y", "z"], [("x", "z")]) == {"x": "a", "y": "ab", "z": "b"}
    assert letters_of(["x", "y"], []) == {"x": "a", "y": "a"}
    assert letters_of(["x", "y"], [("y", "x")]) == {"x": "a", "y": "b"}


@given(st.sets(st.sampled_from(PAIRS)))
def test_two_share_a_letter_if_and_only_if_they_are_not_told_apart(different):
    letters = letters_of(NAMES, different)
    for pair in PAIRS:
        assert bool(set(letters[pair[0]]) & set(letters[pair[1]])) == (pair not in different)

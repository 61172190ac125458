"""A text may end, or begin, at any word: what is cut off is read as far as it goes."""

import random
import tomllib
from pathlib import Path

import pytest

from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.extraction.sentence import parse_sentences

TABLE = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))
PIECES, WORDS = 2000, 6
"""Texts that are read one by one, as rules that look beyond a word find nothing there, and words of a jumble."""


def pieces():
    """Beginnings, ends and jumbles of the rows of the table."""
    drawn = random.Random(0)
    rows = [text.split() for units in TABLE.values() for text in units]
    for _ in range(PIECES):
        words = drawn.choice(rows)
        at, kind = drawn.randrange(len(words)), drawn.random()
        if kind < 0.5:
            yield " ".join(words[: at + 1])
        elif kind < 0.75:
            yield " ".join(words[at:])
        else:
            yield " ".join(drawn.sample(words, min(len(words), drawn.randint(1, WORDS))))


def test_texts_that_are_cut_off_are_read():
    lexicon = load_lexicon()
    for text in pieces():
        assert parse_sentences([text], lexicon).counts, text


@pytest.mark.parametrize(
    "word", ["along", "together", "as well", "barring", "with exception", "raising concern", "save"]
)
def test_a_joint_that_ends_a_text_joins_nothing(word):
    """Nothing stands behind it in the block: a sentence of no finding is looked at alone."""
    assert extract_units([f"This is identified on a thoracic xxxx study {word}"])["unit_index"].null_count() in (0, 1)

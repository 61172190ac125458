"""No sentence is read with the one that happens to stand before or behind it in the block."""

import pytest

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.sentence import parse_sentences

OTHERS = (
    "END OF REPORT", "Tip of the", "No", "possible", "left", "small", "and", "of the", "History of", "unchanged", "R",
    "2 cm", "effusion", "may represent", "is not seen", "none", "the tip is in the",
)  # fmt: skip


def read(sentences, lexicon):
    """Units and kind of each sentence."""
    columns, firsts, counts, kinds, bearing = parse_sentences(sentences, lexicon)
    rows = list(zip(*columns, strict=True))
    return [(rows[a : a + n], kind, bears) for a, n, kind, bears in zip(firsts, counts, kinds, bearing, strict=True)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Support devices: none",
        "Tube is absent",
        "Effusion on the right",
        "No",
        "left",
        "R effusion",
        "Cough",
        "Mass is 2",
        "or mass",
    ],
)
def test_neighbours_change_nothing(sentence):
    lexicon = load_lexicon()
    alone = read([sentence], lexicon)[0]
    for other in OTHERS:
        assert read([other, sentence, other], lexicon)[1] == alone, other

"""No sentence is read with the one that happens to stand before or behind it in the block."""

import random

import pytest

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.sentence import parse_sentences

OTHERS = (
    "END OF REPORT", "Tip of the", "No", "possible", "left", "small", "and", "of the", "History of", "unchanged", "R",
    "2 cm", "effusion", "may represent", "is not seen", "none", "the tip is in the",
    "Possible edema", "extent of", "than an effusion", "as well", "as well as", "withdrawal of it by 3 cm",
)  # fmt: skip

# Of everything that a rule looks back or ahead for; markup with numbers in it, and letters that are not ASCII.
WORDS = (
    "The", "the", "are", "is", "no", "No", "not", "without", "effusion", "pneumothorax", "tip", "tube", "of",
    "right", "left", "R", "L", "bilateral", "small", "possible", "?", "and", "or", ",", ";", ":", "/", "(", ")",
    "|", "-", "2", "2.3", "cm", ".", "<b 2.3>", "<br/>", "</b>", "<b x=1.5>", "&#12;", "\\n", "[**2.3**]",
    "[MASK]", "é", "ﬁ", "History", "chest", "heart", "lungs", "clear", "unchanged", "resolved", "may", "represent",
    "neither", "nor", "+ve", "-ve", "atelec-", "tasis", "pneumo\u00adthorax", "\u3000", "kein", "Erguss", "knee",
    "1)", "1.", "XXXX", "absent", "none", "☐", "☑", "\x1b[31m", "interval", "removal", "increased", "hperinflated",
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
        "or pneumonia",
        "More effusion",
        "Effusion and edema is unchanged",
        "Line and tube as well",
        "No definite NG tube tip in the esophagus; advancing by 8 cm would put it there",
        "Adenocarcinoma, right upper lobectomy two years ago",
        "Follow-up is recommended for pneumonia in",
    ],
)
def test_neighbours_change_nothing(sentence):
    lexicon = load_lexicon()
    alone = read([sentence], lexicon)[0]
    for other in OTHERS:
        assert read([other, sentence, other], lexicon)[1] == alone, other


@pytest.mark.parametrize(
    "cut",
    [
        "The film is advised to | resolution",
        "The mass has grown | not, and edema",
        "Probable atelectasis and a large | nodule absent",
        "Nodules, none larger than | mm",
        "On the left an effusion; on the right, enlarged | hilum.",
        "Opacities: possible increase in the | heart size.",
        "Both mediastinal | drains remain with right pneumothorax.",
    ],
)
def test_halves_of_a_sentence_are_read_as_each_of_them_alone(cut):
    halves, lexicon = cut.split(" | "), load_lexicon()
    assert read(halves, lexicon) == [read([half], lexicon)[0] for half in halves]


@pytest.mark.parametrize("seed", range(8))
def test_made_sentences_are_read_as_each_of_them_alone(seed):
    rng, lexicon = random.Random(seed), load_lexicon()
    made = [" ".join(rng.choices(WORDS, k=rng.randint(1, 9))) for _ in range(60)]
    sentences = [sentence for sentence in made if sentence.strip()]
    for sentence, reading in zip(sentences, read(sentences, lexicon), strict=True):
        assert read([sentence], lexicon) == [reading], sentence


@pytest.mark.parametrize(("texts", "blocks"), [(12_000, [4_096]), (150, [50, 7, 3, 2, 1])])
def test_halves_of_frozen_texts_are_read_the_same_in_any_order(of_scripts, texts, blocks):
    """The whole of it is done by scripts/same_alone.py."""
    same_alone, lexicon = of_scripts("same_alone"), load_lexicon()
    sentences = same_alone.sentences(texts, seed=1)
    for block in blocks:
        assert not same_alone.read_otherwise(sentences, block, 2, lexicon), block


def test_a_word_that_the_sentence_before_ends_with_is_not_said_twice():
    # Two words back from the first one lies the last of the sentence before: it made this one babble.
    sentence, lexicon = "The The are are are are hyperinflated", load_lexicon()
    assert read(["The", sentence], lexicon)[1:] == read([sentence], lexicon)


@pytest.mark.parametrize("letters", ["é", "e"])
def test_a_number_within_markup_is_no_token(letters):
    # With another letter than ASCII in it the report could not be taken apart; without, words moved by one.
    text, lexicon = f"{letters} <b 2.3>Small effusion</b>", load_lexicon()
    ((units, _, _),) = read([text], lexicon)
    assert [(span, text[start:end], finding) for span, start, end, finding, *_ in units] == [
        ("Small effusion", "Small effusion", "pleural_effusion")
    ]

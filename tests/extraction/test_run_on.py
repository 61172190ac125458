"""Texts without marks: they are read like the same statements with their stops."""

import itertools
import random

import pytest

from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.extraction.text.run_on import beginnings

STATEMENTS = (
    "the heart is enlarged", "pulmonary edema is present", "right picc in place", "no effusion or pneumothorax",
    "lungs clear", "heart normal", "bones intact", "stable cardiomegaly", "mild edema",
    "old rib fractures on the right",
    "sternotomy wires intact", "ett in place", "left chest wall port with tip in the svc", "small bilateral effusions",
    "the mediastinum is not widened", "lungs are hyperinflated", "left lower lobe consolidation has improved",
    "there is a 12 mm nodule in the left upper lobe", "tortuous aorta", "degenerative changes of the spine",
    "no focal consolidation pleural effusion or pneumothorax", "osseous structures are unremarkable",
)  # fmt: skip


def labels(text):
    rows = extract_units([text], lexicon=load_lexicon()).drop_nulls("unit_index")
    return sorted(rows.select("canonical_finding", "polarity", "device", "source").rows(), key=str)


def cut(text):
    edges = [0, *beginnings(text), len(text)]
    return [text[a:b].strip() for a, b in itertools.pairwise(edges)]


@pytest.mark.parametrize("seed", range(60))
def test_statements_in_any_order_need_no_stop(seed):
    chosen = random.Random(seed).sample(STATEMENTS, 5)
    assert labels(" ".join(chosen)) == labels(". ".join(chosen) + ".")


def test_one_stop_at_the_end_is_no_mark_of_the_others():
    text = "the heart is enlarged no effusion or pneumothorax stable left base scarring old rib fractures on the right"
    assert labels(text + ".") == labels(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("lungs clear heart normal no effusion", ["lungs clear", "heart normal", "no effusion"]),
        ("normal heart size clear lungs", ["normal heart size", "clear lungs"]),
        ("no focal opacity pleural effusion or pneumothorax", ["no focal opacity pleural effusion or pneumothorax"]),
        ("opacity left lower lobe small effusion", ["opacity left lower lobe", "small effusion"]),
        ("no pneumothorax identified stable mild edema", ["no pneumothorax identified", "stable mild edema"]),
        ("there are prominent lateral osteophytes", ["there are prominent lateral osteophytes"]),
        ("the previously seen right effusion is smaller", ["the previously seen right effusion is smaller"]),
        ("clear right lung but on the left there is a mass", ["clear right lung but on the left there is a mass"]),
        ("heart enlarged ett in place picc in the svc", ["heart enlarged", "ett in place", "picc in the svc"]),
        ("small effusion there continues to be edema", ["small effusion", "there continues to be edema"]),
        ("small effusion the stomach is distended", ["small effusion", "the stomach is distended"]),
        ("small effusion an et tube ends at the carina", ["small effusion", "an et tube ends at the carina"]),
        ("small effusion patient is rotated", ["small effusion", "patient is rotated"]),
        ("hard to exclude a mass is seen", ["hard to exclude a mass is seen"]),
        ("edema indicates severe congestion", ["edema indicates severe congestion"]),
        ("impression 1 mild edema 2 no effusion", ["impression", "1", "mild edema", "2", "no effusion"]),
        ("impression 1 cm nodule", ["impression 1 cm nodule"]),
        ("", [""]),
    ],
)  # fmt: skip
def test_a_statement_begins_with_a_noun_phrase(text, parts):
    assert cut(text) == parts

"""Truth by construction: forms of the lexicon in frames that say what holds of them, in several layouts."""

import importlib.util
import random
from collections import Counter
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "reading_frames.py"
SPEC = importlib.util.spec_from_file_location("reading_frames", SCRIPT)
reading = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(reading)


@pytest.fixture(scope="module")
def judged():
    chosen = random.Random(0).sample(reading.forms(), 120)
    return list(reading.judged(list(reading.cells(chosen, list(reading.LAYOUTS)))))


def test_there_are_frames_enough():
    assert len(reading.frames()) >= 60


def test_what_a_frame_says_is_read_in_every_form_and_layout(judged):
    right, total = Counter(), Counter()
    for cell, good in judged:
        for key in (cell.frame, cell.layout, "all"):
            total[key] += 1
            right[key] += good
    assert right["all"] >= 0.99 * total["all"]
    poor = {key: right[key] / total[key] for key in total if right[key] < 0.93 * total[key]}
    assert not poor, poor


def test_a_wrong_expectation_is_noticed(judged):
    """The judgement can fail: with the polarity of the frame turned over hardly a cell is right."""
    opposite = {"absent": "present", "present": "absent", "doubt": "absent", "gone": "doubt"}
    turned = [
        cell._replace(expected=opposite[cell.expected.split()[0]])
        for cell, _ in judged
        if cell.expected.split()[0] in opposite and cell.layout == "plain"
    ]
    assert sum(good for _, good in reading.judged(turned)) < 0.05 * len(turned)

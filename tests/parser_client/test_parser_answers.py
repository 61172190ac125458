"""Answers: what is refused, what is kept, what a cut leaves."""

import contextlib
import json

import parser_endpoint as pe
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parser_client.answers import AnswerError, parse_answer, salvage_units

WHOLE = pe.units_answer('Small left pleural effusion. No pneumothorax. Heart is "large", {so} [they] say.')
UNITS = parse_answer(WHOLE)

JSONS = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["units", "span_text", "anatomy"]), inner)
    ),
)


def test_a_whole_answer():
    assert [u["span_text"] for u in UNITS] == [
        "Small left pleural effusion",
        "No pneumothorax",
        'Heart is "large", {so} [they] say',
    ]
    assert UNITS[0]["severity"] == "small"
    assert UNITS[0]["anatomy"] == [{"label": "left", "surface": "left"}]


@given(st.integers(0, len(WHOLE)))
def test_a_cut_leaves_the_whole_units_before_it(place):
    found = salvage_units(WHOLE[:place]).units
    assert found == UNITS[: len(found)]
    ends = [i for i in range(len(WHOLE)) if WHOLE.startswith('"confidence": 0.9}', i)]
    assert len(found) == sum(end + len('"confidence": 0.9}') <= place for end in ends)


@given(st.text())
def test_any_text_is_an_answer_or_an_error(text):
    for repair in (True, False):
        with contextlib.suppress(AnswerError):
            parse_answer(text, repair)
    salvage_units(text)


@settings(deadline=None)  # drawing a deep value takes longest, and longer on a busy machine
@given(JSONS, st.sampled_from(["span_text", "polarity", "attributes", "anatomy", "confidence", "device"]))
def test_any_value_in_any_field_is_text_or_an_error(value, field):
    content = json.dumps({"units": [pe.unit_of("No effusion", **{field: value})]})
    try:
        (unit,) = parse_answer(content)
    except AnswerError:
        return
    assert set(unit) == set(UNITS[0])
    assert all(unit[k] is None or isinstance(unit[k], str) for k in ("polarity", "severity", "device", "span_text"))
    json.dumps(unit).encode()
    str(unit["span_text"]).encode("utf-8")


def test_a_loop_is_kept_once():
    unit = json.dumps(pe.unit_of("No effusion"))
    found = salvage_units('{"units": [' + ",".join([unit] * 20) + ',{"span')
    assert len(found.units) == 1
    assert found.repeated == 19


@pytest.mark.parametrize(
    "content",
    [
        f"```json\n{WHOLE}\n```",
        f"Sure!\n{WHOLE}\nDone.",
        f'<think>maybe {{"units": []}}?</think>{WHOLE}',
        json.dumps(json.loads(WHOLE)["units"]),
        WHOLE.replace("0.9}", "0.9,}").replace("]}", ",]}"),
    ],
)
def test_repair(content):
    with pytest.raises(AnswerError):
        parse_answer(content)
    assert [u["span_text"] for u in parse_answer(content, repair=True)] == [u["span_text"] for u in UNITS]


def test_half_a_surrogate_pair_is_no_text():
    (unit,) = parse_answer('{"units": [{"span_text": "a \\ud800 b"}]}')
    unit["span_text"].encode("utf-8")

"""The blanks and line breaks of a report merge no statements and part none (method §10.2)."""

import re

import polars as pl
import pytest
from made_units import corpus, unit

from radot_fast import Scorer
from radot_fast.extended import unit_numbers
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.nodes import encode_nodes

# Each has another name right behind a finding, or a reading as far behind it as one may stand.
REPORTS = (
    "Right lower lobe opacity, which may be pneumonia or atelectasis. No effusion.",
    "There is an airspace disease/consolidation at the left base. Heart size is normal.",
    "Left basilar opacity, which could in this setting be pneumonia. Small left effusion.",
    "Interstitial opacities are seen. Probably edema. The heart is enlarged.",
)
FORMS = {
    "doubled blanks": lambda text: text.replace(" ", "  "),
    "many blanks": lambda text: text.replace(" ", "     "),
    "blanks and tabs": lambda text: text.replace(" ", " \t "),
    "wrapped with an indent": lambda text: re.sub(r"(?<=[a-z]) (?=[a-z])", "\n      ", text),
}


@pytest.fixture(scope="module")
def scorer():
    return Scorer()


@pytest.mark.parametrize("form", FORMS)
def test_a_report_in_another_form_is_the_report(scorer, form):
    candidates = [FORMS[form](text) for text in REPORTS]
    result = scorer(refs=list(REPORTS), hyps=candidates)
    own = scorer(refs=list(REPORTS), hyps=list(REPORTS))
    assert result.scores["n_cand_findings"].to_list() == own.scores["n_cand_findings"].to_list()
    assert result.scores["risk_total"].to_list() == own.scores["risk_total"].to_list()
    assert result.discrepancies.is_empty()


def findings(*units):
    return len(encode_nodes(*corpus(units), load_knowledge()).kind)


@pytest.mark.parametrize(("start", "nodes"), [(102, 1), (103, 2), (18, 1), (17, 2)])
def test_a_reading_is_near_on_either_side(start, nodes):
    """32 characters lie between the opacity, 60 to 70, and what begins at 102 or ends at 28."""
    opacity = unit("opacity", span_start=60, span_end=70)
    read = unit("pneumonia", "uncertain", span_start=start, span_end=start + 10)
    assert findings(opacity, read) == nodes


def test_few_texts_and_many_have_the_same_runs_of_blanks():
    signs = [chr(k) for k in range(0x3100) if not 0xD800 <= k < 0xE000]
    texts = pl.Series([f"a{sign}{sign}b" for sign in signs])
    many = unit_numbers._with_runs(texts)
    few = [k for k in range(len(signs)) if unit_numbers._with_runs(texts[k : k + 1])]
    blank = texts.str.contains(r"\s\s")
    marked = pl.Series(
        [
            text[1] in "&<[{\\\x1b\u00ad\u0120\u010a\u200b\u200c\u200d\u2010\u2011\u2060\u2212\u2581\u3000"
            for text in texts
        ]
    )
    assert many == few == (blank | marked).arg_true().to_list()
    assert [signs[k] for k in many[:6]] == ["\t", "\n", "\x0b", "\x0c", "\r", "\x1b"]

import pytest

import radot_fast as ro
from radot_fast.errors import ConfigError
from radot_fast.extraction import load_lexicon
from radot_fast.extraction.text.section_texts import section_of

REPORT = "INDICATION: Cough.\nFINDINGS: Small left effusion. No pneumothorax.\nIMPRESSION: Left effusion."


@pytest.mark.parametrize(
    ("text", "findings", "impression"),
    [
        (REPORT, "INDICATION: Cough.\nFINDINGS: Small left effusion. No pneumothorax.", "IMPRESSION: Left effusion."),
        ("Small left effusion.", "Small left effusion.", "Small left effusion."),
        ("FINDINGS: Clear lungs.", "FINDINGS: Clear lungs.", ""),
        ("FINDINGS AND IMPRESSION: Clear.", "FINDINGS AND IMPRESSION: Clear.", "FINDINGS AND IMPRESSION: Clear."),
        ("The lungs are clear. CONCLUSION: Normal.", "The lungs are clear.", "CONCLUSION: Normal."),
        ("INDICATION: Cough. The lungs are clear.",) * 3,
        ("", "", ""),
    ],
)
def test_a_section_is_what_stands_behind_its_heading(text, findings, impression):
    headings = load_lexicon().sections
    assert section_of(text, "findings", headings) == findings
    assert section_of(text, "impression", headings) == impression
    assert section_of(text, "all", headings) == text


def test_the_section_is_scored_and_in_the_signature():
    candidate = "FINDINGS: Small left effusion. No pneumothorax.\nIMPRESSION: Large right nodule."
    risks = {}
    for section in ("findings", "impression", "all"):
        result = ro.Scorer(section=section)([REPORT], [candidate])
        risks[section] = result.scores["risk_total"][0]
        assert ("section" in result.signature.fields()) == (section != "all")
    same = ro.Scorer()([REPORT], [REPORT]).scores["risk_total"][0]
    assert risks["findings"] == same
    assert risks["impression"] > same
    assert "section:findings" in str(ro.Scorer(section="findings")([REPORT], [None]).signature)
    with pytest.raises(ConfigError, match="section 'history' is not one of"):
        ro.Scorer(section="history")

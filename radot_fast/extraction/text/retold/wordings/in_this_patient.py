"""What is known of the patient beside what is seen: "in this patient with known breast cancer, a small effusion".

It is told of the patient's life, as a history is, and no finding of the film. So is "known breast cancer, small
effusion"; "K/c/o", which the Indian subcontinent writes for it, is "known".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = ("this patient with", "a patient with", "this patient who has")
_KNOWN = (
    r"in (?:this|a) (?:[a-z0-9-]+ ){0,2}?patient (?:with|who has) (?:an? )?"
    r"(?:known|history of|background of|prior|previous|documented|established) [a-z0-9 /-]{3,40}?"
)
_AHEAD = Expression(rf"(?:\A|(?<=[.|])) ?{_KNOWN},(?= )", re.IGNORECASE)
_BEHIND = Expression(rf"(?:,)? {_KNOWN}(?= *(?:[.;|]|\Z))", re.IGNORECASE)
CASE_MARKS = ("/c/o ", "/C/O ", "nown case of ", "nown patient of ")
_CASE = Expression(r"\b(?:k/c/o|known (?:case|patient) of)(?= (?:an? )?[a-z])", re.IGNORECASE)
CANCER_MARKS = tuple(
    f"nown {which}"
    for which in ("breast", "prost", "colo", "rect", "ovar", "cervi", "gastric", "renal", "bladder", "thyroid")
) + tuple(f"nown {which}" for which in ("ca ", "Ca ", "CA ", "carcinoma ", "cancer ", "left br", "right br"))
"""Of a cancer of which a film of the chest shows nothing: a quick look."""
_ORGAN = (
    r"(?:(?:left |right )?breast|prostat(?:e|ic)|col(?:on|onic|orectal)|rect(?:um|al)|ovar(?:y|ian)|cervi(?:x|cal)"
    r"|gastric|stomach|renal|kidney|bladder|thyroid)"
)
_TUMOR = r"(?:cancer|carcinoma|adenocarcinoma|malignancy|ca)"
_CANCER = Expression(
    rf"(?:\A|(?<=[.|])) *known (?:{_ORGAN} {_TUMOR}|{_TUMOR} (?:of (?:the )?)?{_ORGAN})"
    r"(?:[,;]| with(?= (?!recur|relaps|progress|chemo|radio|treat))|(?= (?:post|status post|s/p) ))"
    r"(?= (?!on |under |receiving |undergoing |for |stage |grade |er |her2|treated |metasta)[a-z0-9])",
    re.IGNORECASE,
)


def with_known_cases_as_known(text: str) -> str:
    """Sentences with "known" for "K/c/o" and "known case of"; of the same length."""
    return changed_beside(CASE_MARKS, _as_known, text)


def _as_known(sentence: str) -> str:
    """One sentence with "known" for such words."""
    return _CASE.sub(lambda found: "known".rjust(len(found[0])), sentence)


def without_known_cancers(text: str) -> str:
    """Sentences without a known cancer of another organ ahead of what is seen; of the same length.

    "Known breast cancer." is all of its sentence, which tells nothing of the film, and stays.
    """
    return changed_beside(CANCER_MARKS, lambda sentence: _CANCER.sub(blanks, sentence), text)


def without_what_is_known(text: str) -> str:
    """Sentences without what is known of the patient; of the same length."""
    return changed_beside(MARKS, lambda sentence: _BEHIND.sub(blanks, _AHEAD.sub(blanks, sentence)), text)

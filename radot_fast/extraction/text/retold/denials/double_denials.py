"""Denials of a denial: "it cannot be said that there is no effusion", "there is no denying it", "not excluded: edema".

What may be there reads "possible", and what nobody denies has blanks for such words.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = (
    "that there is no ", "that there are no ", "bsence of ", "o denying ", "o mistaking ", "o overlooking ",
    "o disputing ", "o gainsaying ", "obody ", "o one ", "xcluded:", "ruled out:", "xcluded :",
)  # fmt: skip
"""Of such words: a quick look."""
_CANNOT = r"(?:cannot|can not|can['\u2019]t|could not)"
_NO_NO = Expression(
    rf"\b(?:(?:it|one|i|we) )?{_CANNOT} (?:be )?(?:said|stated|claimed|maintained|say|state|claim|guarantee)"
    r"(?: (?:with [a-z]+|for (?:sure|certain)))? that there (?:is|are) no(?= )",
    re.IGNORECASE,
)
_ABSENCE = Expression(
    rf"\b(?:the )?absence of (?P<what>[^.,;:|]{{3,60}}?) (?:{_CANNOT} be (?:guaranteed|assured|assumed"
    rf"|taken for granted"
    r"|ensured)|is not (?:certain|assured|guaranteed|proven|sure|established))(?= *(?:[.,;|]|\Z)"
    r"| on\b| in\b| from\b)",
    re.IGNORECASE,
)
_SURELY = Expression(
    r"\b(?:there (?:is|can be) no (?:denying|mistaking|overlooking|disputing|gainsaying)"
    r"|(?:nobody|no one|noone) (?:would|could|can|will) (?:doubt|dispute|question|deny|overlook|miss|mistake))(?= )",
    re.IGNORECASE,
)
_HEADED = Expression(
    rf"(?P<lead>(?:\A|[|;.])\s*)(?:not (?:yet )?(?:excluded|ruled out)|{_CANNOT} be (?:excluded|ruled out)) ?:",
    re.IGNORECASE,
)


def with_denials_of_denials(text: str) -> str:
    """Many sentences with "possible" or blanks for such words; of the same length."""
    return changed_beside(MARKS, _without_denials, text)


def _without_denials(sentence: str) -> str:
    """One sentence with "possible" or blanks for such words."""
    sentence = _NO_NO.sub(lambda found: "possible".ljust(len(found[0])), sentence)
    sentence = _ABSENCE.sub(lambda found: f"possible {found['what']}".ljust(len(found[0])), sentence)
    sentence = _SURELY.sub(blanks, sentence)
    return _HEADED.sub(lambda found: f"{found['lead']}possible".ljust(len(found[0])), sentence)

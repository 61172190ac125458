"""A half of the diaphragm that stands higher than the other: "the left hemidiaphragm sits well above the right".

Such words read "is elevated". That the right one is a little higher is how it should be, and so is what is "as usual".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (" above the left", " above the right", " above its ", " above left", " above right")
"""Of such words: a quick look."""
_LEVEL = r"(?: level| position| height)?"
_ABOVE = Expression(
    r"(?P<what>\b(?:left|right) (?:hemi-?diaphragm|diaphragm|(?:hemi)?diaphragmatic dome|dome of the diaphragm))"
    r"(?: (?:is|sits|lies|stands|projects|appears|remains|rides|is (?:positioned|located|situated|seen)))?"
    r"(?P<far>(?: (?!slightly\b|minimally\b|marginally\b|just\b|below\b|not\b)[a-z0-9.]+){0,3})"
    r" above(?P<other> the (?:left|right)(?: (?:one|side|hemi-?diaphragm))?| (?:left|right)\b"
    rf"| its (?:usual|normal|expected|former){_LEVEL})(?! (?:atri|main|heart|hil|clav))"
    r"(?!,? (?:as (?:is )?(?:usual|normal|expected)|which is (?:usual|normal)|(?:a )?normal))",
    re.IGNORECASE,
)


def with_the_higher_half_elevated(text: str) -> str:
    """Many sentences with "is elevated" for such words; of the same length."""
    return changed_beside(MARKS, _with_elevation, text)


def _with_elevation(sentence: str) -> str:
    """One sentence with "is elevated" for such words."""
    return _ABOVE.sub(_elevated, sentence) if "iaphragm" in sentence else sentence


def _elevated(found: re.Match[str]) -> str:
    """Such a half, and that it is elevated; the words where that is no finding."""
    told = f"{found['what']} is elevated"
    return fitted(found, told)

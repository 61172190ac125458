"""Readings that are left open: "an opacity that I can neither call pneumonia nor dismiss", "neither confirm nor deny".

Such words read "possibly".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("either ",)
"""Of such words: a quick look."""
_NOR = (
    r"nor (?:be )?(?:dismiss|disregard|ignore|exclude|deny|refute|discount|rule out|discard"
    r"|eliminate)(?:ed|d)?(?: it| this)?"
)
_CALLED = Expression(
    r"\bneither (?:be )?(?:call|name|label|diagnose|confirm|affirm)(?:ed)?(?: (?:it|this|them|these))?(?: as)?"
    rf"(?P<what> (?:(?:an?|the|definite|true) )*(?:[a-z-]+ ){{1,3}}?),? ?{_NOR}\b",
    re.IGNORECASE,
)
_OPEN = Expression(rf"\bneither (?:confirm|affirm|prove)(?: or)? {_NOR}\b", re.IGNORECASE)


def with_readings_left_open(text: str) -> str:
    """Many sentences with "possibly" for such words; of the same length."""
    return changed_beside(MARKS, _possibly, text)


def _possibly(sentence: str) -> str:
    """One sentence with "possibly" for such words."""
    if " nor " not in sentence:
        return sentence
    sentence = _OPEN.sub(lambda found: "possibly".ljust(len(found[0])), sentence)
    return _CALLED.sub(lambda found: f"possibly{found['what']}".ljust(len(found[0])), sentence)

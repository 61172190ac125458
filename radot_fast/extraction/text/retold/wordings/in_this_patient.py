"""What is known of the patient beside what is seen: "in this patient with known breast cancer, a small effusion".

It is told of the patient's life, as a history is, and no finding of the film.
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


def without_what_is_known(text: str) -> str:
    """Sentences without what is known of the patient; of the same length."""
    return changed_beside(MARKS, lambda sentence: _BEHIND.sub(blanks, _AHEAD.sub(blanks, sentence)), text)

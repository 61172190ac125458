"""What has gone together with what goes with it: "right pneumonia with effusion, resolved".

The two are joined by "and" to the reader: "right pneumonia and effusion, resolved".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("esolved", "leared", " gone", "isappeared")
"""Parts of words for what has gone: a quick look."""
_NAME = (
    r"(?:(?!(?:no|not|without|consistent|compatible|compared|keeping|is|are|was|were|has|have|with|tube|drain|catheter|line"
    r"|wires?|clips|lead|stent|clinic(?:al)?|along|now|but|although|residual|persistent|remaining|patient)\b)[A-Za-z-]+)"
)
_SUBJECT = (
    rf"(?P<first>\A\s*(?:\d+[.)] )?{_NAME}(?: {_NAME}){{0,7}}?),?"
    rf"(?<!associated)(?P<with>(?: together| along)? with(?: an?| its| the)?)(?P<second> {_NAME}(?: {_NAME}){{0,5}}?)"
)
_GONE = (
    r"(?:(?:,|:| -) (?:both )?(?:now |since )?"
    r"|(?:,? both)? (?:has|have) (?:now |both |since |all |completely |fully |largely ){0,2})"
    r"(?:resolved|cleared|gone|disappeared)\b"
)
_SENTENCE = Expression(rf"{_SUBJECT}(?={_GONE})", re.IGNORECASE)


def with_what_went_with_it_beside(text: str) -> str:
    """Many sentences, each ended by a bar, with "and" for such a "with"; of the same length."""
    return changed_beside(MARKS, _joined, text)


def _joined(sentence: str) -> str:
    """One sentence with "and" for such a "with"."""
    found = _SENTENCE.match(sentence) if " with" in sentence else None
    if found is None:
        return sentence
    return f"{found['first']} and".ljust(found.start("second")) + sentence[found.start("second") :]

"""What was feared or thought of and is not there: "pneumothorax, which was the worry after the puncture, is not seen".

The insertion is blanks to the reader. "The possibility of an effusion was considered and discarded" reads "rejected".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

_MARKS = (
    "worry", "concern", "feared", " fear", "question", "suspicion", "suspected", "queried", "query", "asked", "raised",
    "looked for", "sought",
)  # fmt: skip
_REJECTED = ("discarded", "dismissed", "rejected", "abandoned", "discounted")
MARKS = (*_MARKS, *_REJECTED)
"""Of such words: a quick look."""
_FEAR = Expression(
    r", (?:which|that|the one that) (?:was|were|had been|has been|is) "
    r"(?:(?:the|an?|our|their|your|my) (?:[a-z]+ ){0,2}?(?:worry|concern|fear|question|suspicion|query)"
    r"|feared|suspected|queried|questioned|asked (?:about|for)|raised|looked for|sought)(?: [a-z0-9-]+){0,7},"
    r"(?= (?:is|are|has|have|was|were|can|cannot|does|do|did|could|could not) (?:not\b|nowhere|no longer|be |absent"
    r"|excluded|never))",
    re.IGNORECASE,
)
_DISCARDED = Expression(
    r"\b(?P<was>(?:was|were|has been|have been|had been) )(?:(?:considered|raised|entertained|discussed|thought of)"
    r"(?:,)?(?: and| but)?(?: then| later| finally)? )(?:discarded|dismissed|rejected|abandoned|discounted)\b",
    re.IGNORECASE,
)


def without_what_was_feared(text: str) -> str:
    """Many sentences with blanks for such an insertion, and "rejected" for such words; of the same length."""
    return changed_beside(MARKS, _without_fears, text)


def _without_fears(sentence: str) -> str:
    """One sentence without such words."""
    if any(map(sentence.__contains__, _MARKS)):
        sentence = _FEAR.sub(blanks, sentence)
    return _DISCARDED.sub(_as_rejected, sentence)


def _as_rejected(found: re.Match[str]) -> str:
    """That it was rejected."""
    return f"{found['was']}rejected".ljust(len(found[0]))

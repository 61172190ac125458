"""What something has caused, and what became of it: "the collapse which the tube had caused has re-expanded".

The cause is named behind "caused by" to the reader, so that the verb behind it is of what stands before.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_HAD_CAUSED = Expression(
    r"(?<=[a-z] )(?:which |that )?((?:the|an?|its?|this|his|her) (?:[a-z-]+ ){0,2}[a-z-]+)(?: has| had| have)"
    r" (?:caused|produced|induced|provoked)(?= (?:now |since |today |almost |completely |largely |partly )?"
    r"(?:has|have|is|are|appears?|remains?|persists?|resolved|cleared)\b)",
    re.IGNORECASE,
)
_CAUSED = Expression(
    r"(?<=[a-z] )(?:which|that) ((?:the|an?|this) (?:[a-z-]+ ){0,2}[a-z-]+) (?:caused|produced|induced|provoked)"
    r"(?= (?:has|have|is|are|appears?|remains?|persists?)\b)",
    re.IGNORECASE,
)
MARKS = (" caused ", " produced ", " induced ", " provoked ")
"""Words of causing: a quick look."""


def with_causes_behind(text: str) -> str:
    """Many sentences with "caused by the tube" for "which the tube had caused"; of the same length."""
    return changed_beside(MARKS, _with_causes_behind, text)


def _with_causes_behind(sentence: str) -> str:
    """One sentence with its causes behind "caused by"."""
    return _CAUSED.sub(_behind, _HAD_CAUSED.sub(_behind, sentence))


def _behind(found: re.Match[str]) -> str:
    """The cause behind "caused by"."""
    return f"caused by {found[1]}".ljust(len(found[0]))

"""Two that show nothing, the second between commas: "neither the hila, nor the mediastinum, shows nodes".

Such a sentence reads as it does without the commas, so that one denial is of both.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_VERB = r"(?:shows?|demonstrates?|contains?|reveals?|has|have|is|are|can|appears?|displays?|harbou?rs?|exhibits?)"
_NEITHER = Expression(
    rf"\b(neither(?: [a-z-]+){{1,6}}),( nor(?: [a-z-]+){{1,6}})(?:,(?= {_VERB}\b)|(?= {_VERB}\b))", re.IGNORECASE
)
MARKS = (", nor ",)
"""Words before the second: a quick look."""


def with_neither_and_nor_together(text: str) -> str:
    """Many sentences with blanks for such commas; of the same length."""
    return changed_beside(MARKS, _with_both_together, text)


def _with_both_together(sentence: str) -> str:
    """One sentence with blanks for such commas."""
    return _NEITHER.sub(_together, sentence)


def _together(found: re.Match[str]) -> str:
    """What is named, with a blank for each comma."""
    return f"{found[1]} {found[2]}".ljust(len(found[0]))

"""Kinds of what is denied: "no bone lesion, whether sclerotic or lytic", "no nodule, calcified or not".

They are blanks to the reader, as nothing of either kind is there.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" whether ", " or not", " or otherwise", " either ")
"""Of such words: a quick look."""
_KIND = r"(?:[a-z]+-)?[a-z]*(?:ic|al|ed|ar|ute|old|new|arge|all|ile|ous|ing|ent|ial|ute|ree|ild|ign|ant|ast|ial|ine)"
_EITHER = Expression(
    r"(?P<no>\b(?:no|without|nor) [^.,;:|]{3,60}?),? (?:(?:whether|either) "
    rf"{_KIND}(?:,? {_KIND})?,? or {_KIND}|{_KIND} or (?:not|otherwise))(?= *(?:[.,;|]|\Z))",
    re.IGNORECASE,
)


def without_either_kind(text: str) -> str:
    """Many sentences with blanks for such kinds; of the same length."""
    return changed_beside(
        MARKS, lambda sentence: _EITHER.sub(lambda found: found["no"].ljust(len(found[0])), sentence), text
    )

"""What a part is not free of: "the lungs are free of nodules, but not of scars, which are seen in both apices".

It is there: the words "but not of" read "; there is".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" not of ", " not from ")
"""Of such words: a quick look."""
_FREE = Expression(
    r"(?P<free>\b(?:free|clear|devoid) (?:of|from) [^.;:|]{3,60}?)"
    r"(?:,? (?:but|though|although|yet)|,)(?: they are| it is)? not (?:of|from) (?=[a-z])",
    re.IGNORECASE,
)
_THERE = ("; there is ", "; with ")


def with_what_it_is_not_free_of(text: str) -> str:
    """Many sentences with "; there is" for such words; of the same length."""
    return changed_beside(MARKS, lambda sentence: _FREE.sub(_is_there, sentence), text)


def _is_there(found: re.Match[str]) -> str:
    """What it is free of, and that the other is there."""
    room = len(found[0]) - len(found["free"])
    there = next(words for words in (*_THERE, ", ") if len(words) <= room)
    return found["free"] + there.rjust(room)

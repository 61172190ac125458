"""Sides of which there is none, before what else is there: "right: none, drain in situ with its tip at the apex".

The "none" answers the side alone: the comma behind it reads as a semicolon.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

MARKS = (": none, ", ": nil, ", ": None, ", ": Nil, ")
"""Of such words: a quick look."""
_NONE = Expression(
    r"(?P<none>(?:\A|(?<=[|.;]))\s*(?:on the )?(?:right|left|[rl]t)(?: side| lung| hemithorax)? ?: (?:none|nil)), "
    r"(?=[a-z])",
    re.IGNORECASE,
)


def with_answers_of_sides_ended(text: str) -> str:
    """Many sentences with a semicolon behind such a "none"; of the same length."""
    return _NONE.sub(r"\g<none>; ", text) if any(map(text.__contains__, MARKS)) else text

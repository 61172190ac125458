"""What is not there, by a contraction: "effusion on the left, and on the right there isn't one".

Such words read "there is none".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("n't one", "n't any", " not one", " not any")
"""Of such words: a quick look."""
_NONE = Expression(
    r"\b(?P<there>there) (?P<is>is|are|was|were)(?:n['\u2019]t| not) (?:one|any)(?: (?:seen|visible|present|there))?"
    r"(?= *(?:[.;,:|]|\Z)| (?:on|in|at) the\b)",
    re.IGNORECASE,
)


def with_no_such_one(text: str) -> str:
    """Many sentences with "there is none" for such words; of the same length."""
    return changed_beside(MARKS, lambda sentence: _NONE.sub(_none, sentence), text)


def _none(found: re.Match[str]) -> str:
    """That there is none."""
    return f"{found['there']} {found['is']} none".ljust(len(found[0]))

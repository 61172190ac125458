"""The same on the other side, by a noun of its own: "the opacity at the right base persists, its fellow has resolved".

Such a noun reads "that on the left" and "the left-sided one".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("its fellow", "its counterpart", "its mate", "its twin", "its left", "its right")
_NOUN = r"(?:fellow|counterpart|mate|twin|partner|companion|match|opposite number)"
"""Of such words: a quick look."""
_OF_SIDE = Expression(rf"\bits {_NOUN}(?= (?:in|on|at|to) the (?:left|right)\b)", re.IGNORECASE)
_SIDED = Expression(rf"\bits (?P<side>(?:left|right)(?:[- ]sided)?) {_NOUN}\b", re.IGNORECASE)


def with_fellows_as_the_same(text: str) -> str:
    """Many sentences with "that" and "one" for such a noun; of the same length."""
    return changed_beside(MARKS, _with_pronouns, text)


def _with_pronouns(sentence: str) -> str:
    """One sentence with pronouns for such a noun."""
    sentence = _OF_SIDE.sub(lambda found: "that".ljust(len(found[0])), sentence)
    return _SIDED.sub(lambda found: f"the {found['side']} one".ljust(len(found[0])), sentence)

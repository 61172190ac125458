"""Suspicions with a word on their weakness between: "I suspect, but cannot prove, a small pneumothorax".

Such an insertion is blanks to the reader.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("uspect", "hink of")
"""Of such words: a quick look."""
_WEAK = (
    r"(?:(?:but|though|although|yet|and) (?:(?:i|we) )?(?:cannot|can not|can['\u2019]t|could not"
    r"|am not able to|do not)"
    r" (?:prove|confirm|verify|be (?:sure|certain)(?: of)?|substantiate|swear to)(?: it| this)?"
    r"|without (?:being (?:sure|certain)|certainty|proof|being able to prove it))"
)
_INSERTED = Expression(
    rf"(?P<think>\b(?:suspect|think of|favor|consider)),? {_WEAK},?(?= (?:an?|some|the|left|right|small|mild)\b)",
    re.IGNORECASE,
)


def without_weak_proofs(text: str) -> str:
    """Many sentences with blanks for such insertions; of the same length."""
    return changed_beside(MARKS, lambda sentence: _INSERTED.sub(_thought, sentence), text)


def _thought(found: re.Match[str]) -> str:
    """The suspicion alone."""
    return found["think"].ljust(len(found[0]))

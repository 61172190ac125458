"""What was not there and is now: "no effusion yesterday, a small one on the left today".

Such words read "new small effusion", as what was denied is of another day.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" one on ", " one at ", " one in ", " one today", " one now", " one is ", " one has ")
"""Of such words: a quick look."""
_FILM = r"(?:film|study|exam|examination|radiograph|image)"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
)
_THEN = (
    r"(?:yesterday|before|previously|earlier"
    rf"|on (?:the |yesterday['\u2019]s )?(?:last |previous |prior |earlier |former |old )?{_FILM}|(?:in|on) {_MONTH})"
)
_ONE = (
    r"(?:today |now |but now )?(?:there is )?(?:an? )?(?P<{0}>(?:(?:small|tiny|large|mild|moderate"
    r"|minimal|new|definite) )?)one"
)
_NONE_THEN = Expression(
    rf"\bno (?P<what>[a-z]+(?: [a-z]+)?) {_THEN}[,;] (?:and |but )?{_ONE.format('degree')}(?= )", re.IGNORECASE
)
_THEN_NONE = Expression(
    rf"\byesterday,? no (?P<what>[a-z]+(?: [a-z]+)?)[,;] (?:and |but )?{_ONE.format('degree')}(?= )", re.IGNORECASE
)


def with_what_is_there_now(text: str) -> str:
    """Many sentences with what is new for such words; of the same length."""
    return changed_beside(MARKS, _with_what_is_new, text)


def _with_what_is_new(sentence: str) -> str:
    """One sentence with what is new for such words."""
    return _THEN_NONE.sub(_new, _NONE_THEN.sub(_new, sentence)) if " one " in sentence else sentence


def _new(found: re.Match[str]) -> str:
    """What is new, behind blanks."""
    return f"new {found['degree']}{found['what']}".rjust(len(found[0]))

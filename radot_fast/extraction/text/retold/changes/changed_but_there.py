"""Places that have changed while the rest has not: "consolidation, unchanged apart from improvement at the left base".

The exception is a statement of its own to the reader, behind a semicolon.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_SAME = r"(?:unchanged|stable|static|unaltered)"
_EXCEPT = r"(?:apart from|except for|other than|save for|but for|except|save|bar)"
_DEGREE = r"(?:(?:an?|some|slight|minor|mild|minimal|marginal|definite|further|marked) ){0,2}"
_CHANGE = r"(?:improvement|worsening|clearing|progression|increase|decrease|reduction|deterioration)"
_CHANGED = Expression(rf"\b({_SAME},?) ({_EXCEPT})(?= {_DEGREE}{_CHANGE} (?:in|at|on|throughout)\b)", re.IGNORECASE)
_WHERE = Expression(
    rf"\b({_SAME},?) ({_EXCEPT})( (?:in|at|on) the (?:[a-z]+ ){{0,3}}[a-z]+)(,? where)"
    r"(?= (?:it|they|this) (?:is|are|has|have)\b)",
    re.IGNORECASE,
)
_SIDE_WHICH = Expression(
    rf",?( {_EXCEPT})( (?:the )?(?:left|right)(?: one)?)(,? which)(?= (?:is|are|shows|appears|looks|remains)\b)",
    re.IGNORECASE,
)
"""A side that is unlike the rest: "both hila are normal except for the left which is enlarged"."""
MARKS = (" apart from ", " except ", " other than ", " save for ", " but for ", " bar ")
"""Words before the exception: a quick look."""


def with_changes_of_places_apart(text: str) -> str:
    """Many sentences with a semicolon for the words before such an exception; of the same length."""
    return changed_beside(MARKS, _with_exceptions_apart, text)


def _with_exceptions_apart(sentence: str) -> str:
    """One sentence with a semicolon for the words before such an exception."""
    return _SIDE_WHICH.sub(_but_a_side, _WHERE.sub(_apart_where, _CHANGED.sub(_apart, sentence)))


def _apart(found: re.Match[str]) -> str:
    """What has not changed, and a semicolon."""
    return f"{found[1]};".ljust(len(found[0]))


def _apart_where(found: re.Match[str]) -> str:
    """The same, and the place without its "where"."""
    head = f"{found[1]};".ljust(len(found[1]) + 1 + len(found[2]))
    return f"{head}{found[3]}{' ' * len(found[4])}"


def _but_a_side(found: re.Match[str]) -> str:
    """A "but" and the side, without its "which"."""
    return f"{' but'.ljust(found.start(2) - found.start())}{found[2]}{' ' * len(found[3])}"
